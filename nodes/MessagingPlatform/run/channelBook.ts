import { joinChannelRef } from '../../shared/chatRef';
import type { Execution } from './execution';
import type { Item } from './item';
import type { Pace } from './paces';
import { type JsonObject, type JsonValue, isJsonObject, objectOf, printJson } from '../../shared/json';
import { Remembered, connectionKey } from './remembered';

/** A channel's type and the digits of its number, which is unique within the type only. */
export interface ChannelKey {
	channel: string;
	channelId: string;
}

/** What the platform tells of a channel (specification, "Channel list element, version 1.0.0"). */
export interface ChannelFacts {
	accountId?: string;
	/** The capability object for free-form messages; undefined when the platform sent none. */
	capability?: JsonObject;
}

/** The channels of an account by their channelRef. */
type Channels = ReadonlyMap<string, ChannelFacts>;

/** What the channels can do is used for this long before it is read again, in ms. */
export const CHANNELS_KEPT_MS = 5 * 60_000;

/** A longer pause than this is a mistake of the platform, in ms. */
const MAX_INTERVAL_MS = 60 * 60_000;

/** A channel that is not among those remembered makes them be read again, unless they are younger than this, in ms. */
export const CHANNEL_MISSED_MS = 10_000;

function readChannels(body: JsonValue | undefined): Channels {
	const channels = new Map<string, ChannelFacts>();
	for (const entries of Object.values(objectOf(body))) {
		for (const entry of Array.isArray(entries) ? entries : []) {
			if (!isJsonObject(entry) || !isJsonObject(entry.channel)) continue;
			const { accountId, channel, channelId } = entry.channel;
			channels.set(joinChannelRef(String(channel), String(channelId)), {
				accountId: typeof accountId === 'string' ? accountId : undefined,
				capability: isJsonObject(entry.freeTextCapability) ? entry.freeTextCapability : undefined,
			});
		}
	}
	return channels;
}

/** The account of a channel, else that of any channel: a token belongs to one account. */
function ownerOf({ channel, channelId }: ChannelKey, channels: Channels): string | undefined {
	const own = channels.get(joinChannelRef(channel, channelId))?.accountId;
	return own ?? [...channels.values()].find(({ accountId }) => accountId !== undefined)?.accountId;
}

/** What the channels of each account can do, remembered across executions. */
class ChannelMemory extends Remembered<Channels> {
	constructor(now: () => number) {
		super(CHANNELS_KEPT_MS, now);
	}
}

/**
 * What an execution knows of the account's channels: GET {base_url}/channels?v=1.0.0, remembered for some minutes for all
 * executions, and the same for the whole of one.
 *
 * When it cannot be read, nothing is known: messages go out without checks and without a pause, and the platform decides. Only
 * what cannot be done without it fails (see {@link accountIdOf}).
 */
export class ChannelBook {
	private known?: Channels;

	/** @param execution the execution */
	constructor(private readonly execution: Execution) {}

	private async read(index: number, maxAgeMs = CHANNELS_KEPT_MS): Promise<Channels> {
		const { platform, signal, memory } = this.execution;
		const ask = async () => readChannels(await platform.call({ method: 'GET', path: '/channels', query: { v: '1.0.0' } }, index));
		this.known = await memory.part(ChannelMemory).get({ platform, index, signal }, ask, maxAgeMs);
		return this.known;
	}

	/**
	 * What is known of a channel.
	 *
	 * @param key the channel
	 * @param itemIndex index of the item that asks
	 * @returns undefined when the channels cannot be read or the channel is not among them
	 */
	async find(key: ChannelKey, itemIndex: number): Promise<ChannelFacts | undefined> {
		const ref = joinChannelRef(key.channel, key.channelId);
		try {
			const facts = (this.known ?? (await this.read(itemIndex))).get(ref);
			// it may have been connected a moment ago
			return facts ?? (await this.read(itemIndex, CHANNEL_MISSED_MS)).get(ref);
		} catch {
			return undefined;
		}
	}

	/**
	 * The pause that a channel asks for between two sends (specification, "Capability object fields"). Credentials of one account
	 * keep it together; accounts with a channel of the same number do not.
	 *
	 * @param key the channel
	 * @param item the item that asks
	 * @returns the pause, an hour at most; undefined when there is none or nothing is known
	 */
	async paceOf(key: ChannelKey, { index, platform }: Item): Promise<Pace | undefined> {
		const { accountId, capability } = (await this.find(key, index)) ?? {};
		const interval = capability?.messageSendIntervalMs;
		if (typeof interval !== 'number' || !Number.isFinite(interval) || interval <= 0) return undefined;
		const { baseUrl } = await platform.connection();
		const account = [new URL(baseUrl).origin, accountId ?? (await connectionKey({ platform, index }))];
		return {
			channel: printJson([...account, joinChannelRef(key.channel, key.channelId)]),
			intervalMs: Math.min(interval, MAX_INTERVAL_MS),
		};
	}

	/**
	 * The id of the account that a channel belongs to, which a prepared message needs (specification, "PreparedMessage").
	 *
	 * @param key the channel
	 * @param item the item that asks
	 * @returns the account's id: that of the channel, else that of any channel of the token's account
	 * @throws NodeApiError when the channel list cannot be read, NodeOperationError when it names no account
	 */
	async accountIdOf(key: ChannelKey, item: Item): Promise<string> {
		const found =
			ownerOf(key, this.known ?? (await this.read(item.index))) ?? ownerOf(key, await this.read(item.index, CHANNEL_MISSED_MS));
		if (found !== undefined) return found;
		throw item.refuse(
			"The buttons' replies could not be made: the platform's channel list does not name the account",
			'Connect a channel on the platform, or make the action with the resource "Chain Action" and put its ID into the payload.',
		);
	}
}
