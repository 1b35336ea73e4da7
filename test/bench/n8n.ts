/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- development only: this file is never part of the published package */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parse as unflatten } from 'flatted';
import { z } from 'zod';
import { bootN8n, type N8n } from '../../sandbox/demo/boot';
import { ensureN8n } from '../../sandbox/demo/install';
import { ensureTarball, installPackage } from '../../sandbox/demo/pack';
import { freePort } from '../../sandbox/demo/ports';
import { CREDENTIAL_TYPE } from '../../sandbox/demo/provision';
import { N8nRest } from '../../sandbox/demo/rest';
import type { Credential } from '../../sandbox/demo/restSchemas';
import { chainWorkflow, referenceTo, OWNER } from '../helpers/realN8n';
import { waitFor } from '../helpers/waitFor';

/** The probe writes down the time this often, in ms. */
const PROBE_INTERVAL_MS = 5;
const RUN_TIMEOUT_MS = 900_000;

/** A node of a workflow, without what the harness adds. */
export interface BenchNode {
	type: string;
	typeVersion: number;
	parameters: Record<string, unknown>;
	/** True if it gets the messaging platform's credential. */
	authenticated?: boolean;
}

/** HTTP Request as a user sets it up against the service: the same credential. */
export function httpRequest(method: string, url: string, body: Record<string, unknown>): BenchNode {
	const authentication = { authentication: 'predefinedCredentialType', nodeCredentialType: 'messagingPlatformApi' };
	const parameters = { method, url, ...authentication, ...body, options: {} };
	return { type: 'n8n-nodes-base.httpRequest', typeVersion: 4.2, authenticated: true, parameters };
}

export const plainGet = (url: string): BenchNode => ({
	...{ type: 'n8n-nodes-base.httpRequest', typeVersion: 4.2, parameters: { url, options: {} } },
});

export function platform(resource: string, operation: string, more: Record<string, unknown>): BenchNode {
	const type = 'n8n-nodes-messaging-platform.messagingPlatform';
	return { type, typeVersion: 1, authenticated: true, parameters: { resource, operation, ...more } };
}

/** The least that a node can do for the same requests (extensions/Floor.node.js). */
export const floor = (operation: 'messages' | 'upload', url: string): BenchNode => ({
	...{ type: 'CUSTOM.floor', typeVersion: 1, authenticated: true, parameters: { operation, url } },
});

/** A published workflow that begins with n8n's Webhook node and answers when it is done. */
export interface BenchWorkflow {
	id: string;
	url: string;
	/** The name of the node that is measured: the last one. */
	last: string;
}

export interface Run {
	durationMs: number;
	/** The longest time in which n8n did nothing else, in ms. */
	blockMs: number;
	/** Growth of n8n's memory since the start, in bytes. */
	growthBytes: number;
	output: Array<Record<string, unknown>>;
}

const samplesSchema = z.array(z.tuple([z.number(), z.number()]));
const taskSchema = z.object({
	startTime: z.number(),
	executionTime: z.number(),
	error: z.object({ message: z.string() }).passthrough().optional(),
	data: z.object({ main: z.array(z.array(z.object({ json: z.record(z.unknown()) })).nullable()) }).optional(),
});
const dataSchema = z.object({ resultData: z.object({ runData: z.record(z.array(taskSchema)) }) });
const cachesSchema = z.object({ events: z.number(), keys: z.number(), connections: z.number() });
const executionSchema = z.object({ data: z.string(), status: z.string() });
/** Entries of the trigger's memories: accepted events, signing keys, credentials. */
export type Caches = z.infer<typeof cachesSchema>;

/** A real n8n with the packed package, the probe, and what the package is compared with (extensions). */
export class BenchN8n {
	private constructor(
		readonly n8n: N8n,
		readonly rest: N8nRest,
		readonly credential: Credential,
		private readonly probeOrigin: string,
	) {}

	/** @param env added to n8n's environment */
	static async start(
		service: { origin: string; apiToken: string; issuer?: string },
		env: Record<string, string | undefined> = {},
		onProgress: (line: string) => void,
	): Promise<BenchN8n> {
		const tarball = await ensureTarball({ onProgress });
		const installed = await ensureN8n({ onProgress });
		const userFolder = await mkdtemp(path.join(tmpdir(), 'n8n-bench-'));
		await installPackage(userFolder, tarball, { onProgress: () => undefined });
		const probePort = await freePort();
		const n8n = await bootN8n({
			installed,
			userFolder,
			env: {
				NODE_ENV: undefined,
				N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE: undefined,
				BENCH_PROBE_PORT: String(probePort),
				NODE_OPTIONS: `--expose-gc --require ${path.join(__dirname, 'probe.js')}`,
				N8N_LOG_LEVEL: 'error',
				N8N_DEFAULT_BINARY_DATA_MODE: 'filesystem',
				N8N_RESTRICT_FILE_ACCESS_TO: tmpdir(),
				N8N_CUSTOM_EXTENSIONS: path.join(__dirname, 'extensions'),
				...env,
			},
		});
		const rest = new N8nRest(n8n.origin);
		await rest.setupOwner(OWNER);
		const { origin, apiToken, issuer = 'SERVICE' } = service;
		const data = { apiToken, baseUrl: `${origin}/api`, notificationUrl: `${origin}/notifications`, issuer, keyOrigins: '' };
		const credential = await rest.createCredential('Bench', CREDENTIAL_TYPE, data);
		return new BenchN8n(n8n, rest, credential, `http://127.0.0.1:${probePort}`);
	}

	/** Publishes: Webhook, then these nodes one after the other. */
	async publish(name: string, nodes: BenchNode[]): Promise<BenchWorkflow> {
		const webhookPath = randomUUID();
		const webhook: BenchNode = {
			type: 'n8n-nodes-base.webhook',
			typeVersion: 2,
			parameters: { httpMethod: 'POST', path: webhookPath, responseMode: 'lastNode', responseData: 'noData' },
		};
		const named = [webhook, ...nodes].map((node, index) => ({ ...node, name: index === 0 ? 'Webhook' : `Step ${index}` }));
		const { id } = await this.rest.createWorkflow(
			chainWorkflow(
				name,
				named.map(({ authenticated, ...node }, index) => ({
					...node,
					...(index === 0 && { webhookId: webhookPath }),
					...(authenticated && { credentials: this.credentials }),
				})),
			),
		);
		await this.rest.publish(id);
		const url = `${this.n8n.origin}/webhook/${webhookPath}`;
		await this.untilPublished(url);
		return { id, url, last: named.at(-1)?.name ?? '' };
	}

	get credentials() {
		return referenceTo(this.credential);
	}

	async run({ id, url, last }: BenchWorkflow): Promise<Run> {
		await fetch(`${this.probeOrigin}/gc`);
		const response = await fetch(url, { method: 'POST', signal: AbortSignal.timeout(RUN_TIMEOUT_MS) });
		if (!response.ok) throw new Error(`The run failed: ${response.status} ${await this.reasonOf(id)}`);
		await response.arrayBuffer();
		const samples = samplesSchema.parse(await (await fetch(this.probeOrigin)).json());
		const task = await this.lastTask(id, last);
		const output = (task.data?.main[0] ?? []).map(({ json }) => json);
		const until = task.startTime + task.executionTime;
		return { durationMs: task.executionTime, output, ...readSamples(samples, task.startTime, until) };
	}

	/** n8n's heap in use right after a garbage collection, in bytes. */
	async memory(): Promise<number> {
		return z.number().parse(await (await fetch(`${this.probeOrigin}/heap`)).json());
	}

	/** Counts the entries in the trigger's memories in n8n, over all of its triggers. */
	async caches(): Promise<Caches> {
		return cachesSchema.parse(await (await fetch(`${this.probeOrigin}/caches`)).json());
	}

	/** Processor time that n8n has used so far, in ms. */
	async cpuTime(): Promise<number> {
		return z.number().parse(await (await fetch(`${this.probeOrigin}/cpu`)).json());
	}

	async stop(): Promise<void> {
		await this.n8n.stop();
		await rm(this.n8n.userFolder, { recursive: true, force: true });
	}

	private async reasonOf(workflowId: string): Promise<string> {
		const [newest] = await this.rest.listExecutions(workflowId, 1);
		return newest === undefined
			? 'n8n has saved no execution'
			: ((await this.rest.getExecution(newest.id)).error ?? newest.status);
	}

	private async untilPublished(url: string): Promise<void> {
		// A GET is refused in other words once the POST webhook is there, and runs nothing.
		await waitFor(async () => (await (await fetch(url)).text()).includes('not registered for GET'), `n8n registers ${url}`);
	}

	private async lastTask(workflowId: string, node: string): Promise<z.infer<typeof taskSchema>> {
		let found: z.infer<typeof executionSchema> | undefined;
		// n8n answers before it has saved the execution.
		const saved = async () => {
			const [newest] = await this.rest.listExecutions(workflowId, 1);
			if (newest === undefined || newest.status === 'running') return false;
			found = await this.rest.call('GET', `/rest/executions/${newest.id}`, executionSchema);
			return true;
		};
		await waitFor(saved, 'n8n saves the execution', 120_000);
		if (found === undefined) throw new Error('n8n has not saved the execution');
		const task = dataSchema.parse(unflatten(found.data)).resultData.runData[node]?.at(-1);
		if (task === undefined) throw new Error(`The execution has no run of ${node}: ${found.status}`);
		if (task.error !== undefined) throw new Error(`${node} failed: ${task.error.message}`);
		return task;
	}
}

/** Reads the probe's notes between two moments: a gap in them is time in which n8n was blocked. */
function readSamples(samples: Array<[number, number]>, from: number, to: number): { blockMs: number; growthBytes: number } {
	let blockMs = 0;
	let base: number | undefined;
	let peak = 0;
	for (const [index, [time, rss]] of samples.entries()) {
		const before = samples[index - 1] ?? [from, rss];
		if (time < from || before[0] > to) continue;
		const gap = Math.min(time, to) - Math.max(before[0], from) - PROBE_INTERVAL_MS;
		blockMs = Math.max(blockMs, gap);
		base ??= before[1];
		peak = Math.max(peak, rss);
	}
	return { blockMs, growthBytes: Math.max(0, peak - (base ?? peak)) };
}
