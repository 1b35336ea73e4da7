/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development only: this file is never part of the published package */
import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listen } from '../helpers/servers';
import { setTimeout as delay } from 'node:timers/promises';

/** One request that changed something: what the checks look at. */
export interface Received {
	method: string;
	path: string;
	body: string;
}

/** A request that is complete except for the token. */
export interface ReadyRequest {
	method: string;
	/** Absolute address. */
	url: string;
	/** JSON text. */
	body?: string;
	/** Requests of one lane go one after the other. */
	lane?: string;
}

/** A simulated platform that answers at once and does nothing else, so that only n8n is measured. */
export interface BenchService {
	origin: string;
	apiToken: string;
	/** Every request but GETs and uploads, in order of arrival. */
	received: Received[];
	/** Length and SHA-256 of the file of each upload, in order. */
	uploads: Array<{ bytes: number; sha256: string; contentLength?: string }>;
	/** The answer to each request waits this long, in ms. */
	delayMs: number;
	/** The response to GET /ready, for a node that has nothing to prepare. */
	ready: ReadyRequest[];
	/** Number of chats in the list. */
	chats: number;
	/** GETs of the chat list. */
	chatPages: number;
	/** Connections open now, and the most that were open at once. */
	sockets: { open: number; peak: number };
	/** Forgets what it has seen. */
	reset(): void;
	close(): Promise<void>;
}

/** Chats on one page of the chat list. */
export const PAGE_SIZE = 100;
/** Channels that the items of /list go to in turn. */
export const CHANNELS = 20;

/** An element of the list that workflows begin with. */
export interface ListItem {
	number: number;
	text: string;
	channelId: number;
	chatRef: string;
	tbChatId: number;
}

/** The items that a workflow gets from GET /list?count=&channels=. */
export function listItems(count: number, channels = CHANNELS): ListItem[] {
	return Array.from({ length: count }, (_, number) => ({
		number,
		text: `Message ${number}: good morning, your order is ready to be picked up.`,
		channelId: 4100 + (number % channels),
		chatRef: `tg_${4100 + (number % channels)}_chat`,
		tbChatId: 70_000 + number,
	}));
}

function chat(number: number) {
	const [channel, channelId, chatId] = ['tg', 4100, String(500_000_000 + number)];
	return {
		id: `${channel}_${channelId}_${chatId}`,
		accountId: '11111111-2222-4333-8444-555555555555',
		...{ channel, channelId, chatId, tbChatId: 70_000 + number, remoteAddress: chatId },
		remoteAddresses: [chatId],
		remoteUsername: `user_${number}`,
		remoteFirstName: 'Zoë',
		remoteLastName: `Müller ${number}`,
		unreadCount: number % 5,
		tags: ['customer'],
		blocked: false,
		createdTs: '2026-01-31T09:00:00.000Z',
		messagingStats: { received: 3, sent: 4, total: 7, unread: number % 5 },
		lastMessage: { id: randomUUID(), direction: 'inbound', text: `Hello ${number}`, sentTimestamp: '2026-01-31T09:00:00.000Z' },
	};
}

/** The list of channels with what they can do. */
export function capabilities(): object {
	const entry = (channelId: number) => ({
		channel: { accountId: '11111111-2222-4333-8444-555555555555', channel: 'tg', channelId, id: `tg${channelId}` },
		freeTextCapability: {
			...{ textRestrictions: { maxSize: 4096 }, buttonsRestrictions: {} },
			...{ maxAttachmentsPerMessage: 10, messageSendIntervalMs: 0 },
		},
	});
	return { tg: Array.from({ length: CHANNELS }, (_, index) => entry(4100 + index)) };
}

/** Starts it on a free port of 127.0.0.1. */
export async function startBenchService(): Promise<BenchService> {
	let pages: string[] = [];
	const server = createServer((request, response) => {
		void handle(request, response).catch(() => response.destroy());
	});
	server.on('connection', (socket) => {
		const { sockets } = service;
		sockets.open += 1;
		sockets.peak = Math.max(sockets.peak, sockets.open);
		socket.once('close', () => (sockets.open -= 1));
	});
	const { origin, close } = await listen(server, { backlog: 4096 });

	const service: BenchService = {
		origin,
		apiToken: 'bench.token.signature',
		received: [],
		uploads: [],
		delayMs: 0,
		ready: [],
		chats: 0,
		chatPages: 0,
		sockets: { open: 0, peak: 0 },
		reset: () => {
			service.received = [];
			service.uploads = [];
			service.chatPages = 0;
			service.sockets.peak = service.sockets.open;
		},
		close,
	};

	/** The pages are made once: what takes time is to be n8n. */
	const chatPage = (skip: number): string => {
		if (pages.length !== service.chats / PAGE_SIZE + 1) {
			pages = Array.from({ length: service.chats / PAGE_SIZE + 1 }, (_, index) => {
				const first = index * PAGE_SIZE;
				const $items = Array.from({ length: first < service.chats ? PAGE_SIZE : 0 }, (_unused, offset) => chat(first + offset));
				const $nextPage = `${service.origin}/api/v1/chats?from=1&$skip=${first + PAGE_SIZE}`;
				return JSON.stringify({ $count: $items.length, $items, ...($items.length > 0 && { $nextPage }) });
			});
		}
		service.chatPages += 1;
		return pages[skip / PAGE_SIZE] ?? '{"$count":0,"$items":[]}';
	};

	const handle = async (request: IncomingMessage, response: ServerResponse) => {
		const { pathname, searchParams } = new URL(request.url ?? '/', service.origin);
		const json = (status: number, body: string) =>
			void response.writeHead(status, { 'content-type': 'application/json', 'x-correlation-id': 'bench' }).end(body);
		if (pathname === '/list') {
			return json(200, JSON.stringify(listItems(Number(searchParams.get('count')), Number(searchParams.get('channels')))));
		}
		if (pathname === '/ready') return json(200, JSON.stringify(service.ready));
		if (request.headers.authorization !== `Bearer ${service.apiToken}`) return json(401, '{"$error":{"sc":401}}');
		if (pathname === '/api/upload') {
			service.uploads.push(await readUpload(request));
			return json(200, '{"$count":1,"$value":{"cloudUri":"https://files.example/1"}}');
		}
		const body = await readText(request);
		if (service.delayMs > 0) await delay(service.delayMs);
		if (pathname === '/api/channels') return json(200, JSON.stringify(capabilities()));
		if (pathname === '/api/v1/chats') return json(200, chatPage(Number(searchParams.get('$skip') ?? 0)));
		service.received.push({ method: request.method ?? '', path: decodeURIComponent(pathname), body });
		if (pathname === '/api/messages') {
			const sent = { ...JSON.parse(body), id: randomUUID(), direction: 'outbound', sentTimestamp: Date.now(), tbChatId: 70_001 };
			return json(200, JSON.stringify({ $count: 1, $value: sent }));
		}
		if (pathname.endsWith('/memo')) return json(200, `{"$count":1,"$value":${body}}`);
		return json(202, '');
	};
	return service;
}

export async function readText(request: IncomingMessage): Promise<string> {
	const chunks: Buffer[] = [];
	for await (const chunk of request) chunks.push(Buffer.from(chunk as Uint8Array));
	return Buffer.concat(chunks).toString('utf8');
}

/** Takes the file out of a multipart body of one part, without keeping it. */
async function readUpload(request: IncomingMessage): Promise<{ bytes: number; sha256: string; contentLength?: string }> {
	const boundary = /boundary="?([^";]+)/.exec(request.headers['content-type'] ?? '')?.[1] ?? '';
	const tail = Buffer.byteLength(`\r\n--${boundary}--\r\n`);
	const hash = createHash('sha256');
	let bytes = 0;
	let head: Buffer | undefined = Buffer.alloc(0);
	let held: Buffer = Buffer.alloc(0);
	for await (const part of request) {
		let chunk: Buffer = Buffer.from(part as Uint8Array);
		if (head !== undefined) {
			head = Buffer.concat([head, chunk]);
			const end = head.indexOf('\r\n\r\n');
			if (end < 0) continue;
			chunk = head.subarray(end + 4);
			head = undefined;
		}
		// The last bytes may belong to the closing boundary: they are held back until more comes.
		const both = Buffer.concat([held, chunk]);
		const sure = Math.max(0, both.length - tail);
		hash.update(both.subarray(0, sure));
		bytes += sure;
		held = Buffer.from(both.subarray(sure));
	}
	// Some encoders leave out the last line break.
	const closing = held.indexOf(`\r\n--${boundary}--`);
	hash.update(held.subarray(0, Math.max(0, closing)));
	bytes += Math.max(0, closing);
	return { bytes, sha256: hash.digest('hex'), contentLength: request.headers['content-length'] };
}
