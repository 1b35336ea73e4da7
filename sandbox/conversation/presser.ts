import { ApiError } from '../core/errors';
import { isJsonObject, type Json, type JsonObject } from '../core/json';
import type { ChatRecord } from '../core/model';

/** The fields by which a control call describes someone else who presses. */
const MEMBERS = ['channelUserId', 'channelUsername', 'displayName', 'phone'];

/**
 * Reads someone else in the chat, such as another member of a group, from the body of a control call.
 *
 * @param by any of channelUserId, channelUsername, displayName and phone, each a text; with none of them the channel does not
 * say who it is; undefined for the person of the chat
 * @returns the specification's Contact; undefined for the person of the chat
 * @throws ApiError INVALID_REQUEST for anything else
 */
export function otherPerson(chat: ChatRecord, by: Json): JsonObject | undefined {
	if (by === undefined) return undefined;
	if (!isJsonObject(by) || Object.entries(by).some(([name, value]) => !MEMBERS.includes(name) || typeof value !== 'string')) {
		throw new ApiError('INVALID_REQUEST', `by must be an object with any of ${MEMBERS.join(', ')}, each a text`);
	}
	const { displayName, ...contact } = by;
	return { channel: chat.channel, ...contact, nationalName: displayName === undefined ? undefined : { displayName } };
}

/**
 * Names someone who is not the person of the chat.
 *
 * @param contact what {@link otherPerson} made
 * @returns the name, or the user name, or the id; empty when the channel gives none of them
 */
export function nameOfOther({ nationalName, channelUsername, channelUserId }: JsonObject): string {
	const name = isJsonObject(nationalName) ? nationalName.displayName : undefined;
	return String(name ?? channelUsername ?? channelUserId ?? '');
}
