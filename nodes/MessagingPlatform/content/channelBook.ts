import { joinChannelRef } from '../../shared/platform/chatRef';
import type { Execution } from '../engine/execution';
import type { Item } from '../engine/item';
import { type JsonObject, type JsonValue, isJsonObject, objectOf } from '../../shared/json';

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

function readBook(body: JsonValue | undefined): Map<string, ChannelFacts> {
	const book = new Map<string, ChannelFacts>();
	for (const entries of Object.values(objectOf(body))) {
		for (const entry of Array.isArray(entries) ? entries : []) {
			if (!isJsonObject(entry) || !isJsonObject(entry.channel)) continue;
			const { accountId, channel, channelId } = entry.channel;
			book.set(joinChannelRef(String(channel), String(channelId)), {
				accountId: typeof accountId === 'string' ? accountId : undefined,
				capability: isJsonObject(entry.freeTextCapability) ? entry.freeTextCapability : undefined,
			});
		}
	}
	return book;
}

/**
 * What an execution knows of the account's channels: GET {base_url}/channels?v=1.0.0, read at most once and only when a
 * limit, the pace or the account's id is needed.
 *
 * When it cannot be read, nothing is known: messages go out without those checks and without a pause, and the platform
 * decides. Only what cannot be done without it fails (see {@link accountIdOf}).
 */
export class ChannelBook {
	private reading?: Promise<Map<string, ChannelFacts>>;

	/** @param execution the execution */
	constructor(private readonly execution: Execution) {}

	private async read(itemIndex: number): Promise<Map<string, ChannelFacts>> {
		const request = { method: 'GET', path: '/channels', query: { v: '1.0.0' } } as const;
		this.reading ??= this.execution.platform.call(request, itemIndex).then(readBook);
		return await this.reading;
	}

	/**
	 * What is known of a channel.
	 *
	 * @param key the channel
	 * @param itemIndex index of the item that asks
	 * @returns undefined when the list cannot be read or has no such channel
	 */
	async find(key: ChannelKey, itemIndex: number): Promise<ChannelFacts | undefined> {
		try {
			return (await this.read(itemIndex)).get(joinChannelRef(key.channel, key.channelId));
		} catch {
			return undefined;
		}
	}

	/**
	 * The pause that a channel asks for between two sends (specification, "Capability object fields").
	 *
	 * @param key the channel
	 * @param itemIndex index of the item that asks
	 * @returns ms; 0 when nothing is known
	 */
	async intervalMs(key: ChannelKey, itemIndex: number): Promise<number> {
		const interval = (await this.find(key, itemIndex))?.capability?.messageSendIntervalMs;
		return typeof interval === 'number' && Number.isFinite(interval) ? Math.max(interval, 0) : 0;
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
		const book = await this.read(item.index);
		const own = book.get(joinChannelRef(key.channel, key.channelId))?.accountId;
		const any = own ?? [...book.values()].find(({ accountId }) => accountId !== undefined)?.accountId;
		if (any !== undefined) return any;
		throw item.refuse(
			"The buttons' replies could not be made: the platform's channel list does not name the account",
			'Connect a channel on the platform, or make the action with the resource "Chain Action" and put its ID into the payload.',
		);
	}
}
