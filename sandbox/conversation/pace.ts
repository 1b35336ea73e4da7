import type { Context } from '../core/context';
import { ApiError } from '../core/errors';
import type { ChannelRecord } from '../core/model';

/**
 * Keeps a channel's minimum interval between sends (specification, "Capability object fields", messageSendIntervalMs). What the
 * platform does with a send that comes too soon is not shown; this refuses it while the rule minimumInterval holds.
 */
export function keepInterval(context: Context, channel: ChannelRecord): void {
	const interval = channel.capability?.messageSendIntervalMs ?? 0;
	const key = `${channel.channel}_${channel.channelId}`;
	const last = context.lastSendMs.get(key) ?? -Infinity;
	const now = context.now();
	if (context.holds('minimumInterval') && now - last < interval) {
		const message = `Sent ${now - last} ms after the last message on ${key}, which takes one every ${interval} ms`;
		throw new ApiError('INVALID_REQUEST', message);
	}
	context.lastSendMs.set(key, now);
}
