import { eventInOrder, messageInOrder } from '../../nodes/shared/itemOrder';
import { contract } from '../../sandbox/contract/validator';
import { isJsonObject, printJson, type Json, type JsonObject } from '../../sandbox/core/json';
import { INT64, membersIn, membersOf, modelOf } from './derive';

type Members = Record<string, JsonObject>;

/** The output of an operation: the members of a model of the contract, and its own. */
export interface Output {
	/** A model of the contract whose members the platform answers. */
	model?: string;
	/** Members that the node adds, or outputs if the platform answers nothing. */
	own?: Members;
	order?: (members: Members) => Members;
	/** Members that stay with Simplify, with the names of those inside an object or a list that stay; all if there are none. */
	simple?: Record<string, readonly string[]>;
}

/** Levels of models within the model of an output: a chat's last message, and the message's attachments. */
const LEVELS = 2;

export const text = (description?: string): JsonObject => ({ type: 'string', ...(description !== undefined && { description }) });
export const flag: JsonObject = { type: 'boolean' };
const integer: JsonObject = { type: 'integer' };
export const object = (properties: Members): JsonObject => ({ type: 'object', properties });

const SENDER: Members = {
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

/** Fields by which the next node finds a chat. */
export const CHAT_KEYS = {
	chatRef: text('Composite address channel_channelId_chatId: for messages and notes.'),
	tbChatId: { ...INT64, description: "The platform's number of the chat: for blocking, tags and notes." },
};

export const WAITING = {
	waitingForReply: flag,
	waitingSince: text('ISO 8601.'),
	lastSender: text('A value of sender.type: contact, operator, messenger, api, mailing, automatic or unknown.'),
};

export const CHANNEL_REF = text('channel_channelId: for the field Channel.');
const SENT = { ...CHAT_KEYS, correlationId: text("Id of the call, for the platform's support.") };

/** A delivery in the list of the recent ones. */
export const DELIVERY = {
	time: text('ISO 8601.'),
	workflowName: text(),
	nodeName: text(),
	event: text('Name of the event, if the token was verified.'),
	eventId: text(),
	chatRef: CHAT_KEYS.chatRef,
	person: text('Name, username or phone number.'),
	outcome: text('"started", "filtered", "duplicate", "answered", "notWaiting" or "rejected".'),
	code: text("Code of the rejection, as in n8n's log."),
	reason: text('What happened, in a sentence.'),
	advice: text('What to do, if anything.'),
	ip: text('Address of the caller, if the token was not verified.'),
	count: { ...integer, description: 'Number of deliveries that were rejected for this reason since firstTime.' },
	firstTime: text('ISO 8601.'),
};

export const SKIPPED = {
	outcome: text('"skipped": nothing was sent.'),
	skippedBecause: text('"tag": the chat has an excluded tag.'),
	tag: text('The tag that the chat has.'),
};

const SIMPLE_MESSAGE = ['text', 'chatRef', 'sentTimestamp', 'channel', 'id', 'tbChatId'];
/** Fields about the person, simplified from all places in which the platform has them. */
const PERSON = { name: text(), username: text(), phone: text() };
const whole = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, []]));

/** A message, and all of them in order if the item took several. */
export const message: Output = {
	model: 'Message',
	order: messageInOrder,
	own: {
		...SKIPPED,
		outcome: text(
			'"sent": the platform has queued the message. Delivery statuses come through the trigger. Or "skipped". In a dry run "wouldBeSent" or "wouldBeRefused".',
		),
		deliveryReports: text('Says whether delivery statuses will come: "yes", "unreliable", "no" or "unknown".'),
		...SENT,
		parts: {
			type: 'array',
			description: 'All messages in order, where the item took several.',
			items: object({ ...SENT, ...membersOf('Message', 0) }),
		},
	},
	simple: { ...whole([...Object.keys(SKIPPED), 'outcome', 'deliveryReports', ...SIMPLE_MESSAGE]), parts: SIMPLE_MESSAGE },
};

/** A chat, with what the node adds, and the further fields that stay when it is simplified. */
export const chatWith = (own: Record<string, JsonObject>, ...simple: string[]): Output => ({
	model: 'Chat',
	own: { ...own, ...PERSON },
	simple: {
		...whole([...Object.keys(own), ...Object.keys(PERSON), 'tags', ...simple]),
		lastMessage: ['direction', 'text', 'sentTimestamp'],
	},
});

export const of = (model: string, own: Record<string, JsonObject> = {}): Output => ({ model, own });
export const accepted = (own: Record<string, JsonObject>): Output => ({ own: { accepted: flag, ...own } });
export const tagged = accepted({ ...CHAT_KEYS, tagName: text(), assigned: flag });
export const blocked = accepted({ ...CHAT_KEYS, blocked: flag });
/** The fields of a file that is known by more than its link. */
export const FILE = { fileName: text(), mimeType: text(), fileSize: { ...integer, description: 'Bytes.' } };

/** The answer of a person; of approved, choice, contact, text and form the one that was asked for. */
export const ANSWER = {
	approved: flag,
	choice: text(),
	contact: object(membersOf('Contact', 1)),
	text: text(),
	form: { type: 'object', description: 'A member for each field of the form.' },
	chatRef: CHAT_KEYS.chatRef,
	sender: object(SENDER),
	respondedAt: text('ISO 8601.'),
	timedOut: flag,
};

/** Fields of a capability object, flat (specification, "Capability object fields"). */
const CAPABILITY_FIELDS = object({
	...{ textSupported: flag, textMaxSize: { ...integer, description: 'Characters.' } },
	...{ photoSupported: flag, photoMimeMask: text(), audioSupported: flag, audioMimeMask: text() },
	...{ videoSupported: flag, videoMimeMask: text(), filesSupported: flag, filesMimeMask: text() },
	...{ buttonsSupported: flag, statusSupported: flag, locationSupported: flag, canCombineDifferentTypes: flag },
	...{ maxAttachmentsPerMessage: integer, messageSendIntervalMs: integer, configurablePushBehavior: flag },
	...{ shouldWrapIntoCompositeIfButtonsPresent: flag, isTemplate: flag, template: flag },
});

// keeps everything else that the platform says
const CAPABILITY = { ...CAPABILITY_FIELDS, additionalProperties: true };

/** Simplified: the abilities of a channel, one item per channel. */
export const CAPABILITIES = {
	channelRef: CHANNEL_REF,
	channel: text('Channel type.'),
	title: text(),
	capability: CAPABILITY,
	accountCapability: CAPABILITY,
};

function only(schema: JsonObject, simple: Required<Output>['simple']): JsonObject {
	const kept = Object.entries(membersIn(schema)).flatMap(([name, member]): Array<[string, JsonObject]> => {
		const names = simple[name];
		if (names === undefined) return [];
		if (names.length === 0) return [[name, member]];
		const { items } = member;
		return [[name, isJsonObject(items) ? { ...member, items: only(items, whole(names)) } : only(member, whole(names))]];
	});
	return { ...schema, properties: Object.fromEntries(kept) };
}

/** The schema preview of an operation: what it outputs with its defaults, so simplified if it can be. */
export function previewOf(output: Output): JsonObject {
	return output.simple ? only(schemaOf(output), output.simple) : schemaOf(output);
}

/** The schema of all that an operation may output. */
export function schemaOf({ model, own = {}, order = (members) => members }: Output): JsonObject {
	const answered = model === undefined ? object({}) : modelOf(model, LEVELS);
	return { ...answered, properties: order({ ...own, ...membersIn(answered), ...own }) };
}

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
		tbChatId: CHAT_KEYS.tbChatId,
		chatRef: CHAT_KEYS.chatRef,
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
		isFinal: { ...flag, description: 'For delivery statuses: no more attempts are expected.' },
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

function merge(one: JsonObject, other: JsonObject): JsonObject {
	if (printJson(one) === printJson(other)) return one;
	if (one.type !== other.type || typeof one.type !== 'string' || 'properties' in one || 'properties' in other) return {};
	const both =
		Array.isArray(one.enum) && Array.isArray(other.enum) ? [...new Set<Json>([...one.enum, ...other.enum])] : undefined;
	return both === undefined ? { type: one.type } : { type: one.type, enum: both };
}

/** The schema of the trigger's output: the fields of all events. An item has those of its own event. */
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
