/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-dangerous-functions -- development only: this file is never part of the published package */
import { execFileSync } from 'node:child_process';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ensureN8n } from '../../sandbox/demo/install';
import { ensureTarball, unpack, type Tarball } from '../../sandbox/demo/pack';
import { ROOT } from '../../sandbox/demo/paths';
import { CREDENTIAL_TYPE } from '../../sandbox/demo/provision';
import { OPERATIONS } from '../helpers/operationTable';
import { forgottenSentences, startRealN8n, type RealN8n, toStderr } from '../helpers/realN8n';
import { unexpectedFiles } from '../scan/contents';
import { ACTION, TRIGGER } from './workflows';

const MAX_BYTES = 250_000;
/**
 * Time to load the package's classes, as a share of n8n-workflow's in the same process: measured 0.04 to 0.10; 0.25 was about
 * 100 ms.
 */
const MAX_LOAD_RATIO = 0.25;

describe('the archive', () => {
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
});

describe('the packed package in a real n8n', () => {
	let real: RealN8n;

	beforeAll(async () => {
		real = await startRealN8n();
	});

	afterAll(async () => await real?.close());

	test('reads why n8n refuses an answer in the words that n8n still uses', async () => {
		expect(forgottenSentences(await ensureN8n({ onProgress: toStderr }))).toEqual([]);
	});

	describe('types', () => {
		test('has both nodes under their true names, and the action as an AI tool', async () => {
			const types = await real.rest.nodeTypes();
			const names = types.filter(({ name }) => /messagingPlatform/i.test(name)).map(({ name }) => name);
			expect(new Set(names)).toEqual(new Set([ACTION, TRIGGER, `${ACTION}Tool`, `${ACTION}HitlTool`]));
			expect(types.find(({ name }) => name === ACTION)?.displayName).toBe('Messaging Platform');
			expect(types.find(({ name }) => name === TRIGGER)).toMatchObject({
				displayName: 'Messaging Platform Trigger',
				version: 2,
			});
		});

		test('serves every icon of the nodes and the credential, light and dark, as SVG', async () => {
			const nodes = (await real.rest.nodeTypes()).filter(({ name }) => name === ACTION || name === TRIGGER);
			const credentials = (await real.rest.credentialTypes()).filter(({ name }) => name === CREDENTIAL_TYPE);
			expect([...nodes, ...credentials]).toHaveLength(3);
			for (const { name, iconUrl } of [...nodes, ...credentials]) {
				expect(iconUrl).toMatchObject({ light: expect.any(String), dark: expect.any(String) });
				for (const url of Object.values(iconUrl ?? {})) {
					const response = await fetch(`${real.n8n.origin}/${url}`);
					expect([name, url, response.status]).toEqual([name, url, 200]);
					expect(response.headers.get('content-type')).toContain('image/svg+xml');
					expect(await response.text()).toContain('<svg');
				}
			}
		});
	});

	test('serves the schema preview of every operation and of the trigger', async () => {
		const names = Object.entries(OPERATIONS).flatMap(([resource, operations]) =>
			Object.keys(operations).map((operation) => `${ACTION}/1.0.0/${resource}/${operation}`),
		);
		for (const name of [...names, `${TRIGGER}/2.0.0/output`]) {
			const response = await fetch(`${real.n8n.origin}/schemas/${name}.json`);
			expect([name, response.status]).toEqual([name, 200]);
			expect(await response.json()).toMatchObject({ type: 'object', properties: expect.any(Object) as object });
		}
	});
});
