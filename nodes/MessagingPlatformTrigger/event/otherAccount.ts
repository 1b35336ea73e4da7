import { isJsonObject, type JsonValue } from '../../shared/json';
import type { Event } from './event';

/** The models of the specification that name their account, and their members that do so too. */
const MODELS = {
	message: { chat: 'chat', childMessages: 'message', replyToMessage: 'message', rawMessage: 'message' },
	chat: { address: 'address', lastMessage: 'message' },
	address: {},
	channel: {},
	tag: {},
	user: {},
	widget: {},
	subscription: { address: 'address', user: 'user' },
} as const satisfies Record<string, Record<string, string>>;

type Members = Readonly<Record<string, keyof typeof MODELS>>;

/** Members in which events have such models (specification, Events). */
const FIELDS: Members = {
	message: 'message',
	firstMessage: 'message',
	chat: 'chat',
	address: 'address',
	chatAddress: 'address',
	fullChannel: 'channel',
	tag: 'tag',
	widget: 'widget',
	subscription: 'subscription',
};

/** An account that is named somewhere in an event. */
interface Named {
	path: string;
	accountId: JsonValue;
}

function* namedIn(value: JsonValue | undefined, members: Members, path: string): Generator<Named> {
	if (Array.isArray(value)) {
		for (const [index, entry] of value.entries()) yield* namedIn(entry, members, `${path}[${index}]`);
	}
	if (!isJsonObject(value)) return;
	const { accountId } = value;
	if (accountId !== undefined) yield { path: `${path}.accountId`, accountId };
	for (const [name, model] of Object.entries(members)) yield* namedIn(value[name], MODELS[model], `${path}.${name}`);
}

/**
 * Finds another account in an event, in the places that the specification has for one: in a message, chat, address, widget, channel, tag
 * or subscription, however deeply nested. Members that the account's own people fill freely (metadata, parameters, context) may have
 * any content.
 * @returns the path of the first one, for example 'message.chat.accountId'; undefined when there is none
 */
export function findOtherAccount({ accountId, fields }: Event): string | undefined {
	for (const [name, model] of Object.entries(FIELDS)) {
		for (const named of namedIn(fields[name], MODELS[model], name)) {
			if (named.accountId !== accountId) return named.path;
		}
	}
	return undefined;
}
