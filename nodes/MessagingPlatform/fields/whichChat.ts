import { toInt64 } from '../../shared/json';
import { chatRefOf, splitChatRef } from '../../shared/chatRef';
import { Failure } from '../../shared/failure';
import { clip } from '../../shared/texts';
import type { Item } from '../run/item';
import type { Conversation } from '../agent/conversation';
import { conversationOfTool } from '../agent/ownFields';
import { type ChatKeys, idForOutput, readTbChatId, withItemKeys } from './chatKeys';
import { findEventChat } from './eventChat';

const NO_EVENT = {
	message: 'There is no chat to take from the trigger',
	advice:
		'"From the Trigger" means the chat of the Messaging Platform Trigger that started this workflow, or of an item with a chatRef field. Start the workflow with the trigger, or set "Which Chat" to "Choose" and choose one.',
};

/** The saved value counts: neither an expression nor a model decides whether another chat than the trigger's is used. */
function isChosen(item: Item): boolean {
	const field = item.field('chatFrom');
	if (field.saved === 'chat' || field.saved === 'trigger') return field.saved === 'chat';
	throw Failure.forOperator(
		`${field.label} cannot be decided by an expression or by an AI model`,
		'Choose one of the two in the node. Chat below it takes an expression.',
	);
}

/** A tool also means the chat of the event if its author chose no chat, or if a model that may choose one does not. */
function chatOfEvent(item: Item): Conversation | undefined {
	return isChosen(item) ? conversationOfTool(item) : findEventChat(item, NO_EVENT);
}

interface NumberedChat {
	/** Exact digits of tbChatId, for a path. */
	digits: string;
	/** What an output says of the chat. */
	keys: ChatKeys;
}

/** The platform need not send the number with every event. */
function numberOf(item: Item, conversation: Conversation): NumberedChat {
	const digits = toInt64(conversation.tbChatId)?.toString();
	if (digits !== undefined) return { digits, keys: { tbChatId: idForOutput(digits), chatRef: chatRefOf(conversation) } };
	throw Failure.forOperator(
		'The event that started this execution does not tell the number of its chat',
		item.isTool
			? 'Choose a chat in the tool, or start the workflow with an event that has a tbChatId.'
			: 'Set "Which Chat" to "Choose" and choose one, or start the workflow with an event that has a tbChatId.',
	);
}

/** Reads the platform's own number of a chat (tbChatId), for blocking and tags. If only the address is known, the node says so. */
export function readNumberedChat(item: Item): NumberedChat {
	const conversation = chatOfEvent(item);
	if (conversation) return numberOf(item, conversation);
	const field = item.field('chat');
	if (typeof field.value === 'string' && splitChatRef(field.value)) {
		throw field.refuse(
			`needs the chat's number (tbChatId), but it is the address ${clip(field.value.trim())}`,
			'Set "Which Chat" to "From the Trigger", choose the chat from the list, or use the field tbChatId that the trigger and Chat: Get Many output beside chatRef, like {{ $(\'Messaging Platform Trigger\').item.json.tbChatId }}.',
		);
	}
	if (!field.isGiven) field.required();
	const digits = field.int64().toString();
	return { digits, keys: withItemKeys(item, { tbChatId: idForOutput(digits) }) };
}

interface AddressedChat {
	/** Number or composite address, for a path. */
	part: string;
	/** What an output says of the chat. */
	keys: ChatKeys;
}

/** Reads a chat by either key (specification, "Notes (memo)": chatRef is tbChatId or the composite address). */
export function readAddressedChat(item: Item): AddressedChat {
	const conversation = chatOfEvent(item);
	if (conversation) {
		const chatRef = chatRefOf(conversation);
		if (chatRef === undefined) {
			const { digits, keys } = numberOf(item, conversation);
			return { part: digits, keys };
		}
		return { part: chatRef, keys: { chatRef, tbChatId: readTbChatId(conversation.tbChatId) } };
	}
	const field = item.field('chat');
	const text = typeof field.value === 'number' ? field.int64().toString() : field.required();
	if (/^-?\d+$/.test(text)) {
		const digits = field.with(text).int64().toString();
		return { part: digits, keys: withItemKeys(item, { tbChatId: idForOutput(digits) }) };
	}
	if (splitChatRef(text)) return { part: text, keys: withItemKeys(item, { chatRef: text }) };
	throw field.refuse(
		`is not a chat address: ${clip(text)}`,
		'Choose one from the list, or enter the chatRef that the trigger and Chat: Get Many output, like tg_12345_67890, or the number tbChatId.',
	);
}
