/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development only: this file is never part of the published package */
import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { listen, readAll } from '../helpers/servers';

export const API_TOKEN = 'bench.token.signature';
/** Channels that the items of /list go to in turn. */
export const CHANNELS = 20;

export type BenchService = Awaited<ReturnType<typeof startBenchService>>;

/** The items that a workflow gets from GET /list?count=&channels=. */
export function listItems(count: number, channels = CHANNELS) {
	return Array.from({ length: count }, (_, number) => ({
		number,
		text: `Message ${number}: good morning, your order is ready to be picked up.`,
		channelId: 4100 + (number % channels),
		chatRef: `tg_${4100 + (number % channels)}_chat`,
	}));
}

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

export const sentMessage = (body: string) => ({
	$count: 1,
	$value: { ...JSON.parse(body), id: randomUUID(), direction: 'outbound', sentTimestamp: Date.now(), tbChatId: 70_001 },
});

/** Starts a simulated platform on a free port of 127.0.0.1. It answers at once and does nothing else, so that only n8n is measured. */
export async function startBenchService() {
	const server = createServer((request, response) => {
		void handle(request, response).catch(() => response.destroy());
	});
	server.on('connection', (socket) => {
		const { sockets } = service;
		sockets.open += 1;
		sockets.peak = Math.max(sockets.peak, sockets.open);
		socket.once('close', () => (sockets.open -= 1));
	});
	const service = {
		...(await listen(server, { backlog: 4096 })),
		apiToken: API_TOKEN,
		/** The bodies of the messages, in order of arrival. */
		received: [] as string[],
		uploads: [] as Array<Awaited<ReturnType<typeof readUpload>>>,
		/** The size of the files to upload, in bytes. */
		fileSize: 0,
		/** The answer to each request waits this long, in ms. */
		delayMs: 0,
		/** The response to GET /ready: bodies to send, those of one lane one after the other. */
		ready: [] as Array<{ lane: number; body: string }>,
		/** Connections open now, and the most that were open at once. */
		sockets: { open: 0, peak: 0 },
		/** Forgets what it has seen. */
		reset() {
			[service.received, service.uploads] = [[], []];
			service.sockets.peak = service.sockets.open;
		},
	};
	const handle = async (request: IncomingMessage, response: ServerResponse) => {
		const { pathname, searchParams } = new URL(request.url ?? '/', service.origin);
		const json = (status: number, body: object) =>
			void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
		if (pathname === '/list')
			return json(200, listItems(Number(searchParams.get('count')), Number(searchParams.get('channels'))));
		if (pathname === '/ready') return json(200, service.ready);
		if (request.headers.authorization !== `Bearer ${API_TOKEN}`) return json(401, { $error: { sc: 401 } });
		if (pathname === '/api/upload') {
			service.uploads.push(await readUpload(request, service.fileSize));
			return json(200, { $count: 1, $value: { cloudUri: 'https://files.example/1' } });
		}
		const body = String(await readAll(request));
		if (service.delayMs > 0) await delay(service.delayMs);
		if (pathname === '/api/channels') return json(200, capabilities());
		if (pathname !== '/api/messages') return json(404, { $error: { sc: 404 } });
		service.received.push(body);
		json(200, sentMessage(body));
	};
	return service;
}

/** Reads a multipart body of one file, without keeping it: if it is whole and nothing follows it, and if its length came first. */
async function readUpload(request: IncomingMessage, size: number) {
	const hash = createHash('sha256');
	let head: Buffer | undefined = Buffer.alloc(0);
	let left = size;
	let rest = '';
	for await (const part of request) {
		let chunk = part as Buffer;
		if (head !== undefined) {
			head = Buffer.concat([head, chunk]);
			const end = head.indexOf('\r\n\r\n');
			if (end < 0) continue;
			chunk = head.subarray(end + 4);
			head = undefined;
		}
		hash.update(chunk.subarray(0, left));
		rest += chunk.subarray(left).toString('latin1');
		left = Math.max(0, left - chunk.length);
	}
	return {
		sha256: hash.digest('hex'),
		isWhole: left === 0 && /^\r\n--[^\r\n]+--(\r\n)?$/.test(rest),
		isLengthKnown: request.headers['content-length'] !== undefined,
	};
}
