import { Failure } from '../../shared/failure';
import type { Item } from '../run/item';
import type { Operation, Reach, Resource } from '../run/operation';
import { checkProxy } from './ownFields';
import { checkReview } from './review';

/** Refuses what an AI model may not do. */
function checkAgentMay(item: Item, reach: Reach): void {
	if (!item.isTool) return;
	checkProxy(item);
	switch (reach) {
		case 'conversation':
			return;
		case 'account':
			// as saved: an expression in a field that takes none is still not the author's word
			if (item.node.parameters.allowBeyondConversation === true) return;
			throw Failure.forOperator(
				'This tool is closed to AI models, because it reaches beyond the conversation',
				'If anybody who writes to you may use it, switch on "Allow Beyond This Conversation" in the tool. Otherwise remove the tool from the agent.',
			);
		case 'useless':
			throw Failure.forOperator(
				'A tool cannot hand on a file',
				'n8n takes only text from a tool. Download the file in a node before the agent, and let the agent have what it needs of it.',
			);
		case 'waiting':
			if (item.execution.caller === 'review') return checkReview(item);
			throw Failure.forOperator(
				'A tool cannot wait for an answer',
				'Use Send and Wait for Response as a step of the workflow, or under "Human review" of an AI agent, not as a tool of an agent or of an MCP client.',
			);
		case 'closed':
			throw Failure.forOperator(
				'AI models cannot manage webhooks',
				'A webhook decides who gets the events of the account, so this operation does not run as a tool. Use it in a workflow of its own, without an agent.',
			);
	}
}

/**
 * The resources with each operation closed to AI models as its reach says, before any field of it is read. What reaches beyond
 * the conversation that started the workflow stays closed until the author opens it.
 */
export function guarded(resources: Resource[]): Resource[] {
	const guard = (operation: Operation): Operation => ({
		...operation,
		prepare: (item) => {
			checkAgentMay(item, operation.reach);
			return operation.prepare(item);
		},
	});
	return resources.map((resource) => ({ ...resource, operations: resource.operations.map(guard) }));
}
