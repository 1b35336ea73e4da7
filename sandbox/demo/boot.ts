/* eslint-disable @n8n/community-nodes/no-dangerous-functions, @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/require-node-api-error -- development only: this file is never part of the published package */
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { killGroup } from './command';
import { DemoFailure } from './settings';
import type { InstalledN8n } from './install';
import { freePort } from './ports';

/** An n8n that may be restarted while it is used. */
export class RestartableN8n {
	private restarting?: Promise<void>;
	private constructor(
		private current: N8n,
		private readonly boot: () => Promise<N8n>,
	) {}
	static async start(boot: () => Promise<N8n>): Promise<RestartableN8n> {
		return new RestartableN8n(await boot(), boot);
	}
	get origin(): string {
		return this.current.origin;
	}
	/** The lines that it has printed since its last start. */
	get lines(): string[] {
		return this.current.lines;
	}

	/** Resolves when it has ended and isn't being restarted, with its exit code or the signal's name. */
	async ended(): Promise<number | string> {
		for (;;) {
			const ended = await this.current.exited;
			if (!this.restarting) return ended;
			await this.restarting;
		}
	}

	/** Ends it and starts it again, once for all who ask meanwhile. */
	readonly restart = async (): Promise<void> => {
		const again = async () => {
			await this.current.stop();
			this.current = await this.boot();
		};
		await (this.restarting ??= again().finally(() => (this.restarting = undefined)));
	};

	/** Ends it, even while it restarts. */
	async stop(): Promise<void> {
		await this.restarting?.catch(() => undefined);
		await this.current.stop();
	}
}

export interface EnvironmentOptions {
	installed: InstalledN8n;
	userFolder: string;
	port: number;
	/** The port of n8n's task broker; two instances on one machine need two. */
	brokerPort: number;
	/** Added last: wins over everything else. An undefined value removes a variable. */
	env?: Record<string, string | undefined>;
}

/** Variables through which the user's own settings for n8n, npm or jest would reach into this n8n. */
const NOT_INHERITED =
	/^(N8N_|DB_|QUEUE_|EXECUTIONS_|CREDENTIALS_|GENERIC_|NODES_|NODE_FUNCTION_|NODE_(OPTIONS|ENV)$|WEBHOOK_URL$|JEST_|npm_)/i;

/**
 * The environment of an n8n that keeps to itself: loopback only, no telemetry, no update checks, no license server, no template
 * or package lists from outside, the database in its user folder.
 */
export function n8nEnvironment(options: EnvironmentOptions): NodeJS.ProcessEnv {
	const { installed, userFolder, port, brokerPort, env = {} } = options;
	const inherited = Object.entries(process.env).filter(([name]) => !NOT_INHERITED.test(name));
	const off = ['DIAGNOSTICS', 'VERSION_NOTIFICATIONS', 'TEMPLATES', 'PERSONALIZATION', 'HIRING_BANNER', 'DYNAMIC_BANNERS'];
	const local = ['127.0.0.1', 'localhost', process.env.NO_PROXY ?? process.env.no_proxy].filter(Boolean).join(',');
	return {
		...Object.fromEntries(inherited),
		...Object.fromEntries(off.map((name) => [`N8N_${name}_ENABLED`, 'false'])),
		N8N_LICENSE_AUTO_RENEW_ENABLED: 'false',
		N8N_VERIFIED_PACKAGES_ENABLED: 'false',
		N8N_UNVERIFIED_PACKAGES_ENABLED: 'true',
		N8N_LISTEN_ADDRESS: '127.0.0.1',
		N8N_PORT: String(port),
		N8N_RUNNERS_BROKER_PORT: String(brokerPort),
		N8N_USER_FOLDER: userFolder,
		// The host in the webhooks' addresses is what the platform signs deliveries for ("aud").
		WEBHOOK_URL: `http://127.0.0.1:${port}/`,
		N8N_EDITOR_BASE_URL: `http://127.0.0.1:${port}/`,
		N8N_SECURE_COOKIE: 'false',
		N8N_LOG_LEVEL: 'info',
		N8N_GRACEFUL_SHUTDOWN_TIMEOUT: '10',
		// as docs/operate/queue-mode.md recommends: n8n accepts about three times as many events
		N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE: 'true',
		// asks a server outside for its list
		N8N_DISABLED_MODULES: 'mcp-registry',
		// n8n starts its task runner as "node".
		PATH: [path.dirname(installed.node), process.env.PATH].filter(Boolean).join(path.delimiter),
		NO_PROXY: local,
		no_proxy: local,
		NO_COLOR: '1',
		...env,
	};
}

export interface BootOptions extends Pick<EnvironmentOptions, 'env'> {
	installed: InstalledN8n;
	/** n8n's N8N_USER_FOLDER: its database, its settings, the community packages. Made when missing. */
	userFolder: string;
	/** 0, the default, takes a free one. */
	port?: number;
	/** The n8n command to run; "start" by default. The others, such as "worker", have no readiness to wait for. */
	command?: string[];
	/** Receives every line that n8n prints. */
	onLine?: (line: string) => void;
	/** Milliseconds that n8n may take until it answers. 90 seconds by default: enough on a loaded machine. */
	readyTimeoutMs?: number;
	/** Gives up starting, and ends n8n, when aborted. Has no effect once n8n is ready. */
	signal?: AbortSignal;
}

/** A running n8n. */
export interface N8n {
	/** Such as http://127.0.0.1:5678 */
	origin: string;
	pid: number;
	userFolder: string;
	/** Every line printed so far, oldest first. */
	lines: string[];
	/** Resolves when the process has ended, for whatever reason, with its exit code or the signal's name. */
	exited: Promise<number | string>;
	/** Ends n8n and everything that it started. Safe to call twice, and after n8n has died. */
	stop(): Promise<void>;
}

const STOP_TIMEOUT_MS = 20_000;

/** Starts a real n8n as a child process, on loopback only, and waits until it answers. */
export async function bootN8n(options: BootOptions): Promise<N8n> {
	const { installed, userFolder, env, signal, command = ['start'], readyTimeoutMs = 90_000 } = options;
	const port = options.port || (await freePort());
	await mkdir(userFolder, { recursive: true });
	const child = spawn(installed.node, ['--require', path.join(__dirname, 'guard.js'), installed.script, ...command], {
		cwd: userFolder,
		env: n8nEnvironment({ installed, userFolder, port, brokerPort: await freePort(), env }),
		stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
		detached: true,
	});
	const lines: string[] = [];
	for (const stream of [child.stdout, child.stderr]) {
		collectLines(stream, (line) => {
			lines.push(line);
			options.onLine?.(line);
		});
	}
	const exited = new Promise<number | string>((resolve) => {
		child.once('error', (error) => resolve(error.message));
		// Not "exit": its last lines may still be on their way then.
		child.once('close', (code, signal) => resolve(code ?? signal ?? 'unknown'));
	});
	const origin = `http://127.0.0.1:${port}`;
	const stop = async () => await stopChild(child, exited);
	try {
		if (command[0] === 'start') await untilReady({ origin, exited, lines, timeoutMs: readyTimeoutMs, signal });
		return { origin, pid: child.pid ?? 0, userFolder, lines, exited, stop };
	} catch (error) {
		await stop();
		throw error;
	}
}

function collectLines(stream: Readable | null, onLine: (line: string) => void): void {
	if (stream) createInterface({ input: stream }).on('line', onLine);
}

interface Readiness {
	origin: string;
	exited: Promise<number | string>;
	lines: string[];
	timeoutMs: number;
	signal?: AbortSignal;
}

async function untilReady({ origin, exited, lines, timeoutMs, signal }: Readiness): Promise<void> {
	const deadline = Date.now() + timeoutMs;
	let ended: number | string | undefined;
	void exited.then((code) => (ended = code));
	while (Date.now() < deadline) {
		if (ended !== undefined) {
			throw new DemoFailure(`n8n stopped while it was starting (${ended}). Its last lines:`, lastLines(lines));
		}
		if (await answers(origin)) return;
		await delay(100, undefined, { signal });
	}
	throw new DemoFailure(
		`n8n didn't respond at ${origin} within ${Math.round(timeoutMs / 1000)} s. Its last lines:`,
		lastLines(lines),
	);
}

/** n8n 1 says that it's ready before it serves its settings. n8n 2 serves them before it has marked executions as crashed. */
async function answers(origin: string): Promise<boolean> {
	const get = async (path: string) => await fetch(origin + path, { signal: AbortSignal.timeout(5_000) });
	try {
		const body: unknown = await (await get('/rest/settings')).json();
		return typeof body === 'object' && body !== null && 'data' in body && (await get('/healthz/readiness')).ok;
	} catch {
		return false;
	}
}

async function stopChild(child: ChildProcess, exited: Promise<number | string>): Promise<void> {
	if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
	const timeout = new AbortController();
	const timedOut = delay(STOP_TIMEOUT_MS, undefined, { signal: timeout.signal }).catch(() => undefined);
	await Promise.race([exited, timedOut]);
	timeout.abort();
	// Whatever n8n started and has not ended itself, such as its task runner; and n8n if it did not end in time.
	killGroup(child.pid, 'SIGKILL');
	await exited;
}

/** The last lines of n8n's output, for a failure's text. */
export function lastLines(lines: string[], count = 12): string {
	return lines.length > 0 ? lines.slice(-count).join('\n') : '(it printed nothing)';
}
