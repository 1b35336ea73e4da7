import { EVENT_OPTIONS } from '../../../nodes/shared/catalogue';
import { parseJson, printJson } from '../../core/json';

export type ChannelLook = { name: string; short: string };

// the platform doesn't describe tgp, so it has no other name in the nodes either
const LOOKS: Record<string, ChannelLook> = {
	tg: { name: 'Telegram bot', short: 'TG' },
	tgp: { name: 'tgp', short: 'TP' },
	vk: { name: 'VK', short: 'VK' },
	facebook: { name: 'Facebook', short: 'FB' },
	instagram: { name: 'Instagram', short: 'IG' },
	viber: { name: 'Viber', short: 'VB' },
	vibersm: { name: 'Viber Service', short: 'VS' },
	whatsapp: { name: 'WhatsApp', short: 'WA' },
	whatsappb: { name: 'WhatsApp Business', short: 'WB' },
	sms: { name: 'SMS', short: 'SM' },
};

export function lookOf(channel: string): ChannelLook {
	return LOOKS[channel] ?? { name: channel, short: channel.slice(0, 2).toUpperCase() };
}

const CLOCK = new Intl.DateTimeFormat('en', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
const CLOCK_SECONDS = new Intl.DateTimeFormat('en', { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' });
const DAY = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'long' });
const DAY_YEAR = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'long', year: 'numeric' });
const SHORT_DAY = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short' });
const DAY_MS = 24 * 60 * 60 * 1000;
/** The start of a day in this machine's time zone, ms since 1970. */
const startOfDay = (date: Date) => new Date(date).setHours(0, 0, 0, 0);

/** Days since a time; 0 for today. */
function daysAgo(iso: string): number {
	return Math.round((startOfDay(new Date()) - startOfDay(new Date(iso))) / DAY_MS);
}

/** Hours and minutes of an ISO-8601 time: 14:05. */
export function clock(iso: string): string {
	return CLOCK.format(new Date(iso));
}

/** Hours, minutes and seconds: 14:05:09. */
export function clockSeconds(iso: string): string {
	return CLOCK_SECONDS.format(new Date(iso));
}

/** A day as a separator names it: Today, Yesterday, 3 October, 3 October 2025. */
export function dayName(iso: string): string {
	const days = daysAgo(iso);
	if (days === 0) return 'Today';
	if (days === 1) return 'Yesterday';
	const date = new Date(iso);
	return (date.getFullYear() === new Date().getFullYear() ? DAY : DAY_YEAR).format(date);
}

/** A time as a list shows it: 14:05 today, Yesterday, otherwise 3 Oct. */
export function shortTime(iso: string): string {
	const days = daysAgo(iso);
	if (days === 0) return clock(iso);
	return days === 1 ? 'Yesterday' : SHORT_DAY.format(new Date(iso));
}

/** A size in bytes for people: 812 B, 14 kB, 3.2 MB. */
export function fileSize(bytes: number): string {
	if (bytes < 1000) return `${bytes} B`;
	const [value, unit] = bytes < 1_000_000 ? [bytes / 1000, 'kB'] : [bytes / 1_000_000, 'MB'];
	return `${value < 10 ? value.toFixed(1) : Math.round(value)} ${unit}`;
}

/** An enum value for people: MESSAGE_OUTSIDE_OF_ALLOWED_WINDOW is Message outside of allowed window. */
export function humanize(name: string): string {
	const words = name.replaceAll('_', ' ').toLowerCase();
	return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Adds line breaks to JSON; returns any other text unchanged. No int64 loses a digit. */
export function prettyJson(text: string): string {
	try {
		return printJson(parseJson(text), 2);
	} catch {
		return text;
	}
}

/** Names an event as the trigger's Events option does, such as "Message: Button Pressed"; undefined if it isn't in the list. */
export const labelOf = (name: string): string | undefined => EVENT_OPTIONS.find(({ value }) => value === name)?.name;
