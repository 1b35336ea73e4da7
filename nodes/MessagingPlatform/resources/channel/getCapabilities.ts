import { type JsonObject, type JsonValue, isJsonObject, objectOf } from '../../../shared/json';
import { channelRefOf } from '../../../shared/chatRef';
import { clip } from '../../../shared/texts';
import type { Item } from '../../run/item';
import { type Operation, independent } from '../../run/operation';
import { picker } from '../../fields/shapes';
import { isSimplified, simplify } from '../../fields/simplify';

const RESTRICTIONS = 'Restrictions';

/** What a capability object always tells (specification, "Capability object fields"): what is absent in it is not supported. */
const ALWAYS_TOLD: JsonObject = {
	textRestrictions: null,
	photoRestrictions: null,
	audioRestrictions: null,
	videoRestrictions: null,
	filesRestrictions: null,
	buttonsRestrictions: null,
	statusRestrictions: null,
	locationSupported: false,
};

/** "photoRestrictions": {"mimeMask": "…"} becomes photoSupported: true and photoMimeMask: "…"; null means unsupported. */
function flatten(capability: JsonObject): JsonObject {
	const members = Object.entries({ ...ALWAYS_TOLD, ...capability }).flatMap(([name, given]): Array<[string, JsonValue]> => {
		const value = given ?? ALWAYS_TOLD[name] ?? null;
		if (!name.endsWith(RESTRICTIONS)) return [[name, value]];
		const kind = name.slice(0, -RESTRICTIONS.length);
		const limits = Object.entries(objectOf(value)).map(([limit, most]): [string, JsonValue] => [
			`${kind}${limit.charAt(0).toUpperCase()}${limit.slice(1)}`,
			most ?? null,
		]);
		return [[`${kind}Supported`, value !== null], ...limits];
	});
	return Object.fromEntries(members);
}

/** No capability object at all means that nothing is known, not that nothing is possible. */
const described = (name: string, capability: JsonValue | undefined): JsonObject =>
	isJsonObject(capability) ? { [name]: flatten(capability) } : {};

function describe(type: string, entry: JsonValue, ofAll: JsonObject): JsonObject {
	const { channel, freeTextCapability } = objectOf(entry);
	const info = objectOf(channel);
	const told: JsonObject = {
		channelRef: channelRefOf({ ...info, channel: info.channel ?? type }),
		channel: info.channel ?? type,
		title: info.title ?? undefined,
		...described('capability', freeTextCapability),
		...ofAll,
	};
	return Object.fromEntries(Object.entries(told).filter(([, value]) => value !== undefined));
}

/**
 * Makes one object a channel from the list of version 1.0.0.
 *
 * @param body an object with a list of entries for each channel type, and `capability` beside them
 * @returns channelRef, channel, title; in `capability` what the channel takes in free-form messages: textSupported, textMaxSize in
 * characters, photoSupported, photoMimeMask and so on, unknown fields included; in `accountCapability`, the same on each object,
 * what all channels of the account take. What is not told is left out
 */
export function simplifyCapabilities(body: JsonValue | undefined): JsonObject[] {
	const list = objectOf(body);
	const ofAll = described('accountCapability', list.capability);
	return Object.entries(list).flatMap(([type, entries]) =>
		Array.isArray(entries) ? entries.map((entry) => describe(type, entry, ofAll)) : [],
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
			'List what each channel can do: how long a text may be, which files and buttons it takes, how quickly messages may follow one another',
	},
	reach: 'account',
	reads: true,
	prepare: independent(async (item) => {
		const body = await item.call({ method: 'GET', path: '/channels', query: { v: '1.0.0' } });
		if (isSimplified(item)) return ofChannel(item, simplifyCapabilities(body));
		return isJsonObject(body) ? [body] : [];
	}),
	fields: [
		picker(
			'Channel',
			'channel',
			{ method: 'searchChannels', placeholder: 'All channels, or select one…' },
			{ placeholder: 'e.g. tg_12345', hint: 'As Channel: Get Many outputs it: channelRef, like tg_12345' },
			{
				required: false,
				displayOptions: { show: { simplify: [true] } },
				description: 'The channel to describe. Leave empty for all channels, one item each.',
			},
		),
		{ ...simplify, default: true },
	],
};
