/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/require-node-api-error -- development only: this file is never part of the published package */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { bootN8n, lastLines, type N8n } from '../../sandbox/demo/boot';
import { killGroup } from '../../sandbox/demo/command';
import { ensureN8n, type InstalledN8n } from '../../sandbox/demo/install';
import { ensureTarball, installPackage, type Tarball } from '../../sandbox/demo/pack';
import { freePort } from '../../sandbox/demo/ports';
import { N8nRest } from '../../sandbox/demo/rest';
import { waitUntil } from '../../sandbox/demo/wait';
import { startBalancer, type Balancer } from './servers';
import { databaseEnvironment, startPostgres, startRedis, type Service } from './services';

/** The role of an n8n process in queue mode. */
export type Role = 'main' | 'webhook' | 'worker';

export interface ClusterOptions {
	processors: number;
	workers: number;
	/** Added to every process's environment; wins over everything else. */
	env?: Record<string, string | undefined>;
	/** Told what is being prepared. */
	onProgress?: (line: string) => void;
}

const COMMANDS: Record<Role, string[]> = { main: ['start'], webhook: ['webhook'], worker: ['worker', '--concurrency=5'] };
const READY_TIMEOUT_MS = 300_000;

/** n8n in queue mode: PostgreSQL, Redis, a main process, webhook processors behind a load balancer, and workers. */
export class Cluster {
	readonly processes: Record<Role, N8n[]> = { main: [], webhook: [], worker: [] };

	private constructor(
		private readonly folder: string,
		private readonly installed: InstalledN8n,
		private readonly tarball: Tarball,
		private readonly env: Record<string, string | undefined>,
		readonly postgres: Service,
		readonly redis: Service,
		readonly balancer: Balancer,
		private readonly ports: Record<Role, number[]>,
		private readonly onProgress: (line: string) => void,
	) {}

	/** Starts everything and waits until each process answers. */
	static async start({ processors, workers, env, onProgress = () => undefined }: ClusterOptions): Promise<Cluster> {
		const tarball = await ensureTarball({ onProgress });
		const installed = await ensureN8n({ onProgress });
		const folder = await mkdtemp(path.join(tmpdir(), 'n8n-queue-'));
		const postgres = await startPostgres(path.join(folder, 'postgres'));
		const redis = await startRedis(path.join(folder, 'redis'));
		const balancer = await startBalancer();
		const ports = async (count: number) => await Promise.all(Array.from({ length: count }, freePort));
		const all = { main: await ports(1), webhook: await ports(processors), worker: await ports(workers) };
		const shared = { ...queueEnvironment(postgres, redis, balancer), ...env };
		const cluster = new Cluster(folder, installed, tarball, shared, postgres, redis, balancer, all, onProgress);
		try {
			await cluster.startAll();
			return cluster;
		} catch (error) {
			await cluster.stop();
			throw error;
		}
	}

	/** The main process's origin. */
	get origin(): string {
		return `http://127.0.0.1:${this.ports.main[0]}`;
	}

	/** n8n's REST interface, at the main process. */
	get rest(): N8nRest {
		return new N8nRest(this.origin);
	}

	/** Starts what is not running: the main process first, because it prepares the database. */
	async startAll(): Promise<void> {
		await this.startProcess('main', 0);
		const others = (['webhook', 'worker'] as const).flatMap((role) => this.ports[role].map((_, index) => ({ role, index })));
		await Promise.all(others.map(async ({ role, index }) => await this.startProcess(role, index)));
	}

	/** Starts one process on its port, unless it runs. Each has a folder of its own with the package, as on a machine of its own. */
	async startProcess(role: Role, index: number): Promise<N8n> {
		const running = this.processes[role][index];
		if (running !== undefined) return running;
		this.onProgress(`Starting ${role} ${index}`);
		const port = this.ports[role][index];
		const userFolder = path.join(this.folder, `${role}-${index}`);
		await installPackage(userFolder, this.tarball, { onProgress: () => undefined });
		const env = { ...this.env, QUEUE_HEALTH_CHECK_PORT: String(port) };
		const command = COMMANDS[role];
		const n8n = await bootN8n({ installed: this.installed, userFolder, port, command, env, readyTimeoutMs: READY_TIMEOUT_MS });
		this.processes[role][index] = n8n;
		await untilHealthy(n8n, role);
		if (role === 'webhook') this.balancer.setProcessors(this.ports.webhook.map((one) => `http://127.0.0.1:${one}`));
		return n8n;
	}

	/** Ends a process at once, without a chance to tidy up: as when its machine loses power. */
	async kill(role: Role, index: number): Promise<void> {
		const n8n = this.processes[role][index];
		if (n8n === undefined) throw new Error(`There is no running ${role} ${index}`);
		delete this.processes[role][index];
		killGroup(n8n.pid, 'SIGKILL');
		await n8n.exited;
	}

	/** Ends all n8n processes as a deployment would, and leaves PostgreSQL and Redis running. */
	async stopAll(): Promise<void> {
		const running = Object.values(this.processes).flatMap((list) => list.splice(0).filter((one) => one !== undefined));
		await Promise.all(running.map(async (n8n) => await n8n.stop()));
	}

	/** Ends everything and removes the folders. */
	async stop(): Promise<void> {
		await this.stopAll();
		await this.balancer.close();
		await this.redis.stop();
		await this.postgres.stop('SIGINT');
		await rm(this.folder, { recursive: true, force: true });
	}
}

/** The settings that docs/operate/queue-mode.md asks for, with short times for noticing a lost worker. */
function queueEnvironment(postgres: Service, redis: Service, balancer: Balancer): Record<string, string | undefined> {
	return {
		// jest's own: n8n would take itself for one of n8n's tests.
		NODE_ENV: undefined,
		JEST_WORKER_ID: undefined,
		EXECUTIONS_MODE: 'queue',
		N8N_ENCRYPTION_KEY: randomBytes(24).toString('hex'),
		...databaseEnvironment(postgres),
		QUEUE_BULL_REDIS_HOST: '127.0.0.1',
		QUEUE_BULL_REDIS_PORT: String(redis.port),
		QUEUE_HEALTH_CHECK_ACTIVE: 'true',
		N8N_WORKER_SERVER_ADDRESS: '127.0.0.1',
		N8N_DISABLE_PRODUCTION_MAIN_PROCESS: 'true',
		N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE: 'true',
		OFFLOAD_MANUAL_EXECUTIONS_TO_WORKERS: 'true',
		WEBHOOK_URL: `${balancer.origin}/`,
	};
}

async function untilHealthy(n8n: N8n, role: Role): Promise<void> {
	let ended: number | string | undefined;
	void n8n.exited.then((code) => (ended = code));
	const healthy = await waitUntil(async () => {
		if (ended !== undefined) throw new Error(`The ${role} process ended (${ended}):\n${lastLines(n8n.lines, 30)}`);
		return await fetch(`${n8n.origin}/healthz/readiness`).then(
			(response) => response.ok,
			() => false,
		);
	}, READY_TIMEOUT_MS);
	if (!healthy) throw new Error(`The ${role} process did not become ready:\n${lastLines(n8n.lines, 30)}`);
}
