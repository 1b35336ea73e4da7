/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development only: this file is never part of the published package */
import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { z } from 'zod';
import { isErrno } from '../../sandbox/demo/command';
import { listen } from '../helpers/servers';

/** One request that went through. */
export interface Exchange {
	/** The id of the event in the body. */
	eventId: string;
	/** Index of the processor that answered; undefined when none did. */
	processor?: number;
	/** The status that the caller got; undefined when the answer was lost on purpose. */
	status?: number;
}

/**
 * A load balancer in front of the webhook processors: one after the other, as nginx does it by default. What comes again goes to
 * the next processor than before, which is the worst case for keeping copies out.
 */
export interface Balancer {
	origin: string;
	/** Everything that went through, oldest first. */
	exchanges: Exchange[];
	/** The next 200 for an end user's message is thrown away after the processor gave it, as when a connection breaks. */
	loseAnswer(): void;
	/** Sets the targets of requests; a processor's index is its place here. */
	setProcessors(origins: string[]): void;
	close(): Promise<void>;
}

interface Answer {
	status: number;
	headers: IncomingMessage['headers'];
	body: Buffer;
}

const eventSchema = z.object({ id: z.string() });

/**
 * Starts a load balancer on loopback. A processor that refuses the connection is passed over; one that breaks off in the middle
 * is not, because it may have accepted the event: the caller gets 502.
 */
export async function startBalancer(): Promise<Balancer> {
	let processors: string[] = [];
	let turn = 0;
	let losing = false;
	const exchanges: Exchange[] = [];

	const handle = async (request: IncomingMessage, response: ServerResponse) => {
		const body = await readBody(request);
		const exchange: Exchange = { eventId: eventIdOf(body) };
		exchanges.push(exchange);
		const answer = await forward(request, body, exchange);
		if (losing && answer.status === 200 && body.includes('"direction":"inbound"')) {
			losing = false;
			response.destroy();
			return;
		}
		exchange.status = answer.status;
		const type = answer.headers['content-type'];
		response.writeHead(answer.status, type === undefined ? {} : { 'content-type': type }).end(answer.body);
	};

	const forward = async (request: IncomingMessage, body: Buffer, exchange: Exchange): Promise<Answer> => {
		const before = exchanges.filter((one) => one !== exchange && one.eventId === exchange.eventId).at(-1);
		const first = before?.processor === undefined ? turn : before.processor + 1;
		turn += 1;
		for (let offset = 0; offset < processors.length; offset += 1) {
			const index = (first + offset) % processors.length;
			try {
				const answer = await send(`${processors[index]}${request.url}`, request, body);
				exchange.processor = index;
				return answer;
			} catch (error) {
				if (!isErrno(error, 'ECONNREFUSED')) break;
			}
		}
		return { status: 502, headers: {}, body: Buffer.from('no processor') };
	};

	const server = createServer((request, response) => {
		void handle(request, response).catch(() => response.destroy());
	});
	const { origin, close } = await listen(server);
	return { origin, exchanges, loseAnswer: () => (losing = true), setProcessors: (origins) => (processors = origins), close };
}

async function readBody(stream: IncomingMessage): Promise<Buffer> {
	const chunks: Buffer[] = [];
	for await (const chunk of stream) chunks.push(Buffer.from(chunk as Uint8Array));
	return Buffer.concat(chunks);
}

function eventIdOf(body: Buffer): string {
	try {
		return eventSchema.parse(JSON.parse(body.toString('utf8'))).id;
	} catch {
		return '';
	}
}

async function send(url: string, { method, headers }: IncomingMessage, body: Buffer): Promise<Answer> {
	return await new Promise((resolve, reject) => {
		const outgoing = httpRequest(url, { method, headers: { ...headers, connection: 'close' } }, (incoming) => {
			readBody(incoming).then(
				(answer) => resolve({ status: incoming.statusCode ?? 502, headers: incoming.headers, body: answer }),
				reject,
			);
		});
		outgoing.once('error', reject);
		outgoing.end(body);
	});
}
