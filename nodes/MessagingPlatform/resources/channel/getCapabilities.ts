import { type JsonObject, type JsonValue, isJsonObject, objectOf } from '../../../shared/json';
import { channelRefOf } from '../../../shared/platform/chatRef';
import { clip } from '../../../shared/words';
import type { Item } from '../../engine/item';
import { type Operation, independent } from '../../engine/operation';
import { picker } from '../../fields/shapes';

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
	const flat: JsonObject = {};
	for (const [name, given] of Object.entries({ ...ALWAYS_TOLD, ...capability })) {
		const value = given ?? ALWAYS_TOLD[name];
		if (!name.endsWith(RESTRICTIONS)) {
			flat[name] = value;
			continue;
		}
		const kind = name.slice(0, -RESTRICTIONS.length);
		flat[`${kind}Supported`] = value !== null && value !== undefined;
		for (const [limit, most] of Object.entries(objectOf(value))) {
			flat[`${kind}${limit.charAt(0).toUpperCase()}${limit.slice(1)}`] = most;
		}
	}
	return flat;
}

function describe(type: string, entry: JsonValue, ofAll: JsonObject): JsonObject {
	if (!isJsonObject(entry)) return { channel: type, ...ofAll };
	const { channel, freeTextCapability, ...others } = entry;
	const info = objectOf(channel);
	const channelRef = channelRefOf({ ...info, channel: info.channel ?? type });
	return {
		channel: type,
		...info,
		...(channelRef === undefined ? {} : { channelRef }),
		freeTextSupported: isJsonObject(freeTextCapability),
		...(isJsonObject(freeTextCapability) ? flatten(freeTextCapability) : {}),
		...others,
		...ofAll,
	};
}

/**
 * Makes one flat object a channel from the list of version 1.0.0.
 *
 * @param body an object with a list of entries for each channel type, and `capability` beside them
 * @returns channel, channelId, channelRef and the channel's other fields, then its limits: textMaxSize, photoSupported,
 * photoMimeMask and so on, maxAttachmentsPerMessage, messageSendIntervalMs; unknown fields are kept. What all channels of the
 * account can do is the same on each object, as `accountCapability`
 */
export function flattenCapabilities(body: JsonValue | undefined): JsonObject[] {
	if (!isJsonObject(body)) return [];
	const ofAll = isJsonObject(body.capability) ? { accountCapability: flatten(body.capability) } : {};
	return Object.entries(body).flatMap(([type, entries]) =>
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
	prepare: independent(async (item) => {
		const body = await item.call({ method: 'GET', path: '/channels', query: { v: '1.0.0' } });
		if (item.parameter('simplify') !== false) return ofChannel(item, flattenCapabilities(body));
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
