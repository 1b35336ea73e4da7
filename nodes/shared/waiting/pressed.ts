import { payloadOf } from '../event/press';
import type { Event } from '../event/event';
import { objectOf, textOrDigits } from '../json';
import { PRESS_EVENT } from '../catalogue';
import { type ButtonKey, readButtonKey } from './buttonKey';

/**
 * The key that a press brings.
 *
 * @param event any verified event
 * @param apiToken the credential's API token
 * @returns undefined for any other event, and for a button that is no question's
 */
export function keyOf({ name, fields }: Event, apiToken: string): ButtonKey | undefined {
	return name === PRESS_EVENT ? readButtonKey(payloadOf(fields), apiToken) : undefined;
}

/** Where and by whom a button was pressed, in text: everything that the waiting node compares with the chat and people it asked. */
export interface Presser {
	channel: string | undefined;
	channelId: string | undefined;
	chatId: string | undefined;
	tbChatId: string | undefined;
	remoteAddress: string | undefined;
	channelUserId: string | undefined;
}

/**
 * Reads where and by whom a button was pressed.
 *
 * @param event the press
 */
export function presserOf({ fields, address }: Event): Presser {
	const { channel, channelId, chatId, tbChatId } = address;
	return {
		channel,
		channelId: textOrDigits(channelId),
		chatId,
		tbChatId: textOrDigits(tbChatId),
		remoteAddress: typeof fields.remoteAddress === 'string' ? fields.remoteAddress : undefined,
		channelUserId: textOrDigits(objectOf(fields.remoteContact).channelUserId),
	};
}
