import type { INodeProperties } from 'n8n-workflow';
import { operatorError } from '../../shared/platform/errors';
import type { Item } from '../engine/item';
import { isTool } from './toolRun';

/**
 * How far an operation reaches when an AI model calls it:
 *
 * - `conversation`: the chat that started the workflow, unless the author names another one
 * - `account`: other people or the whole account; closed until the author opens it
 * - `closed`: it would let a stranger's message change who gets the events of the account
 * - `useless`: n8n takes no file from a tool
 */
export type Reach = 'account' | 'closed' | 'conversation' | 'useless';

/** Every operation of the node by resource; one that is missing is not run for a model. */
export const REACH: Record<string, Record<string, Reach>> = {
	chainAction: { create: 'account', get: 'account', getAll: 'account', update: 'account' },
	channel: { getAll: 'account', getCapabilities: 'account' },
	chat: { block: 'conversation', getAll: 'account', unblock: 'conversation' },
	file: { download: 'useless', upload: 'account' },
	memo: { get: 'conversation', update: 'conversation' },
	message: { send: 'conversation', sendTemplate: 'conversation' },
	preparedMessage: { create: 'account', update: 'account' },
	tag: { assign: 'conversation', create: 'account', getAll: 'account', getForChat: 'conversation', remove: 'conversation' },
	webhook: { create: 'closed', delete: 'closed' },
	widget: { create: 'account', getAll: 'account', update: 'account' },
};

const unique = (values: string[]) => [...new Set(values)];

const opened = Object.entries(REACH).flatMap(([resource, operations]) =>
	Object.keys(operations).flatMap((operation) => (operations[operation] === 'account' ? [{ resource, operation }] : [])),
);

/**
 * The field that opens an operation to a model; it is shown in tools alone. It takes no expression, so that only the
 * workflow's author decides.
 */
export const openField: INodeProperties = {
	displayName: 'Allow Beyond This Conversation',
	name: 'allowBeyondConversation',
	type: 'boolean',
	noDataExpression: true,
	default: false,
	displayOptions: {
		show: {
			'@tool': [true],
			// n8n crosses the two lists; a test sees that they name no other operation
			resource: unique(opened.map(({ resource }) => resource)),
			operation: unique(opened.map(({ operation }) => operation)),
		},
	},
	description:
		'Whether the AI model may do this. It reaches more than the conversation that started the workflow, and whoever writes in that conversation can talk the model into it. Left off, the tool refuses.',
};

/**
 * Refuses what an AI model may not do: what reaches beyond the conversation that started the workflow is closed to it until
 * the author opens it. Where no model calls, there is nothing to refuse.
 *
 * @param item the item
 * @throws NodeOperationError when the operation is closed
 */
export function checkAgentMay(item: Item): void {
	if (!isTool(item.node)) return;
	const resource = String(item.parameter('resource'));
	const operation = String(item.parameter('operation'));
	switch (REACH[resource]?.[operation]) {
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
		default:
			throw operatorError(
				item,
				'AI models cannot manage webhooks',
				'A webhook decides who gets the events of the account, so this operation does not run as a tool. Use it in a workflow of its own, without an agent.',
			);
	}
}
