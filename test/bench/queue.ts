/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-dangerous-functions -- development only: this file is never part of the published package */
import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { performance } from 'node:perf_hooks';
import { limitTo } from '../../sandbox/core/context';
import { z } from 'zod';
import { CREDENTIAL_TYPE, credentialData } from '../../sandbox/demo/provision';
import type { N8nRest, WorkflowDefinition } from '../../sandbox/demo/rest';
import { waitUntil } from '../../sandbox/demo/wait';
import { startSandbox, type Sandbox } from '../../sandbox/server';
import { createAndPublish, OWNER } from '../helpers/realN8n';
import { Cluster, type Role } from '../queue/cluster';
import { doingNothing, replying } from '../queue/workflows';
import type { Bench } from './bench';
import { delivery, post } from './deliveries';
import { interleave, medianOf, show } from './statistics';

const AT_ONCE = 16;
const ROUNDS = 2;
const EXECUTED_MS = 300_000;
/** Asking n8n costs the main process something too. */
const POLL_MS = 250;
const ROLES: Role[] = ['webhook', 'worker', 'main'];

interface Engine {
	title: string;
	env: Record<string, string | undefined>;
	/** Events in a round, so that it takes some seconds. */
	count: number;
}

const ENGINES: Engine[] = [
	{ title: 'default', env: { N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE: undefined }, count: 60 },
	{ title: 'default, lazy acquire', env: { N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE: 'true' }, count: 200 },
	{
		title: 'default, lazy acquire, pool of 4',
		env: { N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE: 'true', N8N_EXPRESSION_ENGINE_POOL_SIZE: '4' },
		count: 200,
	},
];

/** The measurements of one round. */
interface Flood {
	/** Events a second, until the last was answered, and until the last was executed. */
	accepted: number;
	executed: number;
	/** Processor time of each kind of process for an event, in ms. */
	cpuMs: Record<Role, number>;
}

const TICKS_A_SECOND = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));

/** Processor time that a process has used so far, in ms (proc(5), /proc/pid/stat: utime and stime). */
async function cpuTime(pid: number): Promise<number> {
	const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
	const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
	return (1000 * (Number(fields[11]) + Number(fields[12]))) / TICKS_A_SECOND;
}

/** Memory that a process holds, in bytes (VmRSS). */
async function memory(pid: number): Promise<number> {
	const status = await readFile(`/proc/${pid}/status`, 'utf8');
	return 1024 * Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]);
}

async function ofEach(cluster: Cluster, read: (pid: number) => Promise<number>): Promise<Record<Role, number>> {
	const sum = async (role: Role) => {
		const values = await Promise.all(cluster.processes[role].map(async ({ pid }) => await read(pid)));
		return values.reduce((total, value) => total + value, 0);
	};
	return { main: await sum('main'), webhook: await sum('webhook'), worker: await sum('worker') };
}

async function countDone(rest: N8nRest, workflowId: string): Promise<number> {
	const filter = encodeURIComponent(JSON.stringify({ workflowId, status: ['success'] }));
	const schema = z.object({ count: z.number() });
	return (await rest.call('GET', `/rest/executions?filter=${filter}&limit=1`, schema)).count;
}

/** Sends events, a few at once, and waits until each was executed with success. */
async function flood(
	cluster: Cluster,
	rest: N8nRest,
	sandbox: Sandbox,
	workflowId: string,
	url: string,
	count: number,
): Promise<Flood> {
	const deliveries = Array.from({ length: count }, () => delivery(sandbox));
	const before = await countDone(rest, workflowId);
	const cpuBefore = await ofEach(cluster, cpuTime);
	const limit = limitTo(AT_ONCE);
	const start = performance.now();
	const statuses = await Promise.all(deliveries.map(async (one) => await limit(async () => await post(url, one))));
	const accepted = performance.now();
	if (statuses.some((status) => status !== 200)) throw new Error(`Answered ${[...new Set(statuses)].join()}`);
	const done = await waitUntil(async () => (await countDone(rest, workflowId)) === before + count, EXECUTED_MS, POLL_MS);
	if (!done) throw new Error(`${count} events were accepted, but not all executed`);
	const executed = performance.now();
	const cpu = await ofEach(cluster, cpuTime);
	const each = (role: Role) => (cpu[role] - cpuBefore[role]) / count;
	return {
		accepted: (1000 * count) / (accepted - start),
		executed: (1000 * count) / (executed - start),
		cpuMs: { main: each('main'), webhook: each('webhook'), worker: each('worker') },
	};
}

async function measure({ title, env, count }: Engine, small: boolean, print: (line: string) => void): Promise<string[][]> {
	const sandbox = await startSandbox({ rules: { rate: false } });
	const cluster = await Cluster.start({ processors: 1, workers: 1, env: { N8N_LOG_LEVEL: 'error', ...env }, onProgress: print });
	try {
		const { rest } = cluster;
		await rest.setupOwner(OWNER);
		const credential = await rest.createCredential('Sandbox', CREDENTIAL_TYPE, credentialData(sandbox));
		const publish = async (name: string, definition: WorkflowDefinition) => {
			const { id, url } = await createAndPublish({ rest, sandbox }, definition);
			return { name, run: async () => await flood(cluster, rest, sandbox, id, url, small ? 20 : count) };
		};
		const candidates = [
			await publish('a node that does nothing', doingNothing(credential)),
			await publish('a reply', replying(credential)),
		];
		const results = await interleave(candidates, small ? 1 : ROUNDS);
		const held = await ofEach(cluster, memory);
		return candidates.map(({ name }) => [
			title,
			name,
			show(medianOf(results, name, ({ accepted }) => accepted)),
			show(medianOf(results, name, ({ executed }) => executed)),
			...ROLES.map((role) => `${show(medianOf(results, name, ({ cpuMs }) => cpuMs[role]))} ms`),
			ROLES.map((role) => Math.round(held[role] / 1024 ** 2)).join(', '),
		]);
	} finally {
		await cluster.stop();
		await sandbox.close();
	}
}

/** Measures the cost of an event for each process of n8n's queue mode, for sizing. */
export const benchQueue: Bench = async ({ small, print }) => {
	const rows: string[][] = [];
	for (const engine of ENGINES) rows.push(...(await measure(engine, small, print)));
	const header = [
		'expression engine',
		'trigger, then',
		'accepted/s',
		'executed/s',
		'CPU: webhook processor',
		'worker',
		'main',
		'MB of each',
	];
	return {
		name: 'queue',
		tables: [{ header, rows }],
		conditions: `One webhook processor and one worker (5 executions at once), PostgreSQL, Redis, the load balancer and the sandbox on the same machine. Processor time of each n8n process per event, and its memory at the end. ${AT_ONCE} events at once, each with its own token. Medians of ${ROUNDS} rounds of 60 (default) or 200 events after a warm-up. Each event must be answered 200 and have its successful execution.`,
	};
};
