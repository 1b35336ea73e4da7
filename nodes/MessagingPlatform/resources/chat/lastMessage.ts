import { type JsonObject, objectOf } from '../../../shared/json';
import { readTimestamp } from '../../../shared/timestamp';

/** Says if the person wrote last. */
export function isWaiting({ lastMessage }: JsonObject): boolean {
	return objectOf(lastMessage).direction === 'inbound';
}

/** Reads the time of the last message, in ms since 1970; NaN if the chat doesn't say. */
export function lastMessageAt({ lastMessage }: JsonObject): number {
	return readTimestamp(objectOf(lastMessage).sentTimestamp);
}
