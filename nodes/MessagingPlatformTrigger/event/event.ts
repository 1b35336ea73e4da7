import { MAX_DEPTH, isJsonObject, objectOf, parseJson, printJson, type JsonObject, type JsonValue } from '../../shared/json';
import type { Redact } from '../../shared/api/redact';
import { hasOwnId } from '../../shared/catalogue';
import { Refusal } from '../verify/refusals';
import { readChatAddress, type ChatAddress } from './chatAddress';
import { readSender } from './sender';

/** The parts of a message that the trigger itself reads. */
export interface Message {
	direction: JsonValue | undefined;
	/** Empty when it has none. */
	text: string;
	attachments: JsonValue[];
	/** All of its members. */
	fields: JsonObject;
}

/** An event in one shape, whichever layout it came in. */
export interface Event {
	name: string;
	id: string | undefined;
	accountId: string;
	/** The event's own fields: those of `command` (nested layout) or next to the envelope's (flat layout), without nulls. */
	fields: JsonObject;
	address: ChatAddress;
	/** See {@link readSender}. */
	sender: JsonObject | undefined;
	/** Its message; an empty one when it has none. */
	message: Message;
	/** The unchanged body. */
	body: JsonObject;
}

/** The parts of a request that are checked; n8n keeps the bytes of a body. */
interface Request {
	headers: { 'content-type'?: string };
	rawBody?: Uint8Array;
}

const ENVELOPE = new Set(['accountId', 'id', 'name', 'command']);

function readJson(bytes: Uint8Array, redact: Redact): JsonValue {
	try {
		return parseJson(redact(new TextDecoder('utf-8', { fatal: true }).decode(bytes)));
	} catch {
		// Neither UTF-8 nor JSON: refused below.
	}
	throw new Refusal('body_not_json', `or is nested deeper than ${MAX_DEPTH} levels`);
}

/** Drops members that are null (specification, client requirement 2), at any depth; elements of lists stay. */
function withoutNulls(value: JsonValue): JsonValue {
	if (Array.isArray(value)) return value.map(withoutNulls);
	if (!isJsonObject(value)) return value;
	const kept: JsonObject = {};
	for (const [key, member] of Object.entries(value)) {
		if (member !== null && member !== undefined) kept[key] = withoutNulls(member);
	}
	return kept;
}

/** Keeps the envelope's values that differ from the event's own: `userId` is then the event's, `eventUserId` the envelope's. */
function overruled(fields: JsonObject, command: JsonObject): JsonObject {
	const pairs = Object.entries(fields).filter(
		([key, value]) => Object.hasOwn(command, key) && printJson(command[key]) !== printJson(value),
	);
	return Object.fromEntries(pairs.map(([key, value]) => [`event${key.charAt(0).toUpperCase()}${key.slice(1)}`, value]));
}

function readFields(name: string, body: JsonObject): JsonObject {
	// one event's flat layout has its fields in `comand`, spelled so (specification, FirstMessageFromEndUserInChatCommand)
	const place = isJsonObject(body.comand) && !isJsonObject(body.command) ? 'comand' : 'command';
	const fields = Object.fromEntries(Object.entries(body).filter(([key]) => !ENVELOPE.has(key) && key !== place));
	const { [place]: command, id } = body;
	if (isJsonObject(command)) return { ...overruled(fields, command), ...fields, ...command };
	if (command !== undefined) fields.command = command;
	// In the flat layout the event's own `id` and the event id are one and the same field.
	if (hasOwnId(name) && id !== undefined) fields.id = id;
	return fields;
}

/** Checks a request's content type and size, without reading its body. */
export function checkRequest({ headers, rawBody }: Request, maxBytes: number): Uint8Array {
	if (!/^application\/json\s*(?:;|$)/i.test(headers['content-type'] ?? '')) throw new Refusal('content_type');
	if (rawBody === undefined || rawBody.length === 0) throw new Refusal('body_empty');
	if (rawBody.length > maxBytes) throw new Refusal('body_too_large', `${rawBody.length} bytes, the limit is ${maxBytes}`);
	return rawBody;
}

/**
 * Reads an event (specification, Events, rule 6) from the original bytes, so that integers beyond 2^53 stay exact. The nested layout
 * (fields in `command`) and the flat one (fields next to the envelope's) give one shape.
 * @throws Refusal body_not_json, or not_an_event when it has no name or its name or id is not text
 */
export function readEvent(bytes: Uint8Array, redact: Redact): Event {
	const body = readJson(bytes, redact);
	if (!isJsonObject(body)) throw new Refusal('not_an_event', "it isn't an object");
	const { name, id, accountId } = body;
	if (typeof name !== 'string' || name === '') throw new Refusal('not_an_event', 'it has no name');
	if (typeof accountId !== 'string' || accountId === '') throw new Refusal('not_an_event', 'it has no accountId');
	const hasId = id !== undefined && id !== null && id !== '';
	if (hasId && typeof id !== 'string' && typeof id !== 'number') throw new Refusal('not_an_event', "its id isn't text");
	const fields = readFields(name, objectOf(withoutNulls(body)));
	const address = readChatAddress(fields);
	const message = objectOf(fields.message);
	const { direction, text, attachments } = message;
	return {
		name,
		id: hasId ? String(id) : undefined,
		accountId,
		fields,
		address,
		sender: readSender(name, fields, address),
		message: {
			direction,
			text: typeof text === 'string' ? text : '',
			attachments: Array.isArray(attachments) ? attachments : [],
			fields: message,
		},
		body,
	};
}
