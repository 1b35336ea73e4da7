import { randomUUID } from 'node:crypto';
import { limitTo } from '../../sandbox/core/context';
import { startSandbox, type Sandbox } from '../../sandbox/server';
import { chainWorkflow, type ChainNode, createAndPublish } from '../helpers/realN8n';
import { waitFor } from '../helpers/waitFor';
import type { Bench } from './bench';
import { delivery, post } from './deliveries';
import { BenchN8n } from './n8n';
import { interleave, medianOf, ratioOf, show } from './statistics';

const AT_ONCE = 8;

/** One of n8n's ways to evaluate expressions, which decides what an event costs. */
interface Engine {
	title: string;
	env: Record<string, string>;
	/** Events in a round, so that it takes some seconds. */
	count: number;
}

const ENGINES: Engine[] = [
	{ title: 'default', env: {}, count: 100 },
	{ title: 'default, lazy acquire', env: { N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE: 'true' }, count: 200 },
	{ title: 'legacy', env: { N8N_EXPRESSION_ENGINE: 'legacy' }, count: 200 },
];

const ROUNDS = 11;
const OURS = 'Messaging Platform Trigger';
const PEER = 'Webhook, JWT auth';
const OPEN = 'Webhook, no auth';
const FLOOR = 'the floor: no check at all';

/** The measurements of one round. */
interface Flood {
	/** Accepted events a second. */
	rate: number;
	/** Processor time of n8n for an event and its execution, in ms. */
	cpuMs: number;
}

interface Receiver {
	name: string;
	url: string;
	workflowId: string;
	/** Takes whatever comes. */
	open?: true;
}

/** Sends events, a few at once, and waits until n8n has an execution of each. */
async function flood(n8n: BenchN8n, sandbox: Sandbox, { name, url, workflowId }: Receiver, count: number): Promise<Flood> {
	const deliveries = Array.from({ length: count }, () => delivery(sandbox));
	const before = await n8n.countExecutions(workflowId);
	const limit = limitTo(AT_ONCE);
	const cpuBefore = await n8n.cpuTime();
	const start = performance.now();
	const statuses = await Promise.all(deliveries.map(async (one) => await limit(async () => await post(url, one))));
	const seconds = (performance.now() - start) / 1000;
	if (statuses.some((status) => status !== 200)) throw new Error(`${name} answered ${[...new Set(statuses)].join()}`);
	const executed = async () => (await n8n.countExecutions(workflowId)) === before + count;
	await waitFor(executed, `${name} has executed all of the ${count} events that it accepted`, 60_000);
	return { rate: count / seconds, cpuMs: ((await n8n.cpuTime()) - cpuBefore) / count };
}

const definition = (name: string, trigger: Omit<ChainNode, 'name'>) => {
	const done = { name: 'Done', type: 'n8n-nodes-base.noOp', typeVersion: 1, parameters: {} };
	return chainWorkflow(name, [{ name: 'Start', ...trigger }, done]);
};

const triggerNode = (n8n: BenchN8n) => ({
	typeVersion: 2,
	parameters: { events: ['new_message'], options: {} },
	credentials: n8n.credentials,
});

/** Publishes a workflow that this package's trigger starts. */
async function publishTrigger(n8n: BenchN8n, sandbox: Sandbox): Promise<Receiver> {
	const type = 'n8n-nodes-messaging-platform.messagingPlatformTrigger';
	const own = definition('Trigger', { type, ...triggerNode(n8n) });
	const { id: workflowId, url } = await createAndPublish({ rest: n8n.rest, sandbox }, own);
	return { name: OURS, workflowId, url };
}

/** Published workflows that differ in their trigger alone. */
async function receivers(n8n: BenchN8n, sandbox: Sandbox): Promise<Receiver[]> {
	const key = sandbox.state.keys[0];
	const jwt = await n8n.rest.createCredential('JWT', 'jwtAuth', {
		...{ keyType: 'pemKey', algorithm: 'RS512', publicKey: key?.publicKeyPem, privateKey: key?.privateKeyPem },
	});
	const publish = async (name: string, node: Omit<ChainNode, 'name'>, path: string): Promise<Receiver> => {
		const { id } = await n8n.rest.createWorkflow(definition(name, node));
		await n8n.rest.publish(id);
		return { name, workflowId: id, url: `${n8n.n8n.origin}/webhook/${path}` };
	};
	const webhook = async (name: string, authentication: string, credentials: ChainNode['credentials']): Promise<Receiver> => {
		const path = randomUUID();
		const parameters = { httpMethod: 'POST', path, authentication, options: { noResponseBody: true } };
		const node = { type: 'n8n-nodes-base.webhook', typeVersion: 2, webhookId: path, parameters, credentials };
		return await publish(name, node, path);
	};
	const webhookId = randomUUID();
	const floor = { type: 'CUSTOM.floorTrigger', webhookId, ...triggerNode(n8n) };
	return [
		await publishTrigger(n8n, sandbox),
		await webhook(PEER, 'jwtAuth', { jwtAuth: { id: jwt.id, name: jwt.name } }),
		{ ...(await webhook(OPEN, 'none', {})), open: true },
		{ ...(await publish(FLOOR, floor, `${webhookId}/webhook`)), open: true },
	];
}

async function measure({ title, env, count }: Engine, small: boolean, print: (line: string) => void) {
	const sandbox = await startSandbox({ rules: { rate: false } });
	const n8n = await BenchN8n.start(sandbox, env, print);
	try {
		const all = await receivers(n8n, sandbox);
		for (const { name, url, open } of all) {
			if (open) continue;
			const forged = await post(url, { token: 'forged', body: delivery(sandbox).body });
			if (forged === 200) throw new Error(`${name} accepted a forged delivery`);
		}
		const candidates = all.map((receiver) => ({
			name: receiver.name,
			run: async () => await flood(n8n, sandbox, receiver, small ? 20 : count),
		}));
		const results = await interleave(candidates, small ? 1 : ROUNDS);
		const rate = (name: string) => medianOf(results, name, (one) => one.rate);
		const cpu = (name: string) => medianOf(results, name, ({ cpuMs }) => cpuMs);
		const ratioTo = (name: string, reference: string) => ratioOf(results, name, reference, (one) => one.rate);
		return all.map(({ name }) => [
			...[title, name, show(rate(name)), show(ratioTo(name, PEER)), show(ratioTo(name, FLOOR))],
			`${show(cpu(name))} ms`,
		]);
	} finally {
		await n8n.stop();
		await sandbox.close();
	}
}

/** Accepted events a second of the published trigger, against n8n's own Webhook node and a node that checks nothing. */
export const benchTrigger: Bench = async ({ small, print }) => {
	const rows = [];
	for (const engine of ENGINES) {
		print(`expression engine: ${engine.title}`);
		rows.push(...(await measure(engine, small, print)));
	}
	const header = ['expression engine', 'trigger', 'events/s', 'ratio', 'share of the floor', "n8n's CPU per event"];
	return {
		name: 'trigger',
		tables: [{ header, rows: rows }],
		conditions: `${AT_ONCE} events at once, each with its own token (RSA 2048) that was never seen before. The workflow is the trigger and a node that does nothing, and executions are saved as by default. Medians of ${ROUNDS} rounds of 100 (default engine) or 200 events after a warm-up. Ratios are medians of the rounds' ratios. Each event must be answered 200 and have its execution. A forged one must be rejected.`,
	};
};
