import { toInt64 } from '../../shared/json';
import { chatRefOf, splitChatRef } from '../../shared/chatRef';
import { Failure } from '../../shared/failure';
import type { Field } from '../../shared/field';
import { clip } from '../../shared/texts';
import type { Composite, Item } from '../run/item';
import type { Conversation } from '../agent/conversation';
import { conversationOfTool } from '../agent/ownFields';
import { chatFrom, chosenByNumber, chosenByRef, whichChat } from './chat';
import { type ChatKeys, idForOutput, readTbChatId, withItemKeys } from './chatKeys';
import { findEventChat } from './eventChat';

const NO_EVENT = {
	message: 'No chat to take from the trigger',
	advice:
		'"From the Trigger" means the chat of the Messaging Platform Trigger that started this workflow, or of an item with a chatRef field. Start the workflow with the trigger, or set "Which Chat" to "Choose" and choose one.',
};

/** Reads the saved value, so that neither an expression nor a model can switch away from the trigger's chat. */
function isChosen(item: Item): boolean {
	const field = item.read(chatFrom);
	if (field.saved === 'chat' || field.saved === 'trigger') return field.saved === 'chat';
	throw Failure.forOperator(
		`${field.label} can't be set by an expression or an AI model`,
		'Choose one of the two options. To use an expression, set it in the Chat field below.',
	);
}

/** Finds the event's chat. A tool also uses it if its author chose no chat, or if a model that may choose one doesn't. */
function chatOfEvent(item: Item, chat: Field): Conversation | undefined {
	return isChosen(item) ? conversationOfTool(item, chat) : findEventChat(item, NO_EVENT);
}

export interface NumberedChat {
	/** Exact digits of the tbChatId, for a path. */
	digits: string;
	keys: ChatKeys;
}

/** Reads an event's tbChatId, which the platform need not send. */
function numberOf(item: Item, conversation: Conversation): NumberedChat {
	const digits = toInt64(conversation.tbChatId)?.toString();
	if (digits !== undefined) return { digits, keys: { tbChatId: idForOutput(digits), chatRef: chatRefOf(conversation) } };
	throw Failure.forOperator(
		'The event that started this execution has no tbChatId',
		item.isTool
			? 'Choose a chat in the tool, or start the workflow with an event that has a tbChatId.'
			: 'Set "Which Chat" to "Choose" and choose one, or start the workflow with an event that has a tbChatId.',
	);
}

function readNumberedChat(item: Item): NumberedChat {
	const field = item.read(chosenByNumber);
	const conversation = chatOfEvent(item, field);
	if (conversation) return numberOf(item, conversation);
	if (typeof field.value === 'string' && splitChatRef(field.value)) {
		throw field.refuse(
			`needs a tbChatId, but it is the chatRef ${clip(field.value.trim())}`,
			'Set "Which Chat" to "From the Trigger" or choose the chat from the list. You can also use the tbChatId from the trigger or from Chat: Get Many, for example {{ $(\'Messaging Platform Trigger\').item.json.tbChatId }}.',
		);
	}
	if (!field.isGiven) field.required();
	const digits = field.int64().toString();
	return { digits, keys: withItemKeys(item, { tbChatId: idForOutput(digits) }) };
}

export interface AddressedChat {
	/** The tbChatId or the composite address, for a path. */
	part: string;
	keys: ChatKeys;
	/** Time of the event's message, if the chat comes from an event with one. */
	sentTimestamp?: unknown;
}

function readAddressedChat(item: Item): AddressedChat {
	const field = item.read(chosenByRef);
	const conversation = chatOfEvent(item, field);
	if (conversation) {
		const { sentTimestamp } = conversation;
		const chatRef = chatRefOf(conversation);
		if (chatRef === undefined) {
			const { digits, keys } = numberOf(item, conversation);
			return { part: digits, keys, sentTimestamp };
		}
		return { part: chatRef, keys: { chatRef, tbChatId: readTbChatId(conversation.tbChatId) }, sentTimestamp };
	}
	const text = typeof field.value === 'number' ? field.int64().toString() : field.required();
	if (/^-?\d+$/.test(text)) {
		const digits = field.with(text).int64().toString();
		return { part: digits, keys: withItemKeys(item, { tbChatId: idForOutput(digits) }) };
	}
	if (splitChatRef(text)) return { part: text, keys: withItemKeys(item, { chatRef: text }) };
	throw field.refuse(
		`isn't a chatRef or tbChatId: ${clip(text)}`,
		'Choose a chat from the list, or enter the chatRef or tbChatId from the trigger or from Chat: Get Many, for example tg_12345_67890 or 1234567.',
	);
}

/** A chat by its tbChatId, for blocking and tags; a chatRef is refused. */
export const numberedChat: Composite<NumberedChat> = { parts: whichChat(chosenByNumber), readItem: readNumberedChat };

/** A chat by either key (specification, "Notes (memo)": chatRef is tbChatId or the composite address). */
export const addressedChat: Composite<AddressedChat> = { parts: whichChat(chosenByRef), readItem: readAddressedChat };
