/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-dangerous-functions -- development only: this file is never part of the published package */
import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { tryLock } from '../../../sandbox/demo/lock';

describe("the demo's lock", () => {
	let folder: string;
	let file: string;

	beforeEach(async () => {
		folder = await mkdtemp(path.join(os.tmpdir(), 'messaging-platform-lock-'));
		file = path.join(folder, 'deep/demo.pid');
	});

	afterEach(async () => await rm(folder, { recursive: true, force: true }));

	const take = async () => {
		const unlock = await tryLock(file);
		if (typeof unlock === 'number') throw new Error(`taken by ${unlock}`);
		return unlock;
	};

	test('is given once, names its owner to the next, and can be taken again when it was given back', async () => {
		const unlock = await take();
		expect(await readFile(file, 'utf8')).toBe(String(process.pid));
		expect(await tryLock(file)).toBe(process.pid);
		await unlock();
		await (
			await take()
		)();
	});

	test("is taken over from a process that is gone, even if it hadn't written its name", async () => {
		await (
			await take()
		)();
		const { pid } = spawnSync(process.execPath, ['--version']);
		for (const left of [String(pid), '']) {
			await writeFile(file, left);
			const unlock = await take();
			expect(await readFile(file, 'utf8')).toBe(String(process.pid));
			await unlock();
		}
	});

	test('is given to one of many at once', async () => {
		const results = await Promise.all(Array.from({ length: 20 }, async () => await tryLock(file)));
		expect(results.filter((result) => typeof result === 'function')).toHaveLength(1);
	});
});
