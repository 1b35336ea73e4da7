/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development only: this file is never part of the published package */
import { type IncomingHttpHeaders, type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http';
import { listen } from './listen';

/** A request as it arrived, byte for byte. */
export interface Received {
	method: string;
	/** Path and query as sent, undecoded. */
	url: string;
	headers: IncomingHttpHeaders;
	body: Buffer;
}

/** What the scripted server answers: a status, headers, and a body (an object is sent as JSON). */
export interface Reply {
	status?: number;
	headers?: Record<string, string>;
	body?: string | object;
}

/** A real HTTP server on loopback whose answers a test scripts; for what the sandbox, which keeps to the contract, never sends. */
export interface ScriptedServer {
	origin: string;
	requests: Received[];
	/** Credential fields that point here. */
	credential: { apiToken: string; baseUrl: string; notificationUrl: string; issuer: string; keyOrigins: string };
	close(): Promise<void>;
}

async function readAll(request: IncomingMessage): Promise<Buffer> {
	const chunks: Buffer[] = [];
	for await (const chunk of request) chunks.push(chunk as Buffer);
	return Buffer.concat(chunks);
}

/**
 * Starts a scripted server.
 *
 * @param answer makes the reply of each request; returning nothing leaves the request unanswered
 * @returns the running server; close it at the end of the test
 */
export async function startScriptedServer(
	answer: (request: Received, response: ServerResponse) => Reply | undefined | Promise<Reply | undefined>,
): Promise<ScriptedServer> {
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
