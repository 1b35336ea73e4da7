/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development only: this file is never part of the published package */
import { type AddressInfo, type Socket, createServer } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import type { INodeParameters } from 'n8n-workflow';
import { createSigningKey } from '../../../../sandbox/security/signing';
import { byId, runOperation } from '../../../helpers/runAction';

/** Starts a server that reads a whole message over TLS, and answers it with bytes that are no TLS. */
async function startBreaking(): Promise<{ port: number; received: () => string; close: () => void }> {
	const { privateKeyPem, certificatePem } = await createSigningKey();
	let received = '';
	const below = new Map<number | undefined, Socket>();
	const tls = createTlsServer({ key: privateKeyPem, cert: certificatePem }, (socket) => {
		socket.on('error', () => undefined);
		socket.on('data', (data) => {
			const text = String(data);
			if (text.startsWith('GET')) socket.end('HTTP/1.1 404 Not Found\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}');
			else received += text;
			if (received.endsWith('}')) below.get(socket.remotePort)?.write('HTTP/1.1 400 Bad Request\r\n\r\n');
		});
	});
	const server = createServer((socket) => {
		socket.on('error', () => undefined);
		below.set(socket.remotePort, socket);
		tls.emit('connection', socket);
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	return { port, received: () => received, close: () => server.close() };
}

test('a message that arrived before TLS broke is not called one that was not sent', async () => {
	const server = await startBreaking();
	const message: INodeParameters = {
		resource: 'message',
		operation: 'send',
		sendTo: 'chat',
		chat: byId('tg_1_2'),
		text: 'Hello',
	};
	const { items } = await runOperation({
		parameters: { ...message, requestOptions: { allowUnauthorizedCerts: true } },
		credential: { apiToken: 'secret', baseUrl: `https://127.0.0.1:${server.port}/api`, notificationUrl: '', issuer: '' },
		continueOnFail: true,
	});
	server.close();
	expect(server.received()).toMatch(/^POST \/api\/messages .*"Hello"/s);
	expect(items).toMatchObject([
		{ json: { details: { outcome: 'unknown', code: expect.stringMatching(/^ERR_SSL_/) as string } } },
	]);
	expect(JSON.stringify(items)).not.toMatch(/wasn't sent|certificate/);
});
