import type { IExecuteFunctions, IExecuteSingleFunctions } from 'n8n-workflow';
import type { ChatRef } from './chatRef';
import { splitChatRef } from './chatRef';
import { valueError } from './errors';
import type { Item } from './item';
import { isObject } from './json';

function triggersBefore(functions: IExecuteFunctions | IExecuteSingleFunctions): string[] {
	return functions
		.getParentNodes(functions.getNode().name)
		.filter(({ type, disabled }) => type.endsWith('.messagingPlatformTrigger') && !disabled)
		.map(({ name }) => name);
}

function readChatRef(json: unknown): ChatRef | undefined {
	return isObject(json) && typeof json.chatRef === 'string' ? splitChatRef(json.chatRef) : undefined;
}

/** The trigger's item that this item comes from; its only chat when the nodes between the two lost the pairing. */
function chatOfTrigger(item: Item, trigger: string): ChatRef | undefined {
	const outputOf = (): { isExecuted?: unknown; item?: unknown; all?: () => unknown } => item.proxy().$(trigger);
	try {
		if (outputOf().isExecuted === false) return undefined;
		const paired = outputOf().item;
		const chat = isObject(paired) ? readChatRef(paired.json) : undefined;
		if (chat) return chat;
	} catch {
		// a node in between did not pair its items: fall through to the trigger's only chat
	}
	try {
		const all = outputOf().all?.();
		const refs = new Map<string, ChatRef>();
		for (const entry of Array.isArray(all) ? (all as unknown[]) : []) {
			const chat = isObject(entry) ? readChatRef(entry.json) : undefined;
			if (chat) refs.set(`${chat.channel}_${chat.channelId}_${chat.chatId}`, chat);
		}
		return refs.size === 1 ? [...refs.values()][0] : undefined;
	} catch {
		return undefined;
	}
}

/**
 * Finds the chat to reply to: that of the trigger which started the workflow, also when other nodes stand between; else
 * the chatRef of the item itself (a sub-workflow, a stored event).
 *
 * @param item the item that is answered
 * @returns the chat
 * @throws NodeOperationError when there is none, with the ways to go on
 */
export function findReplyChat(item: Item): ChatRef {
	for (const trigger of triggersBefore(item.functions)) {
		const chat = chatOfTrigger(item, trigger);
		if (chat) return chat;
	}
	const own = readChatRef(item.data.json);
	if (own) return own;
	throw valueError(
		item.node,
		item.index,
		'There is no chat to reply to',
		'"Reply" answers the chat of a Messaging Platform Trigger that started this workflow, or of an item with a chatRef field. Start the workflow with the trigger, or set "Send To" to "A Chat" and choose one.',
	);
}
