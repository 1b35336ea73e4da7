import type { FastifyInstance } from 'fastify';
import type { Context } from '../core/context';
import { channelOf } from '../conversation/apiChat';
import { ApiError } from '../core/errors';
import { listOf, queryOf } from '../http/requests';
import type { ChannelRecord } from '../core/model';
import { commonCapability } from '../seeds/channels';
import { operation } from '../http/operation';

const VERSIONS = ['0.1.0', '1.0.0'];

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

/** GET /channels in both versions (specification, "Channels"). */
export function channelRoutes(app: FastifyInstance, context: Context): void {
	operation(app, context, 'getChannels', (request) => {
		const { v = '0.1.0' } = queryOf(request);
		if (context.holds('knownVersion') && !VERSIONS.includes(v)) {
			throw new ApiError('INVALID_REQUEST', `v must be one of ${VERSIONS.join(', ')}, not ${v}`);
		}
		const channels = context.state.channels.filter((one) => one.connected || !context.holds('connectedOnly'));
		if (v !== '1.0.0') return listOf(channels.map((one) => channelOf(context, one)));
		const entries = new Map<string, object[]>();
		for (const one of channels) entries.set(one.channel, [...(entries.get(one.channel) ?? []), entryOf(context, one)]);
		return { ...Object.fromEntries(entries), capability: commonCapability(channels.flatMap((one) => one.capability ?? [])) };
	});
}
