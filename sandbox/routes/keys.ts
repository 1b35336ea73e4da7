/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development only: this file is never part of the published package */
import type { FastifyInstance } from 'fastify';
import { Readable } from 'node:stream';
import type { Context } from '../core/context';
import { ApiError } from '../core/errors';
import { strike } from '../faults/faults';
import { keyServedNowhere } from '../security/signing';
import { paramOf } from '../http/requests';

const HUGE_BYTES = 10 * 1024 * 1024;

/** Many bytes that look like a certificate's text, a piece at a time. */
function* padding(bytes: number): Generator<string> {
	const line = `${'A'.repeat(63)}\n`.repeat(1024);
	for (let sent = 0; sent < bytes; sent += line.length) yield line;
}

/** The certificates that the x5u of deliveries points to, as PEM; anyone may read them. */
export function keyRoutes(app: FastifyInstance, context: Context): void {
	app.get('/keys/:file', async (request, reply) => {
		const file = paramOf(request, 'file');
		const struck = strike(context, 'key', { method: request.method, path: `/keys/${file}` });
		const slow = struck.get('keySlow');
		if (slow) await context.pause(Number(slow.delayMs ?? 1000));
		const down = struck.get('keyDown');
		if (down?.drop) {
			reply.hijack();
			return request.raw.socket.destroy();
		}
		if (down)
			return await reply
				.status(Number(down.status ?? 503))
				.type('text/plain')
				.send('The key server is down');
		const redirect = struck.get('keyRedirect');
		if (redirect) return await reply.redirect(String(redirect.location), Number(redirect.status ?? 302));
		const type = 'application/x-pem-file';
		const huge = struck.get('keyHuge');
		if (huge) return await reply.type(type).send(Readable.from(padding(Number(huge.bytes ?? HUGE_BYTES))));
		const garbage = struck.get('keyGarbage');
		if (garbage) return await reply.type(type).send(String(garbage.body ?? 'this is no certificate'));
		const key = struck.has('keyWrong') ? await keyServedNowhere() : context.state.keys.find((one) => `${one.kid}.pem` === file);
		if (!key) throw new ApiError('NOT_FOUND', 'There is no such certificate');
		return await reply.type(type).send(key.certificatePem);
	});
}
