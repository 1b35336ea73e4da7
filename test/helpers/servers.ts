/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- development only: this file is never part of the published package */
import { type Server, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Lets a server listen on loopback, at a free port by default. */
export async function listen(server: Server, where: { host?: string; port?: number; backlog?: number } = {}) {
	const { host = '127.0.0.1', port = 0, backlog } = where;
	await new Promise<void>((resolve, reject) => {
		server.once('error', reject);
		server.listen({ host, port, backlog }, resolve);
	});
	const { port: listening } = server.address() as AddressInfo;
	return {
		origin: `http://${host}:${listening}`,
		port: listening,
		/** Ends it with all of its connections. */
		close: async () => {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}

/** A request as it arrived, byte for byte. */
export interface Received {
	method: string;
	/** Path and query as sent, undecoded. */
	url: string;
	headers: IncomingHttpHeaders;
	body: Buffer;
}

/** A response of the scripted server: a status, headers, and a body (an object is sent as JSON). */
export interface Reply {
	status?: number;
	headers?: Record<string, string>;
	body?: string | object;
}

/** A real HTTP server on loopback whose answers a test scripts; for what the sandbox, which keeps to the contract, never sends. */
export type ScriptedServer = Awaited<ReturnType<typeof startScriptedServer>>;

export async function readAll(request: IncomingMessage): Promise<Buffer> {
	const chunks: Buffer[] = [];
	for await (const chunk of request) chunks.push(chunk as Buffer);
	return Buffer.concat(chunks);
}

/** Starts a scripted server; close it at the end of the test. Without a reply, a request stays unanswered. */
export async function startScriptedServer(
	answer: (request: Received, response: ServerResponse) => Reply | undefined | Promise<Reply | undefined>,
) {
	const requests: Received[] = [];
	const server: Server = createServer((request, response) => {
		void readAll(request).then(async (body) => {
			const received = { method: request.method ?? '', url: request.url ?? '', headers: request.headers, body };
			requests.push(received);
			const reply = await answer(received, response);
			if (!reply) return;
			const text = typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body ?? '');
			response.writeHead(reply.status ?? 200, { 'Content-Type': 'application/json', ...reply.headers });
			response.end(reply.body === undefined ? undefined : text);
		});
	});
	const { origin, close } = await listen(server);
	return {
		origin,
		requests,
		/** Credential fields that point here. */
		credential: {
			apiToken: 'test-token',
			baseUrl: `${origin}/api`,
			notificationUrl: `${origin}/notifications`,
			issuer: 'test-issuer',
			keyOrigins: '',
		},
		close,
	};
}

/**
 * Starts a simulated internet: a proxy that n8n finds in its environment, as in companies, and that answers for every host
 * except those of this machine. The requests' `url` is the absolute URL that was requested.
 */
export async function startInternet(answer: Parameters<typeof startScriptedServer>[0]): Promise<ScriptedServer> {
	const proxy = await startScriptedServer(answer);
	const { HTTP_PROXY, NO_PROXY } = process.env;
	Object.assign(process.env, { HTTP_PROXY: proxy.origin, NO_PROXY: '127.0.0.1,localhost' });
	return {
		...proxy,
		close: async () => {
			delete process.env.HTTP_PROXY;
			delete process.env.NO_PROXY;
			Object.assign(process.env, HTTP_PROXY === undefined ? {} : { HTTP_PROXY }, NO_PROXY === undefined ? {} : { NO_PROXY });
			await proxy.close();
		},
	};
}

/** The response of a key server at a path; nothing leaves the request unanswered. */
export type KeyRoute = (request: IncomingMessage, response: ServerResponse) => void;

/** A real HTTP server that serves keys, or whatever a test wants in their place. */
export type KeyServer = Awaited<ReturnType<typeof startKeyServer>>;

export async function startKeyServer(host = '127.0.0.1', port = 0) {
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
		/** Number of connections that were opened, for whatever reason. */
		connections: () => connections,
		routes,
		serve: (path: string, text: string | Buffer, status = 200, extra: Record<string, string> = {}) => {
			routes.set(path, (_request, response) => response.writeHead(status, extra).end(text));
			return `${origin}${path}`;
		},
		close,
	};
}
