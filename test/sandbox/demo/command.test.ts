/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- development only: this file is never part of the published package */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { runCommand } from '../../../sandbox/demo/command';
import { waitFor } from '../../helpers/waitFor';

let folder: string;
beforeAll(async () => {
	folder = await mkdtemp(path.join(os.tmpdir(), 'messaging-platform-command-'));
});
afterAll(async () => await rm(folder, { recursive: true, force: true }));

const command = (script: string, name: string, signal?: AbortSignal) => ({
	title: 'Doing it',
	file: process.execPath,
	args: ['-e', script],
	cwd: folder,
	log: path.join(folder, name),
	remedy: 'Try again.',
	onProgress: () => undefined,
	signal,
});

test('reports a command that fails with its log, which has what it printed', async () => {
	await expect(runCommand(command('console.log("no space"); process.exit(3)', 'fails.log'))).rejects.toThrow(
		/^Doing it: failed after \d+ s \(3\)\.\nLog: .*fails\.log\nTry again\.$/,
	);
	expect(await readFile(path.join(folder, 'fails.log'), 'utf8')).toContain('no space');
});

test('kills a command that does not end when asked to, and what it started', async () => {
	const script = `process.on('SIGTERM', () => console.log('not yet')); setInterval(() => undefined, 1000); console.log('pid=' + process.pid);`;
	const parent = `require('child_process').spawn(process.execPath, ['-e', ${JSON.stringify(script)}], { stdio: 'inherit' }); ${script}`;
	const stopping = new AbortController();
	const running = runCommand(command(parent, 'stays.log', stopping.signal));
	const log = async () => await readFile(path.join(folder, 'stays.log'), 'utf8').catch(() => '');
	const pids = async () => [...(await log()).matchAll(/pid=(\d+)/g)].map(([, pid]) => Number(pid));
	await waitFor(async () => (await pids()).length === 2, 'both run', 20_000);
	stopping.abort();
	await expect(running).rejects.toThrow('Doing it: stopped.');
	expect(await log()).toContain('not yet');
	const isGone = (pid: number) => {
		try {
			return !process.kill(pid, 0);
		} catch {
			return true;
		}
	};
	await waitFor(async () => (await pids()).every(isGone), 'both are gone', 20_000);
});
