/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-dangerous-functions -- development only: this file is never part of the published package */
import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { CREDENTIAL_TYPE, credentialData } from '../../sandbox/demo/provision';
import type { WorkflowDefinition } from '../../sandbox/demo/rest';
import { startSandbox } from '../../sandbox/server';
import { createAndPublish, OWNER } from '../helpers/realN8n';
import { Cluster, type Role } from '../queue/cluster';
import { doingNothing, replying } from '../queue/workflows';
import { type Engine, flood } from './deliveries';
import { type Bench, interleave, show } from './report';

const AT_ONCE = 16;
const ROUNDS = 2;
const ROLES: Role[] = ['webhook', 'worker', 'main'];
const LAZY = { N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE: 'true' };
const ENGINES: Engine[] = [
	{ title: 'default', env: { N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE: undefined }, count: 60 },
	{ title: 'default, lazy acquire', env: LAZY, count: 200 },
	{ title: 'default, lazy acquire, pool of 4', env: { ...LAZY, N8N_EXPRESSION_ENGINE_POOL_SIZE: '4' }, count: 200 },
];

const TICKS_A_SECOND = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));

/** Processor time that a process has used so far, in ms (proc(5), /proc/pid/stat: utime and stime). */
async function cpuTime(pid: number): Promise<number> {
	const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
	const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
	return (1000 * (Number(fields[11]) + Number(fields[12]))) / TICKS_A_SECOND;
}

/** Memory that a process holds, in MB (VmRSS). */
async function memory(pid: number): Promise<number> {
	const status = await readFile(`/proc/${pid}/status`, 'utf8');
	return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
}

/** Reads a figure of each kind of process, in the order of {@link ROLES}. */
async function ofEach({ processes }: Cluster, read: (pid: number) => Promise<number>): Promise<number[]> {
	const figures = ROLES.map(async (role) => await Promise.all(processes[role].map(async ({ pid }) => await read(pid))));
	return (await Promise.all(figures)).map((values) => values.reduce((total, value) => total + value, 0));
}

async function measure({ title, env, count }: Engine, small: boolean, print: (line: string) => void): Promise<string[][]> {
	const sandbox = await startSandbox({ rules: { rate: false } });
	const cluster = await Cluster.start({ processors: 1, workers: 1, env: { N8N_LOG_LEVEL: 'error', ...env }, onProgress: print });
	const events = small ? 20 : count;
	try {
		const { rest } = cluster;
		await rest.setupOwner(OWNER);
		const credential = await rest.createCredential('Sandbox', CREDENTIAL_TYPE, credentialData(sandbox));
		const candidate = async (name: string, definition: WorkflowDefinition) => {
			const receiver = { name, ...(await createAndPublish({ rest, sandbox }, definition)) };
			const run = async () => {
				const before = await ofEach(cluster, cpuTime);
				const rates = await flood(rest, sandbox, receiver, events, AT_ONCE);
				const after = await ofEach(cluster, cpuTime);
				return { ...rates, cpuMs: after.map((ms, role) => (ms - (before[role] ?? NaN)) / events) };
			};
			return { name, run };
		};
		const candidates = [
			await candidate('a node that does nothing', doingNothing(credential)),
			await candidate('a reply', replying(credential)),
		];
		const results = await interleave(candidates, small ? 1 : ROUNDS);
		const held = await ofEach(cluster, memory);
		return candidates.map(({ name }) => [
			title,
			name,
			show(results.median(name, ({ accepted }) => accepted)),
			show(results.median(name, ({ executed }) => executed)),
			...ROLES.map((_, role) => `${show(results.median(name, ({ cpuMs }) => cpuMs[role] ?? NaN))} ms`),
			held.map(Math.round).join(', '),
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
	const cpu = ['CPU: webhook processor', 'worker', 'main'];
	return {
		tables: [{ header: ['expression engine', 'trigger, then', 'accepted/s', 'executed/s', ...cpu, 'MB of each'], rows }],
		conditions: `One webhook processor and one worker (5 executions at once), PostgreSQL, Redis, the load balancer and the sandbox on the same machine. Processor time of each n8n process per event, and its memory at the end. ${AT_ONCE} events at once, each with its own token. Medians of ${ROUNDS} rounds of 60 (default) or 200 events after a warm-up. Each event must be answered 200 and have its successful execution.`,
	};
};
