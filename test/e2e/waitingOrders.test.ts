/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development only: this file is never part of the published package */
import { createServer, request as httpRequest } from 'node:http';
import fc from 'fast-check';
import { limitTo } from '../../sandbox/core/limit';
import { createSigningKey, type SigningKey } from '../../sandbox/security/signing';
import { chainWorkflow, createAndPublish, type RealN8n, startRealN8n, restart } from '../helpers/realN8n';
import { listen } from '../helpers/servers';
import { waitFor } from '../helpers/waitFor';
import {
	BUTTONS,
	APPROVER,
	eventOfPress,
	Playing,
	type Press,
	QUESTIONS,
	type Standing,
	type Step,
	stepsBetween,
	TRIGGERS,
	type World,
} from '../helpers/waitingOrders';
import { deliverSigned } from './delivery';
import { ADA, type AskedInChat, Questions } from './questions';

const ORDERS = 30;

/** Fixed, so that a failure can be looked at again; each order is printed with its failure. */
const SEED = 20_261_122;

/** Time that limited questions wait, in minutes: longer than it takes to play the events before in their order. */
const LIMIT_MINUTES = 1;

/**
 * n8n recovers waiting executions from a crash at its start, unless it is configured not to (docs/develop/ask-and-wait-design.md,
 * "What ends a question").
 */
const ENV = { N8N_EVENTBUS_RECOVERY_MODE: 'simple' };

/** A step that reports each run, so that an execution that continued twice is seen. */
interface Counter {
	url: string;
	runs: Map<string, number>;
	close(): Promise<void>;
}

async function startCounter(): Promise<Counter> {
	const runs = new Map<string, number>();
	const server = createServer((request, response) => {
		const id = (request.url ?? '').slice(1);
		runs.set(id, (runs.get(id) ?? 0) + 1);
		response.setHeader('content-type', 'application/json');
		response.end('{}');
	});
	const { origin, close } = await listen(server);
	return { url: origin, runs, close };
}

/** A proxy in front of n8n: it drops the presses that it is given, once each. */
interface Proxy {
	origin: string;
	target: string;
	/** Executions whose next hand-over fails. */
	failing: Set<string>;
	close(): Promise<void>;
}

async function startProxy(): Promise<Proxy> {
	const failing = new Set<string>();
	const server = createServer((request, response) => {
		void (async () => {
			const chunks: Buffer[] = [];
			for await (const chunk of request) chunks.push(chunk as Buffer);
			const body = Buffer.concat(chunks);
			const [, executionId = ''] = /^\/webhook-waiting\/(\w+)\//.exec(request.url ?? '') ?? [];
			if (failing.delete(executionId)) {
				response.writeHead(502).end();
				return;
			}
			const { method, headers, url } = request;
			const passed = httpRequest(proxy.target + url, { method, headers }, (answer) => {
				response.writeHead(answer.statusCode ?? 502, answer.headers);
				answer.pipe(response);
			});
			passed.once('error', () => response.destroy());
			passed.end(body);
		})().catch(() => response.destroy());
	});
	const { origin, close } = await listen(server);
	const proxy: Proxy = { origin, target: '', failing, close };
	return proxy;
}

let real: RealN8n;
let proxy: Proxy;
let counter: Counter;
let questions: Questions;
let foreignKey: SigningKey;
let urls: string[];

beforeAll(async () => {
	[proxy, counter, foreignKey] = await Promise.all([startProxy(), startCounter(), createSigningKey()]);
	real = await startRealN8n({ env: { ...ENV, WEBHOOK_URL: `${proxy.origin}/` } });
	proxy.target = real.n8n.origin;
	questions = new Questions(real);
	const count = {
		...{ name: 'Count', type: 'n8n-nodes-base.httpRequest', typeVersion: 4.2 },
		parameters: { url: `=${counter.url}/{{ $execution.id }}`, options: {} },
	};
	// a person says which question is to have a time limit
	const limit = {
		limitType: 'afterTimeInterval',
		resumeUnit: 'minutes',
		resumeAmount: `={{ $json.text.startsWith('limit') ? ${LIMIT_MINUTES} : 600 }}`,
	};
	const options = { approverIds: APPROVER, limitWaitTime: { values: limit } };
	const asking = chainWorkflow('Asks', [questions.trigger(), questions.ask({ options }), count]);
	const triggers = [asking, chainWorkflow('Listens, too', [questions.trigger(['ChatMemoChanged']), count])];
	urls = [];
	for (const definition of triggers.slice(0, TRIGGERS)) urls.push((await createAndPublish(real, definition)).url);
});
afterAll(async () => {
	await real?.close();
	await Promise.all([proxy?.close(), counter?.close()]);
});

/** One order's questions in the real n8n. Time limits and the restart come for all orders at once. */
class RealWorld implements World {
	private last: { body: object; trigger: Partial<Parameters<typeof deliverSigned>[2]> } | undefined;

	private readonly done: Standing[] = [];

	constructor(private readonly asked: AskedInChat[]) {}

	private of(question: number): AskedInChat {
		const asked = this.asked[question];
		if (asked === undefined) throw new Error(`there is no question ${question}`);
		return asked;
	}

	async press(presses: Press[]): Promise<number[]> {
		const chat = real.sandbox.state.chats.find(({ tbChatId }) => String(tbChatId) === ADA);
		const { channel = '', channelId = 0, chatId = '' } = chat ?? {};
		const { accountId, apiToken } = real.sandbox;
		return await Promise.all(
			presses.map(async (press) => {
				const { payloads, executionId } = this.of(press.question);
				const where = { channel, channelId: Number(channelId), chatId };
				const event = eventOfPress(press, { accountId, apiToken, chat: where, payloads });
				if (press.flaw === 'not handed over') proxy.failing.add(executionId);
				const token = { accountId: event.accountId, ...(press.flaw === 'forged signature' && { key: foreignKey }) };
				const body = JSON.parse(event.body) as object;
				if (presses.length === 1) this.last = { body, trigger: token };
				const status = await deliverSigned(real, urls[press.trigger] ?? '', token, body);
				proxy.failing.delete(executionId);
				return status;
			}),
		);
	}

	async again(trigger: number): Promise<number> {
		const { body = {}, trigger: token } = this.last ?? {};
		return await deliverSigned(real, urls[trigger] ?? '', token, body);
	}

	async timeIsOver(question: number): Promise<void> {
		await questions.ended(this.of(question).executionId);
	}

	async stop(question: number): Promise<void> {
		await real.rest.stopExecution(this.of(question).executionId);
		this.done[question] = 'stopped';
	}

	async delete(question: number): Promise<void> {
		const { executionId } = this.of(question);
		await real.rest.deleteExecutions([executionId]);
		await waitFor(async () => (await questions.status(executionId)) === undefined, 'it is deleted');
		this.done[question] = 'deleted';
	}

	/** It is behind all of them. */
	async restart(): Promise<void> {}

	async standing(question: number): Promise<Standing> {
		const { executionId } = this.of(question);
		const running = ['new', 'running', 'unknown'];
		await waitFor(async () => !running.includes((await questions.status(executionId)) ?? ''), 'nothing of it runs');
		const runs = counter.runs.get(executionId) ?? 0;
		const execution = await real.rest.getExecution(executionId).catch(() => undefined);
		const { status = 'deleted', output = {} } = execution ?? {};
		if (runs > 1 || (runs === 1 && status !== 'success'))
			throw new Error(`${executionId} is ${status} and went on ${runs} times`);
		const ended = this.done[question];
		const expected = { stopped: 'canceled', deleted: 'deleted' }[String(ended)];
		if (runs === 0 && ended !== undefined && status === expected) return ended;
		if (runs === 0 && status === 'waiting') return 'waits';
		if (runs !== 1) throw new Error(`${executionId} is ${status} and went on ${runs} times`);
		const data = output.Ask?.[0]?.data as { timedOut?: boolean; approved?: boolean };
		return data.timedOut === true ? 'timed out' : `answered ${BUTTONS[data.approved === true ? 0 : 1]}`;
	}
}

/** Events before, then the time of some questions ends and n8n restarts, then the events after. */
interface Order {
	before: Step[];
	limited: boolean[];
	after: Step[];
}

const anyOrder: fc.Arbitrary<Order> = fc.record({
	before: stepsBetween,
	limited: fc.array(fc.boolean(), { minLength: QUESTIONS, maxLength: QUESTIONS }),
	after: stepsBetween,
});

/** So many at once: more would only wait for each other. */
const atOnce = limitTo(4);

test(`ends thirty orders of presses, time limits, a restart, stops and deletions as promised (seed ${SEED})`, async () => {
	const orders = fc.sample(anyOrder, { numRuns: ORDERS, seed: SEED });
	const playing = await Promise.all(
		orders.map(
			async ({ before, limited }) =>
				await atOnce(async () => {
					const asked = await questions.asked(limited.map((isLimited) => (isLimited ? 'limit' : 'none')));
					const limitsEnd = Date.now() + LIMIT_MINUTES * 60_000;
					const one = new Playing(new RealWorld(asked));
					await one.play(before);
					expect(Date.now()).toBeLessThan(limitsEnd);
					return { one, limitsEnd };
				}),
		),
	);
	const lastEnd = Math.max(...playing.map(({ limitsEnd }) => limitsEnd));
	await waitFor(() => Date.now() > lastEnd, 'every time limit is over', 2 * LIMIT_MINUTES * 60_000);
	await restart(real);
	const over = ({ limited }: Order): Step => ({
		kind: 'time is over',
		questions: limited.flatMap((isLimited, question) => (isLimited ? [question] : [])),
	});
	await Promise.all(
		orders.map(
			async (order, index) =>
				await atOnce(async () => await playing[index]?.one.play([over(order), { kind: 'restart' }, ...order.after])),
		),
	);
	// every press was delivered; the sandbox has none left to send again
	await real.sandbox.settled();
}, 900_000);
