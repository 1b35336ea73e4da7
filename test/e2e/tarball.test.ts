/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-dangerous-functions -- development only: this file is never part of the published package */
import { execFileSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ensureTarball, unpack, type Tarball } from '../../sandbox/demo/pack';
import { ROOT } from '../../sandbox/demo/paths';
import { unexpectedFiles } from '../scan/contents';

const MAX_BYTES = 250_000;
/**
 * Time to load the package's classes, as a share of n8n-workflow's in the same process: measured 0.04 to 0.10; 0.25 was about
 * 100 ms.
 */
const MAX_LOAD_RATIO = 0.25;

let tarball: Tarball;
let folder: string;
beforeAll(async () => {
	tarball = await ensureTarball({ onProgress: () => undefined });
	folder = await mkdtemp(path.join(tmpdir(), 'messaging-platform-tarball-'));
	await unpack(tarball.file, folder, { onProgress: () => undefined });
}, 300_000);
afterAll(async () => await rm(folder, { recursive: true, force: true }));

test('is small', async () => {
	expect((await stat(tarball.file)).size).toBeLessThan(MAX_BYTES);
});

test('holds everything a user needs, and nothing else', async () => {
	const entries = await readdir(folder, { recursive: true, withFileTypes: true });
	const files = entries
		.filter((entry) => entry.isFile())
		.map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'));
	expect(unexpectedFiles(files)).toEqual([]);
});

test('holds everything that package.json names', async () => {
	const { n8n, main }: { main?: string; n8n: { nodes: string[]; credentials: string[] } } = JSON.parse(
		await readFile(path.join(folder, 'package.json'), 'utf8'),
	);
	for (const file of [...n8n.nodes, ...n8n.credentials, ...(main ? [main] : [])]) {
		expect((await stat(path.join(folder, file))).size).toBeGreaterThan(0);
	}
});

test('loads its classes fast when n8n-workflow is loaded already, as in n8n', () => {
	const script = `
		const spent = () => Object.values(process.cpuUsage()).reduce((sum, one) => sum + one);
		const begun = spent();
		require('n8n-workflow');
		const reference = spent() - begun;
		const { n8n } = require(${JSON.stringify(path.join(folder, 'package.json'))});
		const started = spent();
		for (const file of [...n8n.credentials, ...n8n.nodes]) {
			const [[name, Class]] = Object.entries(require(${JSON.stringify(folder)} + '/' + file));
			if (!file.includes('/' + name + '.')) throw new Error(file + ' exports ' + name);
			new Class();
		}
		process.stdout.write(String((spent() - started) / reference));`;
	const load = () =>
		Number(
			execFileSync(process.execPath, ['-e', script], {
				cwd: ROOT,
				encoding: 'utf8',
				env: { ...process.env, NODE_PATH: path.join(ROOT, 'node_modules') },
			}),
		);
	// The smallest of some: what else the machine does must not count.
	expect(Math.min(...Array.from({ length: 5 }, load))).toBeLessThan(MAX_LOAD_RATIO);
});
