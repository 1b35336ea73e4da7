/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development only: this file is never part of the published package */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { createSigningKey, signDeliveryToken, type DeliveryTokenOptions, type SigningKey } from '../../sandbox/security/signing';

/** What a key server answers at a path; nothing leaves the request unanswered. */
export type KeyRoute = (request: IncomingMessage, response: ServerResponse) => void;

/** A real HTTP server that serves keys, or whatever a test wants in their place. */
export interface KeyServer {
	origin: string;
	/** Paths that were requested, in order. */
	requests: string[];
	/** Headers of the requests. */
	headers: IncomingMessage['headers'][];
	routes: Map<string, KeyRoute>;
	/** Serves a text at a path. */
	serve(path: string, text: string | Buffer, status?: number, headers?: Record<string, string>): string;
	close(): Promise<void>;
}

export async function startKeyServer(host = '127.0.0.1', port = 0): Promise<KeyServer> {
	const routes = new Map<string, KeyRoute>();
	const requests: string[] = [];
	const headers: IncomingMessage['headers'][] = [];
	const server = createServer((request, response) => {
		requests.push(request.url ?? '');
		headers.push(request.headers);
		const route = routes.get(request.url ?? '');
		if (route) route(request, response);
		else response.writeHead(404).end('not found');
	});
	await new Promise<void>((resolve) => server.listen(port, host, resolve));
	const origin = `http://${host}:${(server.address() as AddressInfo).port}`;
	return {
		origin,
		requests,
		headers,
		routes,
		serve: (path, text, status = 200, extra = {}) => {
			routes.set(path, (_request, response) => response.writeHead(status, extra).end(text));
			return `${origin}${path}`;
		},
		close: async () => {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}

export const ISSUER = 'SERVICE';
export const ACCOUNT = '6f1a3a3e-7d55-4f0a-9c4b-2b8f0a5a0001';
export const HOST = '127.0.0.1';

/** The fixed points of a verification test: a service with a key, and someone else with another. */
export interface World {
	service: KeyServer;
	foreign: KeyServer;
	key: SigningKey;
	otherKey: SigningKey;
	x5u: string;
	credential: ICredentialDataDecryptedObject;
	/** A token as the service signs it, with differences. */
	token(options?: Partial<DeliveryTokenOptions>): string;
	close(): Promise<void>;
}

let keys: Promise<[SigningKey, SigningKey]> | undefined;

/** Two key pairs, made once a test file: making them is the slowest part. */
async function makeKeys(): Promise<[SigningKey, SigningKey]> {
	keys ??= Promise.all([createSigningKey({ kid: 'true' }), createSigningKey({ kid: 'other' })]);
	return await keys;
}

export async function createWorld(): Promise<World> {
	const [key, otherKey] = await makeKeys();
	const service = await startKeyServer();
	const foreign = await startKeyServer();
	const x5u = service.serve('/keys/true.pem', key.certificatePem);
	foreign.serve('/keys/true.pem', otherKey.certificatePem);
	return {
		service,
		foreign,
		key,
		otherKey,
		x5u,
		credential: {
			apiToken: 'a-secret-token',
			baseUrl: `${service.origin}/api`,
			notificationUrl: `${service.origin}/notifications`,
			issuer: ISSUER,
			keyOrigins: '',
		},
		token: (options = {}) => signDeliveryToken({ key, x5u, issuer: ISSUER, accountId: ACCOUNT, audience: HOST, ...options }),
		close: async () => {
			await service.close();
			await foreign.close();
		},
	};
}

let lastEvent = 0;

/** An incoming message as the service sends it; every call has an event id of its own. */
export function newMessage(message: Record<string, unknown> = {}, envelope: Record<string, unknown> = {}): string {
	lastEvent += 1;
	return JSON.stringify({
		id: `event-${lastEvent}`,
		accountId: ACCOUNT,
		name: 'new_message',
		message: {
			id: `message-${lastEvent}`,
			accountId: ACCOUNT,
			direction: 'inbound',
			channel: 'tg',
			channelId: 4100,
			chatId: '271828182',
			tbChatId: 70001,
			text: 'Hello',
			remoteFirstName: 'Ada',
			remoteLastName: 'Lovelace',
			...message,
		},
		...envelope,
	});
}

/** The request that carries a body with a token. */
export function deliveryOf(body: string | Buffer, token: string, headers: Record<string, string> = {}) {
	return { body, headers: { 'content-type': 'application/json', authorization: `JWT ${token}`, ...headers } };
}
