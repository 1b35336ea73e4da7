/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-dangerous-functions, @n8n/community-nodes/require-node-api-error -- development only: this file is never part of the published package */
import { spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { DemoFailure } from './settings';
import { type Progress, sayPeriod, withProgress } from './terminal';

/** A command to run to its end: everything it prints goes to the log, nothing to the terminal. */
export interface Command extends Progress {
	file: string;
	args: string[];
	cwd: string;
	env?: NodeJS.ProcessEnv;
	/** Absolute path of the log file; it is appended to. */
	log: string;
	remedy: string;
	signal?: AbortSignal;
}

const KILL_AFTER_MS = 3_000;

/** Runs a command in a process group of its own and waits for its end. */
export async function runCommand(command: Command): Promise<void> {
	await mkdir(path.dirname(command.log), { recursive: true });
	await withProgress(command, async () => await runToEnd(command));
}

async function runToEnd({ title, file, args, cwd, env, log, signal, remedy }: Command): Promise<void> {
	const output = createWriteStream(log, { flags: 'a' });
	output.write(`\n# ${title}: ${file} ${args.join(' ')}\n`);
	const startedAt = Date.now();
	const child = spawn(file, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
	child.stdout.pipe(output, { end: false });
	child.stderr.pipe(output, { end: false });
	let killing: NodeJS.Timeout | undefined;
	const stop = () => {
		killGroup(child.pid, 'SIGTERM');
		// npm first finishes what it has begun, and then takes it back: minutes, for an installation that starts over anyway.
		killing = setTimeout(() => killGroup(child.pid, 'SIGKILL'), KILL_AFTER_MS);
	};
	signal?.addEventListener('abort', stop, { once: true });
	if (signal?.aborted) stop();
	try {
		const code = await new Promise<number | string>((resolve, reject) => {
			child.once('error', reject);
			child.once('close', (exitCode, exitSignal) => resolve(exitCode ?? exitSignal ?? 'unknown'));
		}).catch((error: Error) => error.message);
		if (signal?.aborted) throw new DemoFailure(`${title}: stopped.`, 'Run the same command again to continue.');
		if (code !== 0) {
			throw new DemoFailure(`${title}: failed after ${sayPeriod(Date.now() - startedAt)} (${code}).\nLog: ${log}`, remedy);
		}
	} finally {
		clearTimeout(killing);
		signal?.removeEventListener('abort', stop);
		output.end();
	}
}

/**
 * Sends a signal to a process started with `detached` and to everything that it started itself. A process that is already gone
 * isn't an error.
 */
export function killGroup(pid: number | undefined, signal: NodeJS.Signals): void {
	if (pid === undefined) return;
	if (process.platform === 'win32') {
		spawn('taskkill', ['/pid', String(pid), '/T', '/F'], { stdio: 'ignore' });
		return;
	}
	try {
		process.kill(-pid, signal);
	} catch (error) {
		if (!isErrno(error, 'ESRCH')) throw error;
	}
}

/** Checks if an error is the operating system's error of this code, such as ENOENT. */
export function isErrno(error: unknown, code: string): boolean {
	// Not by instanceof: in jest the errors of Node.js itself are of another realm.
	return typeof error === 'object' && error !== null && 'code' in error && error.code === code;
}
