/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development only: this file is never part of the published package */
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { parseJson, type JsonObject } from '../../sandbox/core/json';
import { listen } from './listen';

/** One request that a receiver got. */
export type Received = { headers: IncomingHttpHeaders; text: string; event: JsonObject };

/** The event of a request; nothing of one that carries no JSON. */
function eventOf(text: string): JsonObject {
	try {
		return parseJson(text) as JsonObject;
	} catch {
		return {};
	}
}

/** A real HTTP server that plays a subscribed receiver of webhooks. */
export class Receiver {
	/** What came in, in order. */
	readonly received: Received[] = [];

	/** Statuses of the next answers; 200 when none is left. */
	readonly statuses: number[] = [];

	/** Whether requests are left unanswered. */
	silent = false;

	private readonly waiting: { enough: () => boolean; done: () => void }[] = [];

	private constructor(
		/** The address to register. */
		readonly url: string,
		/** Ends the receiver. */
		readonly close: () => Promise<void>,
	) {}

	/** Starts a receiver on a free port. */
	static async start(): Promise<Receiver> {
		const server = createServer();
		const { origin, close } = await listen(server);
		const receiver = new Receiver(`${origin}/hook`, close);
		server.on('request', (request, response) => {
			const chunks: Buffer[] = [];
			request.on('data', (chunk: Buffer) => chunks.push(chunk));
			request.on('end', () => {
				const text = Buffer.concat(chunks).toString();
				receiver.received.push({ headers: request.headers, text, event: eventOf(text) });
				response.statusCode = receiver.statuses.shift() ?? 200;
				if (!receiver.silent) response.end('{}');
				receiver.waiting.filter((one) => one.enough()).forEach((one) => one.done());
			});
		});
		return receiver;
	}

	/** Waits until the receiver has got a number of requests (of an event's name). */
	async until(count: number, name?: string): Promise<Received[]> {
		const matching = () => this.received.filter((one) => name === undefined || one.event.name === name);
		if (matching().length < count) {
			await new Promise<void>((done) => this.waiting.push({ enough: () => matching().length >= count, done }));
		}
		return matching();
	}
}
