import { isObject } from '../../shared/json';
import { Failure } from '../../shared/failure';
import type { Execution } from '../run/execution';
import type { Item } from '../run/item';
import { onceFor } from '../run/memory';
import { type Conversation, distinctChats, findConversation, outputOf, readConversation } from '../agent/conversation';

/** Finds the names of the trigger nodes before this node, once for all items. */
const triggersOf = onceFor(({ functions, node }: Execution): string[] => {
	const found = functions
		.getParentNodes(node.name)
		.filter(({ type, disabled }) => type.endsWith('.messagingPlatformTrigger') && !disabled);
	return [...new Set(found.map(({ name }) => name))];
});

function onlyChat(entries: unknown): Conversation | undefined {
	const chats = distinctChats(entries);
	return chats.length === 1 ? chats[0] : undefined;
}

/** Finds the chat of the trigger's item behind this item, or its only chat if nodes in between lost the pairing. */
function chatOfTrigger(item: Item, trigger: string): Conversation | undefined {
	const output = outputOf(item, trigger);
	if (output.isExecuted === false) return undefined;
	try {
		const paired = output.item;
		const conversation = isObject(paired) ? readConversation(paired.json) : undefined;
		if (conversation) return conversation;
	} catch {
		// a node in between didn't pair its items: continue with the trigger's only chat
	}
	try {
		return onlyChat(output.all?.());
	} catch {
		return undefined;
	}
}

interface NoChat {
	message: string;
	advice: string;
}

/** Finds the chat of the trigger, whatever is in between, or the item's own chatRef; a tool's comes from a trigger alone. */
export function findEventChat(item: Item, none: NoChat): Conversation {
	if (item.isTool) return findConversation(item);
	for (const trigger of triggersOf(item.execution)) {
		const chat = chatOfTrigger(item, trigger);
		if (chat) return chat;
	}
	const own = readConversation(item.data.json);
	if (own) return own;
	throw Failure.ofValue(none.message, none.advice);
}
