/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development only: this file is never part of the published package */
import { randomUUID } from 'node:crypto';
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import { listen } from '../../helpers/servers';
import { capabilities, readText } from '../service';

/** Requests per second that a token may make in the long run, and at once. */
export const RATE = 8;
export const BURST = 8;

/** A platform that takes {@link RATE} requests per second and refuses the others. */
export interface Bucket {
	origin: string;
	/** The bodies of the messages that it took, in order. */
	bodies: string[];
	requests: number;
	refused: number;
	/** The moments of the first request, and of the last one that it took; ms. */
	firstAt: number;
	lastAt: number;
	close(): Promise<void>;
}

/**
 * Starts one on a free port.
 * @param retryAfter what its refusals say in Retry-After, in seconds; nothing if undefined
 */
export async function startBucket(retryAfter: number | undefined): Promise<Bucket> {
	let left = BURST;
	let at = performance.now();
	const handle = async (request: IncomingMessage, response: ServerResponse) => {
		const body = await readText(request);
		const now = performance.now();
		const json = (status: number, answer: object, headers = {}) =>
			void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(answer));
		if (bucket.requests === 0) bucket.firstAt = now;
		bucket.requests += 1;
		left = Math.min(BURST, left + ((now - at) * RATE) / 1_000);
		at = now;
		if (left < 1) {
			bucket.refused += 1;
			return json(429, { $error: { sc: 429 } }, retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) });
		}
		left -= 1;
		bucket.lastAt = now;
		if (request.method === 'GET') return json(200, capabilities());
		bucket.bodies.push(body);
		json(200, { $count: 1, $value: { ...JSON.parse(body), id: randomUUID(), direction: 'outbound', tbChatId: 70_001 } });
	};
	const server = createServer((request, response) => void handle(request, response).catch(() => response.destroy()));
	const { origin, close } = await listen(server);
	const bucket: Bucket = { origin, close, bodies: [], requests: 0, refused: 0, firstAt: 0, lastAt: 0 };
	return bucket;
}
