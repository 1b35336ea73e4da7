import { printJson, type Json, type JsonObject } from '../../sandbox/core/json';
import { contract } from '../../sandbox/contract/validator';
import { eventInOrder } from '../../nodes/shared/itemOrder';
import { INT64, membersOf } from './derive';

type Members = Record<string, JsonObject>;
const text = (description?: string): JsonObject => ({ type: 'string', ...(description === undefined ? {} : { description }) });
const object = (properties: Members): JsonObject => ({ type: 'object', properties });

/** The person in a chat. */
export const SENDER: Members = {
	type: {
		type: 'string',
		description: 'The person whom the chat is with, or who sent an outgoing message.',
		enum: ['contact', 'operator', 'messenger', 'api', 'mailing', 'automatic', 'unknown'],
	},
	...{ name: text(), firstName: text(), lastName: text(), username: text(), address: text(), channelUserId: text() },
	...{ phone: text(), email: text(), picture: text('URL.'), preferredLanguage: text() },
	timezone: { type: ['string', 'number'] },
	timezoneOffset: INT64,
	contact: object(membersOf('Contact', 1)),
};

/** Fields that the trigger lifts to the top of an item. */
function lifted(): Members {
	const sender = { ...SENDER, ...membersOf('SenderInfo', 0) };
	const { enum: kinds } = contract().schema('AttachmentKind');
	const attachmentKinds = Array.isArray(kinds) ? kinds : [];
	const attachment = { ...membersOf('Attachment', 0), binaryField: text('Where its file is.'), downloadError: text() };
	return {
		event: text('Name of the event on the wire.'),
		eventId: text(),
		accountId: text(),
		channel: text('Channel type.'),
		channelId: INT64,
		chatId: text(),
		tbChatId: { ...INT64, description: "The platform's number of the chat: for blocking, tags and notes." },
		chatRef: text('Composite address channel_channelId_chatId: for messages and notes.'),
		direction: { type: 'string', enum: ['inbound', 'outbound'] },
		text: text('Empty where a message has none.'),
		kind: {
			type: 'string',
			description: "The first attachment's kind. Without attachments: location, contact, text or other.",
			enum: ['text', ...attachmentKinds, 'location', 'contact', 'other'],
		},
		outcome: {
			type: 'string',
			description: 'For delivery statuses. "sent" is final, without a confirmed delivery.',
			enum: ['delivered', 'sent', 'underway', 'failed', 'unknown'],
		},
		isFinal: { type: 'boolean', description: 'For delivery statuses: no more attempts are expected.' },
		failure: {
			type: 'string',
			description: 'For delivery statuses: why the message failed.',
			enum: ['windowClosed', 'noSuchPerson', 'blocked', 'expired', 'content', 'channel', 'other'],
		},
		sender: object(sender),
		attachments: { type: 'array', items: object(attachment) },
		message: object(membersOf('Message', 0)),
		eventUserId: text("The envelope's userId, where the event has another one."),
		substitutions: { type: 'object' },
		userId: text(),
	};
}

/** Merges the schemas of two events for a field of one name. */
function merge(one: JsonObject, other: JsonObject): JsonObject {
	if (printJson(one) === printJson(other)) return one;
	if (one.type !== other.type || typeof one.type !== 'string' || 'properties' in one || 'properties' in other) return {};
	const both =
		Array.isArray(one.enum) && Array.isArray(other.enum) ? [...new Set<Json>([...one.enum, ...other.enum])] : undefined;
	return both === undefined ? { type: one.type } : { type: one.type, enum: both };
}

/**
 * The schema of the trigger's output: one item for any event, with the fields that its events have. An item has those of its own
 * event.
 */
export function triggerSchema(): JsonObject {
	const own = lifted();
	const fields: Members = {};
	for (const name of Object.keys(contract().document.webhooks ?? {})) {
		if (name === 'new_message') continue;
		for (const [field, schema] of Object.entries(membersOf(`${name}Fields`, 0))) {
			const known = fields[field];
			fields[field] = known === undefined ? schema : merge(known, schema);
		}
	}
	return object(eventInOrder({ ...own, ...fields, ...own }));
}
