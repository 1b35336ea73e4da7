import type { FastifyInstance } from 'fastify';
import type { Context } from '../core/context';
import { announceChat } from '../conversation/chats';
import { contentOf, chatToSendTo } from '../conversation/messageContent';
import { keepInterval, send } from '../conversation/send';
import { single } from '../http/requests';
import { ApiError, refuse } from '../core/errors';
import { toInt64, type Int64 } from '../core/json';
import type { ChannelRecord } from '../core/model';
import { checkedBody, operation } from '../http/operation';
import { capabilityOf } from '../seeds/channels';

/** Finds the channel that a send names; unless a rule forbids it, a missing one is created. */
function channelToSendOn(context: Context, type: string, channelId: Int64): ChannelRecord {
	const known = context.findChannel(type, channelId);
	if (known?.connected) return known;
	if (context.holds('knownChannel')) throw new ApiError('INVALID_REQUEST', `There is no channel ${type} ${channelId}`);
	if (known) return known;
	const channel = { channel: type, channelId, title: type, connected: true, capability: capabilityOf(type) };
	context.state.channels.push(channel);
	context.changed({ kind: 'channel', data: channel });
	return channel;
}

/** POST /messages (specification, "Messages and files"). */
export function messageRoutes(app: FastifyInstance, context: Context): void {
	operation(app, context, 'sendMessage', (request) => {
		const body = checkedBody<{ channel: string; channelId: Int64 | string }>(request);
		if (typeof body.channelId === 'string' && !context.holds('textChannelId')) {
			refuse([{ propertyPath: 'channelId', name: 'type', invalidValue: body.channelId }]);
		}
		const channel = channelToSendOn(context, body.channel, toInt64(body.channelId) ?? 0);
		const content = contentOf(context, channel, body);
		keepInterval(context, channel);
		const { chat, isNew } = chatToSendTo(context, channel, body);
		if (isNew) announceChat(context, chat);
		return single(send(context, chat, content));
	});
}
