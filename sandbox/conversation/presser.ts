import { ApiError } from '../core/errors';
import { isJsonObject, type Json, type JsonObject } from '../core/json';
import type { ChatRecord } from '../core/model';

/** The fields by which a control call describes someone else who presses. */
const MEMBERS = ['channelUserId', 'channelUsername', 'displayName', 'phone'];

/**
 * Reads someone else in the chat, such as another member of a group, from the body of a control call.
 * @returns the specification's Contact; undefined for the person of the chat
 */
export function otherPerson(chat: ChatRecord, by: Json): JsonObject | undefined {
	if (by === undefined) return undefined;
	if (!isJsonObject(by) || Object.entries(by).some(([name, value]) => !MEMBERS.includes(name) || typeof value !== 'string')) {
		throw new ApiError('INVALID_REQUEST', `by must be an object with any of ${MEMBERS.join(', ')}, each a text`);
	}
	const { displayName, ...contact } = by;
	return { channel: chat.channel, ...contact, nationalName: displayName === undefined ? undefined : { displayName } };
}

/** Names someone who is not the person of the chat. */
export function nameOfOther({ nationalName, channelUsername, channelUserId }: JsonObject): string {
	const name = isJsonObject(nationalName) ? nationalName.displayName : undefined;
	return String(name ?? channelUsername ?? channelUserId ?? '');
}
