import { objectOf } from '../../shared/json';
import type { StatusChoice } from '../deliver/deliveryStatus';

/** Which messages start the workflow. */
export type Direction = 'inbound' | 'outbound' | 'both';

/** The trigger's parameters, read once a delivery, with a default for each. */
export interface Settings {
	/** Values of the Events parameter, and the names in Further Events. */
	events: string[];
	direction: Direction;
	/** Skip messages that the API itself sent (senderInfo.endpointType REST_API); heeded while sentBy is empty. */
	ignoreOwn: boolean;
	/** Who may have sent an outgoing message (values of OutgoingOrigin); empty for all. */
	sentBy: string[];
	content: 'any' | 'text' | 'attachments';
	/** Beginnings of a message's text, any of which is enough; empty for all. */
	textBeginnings: string[];
	/** Skip presses that the platform answers by itself. */
	ignoreAnsweredPresses: boolean;
	/** Keys of buttons, any of which is enough; empty for all. */
	buttonKeys: string[];
	deliveryStatus: StatusChoice;
	/** Let each part of a split message start the workflow. */
	eachPart: boolean;
	/** channel or channel_channelId; empty for all. */
	channels: string[];
	/** Composite addresses or tbChatIds; empty for all. */
	chats: string[];
	/** Tag names, any of which is enough; empty for all. */
	tags: string[];
	/** Tag names, none of which the chat may have; empty for none. */
	excludedTags: string[];
	/** Skip events older than this, in ms; 0 for none. */
	maxAgeMs: number;
	/** Give the body as it came instead of the uniform shape. */
	raw: boolean;
	/** Largest event that is read, in bytes. */
	maxEventBytes: number;
	deduplicate: boolean;
	downloadAttachments: boolean;
	/** Download also from public addresses outside the credential's. */
	allowOtherAddresses: boolean;
	/** Largest attachment that is downloaded, in bytes. */
	maxAttachmentBytes: number;
	/** Time for all downloads of an event together, in ms. */
	downloadBudgetMs: number;
	/** Host name override of the audience check; empty for the webhook's own. */
	webhookHost: string;
	toleranceMs: number;
	/** The longest time between a token's iat and exp that is believed, in ms; Infinity for any. */
	maxLifetimeMs: number;
	/** IP addresses and CIDR ranges that may call; empty for all. */
	allowedAddresses: string[];
}

/** Values of the options when the user leaves them out; the option fields' defaults are the same, which a test holds. */
export const DEFAULTS = {
	direction: 'inbound',
	ignoreOwn: true,
	content: 'any',
	ignoreAnsweredPresses: false,
	deliveryStatus: 'all',
	eachPart: false,
	maxAgeMinutes: 0,
	raw: false,
	maxEventMegabytes: 4,
	deduplicate: true,
	downloadAttachments: false,
	allowOtherAddresses: false,
	maxAttachmentMegabytes: 20,
	downloadBudgetSeconds: 5,
	clockToleranceSeconds: 30,
	maxLifetimeHours: 0,
} as const;

function readList(value: unknown): string[] {
	const entries = Array.isArray(value) ? value : typeof value === 'string' ? value.split(/[\s,;]+/) : [];
	return entries.map((entry) => String(entry).trim()).filter((entry) => entry !== '');
}

// A tag's name may contain spaces, and an event's name with a space is a mistake to tell of: only commas and line breaks part them.
function readNames(value: unknown): string[] {
	return typeof value === 'string' ? readList(value.split(/[,\n]+/)) : readList(value);
}

// In a list each entry is a name of its own, which may have commas and spaces anywhere.
function readValues(value: unknown): string[] {
	return Array.isArray(value) ? value.map(String).filter((entry) => entry !== '') : readNames(value);
}

// What is no text is kept as a wrong entry: it must not become an empty list, which lets everybody in.
function readAddresses(value: unknown): string[] {
	return readList(typeof value === 'string' || Array.isArray(value) ? value : [value ?? '']);
}

function readNumber(value: unknown, fallback: number, min: number, max: number): number {
	const number = typeof value === 'number' && Number.isFinite(value) ? value : fallback;
	return Math.min(max, Math.max(min, number));
}

function readChoice<Choice extends string>(value: unknown, choices: readonly Choice[], fallback: Choice): Choice {
	return choices.find((choice) => choice === value) ?? fallback;
}

function readFlag(value: unknown, fallback: boolean): boolean {
	return typeof value === 'boolean' ? value : fallback;
}

/**
 * Reads the trigger's parameters.
 *
 * @param events the Events parameter
 * @param options the Options parameter
 * @returns settings within their limits, whatever an expression or an import put there
 */
export function readSettings(events: unknown, options: unknown): Settings {
	const given = objectOf(options);
	return {
		events: [...readList(events), ...readNames(given.furtherEvents)],
		direction: readChoice(given.direction, ['inbound', 'outbound', 'both'], DEFAULTS.direction),
		ignoreOwn: readFlag(given.ignoreOwn, DEFAULTS.ignoreOwn),
		sentBy: readList(given.sentBy),
		content: readChoice(given.content, ['any', 'text', 'attachments'], DEFAULTS.content),
		textBeginnings: readValues(given.textBeginnings).filter((one) => one.trim() !== ''),
		ignoreAnsweredPresses: readFlag(given.ignoreAnsweredPresses, DEFAULTS.ignoreAnsweredPresses),
		buttonKeys: readValues(given.buttonKeys),
		deliveryStatus: readChoice(given.deliveryStatus, ['all', 'final', 'failed'], DEFAULTS.deliveryStatus),
		eachPart: readFlag(given.eachPart, DEFAULTS.eachPart),
		channels: readList(given.channels),
		chats: readList(given.chats),
		tags: readValues(given.tags),
		excludedTags: readValues(given.excludedTags),
		maxAgeMs: readNumber(given.maxAgeMinutes, DEFAULTS.maxAgeMinutes, 0, 525_600) * 60_000,
		raw: readFlag(given.raw, DEFAULTS.raw),
		maxEventBytes: readNumber(given.maxEventMegabytes, DEFAULTS.maxEventMegabytes, 1, 64) * 1_048_576,
		deduplicate: readFlag(given.deduplicate, DEFAULTS.deduplicate),
		downloadAttachments: readFlag(given.downloadAttachments, DEFAULTS.downloadAttachments),
		allowOtherAddresses: readFlag(given.allowOtherAddresses, DEFAULTS.allowOtherAddresses),
		maxAttachmentBytes: readNumber(given.maxAttachmentMegabytes, DEFAULTS.maxAttachmentMegabytes, 0, 200) * 1_048_576,
		downloadBudgetMs: readNumber(given.downloadBudgetSeconds, DEFAULTS.downloadBudgetSeconds, 1, 60) * 1_000,
		webhookHost: typeof given.webhookHost === 'string' ? given.webhookHost.trim() : '',
		toleranceMs: readNumber(given.clockToleranceSeconds, DEFAULTS.clockToleranceSeconds, 0, 600) * 1_000,
		maxLifetimeMs: (readNumber(given.maxLifetimeHours, DEFAULTS.maxLifetimeHours, 0, 8_784) || Infinity) * 3_600_000,
		allowedAddresses: readAddresses(given.allowedAddresses),
	};
}
