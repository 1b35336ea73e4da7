/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development only: this file is never part of the published package */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listen } from './listen';

/** What a key server answers at a path; nothing leaves the request unanswered. */
export type KeyRoute = (request: IncomingMessage, response: ServerResponse) => void;

/** A real HTTP server that serves keys, or whatever a test wants in their place. */
export interface KeyServer {
	origin: string;
	/** Paths that were requested, in order. */
	requests: string[];
	/** Headers of the requests. */
	headers: IncomingMessage['headers'][];
	/** How many connections were made to it, for whatever reason. */
	connections(): number;
	routes: Map<string, KeyRoute>;
	/**
	 * Serves a text at a path.
	 *
	 * @returns the path's whole address
	 */
	serve(path: string, text: string | Buffer, status?: number, headers?: Record<string, string>): string;
	close(): Promise<void>;
}

/**
 * Starts a key server that serves nothing yet.
 *
 * @param host a name or address of this machine
 * @param port the port; a free one when 0
 */
export async function startKeyServer(host = '127.0.0.1', port = 0): Promise<KeyServer> {
	const routes = new Map<string, KeyRoute>();
	const requests: string[] = [];
	const headers: IncomingMessage['headers'][] = [];
	let connections = 0;
	const server = createServer((request, response) => {
		requests.push(request.url ?? '');
		headers.push(request.headers);
		const route = routes.get(request.url ?? '');
		if (route) route(request, response);
		else response.writeHead(404).end('not found');
	});
	server.on('connection', () => (connections += 1));
	const { origin, close } = await listen(server, { host, port });
	return {
		origin,
		requests,
		headers,
		connections: () => connections,
		routes,
		serve: (path, text, status = 200, extra = {}) => {
			routes.set(path, (_request, response) => response.writeHead(status, extra).end(text));
			return `${origin}${path}`;
		},
		close,
	};
}
