/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- development only: this file is never part of the published package */
import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parse as unflatten } from 'flatted';
import { z } from 'zod';
import { freePort } from '../../sandbox/demo/ports';
import { CREDENTIAL_TYPE } from '../../sandbox/demo/provision';
import { chainWorkflow, type RealN8n, referenceTo, startRealN8n } from '../helpers/realN8n';
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

type BenchWorkflow = Awaited<ReturnType<BenchN8n['publish']>>;
export type Run = Awaited<ReturnType<BenchN8n['run']>>;

const samplesSchema = z.array(z.tuple([z.number(), z.number()]));
const tasksSchema = z.array(z.object({ startTime: z.number(), executionTime: z.number() }));
const dataSchema = z.object({ resultData: z.object({ runData: z.record(tasksSchema) }) });

/** A real n8n with the packed package, the probe, and what the package is compared with (extensions). */
export class BenchN8n {
	private constructor(
		readonly real: RealN8n,
		readonly credentials: ReturnType<typeof referenceTo>,
		private readonly probeOrigin: string,
	) {}

	/** @param env added to n8n's environment */
	static async start(
		{ origin, apiToken, issuer = 'SERVICE' }: { origin: string; apiToken: string; issuer?: string },
		env: Record<string, string | undefined> = {},
	): Promise<BenchN8n> {
		const probePort = await freePort();
		const real = await startRealN8n({
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
		const data = { apiToken, baseUrl: `${origin}/api`, notificationUrl: `${origin}/notifications`, issuer, keyOrigins: '' };
		const credential = await real.rest.createCredential('Bench', CREDENTIAL_TYPE, data);
		return new BenchN8n(real, referenceTo(credential), `http://127.0.0.1:${probePort}`);
	}

	/** Publishes n8n's Webhook node, which answers when the workflow is done, and these nodes one after the other. The last is measured. */
	async publish(name: string, nodes: BenchNode[]) {
		const webhookId = randomUUID();
		const chain = nodes.map(({ authenticated, ...node }, index) => ({
			...{ ...node, name: `Step ${index + 1}` },
			...(authenticated && { credentials: this.credentials }),
		}));
		const webhook = {
			...{ name: 'Webhook', type: 'n8n-nodes-base.webhook', typeVersion: 2, webhookId },
			parameters: { httpMethod: 'POST', path: webhookId, responseMode: 'lastNode', responseData: 'noData' },
		};
		const { rest, n8n } = this.real;
		const { id } = await rest.createWorkflow(chainWorkflow(name, [webhook, ...chain]));
		await rest.publish(id);
		const url = `${n8n.origin}/webhook/${webhookId}`;
		// A GET is refused in other words once the POST webhook is there, and runs nothing.
		await waitFor(async () => (await (await fetch(url)).text()).includes('not registered for GET'), `n8n registers ${url}`);
		return { id, url, last: `Step ${nodes.length}` };
	}

	async run({ id, url, last }: BenchWorkflow) {
		await fetch(`${this.probeOrigin}/gc`);
		const response = await fetch(url, { method: 'POST', signal: AbortSignal.timeout(RUN_TIMEOUT_MS) });
		await response.arrayBuffer();
		const samples = await this.probe('', samplesSchema);
		const { error, output, task } = await this.lastRun(id, last);
		if (!response.ok || error !== undefined || task === undefined) {
			throw new Error(`The run failed: ${response.status} ${error ?? ''}`);
		}
		const until = task.startTime + task.executionTime;
		return { durationMs: task.executionTime, output: output[last] ?? [], ...readSamples(samples, task.startTime, until) };
	}

	/** n8n's heap in use right after a garbage collection, in bytes. */
	memory = async () => await this.probe('/heap', z.number());

	/** Processor time that n8n has used so far, in ms. */
	cpuTime = async () => await this.probe('/cpu', z.number());

	stop = async () => await this.real.close();

	private async probe<Value>(place: string, schema: z.ZodType<Value>): Promise<Value> {
		return schema.parse(await (await fetch(`${this.probeOrigin}${place}`)).json());
	}

	/** The newest execution of a workflow, and the times of the last run of one of its nodes. */
	private async lastRun(workflowId: string, node: string) {
		const { rest } = this.real;
		// n8n answers before it has saved the execution.
		const saved = async () => (await rest.listExecutions(workflowId, 1)).filter(({ status }) => status !== 'running');
		await waitFor(async () => (await saved()).length > 0, 'n8n saves the execution', 120_000);
		const [{ id = '' } = {}] = await saved();
		const { data } = await rest.call('GET', `/rest/executions/${id}`, z.object({ data: z.string() }));
		const task = dataSchema.parse(unflatten(data)).resultData.runData[node]?.at(-1);
		return { ...(await rest.getExecution(id)), task };
	}
}

/**
 * Reads the probe's notes between two moments: the longest gap, in which n8n did nothing else (ms), and the growth of n8n's memory
 * since the start (bytes).
 */
function readSamples(samples: Array<[number, number]>, from: number, to: number) {
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
