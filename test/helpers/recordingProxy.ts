/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development only: this file is never part of the published package */
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, connect } from 'node:net';
import { createSigningKey } from '../../sandbox/security/signing';
import { listen } from './servers';

/** A member's own proxy. */
export interface RecordingProxy {
	/** Its address, for the field "Proxy". */
	origin: string;
	/** The Authorization headers that it could read. */
	tokens: string[];
	/** The hosts that it was asked to connect to. */
	connected: string[];
	close(): Promise<void>;
}

/**
 * Starts a proxy that writes down each token that it can read: in requests to http addresses, and behind a certificate of its own
 * that it shows in place of every https host's.
 */
export async function startRecordingProxy(): Promise<RecordingProxy> {
	const tokens: string[] = [];
	const connected: string[] = [];
	const answer = ({ headers }: IncomingMessage, response: ServerResponse) => {
		if (headers.authorization !== undefined) tokens.push(headers.authorization);
		response.writeHead(200, { 'content-type': 'application/json' }).end('{"$items":[],"$count":0}');
	};
	const { privateKeyPem, certificatePem } = await createSigningKey();
	const inTheMiddle = createTlsServer({ key: privateKeyPem, cert: certificatePem }, answer);
	await new Promise<void>((resolve) => inTheMiddle.listen(0, '127.0.0.1', resolve));
	const { port } = inTheMiddle.address() as AddressInfo;
	const proxy = createServer(answer);
	proxy.on('connect', ({ url = '' }, socket) => {
		connected.push(url);
		const through = connect(port, '127.0.0.1', () => {
			socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
			socket.pipe(through).pipe(socket);
		});
		for (const one of [socket, through]) one.on('error', () => through.destroy());
	});
	const { origin, close } = await listen(proxy);
	return {
		origin,
		tokens,
		connected,
		close: async () => {
			inTheMiddle.closeAllConnections();
			await close();
			await new Promise((resolve) => inTheMiddle.close(resolve));
		},
	};
}
