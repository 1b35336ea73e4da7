import { randomUUID } from 'node:crypto';
import { startSandbox, type Sandbox } from '../../sandbox/server';
import { chainWorkflow, type ChainNode, createAndPublish } from '../helpers/realN8n';
import { delivery, type Engine, flood, post, type Receiver } from './deliveries';
import { BenchN8n } from './n8n';
import { type Bench, interleave, show } from './report';

const AT_ONCE = 8;
const ROUNDS = 11;
const ENGINES: Engine[] = [
	{ title: 'default', env: {}, count: 100 },
	{ title: 'default, lazy acquire', env: { N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE: 'true' }, count: 200 },
	{ title: 'legacy', env: { N8N_EXPRESSION_ENGINE: 'legacy' }, count: 200 },
];

const OURS = 'Messaging Platform Trigger';
const PEER = 'Webhook, JWT auth';
const FLOOR = 'the floor: no check at all';

/** Published workflows that differ in their trigger alone. */
async function receivers({ real: { rest, n8n }, credentials }: BenchN8n, sandbox: Sandbox): Promise<Receiver[]> {
	const definition = (name: string, trigger: Omit<ChainNode, 'name'>) =>
		chainWorkflow(name, [
			{ name: 'Start', ...trigger },
			{ name: 'Done', type: 'n8n-nodes-base.noOp', typeVersion: 1, parameters: {} },
		]);
	const publish = async (name: string, node: Omit<ChainNode, 'name'>, path: string): Promise<Receiver> => {
		const { id } = await rest.createWorkflow(definition(name, node));
		await rest.publish(id);
		return { name, id, url: `${n8n.origin}/webhook/${path}` };
	};
	const ours = { typeVersion: 2, parameters: { events: ['new_message'], options: {} }, credentials };
	const type = 'n8n-nodes-messaging-platform.messagingPlatformTrigger';
	const key = sandbox.state.keys[0];
	const jwt = await rest.createCredential('JWT', 'jwtAuth', {
		...{ keyType: 'pemKey', algorithm: 'RS512', publicKey: key?.publicKeyPem, privateKey: key?.privateKeyPem },
	});
	const webhookId = randomUUID();
	const peer = {
		...{ type: 'n8n-nodes-base.webhook', typeVersion: 2, webhookId, credentials: { jwtAuth: { id: jwt.id, name: jwt.name } } },
		parameters: { httpMethod: 'POST', path: webhookId, authentication: 'jwtAuth', options: { noResponseBody: true } },
	};
	return [
		{ name: OURS, ...(await createAndPublish({ rest, sandbox }, definition(OURS, { type, ...ours }))) },
		await publish(PEER, peer, webhookId),
		await publish(FLOOR, { type: 'CUSTOM.floorTrigger', webhookId, ...ours }, `${webhookId}/webhook`),
	];
}

async function measure({ title, env, count }: Engine, small: boolean) {
	const sandbox = await startSandbox({ rules: { rate: false } });
	const n8n = await BenchN8n.start(sandbox, env);
	try {
		const all = await receivers(n8n, sandbox);
		for (const { name, url } of all.slice(0, 2)) {
			const forged = await post(url, { token: 'forged', body: delivery(sandbox).body });
			if (forged === 200) throw new Error(`${name} accepted a forged delivery`);
		}
		const events = small ? 20 : count;
		const candidates = all.map((receiver) => ({
			name: receiver.name,
			run: async () => {
				const before = await n8n.cpuTime();
				const { accepted } = await flood(n8n.real.rest, sandbox, receiver, events, AT_ONCE);
				return { rate: accepted, cpuMs: ((await n8n.cpuTime()) - before) / events };
			},
		}));
		const results = await interleave(candidates, small ? 1 : ROUNDS);
		const ratioTo = (name: string, reference: string) => show(results.ratio(name, reference, ({ rate }) => rate));
		return all.map(({ name }) => [
			...[title, name, show(results.median(name, ({ rate }) => rate)), ratioTo(name, PEER), ratioTo(name, FLOOR)],
			`${show(results.median(name, ({ cpuMs }) => cpuMs))} ms`,
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
		rows.push(...(await measure(engine, small)));
	}
	const header = ['expression engine', 'trigger', 'events/s', 'ratio', 'share of the floor', "n8n's CPU per event"];
	return {
		tables: [{ header, rows }],
		conditions: `${AT_ONCE} events at once, each with its own token (RSA 2048) that was never seen before. The workflow is the trigger and a node that does nothing, and executions are saved as by default. Medians of ${ROUNDS} rounds of 100 (default engine) or 200 events after a warm-up. Ratios are medians of the rounds' ratios. Each event must be answered 200 and have its execution. A forged one must be rejected.`,
	};
};
