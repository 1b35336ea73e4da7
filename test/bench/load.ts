/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- development only: this file is never part of the published package */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { ensureN8n } from '../../sandbox/demo/install';
import { ensureTarball } from '../../sandbox/demo/pack';
import type { Bench } from './bench';
import { interleave, medianOf, show } from './statistics';

const run = promisify(execFile);

const resultSchema = z.object({ ms: z.number(), bytes: z.number() });

/** Loads the modules in a new process that has loaded n8n-workflow before, as n8n has. */
const SCRIPT = `
	require(process.argv[1]);
	const before = process.memoryUsage().heapUsed;
	const start = performance.now();
	for (const file of process.argv.slice(2)) require(file);
	const ms = performance.now() - start;
	process.stdout.write(JSON.stringify({ ms, bytes: process.memoryUsage().heapUsed - before }));
`;

/** The time that the package adds to n8n's start, and its size. */
export const benchLoad: Bench = async ({ small, print }) => {
	const tarball = await ensureTarball({ onProgress: print });
	const { node, script } = await ensureN8n({ onProgress: print });
	const folder = await mkdtemp(path.join(tmpdir(), 'n8n-bench-load-'));
	try {
		await run('tar', ['-xzf', tarball.file, '-C', folder]);
		const workflow = createRequire(script).resolve('n8n-workflow');
		// The unpacked package finds n8n-workflow where n8n's own loader would give it to it.
		const env = { ...process.env, NODE_PATH: path.dirname(path.dirname(path.dirname(path.dirname(workflow)))) };
		const built = (file: string) => path.join(folder, 'package/dist', file);
		const parts: Record<string, string[]> = {
			'action node': [built('nodes/MessagingPlatform/MessagingPlatform.node.js')],
			'trigger node': [built('nodes/MessagingPlatformTrigger/MessagingPlatformTrigger.node.js')],
			credential: [built('credentials/MessagingPlatformApi.credentials.js')],
		};
		parts['all of it'] = Object.values(parts).flat();
		const candidates = Object.entries(parts).map(([name, files]) => ({
			name,
			run: async () => {
				const { stdout } = await run(node, ['-e', SCRIPT, workflow, ...files], { env });
				return resultSchema.parse(JSON.parse(stdout));
			},
		}));
		const results = await interleave(candidates, small ? 3 : 21);
		const sizes = await Promise.all(Object.values(parts).map(async (files) => await sizeOf(files)));
		const { size: packed } = await stat(tarball.file);
		return {
			name: 'load',
			tables: [
				{
					header: ['require()', 'time', 'heap', 'file size'],
					rows: candidates.map(({ name }, index) => [
						name,
						`${show(medianOf(results, name, ({ ms }) => ms))} ms`,
						`${show(medianOf(results, name, ({ bytes }) => bytes) / 1024)} kB`,
						`${show((sizes[index] ?? 0) / 1024)} kB`,
					]),
				},
				{ header: ['tarball', 'size'], rows: [['packed', `${show(packed / 1024)} kB`]] },
			],
			targets: [],
			conditions: `Each in a new process of Node.js, after n8n-workflow; medians of ${small ? 3 : 21} after a warm-up.`,
		};
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
};

async function sizeOf(files: string[]): Promise<number> {
	const sizes = await Promise.all(files.map(async (file) => (await stat(file)).size));
	return sizes.reduce((sum, size) => sum + size, 0);
}
