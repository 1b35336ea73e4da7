/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-dangerous-functions -- development only: this file is never part of the published package */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { startScriptedServer } from '../helpers/servers';
import type { Bench } from './report';
import type { Order, Sent } from './rateSender';
import { API_TOKEN, capabilities, CHANNELS, listItems, sentMessage } from './service';

/** Requests per second that a token may make in the long run, and at once. */
const RATE = 8;
const BURST = 8;
/** Number of processes that send, and what the refusals say in Retry-After, in seconds. */
const CASES: Array<[processes: number, retryAfter?: number]> = [[1], [1, 1], [2], [2, 1]];

/** Starts a platform that takes {@link RATE} requests per second and refuses the others. */
async function startBucket(retryAfter: number | undefined) {
	let left = BURST;
	let at = performance.now();
	/** Bodies of the messages that it took, and the moments (ms) of the first request and of the last one that it took. */
	const bucket = { bodies: [] as string[], refused: 0, firstAt: 0, lastAt: 0 };
	const server = await startScriptedServer(({ method, body }) => {
		const now = performance.now();
		bucket.firstAt ||= now;
		left = Math.min(BURST, left + ((now - at) * RATE) / 1_000);
		at = now;
		if (left < 1) {
			bucket.refused += 1;
			const headers: Record<string, string> = retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) };
			return { status: 429, headers, body: { $error: { sc: 429 } } };
		}
		left -= 1;
		bucket.lastAt = now;
		if (method === 'GET') return { body: capabilities() };
		bucket.bodies.push(String(body));
		return { body: sentMessage(String(body)) };
	});
	return Object.assign(bucket, server);
}

async function runSender(order: Order): Promise<Sent> {
	const child = fork(path.join(__dirname, 'rateSender.ts'));
	child.send(order);
	const ended = once(child, 'exit').then(() => ({ sent: 0, errors: ['The process ended without a result'] }));
	return await Promise.race([once(child, 'message').then(([sent]) => sent as Sent), ended]);
}

/** Sends all items of a case, and checks that each arrived once and none failed. */
async function runCase(processes: number, retryAfter: number | undefined, count: number, print: (line: string) => void) {
	const says = retryAfter === undefined ? 'without Retry-After' : `Retry-After: ${retryAfter}`;
	const label = `${processes} process${processes === 1 ? '' : 'es'}, ${says}`;
	const bucket = await startBucket(retryAfter);
	try {
		const credential = { ...bucket.credential, apiToken: API_TOKEN };
		const items = Array.from({ length: processes }, (_, first) =>
			listItems(count).filter(({ number }) => number % processes === first),
		);
		const results = await Promise.all(items.map(async (own) => await runSender({ credential, items: own })));
		const [error] = results.flatMap(({ errors }) => errors);
		if (error !== undefined) throw new Error(`${label}: ${error}`);
		const sent = results.reduce((sum, one) => sum + one.sent, 0);
		const { length } = bucket.bodies;
		const arrived = new Set(bucket.bodies.map((body) => (JSON.parse(body) as { text: string }).text));
		const missing = listItems(count).filter(({ text }) => !arrived.has(text)).length;
		if (sent !== count || length !== count || missing > 0) {
			throw new Error(`${label}: ${sent} of ${count} sent, ${length} arrived, ${missing} of them never`);
		}
		const seconds = (bucket.lastAt - bucket.firstAt) / 1_000;
		const shortest = (bucket.requests.length - bucket.refused - BURST) / RATE;
		const ratio = (seconds / shortest).toFixed(3);
		const refused = `${((bucket.refused / bucket.requests.length) * 100).toFixed(1)} %`;
		print(`${label}: ${ratio} times the limit, ${refused} refused`);
		return [label, sent.toLocaleString('en-US'), `${seconds.toFixed(1)} s`, ratio, refused];
	} finally {
		await bucket.close();
	}
}

/**
 * Sending to a platform that takes {@link RATE} requests per second and refuses more: how near to that rate, and how many
 * requests are refused. All cases run at once, each with a platform of its own: they wait most of the time.
 */
export const benchRate: Bench = async ({ small, print, count = small ? 100 : 1_000 }) => {
	const rows = await Promise.all(
		CASES.map(async ([processes, retryAfter]) => await runCase(processes, retryAfter, count, print)),
	);
	const title = `${count.toLocaleString('en-US')} messages, ${CHANNELS} channels`;
	return {
		tables: [{ header: [title, 'sent once', 'time', 'relative to the limit', 'refused'], rows }],
		conditions:
			`The server in the place of the platform takes ${RATE} requests per second with a token (${BURST} at once), and answers 429 to others. ` +
			`*Message: Send* runs in n8n-core's engine, in processes of their own that share the items. One run of each case. ` +
			`Each message must arrive once, and none may fail. The limit is the shortest time that such a platform allows.`,
	};
};
