/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- development only: this file is never part of the published package */
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { startSandbox } from '../../../sandbox/server';
import { chainWorkflow, createAndPublish } from '../../helpers/realN8n';
import { waitFor } from '../../helpers/waitFor';
import type { Bench } from '../bench';
import { delivery, post } from '../deliveries';
import { BenchN8n } from '../n8n';
import { target } from '../report';
import { startBenchService } from '../service';
import { type Candidate, interleave, medianOf, show } from '../statistics';

const KB = 1_000;
const SIZES = [20 * KB, 200 * KB, 2_000 * KB, 20_000 * KB];
const ROUNDS = 5;

const OURS = 'trigger';

const PEER = 'webhook';

/** The measurements of one event. */
interface Event {
	/** Time from its first byte to the 200, in ms. */
	answeredMs: number;
	/** Time from its first byte to the next node, in ms. */
	executedMs: number;
	/** Growth of n8n's resident memory meanwhile, in bytes. */
	growthBytes: number;
}

const sizeOf = (bytes: number) => (bytes < 1_000 * KB ? `${bytes / KB} kB` : `${bytes / KB / 1_000} MB`);

/** Measures the cost of an event as it grows. */
export const benchGrowthEvents: Bench = async ({ small, print }) => {
	const [sandbox, service] = [await startSandbox({ rules: { rate: false } }), await startBenchService()];
	const n8n = await BenchN8n.start(
		sandbox,
		{
			N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE: 'true',
			N8N_PAYLOAD_SIZE_MAX: '64',
			N8N_CUSTOM_EXTENSIONS: path.join(__dirname, 'nodes'),
		},
		print,
	);
	const [sizes, rounds] = small ? [SIZES.slice(0, 2), 1] : [SIZES, ROUNDS];
	try {
		const trigger = {
			...{ name: 'Messages', type: 'n8n-nodes-messaging-platform.messagingPlatformTrigger', typeVersion: 2 },
			...{ parameters: { events: ['new_message'], security: { maxEventMegabytes: 64 } }, credentials: n8n.credentials },
		};
		const parameters = { service: service.origin, items: '', heap: false };
		const next = { name: 'Next', type: 'CUSTOM.measure', typeVersion: 1, parameters };
		const workflowOf = (first: typeof trigger | typeof webhook) =>
			chainWorkflow(`Large events: ${first.type}`, [first, next], { saveDataSuccessExecution: 'none' });
		const webhookId = randomUUID();
		const webhook = {
			...{ name: 'Webhook', type: 'n8n-nodes-base.webhook', typeVersion: 2, webhookId },
			...{ parameters: { httpMethod: 'POST', path: webhookId, options: { noResponseBody: true } } },
		};
		const { id } = await n8n.rest.createWorkflow(workflowOf(webhook));
		await n8n.rest.publish(id);
		const { url: own } = await createAndPublish({ rest: n8n.rest, sandbox }, workflowOf(trigger));
		let executed: number | undefined;
		service.onMeasured = () => (executed = performance.now());
		const candidateOf = (name: string, url: string, bytes: number): Candidate<Event> => ({
			name: `${name} ${bytes}`,
			run: async () => {
				const event = delivery(sandbox, 'x'.repeat(bytes));
				executed = undefined;
				let [start, end] = [0, 0];
				const { growthBytes } = await n8n.watch(async () => {
					start = performance.now();
					const status = await post(url, event);
					end = performance.now();
					if (status !== 200) throw new Error(`An event of ${sizeOf(bytes)} was answered ${status}`);
					await waitFor(() => executed !== undefined, 'the next node runs');
				});
				return { answeredMs: end - start, executedMs: (executed ?? NaN) - start, growthBytes };
			},
		});
		const candidates = sizes.flatMap((bytes) => [
			candidateOf(OURS, own, bytes),
			candidateOf(PEER, `${n8n.n8n.origin}/webhook/${webhookId}`, bytes),
		]);
		const results = await interleave(candidates, rounds);
		const figure = (bytes: number, name: keyof Event, candidate = OURS) =>
			medianOf(results, `${candidate} ${bytes}`, (event) => event[name]);
		const perMegabyte = (bytes: number, name: keyof Event) => figure(bytes, name) / (bytes / KB / 1_000);
		const [middle = 0, most = 0] = sizes.slice(-2);
		const time = perMegabyte(most, 'answeredMs') / perMegabyte(middle, 'answeredMs');
		const memory = figure(most, 'growthBytes') / most;
		const curve = (name: string, value: (bytes: number) => number) => ({
			name,
			points: sizes.map((bytes): [number, number] => [bytes / KB, value(bytes)]),
		});
		return {
			name: 'growth-events',
			tables: [
				{
					header: [
						...['event', 'time to the 200', 'time to the next node', 'memory growth', 'relative to its size'],
						...["n8n's Webhook node: time to the 200", 'memory growth'],
					],
					rows: sizes.map((bytes) => [
						sizeOf(bytes),
						`${show(figure(bytes, 'answeredMs'))} ms`,
						`${show(figure(bytes, 'executedMs'))} ms`,
						`${show(figure(bytes, 'growthBytes') / 1024 ** 2)} MB`,
						show(figure(bytes, 'growthBytes') / bytes),
						`${show(figure(bytes, 'answeredMs', PEER))} ms`,
						`${show(figure(bytes, 'growthBytes', PEER) / 1024 ** 2)} MB`,
					]),
				},
			],
			targets: [
				target(`${sizeOf(most)} take up to ten times as long as ${sizeOf(middle)}`, time, time <= 1, show(10 * time)),
				target(`${sizeOf(most)} need memory of up to 10 times their size`, memory, memory <= 10, show(memory)),
			],
			pictures: [
				{
					file: 'growth-events',
					title: 'Time and memory for larger events',
					x: { title: 'size of the event (kB)', logarithmic: true },
					y: { title: 'time (ms), memory (MB)', logarithmic: true },
					curves: [
						curve('time to the 200', (bytes) => figure(bytes, 'answeredMs')),
						curve('time to the next node', (bytes) => figure(bytes, 'executedMs')),
						curve("growth of n8n's memory", (bytes) => Math.max(0.1, figure(bytes, 'growthBytes') / 1024 ** 2)),
					],
				},
			],
			conditions: `A message with a long text. N8N_PAYLOAD_SIZE_MAX=64 (n8n itself rejects more than 16 MB by default), Event Size Limit of the trigger 64 MB (4 by default), N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE=true, executions aren't saved. One event at a time. Medians of ${rounds} rounds through all sizes after a warm-up. Memory growth is n8n's resident memory above its size before, after a garbage collection. The Webhook node checks nothing and gets the same events. Each event must be answered 200 and start its execution.`,
		};
	} finally {
		await n8n.stop();
		await service.close();
		await sandbox.close();
	}
};
