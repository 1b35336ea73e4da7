import { channelRefOf } from '../../shared/chatRef';
import { Failure } from '../../shared/failure';
import { type JsonObject, type JsonValue, isJsonObject, objectOf } from '../../shared/json';
import { picker } from '../../shared/parameter';
import { clip } from '../../shared/texts';
import { listing, most } from '../fields/list';
import { simplifyField } from '../fields/modes';
import { type Resource, independent, operation } from '../run/operation';

/** Adds the channelRef, which the channel fields of other operations take; the channel's own id is opaque. */
function withChannelRef(channel: JsonObject): JsonObject {
	const channelRef = channel.channelRef ?? channelRefOf(channel);
	return channelRef === undefined ? channel : { ...channel, channelRef };
}

/** GET {base_url}/channels (specification, "Channels", version 0.1.0). */
const getAll = operation({
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many channels',
		description: 'List the connected bots, groups and numbers',
	},
	reach: 'account',
	reads: true,
	fields: { most },
	prepare: listing('/channels', withChannelRef),
});

const RESTRICTIONS = 'Restrictions';

/** Absent members of a capability object are not supported (specification, "Capability object fields"). */
const ALWAYS_SHOWN: JsonObject = {
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
	const members = Object.entries({ ...ALWAYS_SHOWN, ...capability }).flatMap(([name, given]): Array<[string, JsonValue]> => {
		const value = given ?? ALWAYS_SHOWN[name] ?? null;
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

/** Omits a missing capability object: unknown doesn't mean unsupported. */
const described = (name: string, capability: JsonValue | undefined): JsonObject =>
	isJsonObject(capability) ? { [name]: flatten(capability) } : {};

function capabilitiesOf(type: string, entry: JsonValue, ofAll: JsonObject): JsonObject {
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

/** One object per channel from the list of version 1.0.0: an object with a list of entries for each channel type, and `capability`. */
function simplifyCapabilities(body: JsonValue | undefined): JsonObject[] {
	const list = objectOf(body);
	const ofAll = described('accountCapability', list.capability);
	return Object.entries(list).flatMap(([type, entries]) =>
		Array.isArray(entries) ? entries.map((entry) => capabilitiesOf(type, entry, ofAll)) : [],
	);
}

function ofChannel(wanted: string, channels: JsonObject[]): JsonObject[] {
	if (wanted === '') return channels;
	const found = channels.filter(({ channelRef }) => channelRef === wanted);
	if (found.length > 0) return found;
	throw Failure.ofValue(
		`Channel ${clip(wanted)} doesn't exist`,
		'Choose a channel from the list, or enter its channelRef, for example tg_12345.',
	);
}

/** GET {base_url}/channels?v=1.0.0 (specification, "Channels", "Channel list element, version 1.0.0"). */
const getCapabilities = operation({
	option: {
		name: 'Get Capabilities',
		value: 'getCapabilities',
		action: 'Get capabilities of channels',
		description: 'List what each channel supports: the length of a text, files, buttons, and the pause between messages',
	},
	reach: 'account',
	reads: true,
	fields: {
		channel: picker(
			'Channel',
			'channel',
			{ method: 'searchChannels', placeholder: 'All channels, or select one…' },
			{ placeholder: 'e.g. tg_12345', hint: 'The channelRef from Channel: Get Many, for example tg_12345' },
			{
				required: false,
				displayOptions: { show: { simplify: [true] } },
				description: 'The channel to describe. Leave empty for all channels, one item each.',
			},
		).as((field) => field.text().trim()),
		simplify: simplifyField(),
	},
	prepare: independent(async (given, item) => {
		const body = await item.call({ method: 'GET', path: '/channels', query: { v: '1.0.0' } });
		if (given.simplify) return ofChannel(given.channel, simplifyCapabilities(body));
		return isJsonObject(body) ? [body] : [];
	}),
});

export const channel: Resource = {
	option: { name: 'Channel', value: 'channel', description: 'A connected bot, group or number' },
	operations: [getAll, getCapabilities],
	first: 'getAll',
};
