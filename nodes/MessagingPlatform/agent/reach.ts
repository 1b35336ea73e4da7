import { operatorError } from '../../shared/failure';
import type { Item } from '../run/item';
import { checkProxy } from './ownFields';
import { checkReview } from './review';
import { isReview, isTool } from './toolRun';

/**
 * How far an operation reaches when an AI model calls it:
 *
 * - `conversation`: the chat that started the workflow, unless the author names another one
 * - `account`: other people or the whole account; closed until the author opens it
 * - `closed`: it would let a stranger's message change who gets the events of the account
 * - `useless`: n8n takes no file from a tool
 * - `waiting`: whoever calls a tool waits for it, so the tool cannot; as the human review of other tools it can
 */
export type Reach = 'account' | 'closed' | 'conversation' | 'useless' | 'waiting';

/**
 * Refuses what an AI model may not do: what reaches beyond the conversation that started the workflow is closed to it until
 * the author opens it. Where no model calls, there is nothing to refuse.
 *
 * @param item the item
 * @param reach how far its operation reaches
 * @throws NodeOperationError when the operation is closed, a human review cannot be asked for, or a model could choose the proxy
 */
export function checkAgentMay(item: Item, reach: Reach): void {
	if (!isTool(item.node)) return;
	checkProxy(item);
	switch (reach) {
		case 'conversation':
			return;
		case 'account':
			// as saved: an expression in a field that takes none is still not the author's word
			if (item.node.parameters.allowBeyondConversation === true) return;
			throw operatorError(
				item,
				'This tool is closed to AI models, because it reaches beyond the conversation',
				'If anybody who writes to you may use it, switch on "Allow Beyond This Conversation" in the tool. Otherwise remove the tool from the agent.',
			);
		case 'useless':
			throw operatorError(
				item,
				'A tool cannot hand on a file',
				'n8n takes only text from a tool. Download the file in a node before the agent, and let the agent have what it needs of it.',
			);
		case 'waiting':
			if (isReview(item.node)) return checkReview(item);
			throw operatorError(
				item,
				'A tool cannot wait for an answer',
				'Use Send and Wait for Response as a step of the workflow, or under "Human review" of an AI agent, not as a tool of an agent or of an MCP client.',
			);
		case 'closed':
			throw operatorError(
				item,
				'AI models cannot manage webhooks',
				'A webhook decides who gets the events of the account, so this operation does not run as a tool. Use it in a workflow of its own, without an agent.',
			);
	}
}
