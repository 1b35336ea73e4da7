import { type JsonObject, type JsonValue, isJsonObject, objectOf } from '../../../shared/json';
import { channelRefOf } from '../../../shared/platform/chatRef';
import { clip } from '../../../shared/words';
import type { Item } from '../../engine/item';
import { type Operation, independent } from '../../engine/operation';
import { picker } from '../../fields/shapes';

/** What a channel may be able to do; absent and null mean unsupported (specification, "Capability object fields"). */
const KINDS = ['photo', 'audio', 'video', 'files', 'buttons'];

function describe(type: string, entry: JsonValue): JsonObject {
	const { channel, freeTextCapability } = objectOf(entry);
	const info = objectOf(channel);
	const capability = objectOf(freeTextCapability);
	const restrictionsOf = (kind: string) => capability[`${kind}Restrictions`] ?? null;
	const text = restrictionsOf('text');
	const told: JsonObject = {
		channelRef: channelRefOf({ ...info, channel: info.channel ?? type }),
		channel: info.channel ?? type,
		title: info.title ?? undefined,
		textMaxSize: text === null ? null : (objectOf(text).maxSize ?? undefined),
		...Object.fromEntries(KINDS.map((kind) => [`${kind}Supported`, restrictionsOf(kind) !== null])),
		maxAttachmentsPerMessage: capability.maxAttachmentsPerMessage ?? undefined,
	};
	return Object.fromEntries(Object.entries(told).filter(([, value]) => value !== undefined));
}

/**
 * Makes one object a channel from the list of version 1.0.0, with what matters for most messages.
 *
 * @param body an object with a list of entries for each channel type, and `capability` beside them
 * @returns channelRef, channel, title, textMaxSize in characters (null where the channel takes no text), photoSupported,
 * audioSupported, videoSupported, filesSupported, buttonsSupported, maxAttachmentsPerMessage; what is not told is left out
 */
export function simplifyCapabilities(body: JsonValue | undefined): JsonObject[] {
	return Object.entries(objectOf(body)).flatMap(([type, entries]) =>
		Array.isArray(entries) ? entries.map((entry) => describe(type, entry)) : [],
	);
}

/** Keeps the one channel that the user chose, if any. */
function ofChannel(item: Item, channels: JsonObject[]): JsonObject[] {
	const wanted = item.field('channel').text().trim();
	if (wanted === '') return channels;
	const found = channels.filter(({ channelRef }) => channelRef === wanted);
	if (found.length > 0) return found;
	throw item.refuse(
		`There is no channel ${clip(wanted)}`,
		'Choose one from the list, or enter its type and number, like tg_12345.',
	);
}

/** GET {base_url}/channels?v=1.0.0 (specification, "Channels", "Channel list element, version 1.0.0"). */
export const getCapabilities: Operation = {
	option: {
		name: 'Get Capabilities',
		value: 'getCapabilities',
		action: 'Get capabilities of channels',
		description:
			'List what each channel can do: how long a text may be, which kinds of files it takes and how many, whether it has buttons',
	},
	reach: 'account',
	prepare: independent(async (item) => {
		const body = await item.call({ method: 'GET', path: '/channels', query: { v: '1.0.0' } });
		if (item.parameter('simplify') !== false) return ofChannel(item, simplifyCapabilities(body));
		return isJsonObject(body) ? [body] : [];
	}),
	fields: [
		picker(
			'Channel',
			'channel',
			{ method: 'searchChannels', placeholder: 'Select a channel…' },
			{ placeholder: 'e.g. tg_12345', hint: 'As Channel: Get Many outputs it: channelRef, like tg_12345' },
			{
				required: false,
				displayOptions: { show: { simplify: [true] } },
				description: 'The channel to describe. Leave empty for all channels, one item each.',
			},
		),
		{
			displayName: 'Simplify',
			name: 'simplify',
			type: 'boolean',
			default: true,
			description: 'Whether to return a simplified version of the response instead of the raw data',
		},
	],
};
