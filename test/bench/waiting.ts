/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development only: this file is never part of the published package */
import { createServer } from 'node:http';
import { randomUUID } from 'node:crypto';
import { limitTo } from '../../sandbox/core/limit';
import { z } from 'zod';
import type { Tarball } from '../../sandbox/demo/pack';
import { startSandbox, type Sandbox } from '../../sandbox/server';
import { readButtonKey } from '../../nodes/shared/buttonKey';
import { chainWorkflow, type ChainNode, createAndPublish } from '../helpers/realN8n';
import { keysOf } from '../helpers/handOver';
import { listen } from '../helpers/servers';
import { waitFor } from '../helpers/waitFor';
import type { Bench } from './bench';
import { post, pressOf } from './deliveries';
import { BenchN8n } from './n8n';
import { target } from './report';
import { type Candidate, interleave, median, medianOf, ratioOf, show } from './statistics';
import { flood } from './trigger';

/** Executions that wait meanwhile. */
const WAITING = [0, 100, 1_000];

/** Events of others in a round, so that it takes some seconds. */
const EVENTS = 200;

const ROUNDS = 7;

/** Presses of a round, one after the other. */
const PRESSES = 5;

const AT_ONCE = 8;

/** The measurements of one round. */
interface Round {
	/** Processor time of n8n for an event that starts another workflow, in ms. */
	cpuMs: number;
	/** Time from the press, as the platform sends it, to the next node of the execution that asked, in ms. */
	resumedMs: number;
	/** Time from the press to its 200, in ms. */
	answeredMs: number;
}

/** An n8n with a workflow that asks, and with another workflow, whose trigger takes the answers, too. */
export class Asker {
	/** Run times of the node behind the question, by execution. */
	private readonly resumed = new Map<string, number>();

	private askUrl = '';

	private asking = '';

	private others = { name: 'others', url: '', workflowId: '' };

	private constructor(
		private readonly sandbox: Sandbox,
		private readonly n8n: BenchN8n,
		private readonly stops: Array<() => Promise<unknown>>,
	) {}

	/** @param packed the package to install instead of today's */
	static async start(print: (line: string) => void, packed?: Tarball): Promise<Asker> {
		const sandbox = await startSandbox({ rules: { rate: false } });
		const n8n = await BenchN8n.start(sandbox, {}, print, packed);
		const asker = new Asker(sandbox, n8n, [async () => await n8n.stop(), async () => await sandbox.close()]);
		await asker.publish();
		return asker;
	}

	private async publish(): Promise<void> {
		const server = createServer((request, response) => {
			this.resumed.set((request.url ?? '').slice(1), performance.now());
			response.end('{}');
		});
		const { origin, close } = await listen(server);
		this.stops.push(close);
		const path = randomUUID();
		const [chat] = this.sandbox.state.chats;
		const value = `${chat?.channel}_${chat?.channelId}_${chat?.chatId}`;
		const start: ChainNode = {
			...{ name: 'Start', type: 'n8n-nodes-base.webhook', typeVersion: 2, webhookId: path },
			parameters: { httpMethod: 'POST', path, options: {} },
		};
		const ask: ChainNode = {
			...{
				name: 'Ask',
				type: 'n8n-nodes-messaging-platform.messagingPlatform',
				typeVersion: 1,
				credentials: this.n8n.credentials,
			},
			parameters: {
				...{ resource: 'message', operation: 'sendAndWait', sendTo: 'chat', chat: { __rl: true, mode: 'id', value } },
				message: 'Ship it?',
			},
		};
		const next: ChainNode = {
			...{ name: 'Next', type: 'n8n-nodes-base.httpRequest', typeVersion: 4.2 },
			parameters: { url: `=${origin}/{{ $execution.id }}`, options: {} },
		};
		this.asking = (await this.n8n.rest.createWorkflow(chainWorkflow('Asks', [start, ask, next]))).id;
		await this.n8n.rest.publish(this.asking);
		this.askUrl = `${this.n8n.n8n.origin}/webhook/${path}`;
		const trigger: ChainNode = {
			...{ name: 'Messages', type: 'n8n-nodes-messaging-platform.messagingPlatformTrigger', typeVersion: 2 },
			...{ parameters: { events: ['new_message'], options: {} }, credentials: this.n8n.credentials },
		};
		const done: ChainNode = { name: 'Done', type: 'n8n-nodes-base.noOp', typeVersion: 1, parameters: {} };
		const { id, url } = await createAndPublish(
			{ rest: this.n8n.rest, sandbox: this.sandbox },
			chainWorkflow('Others', [trigger, done]),
		);
		this.others = { name: 'others', url, workflowId: id };
		// A GET is refused in other words once the POST webhook is there.
		const refused = async () => await (await fetch(this.askUrl)).text();
		await waitFor(async () => (await refused()).includes('not registered for GET'), 'n8n registers the webhook');
	}

	private async countWaiting(): Promise<number> {
		const filter = encodeURIComponent(JSON.stringify({ workflowId: this.asking, status: ['waiting'] }));
		const schema = z.object({ count: z.number() });
		return (await this.n8n.rest.call('GET', `/rest/executions?filter=${filter}&limit=1`, schema)).count;
	}

	/** Has so many more executions ask, and waits until all of them wait. */
	async ask(count: number): Promise<void> {
		const before = await this.countWaiting();
		const limit = limitTo(AT_ONCE);
		const asking = Array.from(
			{ length: count },
			async () => await limit(async () => await fetch(this.askUrl, { method: 'POST' })),
		);
		if ((await Promise.all(asking)).some(({ status }) => status !== 200)) throw new Error('n8n did not begin every execution');
		await waitFor(async () => (await this.countWaiting()) === before + count, `${count} more executions wait`, 600_000);
	}

	private async pressOnce(): Promise<{ resumedMs: number; answeredMs: number }> {
		await this.ask(1);
		const sent = this.sandbox.state.chats[0]?.messages.at(-1);
		const payload = String(sent?.buttons?.[0]?.payload);
		const id = readButtonKey(payload, keysOf(this.sandbox.apiToken))?.executionId ?? '';
		const delivery = pressOf(this.sandbox, payload);
		const start = performance.now();
		const status = await post(this.others.url, delivery);
		const answeredMs = performance.now() - start;
		if (status !== 200) throw new Error(`The press was answered ${status}`);
		await waitFor(() => this.resumed.has(id), `execution ${id} goes on`);
		return { answeredMs, resumedMs: (this.resumed.get(id) ?? 0) - start };
	}

	async round(events: number): Promise<Round> {
		const { cpuMs } = await flood(this.n8n, this.sandbox, this.others, events);
		const presses = [];
		for (let press = 0; press < PRESSES; press += 1) presses.push(await this.pressOnce());
		return {
			cpuMs,
			resumedMs: median(presses.map(({ resumedMs }) => resumedMs)),
			answeredMs: median(presses.map(({ answeredMs }) => answeredMs)),
		};
	}

	async stop(): Promise<void> {
		for (const stop of this.stops) await stop();
	}
}

const titleOf = (waiting: number) => waiting.toLocaleString('en-US');

/** Measures what waiting executions cost other events, and the time from a press until its execution continues. */
export const benchWaiting: Bench = async ({ small, print }) => {
	const askers: Asker[] = [];
	const sizes = small ? [0, 20] : WAITING;
	try {
		const candidates: Array<Candidate<Round>> = [];
		for (const waiting of sizes) {
			print(`an n8n with ${waiting} waiting executions`);
			const asker = await Asker.start(print);
			askers.push(asker);
			await asker.ask(waiting);
			candidates.push({ name: titleOf(waiting), run: async () => await asker.round(small ? 20 : EVENTS) });
		}
		const results = await interleave(candidates, small ? 1 : ROUNDS);
		const [none = '', most = none] = [candidates[0]?.name, candidates.at(-1)?.name];
		const cost = ratioOf(results, most, none, ({ cpuMs }) => cpuMs);
		const ms = (name: string, figure: (round: Round) => number) => `${show(medianOf(results, name, figure))} ms`;
		return {
			name: 'waiting',
			tables: [
				{
					header: [
						'waiting executions',
						"n8n's CPU per unrelated event",
						'ratio',
						'button press to its 200',
						'button press to the next node',
					],
					rows: candidates.map(({ name }) => [
						name,
						ms(name, ({ cpuMs }) => cpuMs),
						show(ratioOf(results, name, none, ({ cpuMs }) => cpuMs)),
						ms(name, ({ answeredMs }) => answeredMs),
						ms(name, ({ resumedMs }) => resumedMs),
					]),
				},
			],
			targets: [
				target(
					`an unrelated event costs up to 1.05 times as much with ${most} waiting executions as with none`,
					cost,
					cost <= 1.05,
					cost.toFixed(3),
				),
			],
			conditions: `One n8n for each number, all running at the same time and measured in turns, with the default expression engine and SQLite. Medians after a warm-up: ${ROUNDS} rounds of ${EVENTS} events, ${AT_ONCE} at once, and of ${PRESSES} button presses one after the other. Each event must have its execution. Each press must be answered 200, and its execution must continue.`,
		};
	} finally {
		for (const asker of askers) await asker.stop();
	}
};
