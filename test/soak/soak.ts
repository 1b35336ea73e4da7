/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development only: this file is never part of the published package */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { waitUntil } from '../../sandbox/demo/wait';
import { startSandbox } from '../../sandbox/server';
import type { Sandbox } from '../../sandbox/server';
import { BenchN8n } from '../bench/n8n';
import { median } from '../bench/statistics';

/** A pause between two messages of end users, in ms: some five events a second. */
const PAUSE_MS = 200;

/** n8n's memory is read this often, in ms. */
const SAMPLE_MS = 5_000;

/** By how much the memory after garbage collection may rise, end against middle, and still count as flat, in bytes. */
const FLAT_BYTES = 40 * 1024 ** 2;

const CHATS = ['70001', '70003', '70008', '70011'];

/** Trouble that comes in turns while the soak runs; each ends by itself. */
const FAULTS: Array<Record<string, unknown>> = [
	{ kind: 'duplicate', times: 3, count: 3 },
	{ kind: 'keyDown', count: 2 },
	{ kind: 'foreignKey', count: 2 },
	{ kind: 'expiredToken', count: 2 },
	{ kind: 'noToken', count: 2 },
	{ kind: 'slow', delayMs: 1_500, count: 3, match: { path: '^/api/messages$' } },
	{ kind: 'unknownFields', count: 3 },
];

const deliverySchema = z.object({ eventId: z.string(), status: z.string(), body: z.string() });

async function post(url: string, body: unknown): Promise<void> {
	const headers = { 'content-type': 'application/json' };
	const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
	if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`);
	await response.arrayBuffer();
}

async function inboundDeliveries(sandbox: Sandbox): Promise<Array<z.infer<typeof deliverySchema>>> {
	const response = await fetch(`${sandbox.origin}/sandbox/deliveries`);
	const { $items } = z.object({ $items: z.array(deliverySchema) }).parse(await response.json());
	return $items.filter(({ body }) => body.includes('"direction":"inbound"'));
}

/** The echo bot, with the event's id in the reply, which keeps no data of its successful executions. */
async function publishBot(n8n: BenchN8n, sandbox: Sandbox): Promise<void> {
	const node = (name: string, type: string, typeVersion: number, parameters: Record<string, unknown>, x: number) => ({
		...{ id: randomUUID(), name, type: `n8n-nodes-messaging-platform.${type}`, typeVersion, parameters, position: [x, 0] },
		...(type.endsWith('Trigger') && { webhookId: randomUUID() }),
		credentials: n8n.credentials,
	});
	const text = "={{ $('Messages').item.json.eventId }}";
	const { id } = await n8n.rest.createWorkflow({
		name: 'Soak',
		nodes: [
			node('Messages', 'messagingPlatformTrigger', 2, { events: ['new_message'], options: {} }, 0),
			node('Reply', 'messagingPlatform', 1, { resource: 'message', operation: 'send', sendTo: 'reply', text }, 200),
		],
		connections: { Messages: { main: [[{ node: 'Reply', type: 'main', index: 0 }]] } },
		settings: { saveDataSuccessExecution: 'none' },
	});
	await n8n.rest.publish(id);
	if (!(await waitUntil(() => sandbox.state.webhooks.length === 1, 15_000))) throw new Error('No webhook was registered');
}

/**
 * Lets events and replies run through a real n8n, with faults from the sandbox in turns, and accounts for every event:
 * each that was answered 200 is replied to exactly once, no other is.
 *
 * @param durationMs how long events are made
 * @param print told the figures every now and then
 * @throws Error when an event is lost, replied to twice or without having been accepted, or when the memory grows
 */
export async function soak(durationMs: number, print: (line: string) => void): Promise<void> {
	const sandbox = await startSandbox({ resendDelaysMs: [500, 2_000, 4_000, 8_000], logSize: 1_000_000 });
	const n8n = await BenchN8n.start(sandbox, {}, print);
	const memory: number[] = [];
	let written = 0;
	try {
		await publishBot(n8n, sandbox);
		const start = Date.now();
		let sampled = start;
		for (; Date.now() - start < durationMs; written += 1) {
			if (written % 25 === 20) await post(`${sandbox.origin}/sandbox/faults`, FAULTS[Math.floor(written / 25) % FAULTS.length]);
			const chat = CHATS[written % CHATS.length];
			await post(`${sandbox.origin}/sandbox/chats/${chat}/messages`, { text: `Soak ${written} ${randomUUID()}` });
			await delay(PAUSE_MS);
			if (Date.now() - sampled < SAMPLE_MS) continue;
			sampled = Date.now();
			memory.push(await n8n.memory());
			if (memory.length % 6 === 0) print(`${Math.round((sampled - start) / 1000)} s, ${written} messages, ${toMB(memory.at(-1) ?? 0)} MB`);
		}
		await sandbox.settled();
		print(await account(sandbox, written));
		print(checkFlat(memory));
	} finally {
		await n8n.stop();
		await sandbox.close();
	}
}

const toMB = (bytes: number) => Math.round(bytes / 1024 ** 2);

async function account(sandbox: Sandbox, written: number): Promise<string> {
	const repliesTo = () => {
		const counts = new Map<string, number>();
		for (const { messages } of sandbox.state.chats) {
			for (const { direction, text } of messages) {
				if (direction === 'outbound' && text !== undefined) counts.set(text, (counts.get(text) ?? 0) + 1);
			}
		}
		return counts;
	};
	const deliveries = await inboundDeliveries(sandbox);
	const accepted = new Set(deliveries.filter(({ status }) => status === 'delivered').map(({ eventId }) => eventId));
	const events = new Set(deliveries.map(({ eventId }) => eventId));
	await waitUntil(() => repliesTo().size >= accepted.size, 60_000);
	const replies = repliesTo();
	const lost = [...accepted].filter((event) => !replies.has(event));
	const twice = [...replies].filter(([, count]) => count > 1);
	const unasked = [...replies.keys()].filter((event) => !accepted.has(event));
	const attempts = `${events.size} events of ${written} messages, ${deliveries.length} deliveries, ${accepted.size} accepted`;
	if (events.size !== written) throw new Error(`Not every message became an event: ${attempts}`);
	if (lost.length > 0) throw new Error(`${attempts}; accepted but not replied to: ${lost.join()}`);
	if (twice.length > 0) throw new Error(`${attempts}; replied to more than once: ${twice.map(([event]) => event).join()}`);
	if (unasked.length > 0) throw new Error(`${attempts}; replied to without having been accepted: ${unasked.join()}`);
	return `${attempts}, each replied to once; ${events.size - accepted.size} never accepted`;
}

/** The last third of the run against the middle one: the first is n8n warming up. */
function checkFlat(memory: number[]): string {
	const third = Math.floor(memory.length / 3);
	if (third === 0) return 'Too short to tell whether the memory is flat';
	const middle = median(memory.slice(third, 2 * third));
	const end = median(memory.slice(2 * third));
	const figures = `Memory after garbage collection: ${toMB(middle)} MB in the middle third, ${toMB(end)} MB in the last`;
	if (end - middle > FLAT_BYTES) throw new Error(`${figures}: it grows`);
	return figures;
}
