/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-dangerous-functions -- development only: this file is never part of the published package */
import { execFile, execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdir, readdir } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { killGroup } from '../../sandbox/demo/command';
import { freePort } from '../../sandbox/demo/ports';
import { waitUntil } from '../../sandbox/demo/wait';

const run = promisify(execFile);
const READY_TIMEOUT_MS = 120_000;

/** A database or queue server that runs for a test, on loopback. */
export interface Service {
	port: number;
	/** Ends it with this signal, SIGTERM by default, and waits until it is gone. */
	stop(signal?: NodeJS.Signals): Promise<void>;
	/** Starts it again on the same port with the same data. */
	start(): Promise<void>;
}

interface Account {
	uid?: number;
	gid?: number;
}

/** PostgreSQL refuses to run as root: there it runs as the account that its package has made. */
function databaseAccount(): Account {
	if (process.getuid?.() !== 0) return {};
	const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
	return { uid: id('-u'), gid: id('-g') };
}

/** Debian keeps PostgreSQL's programs of each version apart, outside PATH. */
export async function databaseProgram(name: string): Promise<string> {
	const folder = '/usr/lib/postgresql';
	const versions = await readdir(folder).catch(() => []);
	const newest = versions.sort((left, right) => Number(left) - Number(right)).at(-1);
	return newest === undefined ? name : path.join(folder, newest, 'bin', name);
}

interface Program {
	file: string;
	args: string[];
	port: number;
	account: Account;
	/** A program that comes with it, and ends well if it answers at this port. */
	asks: string;
}

/** A server process that can be ended and started again. */
async function supervise({ file, args, port, account, asks }: Program): Promise<Service> {
	let child: ChildProcess | undefined;
	let output = '';
	const start = async () => {
		const started = spawn(file, args, { ...account, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
		let failure: string | undefined;
		for (const stream of [started.stdout, started.stderr]) {
			stream.on('data', (chunk: Buffer) => (output = (output + chunk.toString()).slice(-4_000)));
		}
		started.once('error', (error) => (failure = error.message));
		started.once('exit', (code, signal) => (failure = `it ended (${code ?? signal})`));
		child = started;
		const ready = await waitUntil(async () => {
			if (failure !== undefined) throw new Error(`${file}: ${failure}. Is it installed?\n${output}`);
			return await run(asks, ['-h', '127.0.0.1', '-p', String(port), ...(asks === 'redis-cli' ? ['ping'] : [])]).then(
				() => true,
				() => false,
			);
		}, READY_TIMEOUT_MS);
		if (!ready) throw new Error(`${file} did not answer on port ${port} in time.\n${output}`);
	};
	const stop = async (signal: NodeJS.Signals = 'SIGTERM') => {
		const stopped = child;
		child = undefined;
		if (stopped === undefined || stopped.exitCode !== null || stopped.signalCode !== null) return;
		stopped.kill(signal);
		await once(stopped, 'exit');
	};
	// Nothing is left running when the test process ends without having come to its end.
	process.once('exit', () => killGroup(child?.pid, 'SIGKILL'));
	await start();
	return { port, start, stop };
}

/** Starts a PostgreSQL of its own, from the operating system's package, with an empty database "postgres". */
export async function startPostgres(folder: string): Promise<Service> {
	const account = databaseAccount();
	await mkdir(folder, { recursive: true });
	await chmod(path.dirname(folder), 0o755);
	if (account.uid !== undefined && account.gid !== undefined) await chown(folder, account.uid, account.gid);
	const data = path.join(folder, 'data');
	const init = ['-D', data, '-U', 'n8n', '-A', 'trust', '-E', 'UTF8', '--no-locale', '--no-instructions'];
	await run(await databaseProgram('initdb'), init, { ...account, cwd: folder });
	const port = await freePort();
	return await supervise({
		file: await databaseProgram('postgres'),
		// No socket file: everything goes over loopback. max_connections: five n8n with ten each.
		args: ['-D', data, '-h', '127.0.0.1', '-p', String(port), '-k', '', '-c', 'max_connections=120'],
		port,
		account,
		asks: await databaseProgram('pg_isready'),
	});
}

/** Settings that make n8n keep its data in this PostgreSQL. */
export function databaseEnvironment({ port }: Service): Record<string, string> {
	return {
		DB_TYPE: 'postgresdb',
		DB_POSTGRESDB_HOST: '127.0.0.1',
		DB_POSTGRESDB_PORT: String(port),
		DB_POSTGRESDB_DATABASE: 'postgres',
		DB_POSTGRESDB_USER: 'n8n',
		DB_POSTGRESDB_POOL_SIZE: '10',
	};
}

/**
 * Starts a Redis of its own that writes each change to its log before it answers, so that what it has accepted survives its
 * sudden end.
 */
export async function startRedis(folder: string): Promise<Service> {
	await mkdir(folder, { recursive: true });
	const port = await freePort();
	const durable = ['--appendonly', 'yes', '--appendfsync', 'always', '--save', ''];
	return await supervise({
		file: 'redis-server',
		args: ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, ...durable],
		port,
		account: {},
		asks: 'redis-cli',
	});
}
