/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development only: this file is never part of the published package */
import { build } from 'esbuild';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import manifest from '../../package.json';
import { behindOf, findingsOf } from '../../release/audit';
import { bundledLibraries } from '../../release/bundled';
import { noticesOf } from '../../release/notices';
import { sbomOf } from '../../release/sbom';
import { ROOT } from '../../sandbox/demo/paths';

const bomSchema = z.object({
	components: z.array(z.object({ name: z.string(), version: z.string(), licenses: z.array(z.unknown()).min(1) })),
	dependencies: z.array(z.object({ ref: z.string(), dependsOn: z.array(z.string()).optional() })),
});

describe('the bundle', () => {
	let inputs: string[];
	beforeAll(async () => {
		const { credentials, nodes } = manifest.n8n;
		const { metafile } = await build({
			entryPoints: [...credentials, ...nodes].map((file) => file.replace(/^dist\//, '').replace(/\.js$/, '.ts')),
			...{ absWorkingDir: ROOT, outdir: 'dist', bundle: true, write: false, metafile: true, platform: 'node' as const },
			...{ external: ['n8n-workflow'], logLevel: 'silent' as const },
		});
		inputs = Object.keys(metafile.inputs);
	});

	test('every library that the bundler read is in the SBOM and in the notices, with its licence', async () => {
		const libraries = await bundledLibraries(inputs);
		const { components, dependencies } = bomSchema.parse(JSON.parse(sbomOf(manifest, libraries)));
		const notices = noticesOf(libraries);
		const names = new Set(inputs.flatMap((file) => /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1] ?? []));
		expect(names.size).toBeGreaterThan(2);
		expect(components.map(({ name }) => name)).toEqual([...names].sort());
		expect(dependencies.find(({ ref }) => ref.includes(manifest.name))?.dependsOn).toHaveLength(names.size);
		for (const { name, version } of components) expect(notices).toContain(`\n${name} ${version}\nLicense: `);
		expect(notices.match(/Permission is hereby granted/g)).toHaveLength(names.size);
		expect(notices).toContain('Apache License');
	});

	test('the same build gives the same SBOM', async () => {
		const sbom = async () => sbomOf(manifest, await bundledLibraries(inputs));
		expect(await sbom()).toBe(await sbom());
	});

	test('every bundled library is a dependency of development with a fixed version in the lock file', async () => {
		const direct = Object.keys(manifest.devDependencies);
		const libraries = await bundledLibraries(inputs);
		const others = libraries.map(({ name }) => name).filter((name) => !direct.includes(name));
		expect(others).toEqual([]);
		expect(manifest).not.toHaveProperty('dependencies');
	});

	describe('a library that cannot be passed on', () => {
		let root: string;
		beforeEach(() => {
			root = mkdtempSync(path.join(tmpdir(), 'bundled-'));
			mkdirSync(path.join(root, 'node_modules/@scope/one'), { recursive: true });
		});
		afterEach(() => rmSync(root, { recursive: true }));

		const write = (file: string, text: unknown) => writeFileSync(path.join(root, file), JSON.stringify(text));
		const one = { name: '@scope/one', version: '1.2.3', license: 'MIT' };
		const lock = (integrity?: string) => ({ packages: { 'node_modules/@scope/one': { integrity } } });

		test.each([
			['without a licence file', one, 'sha512-AAAA', false, /has no license file/],
			['without a checksum', one, undefined, true, /has no checksum/],
			['without a licence in its package.json', { ...one, license: undefined }, 'sha512-AAAA', true, /license/],
		])('%s stops the build', async (_case, packageJson, integrity, hasText, message) => {
			write('package-lock.json', lock(integrity));
			write('node_modules/@scope/one/package.json', packageJson);
			if (hasText) write('node_modules/@scope/one/LICENSE', 'Terms');
			await expect(bundledLibraries(['node_modules/@scope/one/a/b.js'], root)).rejects.toThrow(message);
		});

		test('is found wherever its files are', async () => {
			write('package-lock.json', lock('sha512-AAAA'));
			write('node_modules/@scope/one/package.json', one);
			write('node_modules/@scope/one/LICENCE.txt', 'Terms');
			const libraries = await bundledLibraries(['nodes/a.ts', 'node_modules/@scope/one/a/b.js'], root);
			expect(libraries).toMatchObject([{ name: '@scope/one', version: '1.2.3', texts: [{ file: 'LICENCE.txt' }] }]);
		});
	});
});

describe('known vulnerabilities', () => {
	const advisory = { title: 'Accepts anything', url: 'https://github.com/advisories/GHSA-1', severity: 'low', range: '<9' };
	const report = (name: string, via: unknown[]) => ({ auditReportVersion: 2, vulnerabilities: { [name]: { name, via } } });

	test('are reported for a bundled library, whatever their severity, and not for other packages', () => {
		const found = 'jose <9: low: Accepts anything (https://github.com/advisories/GHSA-1)';
		expect(findingsOf(report('jose', [advisory]), ['jose'])).toEqual([found]);
		expect(findingsOf(report('gulp', [advisory]), ['jose'])).toEqual([]);
		expect(findingsOf({ vulnerabilities: {} }, ['jose'])).toEqual([]);
	});

	test.each([
		null,
		{ message: '405 Method Not Allowed', error: { summary: '', detail: '' } },
		{ advisories: {} },
		{ vulnerabilities: { jose: { name: 'jose' } } },
	])('are not ruled out when the check failed: %j', (value) => {
		expect(() => findingsOf(value, ['jose'])).toThrow(/no report/);
	});
});

describe('newer versions', () => {
	const jose = { name: 'jose', version: '6.2.18' };
	const entry = (latest: string) => ({ current: '1.0.0', wanted: '1.0.0', latest });

	test('are reported for a bundled library that is a major version behind, and for no other', () => {
		expect(behindOf({ jose: entry('7.0.0') }, [jose])).toEqual(['jose 6.2.18 is behind 7.0.0']);
		expect(behindOf({ jose: [entry('10.0.0'), entry('10.0.0')] }, [jose])).toEqual(['jose 6.2.18 is behind 10.0.0']);
		expect(behindOf({ gulp: entry('5.0.0'), jose: entry('6.3.0') }, [jose])).toEqual([]);
	});

	test.each([null, { error: { code: 'ECONNREFUSED', summary: '', detail: '' } }])(
		'are not ruled out when the check failed: %j',
		(value) => {
			expect(() => behindOf(value, [jose])).toThrow(/no report/);
		},
	);
});
