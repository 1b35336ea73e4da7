 
import { randomUUID } from 'node:crypto';
import pLimit from 'p-limit';
import { waitUntil } from '../../sandbox/demo/wait';
import { startSandbox } from '../../sandbox/server';
import type { Sandbox } from '../../sandbox/server';
import { signDeliveryToken } from '../../sandbox/signing';
import type { Bench } from './bench';
import { BenchN8n } from './n8n';
import { target } from './report';
import type { Target } from './report';
import { interleave, medianOf, show } from './statistics';

const AT_ONCE = 8;

interface Receiver {
	name: string;
	url: string;
	workflowId: string;
}

/** An event as the service sends it, with a token of its own: nothing of it was seen before. */
function delivery(sandbox: Sandbox): { token: string; body: string } {
	const key = sandbox.state.keys[0];
	const chat = sandbox.state.chats[0];
	if (key === undefined || chat === undefined) throw new Error('The sandbox has no key or no chat');
	const token = signDeliveryToken({
		key,
		x5u: `${sandbox.origin}/keys/${key.kid}.pem`,
		issuer: sandbox.issuer,
		accountId: sandbox.accountId,
		audience: '127.0.0.1',
		claims: { jti: randomUUID() },
	});
	const { channel, channelId, chatId, remoteAddress } = chat;
	const message = {
		...{ id: randomUUID(), accountId: sandbox.accountId, direction: 'inbound', channel, channelId, chatId, tbChatId: 70_001 },
		...{ remoteAddress, remoteFirstName: 'Zoë', text: 'Good morning, is my order ready?', textMarkup: 'PLAIN' },
		sentTimestamp: new Date().toISOString(),
	};
	const event = { accountId: sandbox.accountId, id: randomUUID(), name: 'new_message', userId: 'user', message };
	return { token, body: JSON.stringify(event) };
}

async function post(url: string, { token, body }: { token: string; body: string }): Promise<number> {
	const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
	const response = await fetch(url, { method: 'POST', headers, body, signal: AbortSignal.timeout(60_000) });
	await response.arrayBuffer();
	return response.status;
}

/** Sends events, a few at once, and waits until n8n has an execution of each. */
export async function flood(n8n: BenchN8n, sandbox: Sandbox, { name, url, workflowId }: Receiver, count: number): Promise<number> {
	const deliveries = Array.from({ length: count }, () => delivery(sandbox));
	const before = await n8n.countExecutions(workflowId);
	const limit = pLimit(AT_ONCE);
	const start = performance.now();
	const statuses = await Promise.all(deliveries.map(async (one) => await limit(post, url, one)));
	const seconds = (performance.now() - start) / 1000;
	if (statuses.some((status) => status !== 200)) throw new Error(`${name} answered ${[...new Set(statuses)].join()}`);
	const done = await waitUntil(async () => (await n8n.countExecutions(workflowId)) === before + count, 60_000);
	if (!done) throw new Error(`${name} has accepted ${count} events, but not executed them all`);
	return count / seconds;
}

/** Three published workflows that differ in their trigger alone. */
export async function receivers(n8n: BenchN8n, sandbox: Sandbox): Promise<Receiver[]> {
	const key = sandbox.state.keys[0];
	const jwt = await n8n.rest.createCredential('JWT', 'jwtAuth', {
		...{ keyType: 'pemKey', algorithm: 'RS512', publicKey: key?.publicKeyPem, privateKey: key?.privateKeyPem },
	});
	const publish = async (name: string, trigger: Record<string, unknown>) => {
		const done = { name: 'Done', type: 'n8n-nodes-base.noOp', typeVersion: 1, parameters: {}, id: randomUUID(), position: [200, 0] };
		const { id } = await n8n.rest.createWorkflow({
			name,
			nodes: [{ name: 'Start', id: randomUUID(), position: [0, 0], ...trigger }, done],
			connections: { Start: { main: [[{ node: 'Done', type: 'main', index: 0 }]] } },
		});
		await n8n.rest.publish(id);
		return id;
	};
	const webhook = async (name: string, authentication: string, credentials: Record<string, unknown>): Promise<Receiver> => {
		const path = randomUUID();
		const parameters = { httpMethod: 'POST', path, authentication, options: { noResponseBody: true } };
		const node = { type: 'n8n-nodes-base.webhook', typeVersion: 2, webhookId: path, parameters, credentials };
		return { name, workflowId: await publish(name, node), url: `${n8n.n8n.origin}/webhook/${path}` };
	};
	const own = await publish('Trigger', {
		type: 'n8n-nodes-messaging-platform.messagingPlatformTrigger',
		typeVersion: 2,
		webhookId: randomUUID(),
		parameters: { events: ['new_message'], options: {} },
		credentials: n8n.credentials,
	});
	if (!(await waitUntil(() => sandbox.state.webhooks.length === 1, 30_000))) throw new Error('No webhook was registered');
	return [
		{ name: 'Messaging Platform Trigger', workflowId: own, url: sandbox.state.webhooks[0]?.url ?? '' },
		await webhook('Webhook, JWT auth', 'jwtAuth', { jwtAuth: { id: jwt.id, name: jwt.name } }),
		await webhook('Webhook, no auth', 'none', {}),
	];
}

async function measure(engine: 'vm' | 'legacy', least: number, small: boolean, print: (line: string) => void) {
	const sandbox = await startSandbox();
	const n8n = await BenchN8n.start(sandbox, engine === 'vm' ? {} : { N8N_EXPRESSION_ENGINE: engine }, print);
	try {
		const all = await receivers(n8n, sandbox);
		const count = small ? 20 : engine === 'vm' ? 150 : 300;
		for (const { name, url } of all) {
			const forged = await post(url, { token: 'forged', body: delivery(sandbox).body });
			if (forged === 200 && !name.includes('no auth')) throw new Error(`${name} accepted a forged delivery`);
		}
		const candidates = all.map((receiver) => ({
			name: receiver.name,
			run: async () => await flood(n8n, sandbox, receiver, count),
		}));
		const results = await interleave(candidates, small ? 1 : 3);
		const rate = (name: string) => medianOf(results, name, (value) => value);
		const reference = rate('Webhook, JWT auth');
		const ratio = rate('Messaging Platform Trigger') / reference;
		const title = engine === 'vm' ? 'default' : engine;
		const targets: Target[] = [
			target(`${title} engine: at least ${least.toFixed(1)} of the Webhook node with JWT auth`, ratio, ratio >= least, show(ratio)),
		];
		return { rows: all.map(({ name }) => [title, name, show(rate(name)), show(rate(name) / reference)]), targets };
	} finally {
		await n8n.stop();
		await sandbox.close();
	}
}

/** Accepted events a second of the published trigger, against n8n's own Webhook node. */
export const benchTrigger: Bench = async ({ small, print }) => {
	const measured = [];
	for (const [engine, least] of [['vm', 1.0], ['legacy', 1.2]] as const) {
		print(`${engine} engine`);
		measured.push(await measure(engine, least, small, print));
	}
	return {
		name: 'trigger',
		tables: [{ header: ['expression engine', 'trigger', 'events/s', 'ratio'], rows: measured.flatMap(({ rows }) => rows) }],
		targets: measured.flatMap(({ targets }) => targets),
		conditions: `${AT_ONCE} events at once, each with a token of its own (RSA 2048) that was never seen before; trigger and a node that does nothing, executions saved as by default; medians of 3 rounds of 150 (legacy: 300) events after a warm-up. Each event must be answered 200 and have its execution; a forged one must be refused.`,
	};
};
