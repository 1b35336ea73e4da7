import type { Context } from '../core/context';
import { isJsonObject, type JsonObject } from '../core/json';
import type { ChatRecord } from '../core/model';

/** The person of a chat as the specification's Contact. */
export function personOf(chat: ChatRecord): JsonObject {
	const { id, displayName, phone, email, gender } = chat.contact;
	return {
		id,
		channel: chat.channel,
		channelUserId: chat.chatId,
		channelUsername: chat.remoteUsername,
		phone,
		email,
		gender,
		nationalName: displayName ? { displayName, firstName: chat.remoteFirstName, lastName: chat.remoteLastName } : undefined,
	};
}

/** A Contact in the form that the platform sends it in. */
export function asSent(context: Context, contact: JsonObject): JsonObject {
	const sent = { ...contact };
	const { nationalName, phone } = contact;
	if (context.holds('personInContact') && isJsonObject(nationalName)) {
		sent.nationalName = { ...nationalName, displayName: `${String(nationalName.displayName)} ` };
	}
	if (context.holds('phoneNumbers') && typeof phone === 'string') {
		sent.phone = undefined;
		sent.phoneNumbers = [{ number: `tel:+${phone.replace(/\D/g, '')}` }];
	}
	return sent;
}

export const contactOf = (context: Context, chat: ChatRecord): JsonObject => asSent(context, personOf(chat));
