import { type ButtonKey, type KeySource, readButtonKey } from '../../shared/buttonKey';
import { PRESS_EVENT } from '../../shared/catalogue';
import type { Press } from '../../shared/handOver';
import { objectOf, textOrDigits, type JsonObject } from '../../shared/json';
import type { Event } from './event';
import { readSender } from './sender';

/** The form of a UUID (RFC 9562, section 4), of any version. */
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The key of the pressed button, which may stand in the button alone (specification, "EndUserActionCommand"). */
export function payloadOf({ payload, button }: JsonObject): unknown {
	return payload ?? objectOf(button).payload;
}

/**
 * Checks whether the platform replies to a press: then the payload is the id of a chain action, a UUID (specification,
 * "EndUserActionCommand", "Button flow"). Nothing else in the event shows it.
 */
export function isAnsweredByPlatform(fields: JsonObject): boolean {
	const payload = payloadOf(fields);
	return typeof payload === 'string' && UUID.test(payload);
}

function timeOf({ timestamp }: JsonObject, now: number): string {
	const isTime = typeof timestamp === 'number' && Math.abs(timestamp) <= 8.64e15;
	return new Date(isTime ? timestamp : now).toISOString();
}

/** Reads the press of a question's button; `now` is the time of one that has none, in ms since 1970. */
export function readPress(event: Event, now: number, keys: KeySource): { key: ButtonKey; press: Press } | undefined {
	const { name, fields, accountId } = event;
	const key = name === PRESS_EVENT ? readButtonKey(payloadOf(fields), keys) : undefined;
	if (key === undefined) return undefined;
	const { channel, channelId, chatId, tbChatId, chatRef } = event.address;
	const { remoteAddress } = fields;
	const press: Press = {
		accountId,
		executionId: key.executionId,
		tag: key.tag,
		choice: key.choice,
		chat: {
			channel,
			channelId: textOrDigits(channelId),
			chatId,
			tbChatId: textOrDigits(tbChatId),
			remoteAddress: typeof remoteAddress === 'string' ? remoteAddress : undefined,
		},
		chatRef,
		// in a group, the ID in another part of the event isn't the one of the person who pressed
		sender: { ...readSender(event), channelUserId: textOrDigits(objectOf(fields.remoteContact).channelUserId) },
		pressedAt: timeOf(fields, now),
	};
	return { key, press };
}
