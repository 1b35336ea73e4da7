import { isJsonObject, type Json, type JsonObject, parseJson } from '../core/json';

/** A chat's reference: channel type, number of the channel, ID of the chat. */
export const CHAT_REF = /^([a-z]+)_(-?\d+)_(.+)$/s;

export const objectOf = (value: Json): JsonObject => (isJsonObject(value) ? value : {});

export const listOf = (value: Json): JsonObject[] => (Array.isArray(value) ? value.filter(isJsonObject) : []);

/** The fields of a delivered event, whichever of its two layouts it has; none if it isn't JSON. */
export function eventFields(text: string): JsonObject {
	try {
		const body = objectOf(parseJson(text));
		return isJsonObject(body.command) ? body.command : body;
	} catch {
		return {};
	}
}
