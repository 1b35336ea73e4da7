import type { FastifyInstance } from 'fastify';
import type { Context } from '../core/context';
import { channelOf } from '../conversation/apiChannel';
import { listOf } from '../http/envelope';
import { queryOf } from '../http/requests';
import type { ChannelRecord } from '../core/model';
import { commonCapability } from '../seeds/capabilities';
import { operation } from '../http/operation';

/** An entry of channels, version 1.0.0. */
function entryOf(context: Context, channel: ChannelRecord) {
	const { accountId, channelId, channel: type, id, tbUserId, botUsername, webUrl, title } = channelOf(context, channel);
	return {
		channel: {
			accountId,
			channelId,
			channel: type,
			id,
			tbUserId,
			botUserName: botUsername,
			botUsername,
			webUrl,
			title,
		},
		freeTextCapability: channel.capability,
		// The content of templateCapability is "not shown".
		templateCapability: null,
	};
}

/**
 * GET /channels in both versions (specification, "Channels").
 *
 * @param app the API's group of routes
 * @param context the sandbox
 */
export function channelRoutes(app: FastifyInstance, context: Context): void {
	operation(app, context, 'getChannels', (request) => {
		const channels = context.state.channels.filter((one) => one.connected);
		if (queryOf(request).v !== '1.0.0') return listOf(channels.map((one) => channelOf(context, one)));
		const entries = new Map<string, object[]>();
		for (const one of channels) entries.set(one.channel, [...(entries.get(one.channel) ?? []), entryOf(context, one)]);
		return {
			...Object.fromEntries(entries),
			capability: commonCapability(channels.map((one) => one.capability)),
		};
	});
}
