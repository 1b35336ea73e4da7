/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-dangerous-functions -- development only: this file is never part of the published package */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { Bench } from '../bench';
import { CHANNELS, listItems } from '../service';
import { show } from '../statistics';
import { BURST, RATE, startBucket } from './bucket';
import type { Order, Sent } from './sender';

const COUNT = 1_000;
const SMALL = 100;

/** Who sends, and what the refusals say. */
interface Case {
	processes: number;
	retryAfter?: number;
}

const CASES: Case[] = [{ processes: 1 }, { processes: 1, retryAfter: 1 }, { processes: 2 }, { processes: 2, retryAfter: 1 }];

/** The result of a case. */
interface Result {
	label: string;
	processes: number;
	sent: number;
	seconds: number;
	/** The time, relative to the shortest that the platform allows. */
	ratio: number;
	/** The share of the requests that were refused. */
	refused: number;
}

async function runSender(order: Order): Promise<Sent> {
	const child = fork(path.join(__dirname, 'sender.ts'));
	child.send(order);
	const ended = once(child, 'exit').then(() => ({ sent: 0, errors: ['The process ended without a result'] }));
	return await Promise.race([once(child, 'message').then(([sent]) => sent as Sent), ended]);
}

/** Sends all items of a case, and checks that each arrived once and none failed. */
async function runCase({ processes, retryAfter }: Case, count: number): Promise<Result> {
	const says = retryAfter === undefined ? 'without Retry-After' : `Retry-After: ${retryAfter}`;
	const label = `${processes} process${processes === 1 ? '' : 'es'}, ${says}`;
	const bucket = await startBucket(retryAfter);
	try {
		const order = { baseUrl: `${bucket.origin}/api`, count, channels: CHANNELS, step: processes };
		const results = await Promise.all(
			Array.from({ length: processes }, async (_, first) => await runSender({ ...order, first })),
		);
		const [error] = results.flatMap(({ errors }) => errors);
		if (error !== undefined) throw new Error(`${label}: ${error}`);
		const sent = results.reduce((sum, one) => sum + one.sent, 0);
		const texts = bucket.bodies.map((body) => (JSON.parse(body) as { text: string }).text);
		const arrived = new Set(texts);
		const missing = listItems(count).filter(({ text }) => !arrived.has(text)).length;
		if (sent !== count || texts.length !== count || missing > 0) {
			throw new Error(`${label}: ${sent} of ${count} sent, ${texts.length} arrived, ${missing} of them never`);
		}
		const seconds = (bucket.lastAt - bucket.firstAt) / 1_000;
		const limit = (bucket.requests - bucket.refused - BURST) / RATE;
		return { label, processes, sent, seconds, ratio: seconds / limit, refused: bucket.refused / bucket.requests };
	} finally {
		await bucket.close();
	}
}

/**
 * Sending to a platform that takes {@link RATE} requests per second and refuses more: how near to that rate, and how many
 * requests are refused. All cases run at once, each with a platform of its own: they wait most of the time.
 */
export const benchRate: Bench = async ({ small, print, count = small ? SMALL : COUNT }) => {
	const results = await Promise.all(
		CASES.map(async (one) => {
			const result = await runCase(one, count);
			print(`${result.label}: ${result.ratio.toFixed(3)} times the limit, ${show(result.refused * 100)} % refused`);
			return result;
		}),
	);
	return {
		name: 'rate',
		tables: [
			{
				header: [
					`${count.toLocaleString('en-US')} messages, ${CHANNELS} channels`,
					'sent once',
					'time',
					'relative to the limit',
					'refused',
				],
				rows: results.map(({ label, sent, seconds, ratio, refused }) => [
					label,
					sent.toLocaleString('en-US'),
					`${seconds.toFixed(1)} s`,
					ratio.toFixed(3),
					`${(refused * 100).toFixed(1)} %`,
				]),
			},
		],
		conditions:
			`The server in the place of the platform takes ${RATE} requests per second with a token (${BURST} at once), and answers 429 to others. ` +
			`*Message: Send* runs in n8n-core's engine, in processes of their own that share the items. One run of each case. ` +
			`Each message must arrive once, and none may fail. The limit is the shortest time that such a platform allows.`,
	};
};
