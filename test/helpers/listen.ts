/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development only: this file is never part of the published package */
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server that listens on this machine. */
export interface Listening {
	origin: string;
	port: number;
	/** Ends it with all of its connections. */
	close(): Promise<void>;
}

/**
 * Lets a server listen on loopback.
 *
 * @param server an HTTP server
 * @param where host and port: 127.0.0.1 and a free one by default; how many may wait to be let in
 */
export async function listen(server: Server, where: { host?: string; port?: number; backlog?: number } = {}): Promise<Listening> {
	const { host = '127.0.0.1', port = 0, backlog } = where;
	await new Promise<void>((resolve, reject) => {
		server.once('error', reject);
		server.listen({ host, port, backlog }, resolve);
	});
	const { port: listening } = server.address() as AddressInfo;
	return {
		origin: `http://${host}:${listening}`,
		port: listening,
		close: async () => {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}
