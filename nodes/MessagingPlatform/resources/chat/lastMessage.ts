import { type JsonObject, isJsonObject, objectOf } from '../../../shared/json';
import { originOf } from '../../../shared/origin';
import { readTimestamp } from '../../../shared/timestamp';

export function waitsForReply({ lastMessage }: JsonObject): boolean {
	return objectOf(lastMessage).direction === 'inbound';
}

/** Reads the time of the last message, in ms since 1970; NaN if the chat doesn't say. */
export function lastMessageAt({ lastMessage }: JsonObject): number {
	return readTimestamp(objectOf(lastMessage).sentTimestamp);
}

/** Names the last sender, and says whether and since when the person is waiting (ISO 8601). */
export function waitingOf(chat: JsonObject): JsonObject {
	const waitingForReply = waitsForReply(chat);
	const since = new Date(waitingForReply ? lastMessageAt(chat) : NaN);
	return {
		waitingForReply,
		...(!Number.isNaN(since.getTime()) && { waitingSince: since.toISOString() }),
		...(isJsonObject(chat.lastMessage) && { lastSender: originOf(chat.lastMessage) }),
	};
}
