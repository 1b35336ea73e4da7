/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development only: this file is never part of the published package */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** How a key server treats whoever asks for the key. */
export type Behaviour = 'serves' | 'fails' | 'hangs up';

/** A real listener on 127.0.0.1 with a certificate, and the number of connections that were made to it. */
export interface KeyServer {
	origin: string;
	connections: number;
	behaviour: Behaviour;
	close(): Promise<void>;
}

/** Starts a key server that answers every path with the certificate. */
export async function startKeyServer(certificatePem: string): Promise<KeyServer> {
	const server = createServer((request, response) => {
		if (keys.behaviour === 'hangs up') return void request.socket.destroy();
		if (keys.behaviour === 'fails') return void response.writeHead(500).end();
		response.writeHead(200, { 'content-type': 'application/x-pem-file' }).end(certificatePem);
	});
	const keys: KeyServer = {
		origin: '',
		connections: 0,
		behaviour: 'serves',
		close: async () => {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
	server.on('connection', () => (keys.connections += 1));
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	keys.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	return keys;
}
