/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development only: this file is never part of the published package */
import type { ServerResponse } from 'node:http';
import { z } from 'zod';
import { isErrno } from '../../sandbox/demo/command';
import { type Received, type Reply, startScriptedServer } from '../helpers/servers';

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

	const forward = async (request: Received, exchange: Exchange): Promise<Reply> => {
		const before = exchanges.filter((one) => one !== exchange && one.eventId === exchange.eventId).at(-1);
		const first = before?.processor === undefined ? turn : before.processor + 1;
		turn += 1;
		for (let offset = 0; offset < processors.length; offset += 1) {
			const index = (first + offset) % processors.length;
			try {
				const answer = await send(`${processors[index]}${request.url}`, request);
				exchange.processor = index;
				return answer;
			} catch (error) {
				if (!isErrno((error as Error).cause, 'ECONNREFUSED')) break;
			}
		}
		return { status: 502, body: 'no processor' };
	};

	const { origin, close } = await startScriptedServer(async (request, response) => {
		const exchange: Exchange = { eventId: eventIdOf(request.body) };
		exchanges.push(exchange);
		const answer = await forward(request, exchange);
		if (losing && answer.status === 200 && request.body.includes('"direction":"inbound"')) {
			losing = false;
			response.destroy();
			return undefined;
		}
		exchange.status = answer.status;
		return answer;
	});
	return { origin, exchanges, loseAnswer: () => (losing = true), setProcessors: (origins) => (processors = origins), close };
}

function eventIdOf(body: Buffer): string {
	try {
		return eventSchema.parse(JSON.parse(body.toString('utf8'))).id;
	} catch {
		return '';
	}
}

/** With a connection of its own: a kept one may lead to a processor that is gone. */
async function send(url: string, { method, headers, body }: Received): Promise<Reply> {
	const sent = Object.entries({ ...headers, connection: 'close' }).map(([name, value]) => [name, String(value)]);
	const answer = await fetch(url, { method, headers: sent, body: method === 'GET' ? undefined : body });
	const own = answer.headers.get('content-type') ?? 'text/plain';
	return { status: answer.status, headers: { 'Content-Type': own }, body: await answer.text() };
}

/** A server that holds back its answers while it is closed, so that a test can stop an execution in its middle. */
export interface Gate {
	origin: string;
	/** The paths of the requests that wait for an answer, without the leading slash. */
	waiting(): string[];
	/** Makes requests wait from now on. */
	shut(): void;
	/** Answers waiting requests, and new ones at once. */
	open(): void;
	close(): Promise<void>;
}

/** @param listLength how many elements the answer to /list has */
export async function startGate(listLength = 20): Promise<Gate> {
	const list = Array.from({ length: listLength }, (_, number) => ({ number }));
	const held = new Map<ServerResponse, string>();
	let isOpen = true;
	const { origin, close } = await startScriptedServer(({ url }, response) => {
		response.once('close', () => held.delete(response));
		if (url === '/list') return { body: JSON.stringify(list) };
		if (isOpen) return { body: {} };
		held.set(response, url.slice(1));
		return undefined;
	});
	return {
		origin,
		waiting: () => [...held.values()],
		shut: () => (isOpen = false),
		open: () => {
			isOpen = true;
			for (const response of held.keys()) response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}');
		},
		close,
	};
}
