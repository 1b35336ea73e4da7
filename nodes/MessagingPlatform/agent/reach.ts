import { Failure } from '../../shared/failure';
import type { Item } from '../run/item';
import type { Operation, Reach, Resource } from '../run/operation';
import { checkProxy } from './ownFields';

function checkAgentMay(item: Item, reach: Reach): void {
	if (!item.isTool) return;
	checkProxy(item);
	switch (reach) {
		case 'conversation':
			return;
		case 'account':
			// the saved value: the field takes no expressions, so one in it wasn't the author's choice
			if (item.node.parameters.allowBeyondConversation === true) return;
			throw Failure.forOperator(
				'AI models may not use this tool, because it reaches beyond the chat that started the workflow',
				'If anyone who writes to you may use it, turn on "Allow Access Beyond This Chat" in the tool. Otherwise remove the tool from the agent.',
			);
		case 'useless':
			throw Failure.forOperator(
				"A tool can't pass on a file",
				'n8n takes only text from a tool. Download the file in a node before the agent, and give the agent the text it needs.',
			);
		case 'waiting':
			// the operation itself checks what it shows
			if (item.execution.caller === 'review') return;
			throw Failure.forOperator(
				"A tool can't wait for an answer",
				'Use Send and Wait for Response as a step of the workflow, or under "Human review" of an AI agent, not as a tool of an agent or of an MCP client.',
			);
		case 'closed':
			throw Failure.forOperator(
				"AI models can't manage webhooks",
				"A webhook decides who gets the events of your account, so this operation doesn't run as a tool. Use it in a workflow of its own, without an agent.",
			);
	}
}

/** Guards operations against AI models before a field is read: one that reaches beyond the chat is closed until the author opens it. */
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
