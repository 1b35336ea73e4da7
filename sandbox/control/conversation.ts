import type { FastifyInstance } from 'fastify';
import type { Context } from '../context';
import { receive } from '../conversation/inbound';
import { listOf, single } from '../envelope';
import { ApiError } from '../errors';
import { bodyOf, paramOf } from '../http';

/**
 * Control calls that play the end user of a chat.
 *
 * @param app the group of control routes
 * @param context the sandbox
 */
export function conversationControls(app: FastifyInstance, context: Context): void {
	app.post('/chats/:chatRef/messages', (request) => {
		const chat = context.requireChat(paramOf(request, 'chatRef'));
		const { text } = bodyOf(request);
		if (typeof text !== 'string') throw new ApiError('INVALID_REQUEST', 'text is needed: what the end user writes');
		return single(receive(context, chat, { text }) ?? null);
	});

	app.get('/chats/:chatRef/messages', (request) => listOf(context.requireChat(paramOf(request, 'chatRef')).messages));
}
