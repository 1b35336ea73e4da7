import { objectOf, type JsonObject } from '../json';

/** The form of a UUID (RFC 9562, section 4), of any version. */
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * The key of the button that was pressed (specification, "EndUserActionCommand").
 *
 * @param fields the fields of a press
 * @returns its payload, also where it stands in the button alone; undefined for a button that has none
 */
export function payloadOf({ payload, button }: JsonObject): unknown {
	return payload ?? objectOf(button).payload;
}

/**
 * Tells whether the platform answers a press by itself: then the payload is the id of a chain action, a UUID (specification,
 * "EndUserActionCommand", "Button flow"). Nothing else in the event tells it, so a key that somebody gave the form of a UUID counts
 * as one.
 *
 * @param fields the fields of a press
 */
export function isAnsweredByPlatform(fields: JsonObject): boolean {
	const payload = payloadOf(fields);
	return typeof payload === 'string' && UUID.test(payload);
}
