/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/require-node-api-error -- development only: this file is never part of the published package */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { isErrno } from './command';
import { DEMO_FOLDER } from './paths';

export interface LockOptions {
	/** Names the lock and says what it is for, such as "build". */
	name: string;
	/** Told once when another process has to be waited for. */
	onProgress: (line: string) => void;
	signal?: AbortSignal;
}

/**
 * Runs `work` while no other process of this repository does the same: the demo and the tests may both want to build the package
 * or install n8n. The lock file holds its owner's process id; a lock whose owner is gone is taken over.
 */
export async function withLock<T>({ name, onProgress, signal }: LockOptions, work: () => Promise<T>): Promise<T> {
	const file = path.join(DEMO_FOLDER, `${name}.lock`);
	let told = false;
	for (;;) {
		const unlock = await tryLock(file);
		if (typeof unlock === 'function') {
			try {
				return await work();
			} finally {
				await unlock();
			}
		}
		if (!told) onProgress(`Waiting for another process (${unlock}) to finish: ${name}`);
		told = true;
		await delay(500, undefined, { signal });
	}
}

/**
 * Takes a lock file, also one whose owner is gone.
 * @param file absolute path; its folder is made when missing
 */
export async function tryLock(file: string): Promise<(() => Promise<void>) | number> {
	await mkdir(path.dirname(file), { recursive: true });
	for (let looks = 1; ; looks += 1) {
		if (await take(file)) return async () => await rm(file, { force: true });
		const owner = Number(await readFile(file, 'utf8').catch(() => ''));
		if (owner && isRunning(owner)) return owner;
		// An empty one was created this very moment, and names its owner at the next look; or its owner died just then.
		if (owner || looks > 20) await rm(file, { force: true });
		else await delay(50);
	}
}

async function take(file: string): Promise<boolean> {
	try {
		await writeFile(file, String(process.pid), { flag: 'wx' });
		return true;
	} catch (error) {
		if (isErrno(error, 'EEXIST')) return false;
		throw error;
	}
}

/** Checks if a process with this id exists on this machine, under any user. */
export function isRunning(pid: number): boolean {
	try {
		process.kill(pid, 0);
		return true;
	} catch (error) {
		return isErrno(error, 'EPERM');
	}
}
