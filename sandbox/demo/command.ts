/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-dangerous-functions, @n8n/community-nodes/require-node-api-error -- development only: this file is never part of the published package */
import { spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { DemoFailure } from './failure';

/** A command to run to its end: everything it prints goes to the log, nothing to the terminal. */
export interface Command {
	/** What it is for, in the words of the progress line and of the failure. */
	title: string;
	file: string;
	args: string[];
	cwd: string;
	env?: NodeJS.ProcessEnv;
	/** Absolute path of the log file; it is appended to. */
	log: string;
	/** What to do when it fails. */
	remedy: string;
	/** Receives a line every few seconds while the command runs. */
	onProgress: (line: string) => void;
	/** More for the progress line, such as "812 of 2,260 packages"; asked at every line. */
	progress?: () => Promise<string>;
	/** Ends the command, and everything it started, when aborted. */
	signal?: AbortSignal;
}

const PROGRESS_INTERVAL_MS = 5_000;

/**
 * Runs a command in a process group of its own and waits for its end.
 * @throws {DemoFailure} when the command does not exist, ends with anything but 0, or is aborted; it names the log
 */
export async function runCommand(command: Command): Promise<void> {
	const { title, file, args, cwd, env, log, onProgress, progress, signal } = command;
	await mkdir(path.dirname(log), { recursive: true });
	const output = createWriteStream(log, { flags: 'a' });
	output.write(`\n# ${title}: ${file} ${args.join(' ')}\n`);
	const startedAt = Date.now();
	const seconds = () => Math.round((Date.now() - startedAt) / 1000);
	const child = spawn(file, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
	child.stdout.pipe(output, { end: false });
	child.stderr.pipe(output, { end: false });
	const stop = () => killGroup(child.pid, 'SIGTERM');
	signal?.addEventListener('abort', stop, { once: true });
	const timer = setInterval(async () => {
		const more = await progress?.().catch(() => '');
		if (child.exitCode === null) onProgress(`${title}: ${seconds()} s${more ? `, ${more}` : ''}`);
	}, PROGRESS_INTERVAL_MS);
	try {
		const code = await new Promise<number | string>((resolve, reject) => {
			child.once('error', reject);
			child.once('close', (exitCode, exitSignal) => resolve(exitCode ?? exitSignal ?? 'unknown'));
		}).catch((error: Error) => error.message);
		if (signal?.aborted) throw new DemoFailure(`${title}: stopped.`, 'Run the same command again to go on.');
		if (code !== 0) {
			throw new DemoFailure(`${title}: failed after ${seconds()} s (${code}).\nLog: ${log}`, command.remedy);
		}
		onProgress(`${title}: done in ${seconds()} s`);
	} finally {
		clearInterval(timer);
		signal?.removeEventListener('abort', stop);
		output.end();
	}
}

/**
 * Sends a signal to a process started with `detached` and to everything that it started itself.
 * A process that is already gone is no error.
 * @param pid the leader of the group; undefined (it never started) does nothing
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

/** Whether an error is the operating system's error of this code, such as ENOENT. */
export function isErrno(error: unknown, code: string): boolean {
	// Not by instanceof: in jest the errors of Node.js itself are of another realm.
	return typeof error === 'object' && error !== null && 'code' in error && error.code === code;
}
