import { lookOf } from '../format';
import { nameOf } from '../state/state';
import type { Chat } from '../types';

/** The first letters of up to two words of a name; # for a number. */
function initialsOf(name: string): string {
	const letters = name.split(/\s+/).map((word) => /\p{L}/u.exec(word)?.[0] ?? '');
	return letters.join('').slice(0, 2).toLocaleUpperCase() || '#';
}

/** A number from 0 to 5 that stays the same for the same text. */
function toneOf(text: string): number {
	let sum = 0;
	for (const letter of text) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973;
	return sum % 6;
}

/** The picture of a person: initials on a color of their own, with the channel's badge. */
export function Avatar({ chat, badge = true }: { chat: Chat; badge?: boolean }) {
	return (
		<span class={`avatar tone-${toneOf(chat.chatRef)}`} aria-hidden="true">
			{initialsOf(nameOf(chat))}
			{badge && <ChannelBadge channel={chat.channel} />}
		</span>
	);
}

export function ChannelBadge({ channel }: { channel: string }) {
	return (
		<span class={`channel-badge channel-${channel}`} title={lookOf(channel).name} aria-hidden="true">
			{lookOf(channel).short}
		</span>
	);
}
