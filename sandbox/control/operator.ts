import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Context } from '../core/context';
import { chatFields } from '../conversation/apiChat';
import { WINDOW_MS } from '../conversation/channelRules';
import { reportStatus } from '../conversation/deliveryStatus';
import { changeMemo, setBlocked, assignTag, removeTag, raiseAbout } from '../conversation/chats';
import { contentOf } from '../conversation/messageContent';
import { send } from '../conversation/send';
import { single, bodyOf, optionalBodyOf, paramOf } from '../http/requests';
import { ApiError } from '../core/errors';

import type { Json } from '../core/json';
import type { ChatRecord } from '../core/model';

/** A list of texts in a body, or nothing. */
const textsOf = (value: Json) => (Array.isArray(value) ? value.map(String) : undefined);

/** Control calls that play the operator (README.md, "Playing the operator and the account settings"). */
export function operatorControls(app: FastifyInstance, context: Context): void {
	const chatOf = (request: FastifyRequest) => context.requireChat(paramOf(request, 'chatRef'));

	app.post('/chats/:chatRef/operator/messages', (request) => {
		const chat = chatOf(request);
		const channel = context.findChannel(chat.channel, chat.channelId);
		if (!channel) throw new ApiError('NOT_FOUND', 'The channel of this chat no longer exists');
		const content = contentOf(context, channel, bodyOf(request));
		return single(send(context, chat, content, { endpointType: 'SERVICE_WEB', reason: 'operator_sent_message' }));
	});

	const marking = (chat: ChatRecord) => {
		const { userId } = context.state;
		return { ...chatFields(context, chat), sessionId: 'sandbox', timestamp: context.now(), userId };
	};
	app.post('/chats/:chatRef/operator/read', (request) => {
		const chat = chatOf(request);
		const { exactMessageId, upToTimestamp, upToChannelMessageId } = optionalBodyOf(request);
		chat.unreadCount = 0;
		const common = marking(chat);
		// The two bounds exclude each other.
		const bound =
			upToChannelMessageId === undefined ? { upToTimestamp: upToTimestamp ?? common.timestamp } : { upToChannelMessageId };
		raiseAbout(context, chat, 'OperatorReadChatCommand', { ...common, exactMessageId, ...bound });
		return single({ unreadCount: chat.unreadCount });
	});

	app.post('/chats/:chatRef/operator/unread', (request) => {
		const chat = chatOf(request);
		const { upFromTimestamp, upToChannelMessageId } = optionalBodyOf(request);
		chat.unreadCount = Math.max(1, chat.unreadCount);
		const from = upFromTimestamp ?? chat.lastInboundMs;
		const bound = upToChannelMessageId === undefined ? { upFromTimestamp: from } : { upToChannelMessageId };
		raiseAbout(context, chat, 'OperatorUnReadChatCommand', { ...marking(chat), ...bound });
		return single({ unreadCount: chat.unreadCount });
	});

	app.put('/chats/:chatRef/operator/tags/:tagName', (request) => {
		assignTag(context, chatOf(request), paramOf(request, 'tagName'), 'operator_assigned');
		return single({});
	});
	app.delete('/chats/:chatRef/operator/tags/:tagName', (request) => {
		removeTag(context, chatOf(request), paramOf(request, 'tagName'), 'operator_removed');
		return single({});
	});

	app.post('/chats/:chatRef/operator/memo', (request) => {
		const chat = chatOf(request);
		const { memo, phones, emails } = bodyOf(request);
		const change = {
			...(typeof memo === 'string' ? { memo } : {}),
			...(phones ? { phones: textsOf(phones) } : {}),
			...(emails ? { emails: textsOf(emails) } : {}),
		};
		changeMemo(context, chat, change, context.state.userId);
		return single({ ...chat.memo });
	});

	app.post('/chats/:chatRef/operator/block', (request) => {
		const { blocked } = bodyOf(request);
		setBlocked(context, chatOf(request), blocked === true);
		return single({ blocked: blocked === true });
	});

	app.post('/chats/:chatRef/operator/closeWindow', (request) => {
		const chat = chatOf(request);
		if (chat.channel !== 'whatsappb') {
			throw new ApiError('INVALID_REQUEST', `The channel ${chat.channel} has no 24-hour window`);
		}
		chat.lastInboundMs = context.now() - WINDOW_MS - 1;
		context.changed({ kind: 'chat', data: chat });
		return single({ wabaWindowOpened: false });
	});

	app.post('/messages/:messageId/deliveryStatus', (request) => {
		const { deliveryStatus, ...more } = bodyOf(request);
		const id = paramOf(request, 'messageId');
		const { chat, message } = context.requireMessage(id);
		if (typeof deliveryStatus !== 'string') throw new ApiError('INVALID_REQUEST', 'deliveryStatus is needed');
		reportStatus(context, chat, message, { deliveryStatus, isFinal: more.isFinal !== false, more });
		return single({ messageId: id, deliveryStatus });
	});
}
