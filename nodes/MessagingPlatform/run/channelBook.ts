import type { Platform } from '../../shared/api/platform';
import { Cache } from '../../shared/cache';
import { joinChannelRef } from '../../shared/chatRef';
import { type JsonObject, type JsonValue, isJsonObject, objectOf, printJson } from '../../shared/json';
import { channelNameOf } from '../../shared/listSearch/channels';
import type { Pace } from './lanes';

/** A channel's type and the digits of its ID, which is unique within the type only. */
export interface ChannelKey {
	channel: string;
	channelId: string;
}

/** A channel as the platform describes it (specification, "Channel list element, version 1.0.0"). */
export interface Channel extends ChannelKey {
	accountId?: string;
	name?: string;
	/** The capability object for free-form messages. */
	capability?: JsonObject;
}

/** The channels of an account by their channelRef. */
export type Channels = ReadonlyMap<string, Channel>;

/** A longer pause than this is a mistake of the platform, in ms. */
const MAX_INTERVAL_MS = 60 * 60_000;

const CHANNELS_KEPT_MS = 5 * 60_000;

/** The least time between a failure and the next attempt, in ms. */
const ASK_AGAIN_MS = 5_000;

/** An unknown channel makes channels that are older than this be read again, in ms: it may have been connected a moment ago. */
const CHANNEL_MISSED_MS = 10_000;

/** The channels of each connection, for all executions; read once for all who ask, and after a failure not again for a while. */
export function channelCache(now: () => number): Cache<string, Channels> {
	return new Cache({ max: 100, keepMs: CHANNELS_KEPT_MS, failureMs: ASK_AGAIN_MS, patience: 5, now });
}

function readChannels(body: JsonValue | undefined): Channels {
	const entries = Object.values(objectOf(body)).flatMap((list) => (Array.isArray(list) ? list : []));
	const read = ({ channel: record, freeTextCapability }: JsonObject): Array<[string, Channel]> => {
		if (!isJsonObject(record)) return [];
		const { accountId } = record;
		const [channel, channelId] = [record.channel, record.channelId].map(String) as [string, string];
		const facts = {
			channel,
			channelId,
			accountId: typeof accountId === 'string' ? accountId : undefined,
			name: channelNameOf(record),
			capability: isJsonObject(freeTextCapability) ? freeTextCapability : undefined,
		};
		return [[joinChannelRef(channel, channelId), facts]];
	};
	return new Map(entries.filter(isJsonObject).flatMap(read));
}

/** The account's channels, read once an execution. If they can't be read, messages go out unchecked, and {@link accountIdOf} fails. */
export class ChannelBook {
	private known?: Channels;

	constructor(
		private readonly platform: Platform,
		private readonly cache: Cache<string, Channels>,
		private readonly signal?: AbortSignal,
	) {}

	private async read(index: number, maxAgeMs?: number): Promise<Channels> {
		const { platform, signal } = this;
		const request = { method: 'GET', path: '/channels', query: { v: '1.0.0' } } as const;
		const ask = async () => readChannels((await platform.call(request, { itemIndex: index })).json);
		this.known = await this.cache.load(await platform.connectionKey(index), ask, { maxAgeMs, signal });
		return this.known;
	}

	/** A channel, of which nothing more is known if the channels can't be read or it isn't among them. */
	async find(key: ChannelKey, itemIndex: number): Promise<Channel> {
		const ref = joinChannelRef(key.channel, key.channelId);
		try {
			const channel = (this.known ?? (await this.read(itemIndex))).get(ref);
			return channel ?? (await this.read(itemIndex, CHANNEL_MISSED_MS)).get(ref) ?? key;
		} catch {
			return key;
		}
	}

	/** Finds a channel that was read before, without a request. */
	recall(key: ChannelKey): Channel {
		return this.known?.get(joinChannelRef(key.channel, key.channelId)) ?? key;
	}

	/** The pause between two sends (specification, "Capability object fields"), up to an hour, kept by all credentials of an account. */
	async paceOf(key: ChannelKey, index: number): Promise<Pace | undefined> {
		const { accountId, capability } = await this.find(key, index);
		const interval = capability?.messageSendIntervalMs;
		if (typeof interval !== 'number' || !Number.isFinite(interval) || interval <= 0) return undefined;
		const { baseUrl } = await this.platform.connection();
		const account = [new URL(baseUrl).origin, accountId ?? (await this.platform.connectionKey(index))];
		return {
			channel: printJson([...account, joinChannelRef(key.channel, key.channelId)]),
			intervalMs: Math.min(interval, MAX_INTERVAL_MS),
		};
	}

	/** The account that a channel belongs to, which a prepared message needs (specification, "PreparedMessage"); undefined if no channel names one. */
	async accountIdOf({ channel, channelId }: ChannelKey, index: number): Promise<string | undefined> {
		for (const maxAgeMs of [undefined, CHANNEL_MISSED_MS]) {
			const channels = (maxAgeMs === undefined ? this.known : undefined) ?? (await this.read(index, maxAgeMs));
			const own = channels.get(joinChannelRef(channel, channelId));
			// otherwise that of any channel: a token belongs to one account
			const named = [own, ...channels.values()].find((one) => one?.accountId !== undefined);
			if (named) return named.accountId;
		}
		return undefined;
	}
}
