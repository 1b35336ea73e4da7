/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- development only: this file is never part of the published package */
import { analyzePackage, buildScanConfig, SOURCE_FILE_PATTERNS } from '@n8n/scan-community-package/scanner/scanner.mjs';
import { ESLint } from 'eslint';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DemoFailure } from '../../sandbox/demo/settings';
import { ensureTarball, unpack } from '../../sandbox/demo/pack';
import { ROOT } from '../../sandbox/demo/paths';
import { unexpectedFiles } from './contents';

const print = (line: string) => void process.stdout.write(`${line}\n`);

/** The patterns that n8n scans of a package's source, and of the tarball that it publishes. */
const PATTERNS = { source: SOURCE_FILE_PATTERNS, tarball: ['**/*.js', 'package.json'] };

/**
 * Runs one leg of n8n's official scan, with no network. The scanner's own verdict keeps silent about warnings, so its rules are
 * run once more to count them.
 * @returns the number of errors and warnings
 */
async function scan(name: keyof typeof PATTERNS, folder: string): Promise<number> {
	const patterns = PATTERNS[name];
	const eslint = new ESLint({
		cwd: folder,
		allowInlineConfig: false,
		overrideConfigFile: true,
		overrideConfig: await buildScanConfig(),
		errorOnUnmatchedPattern: false,
	});
	const results = await eslint.lintFiles(patterns);
	if (results.length === 0) throw new Error(`Nothing to scan in ${folder}: ${patterns.join(', ')}`);
	const sum = (count: (result: ESLint.LintResult) => number) => results.reduce((all, one) => all + count(one), 0);
	const errors = sum((result) => result.errorCount);
	const warnings = sum((result) => result.warningCount);
	const formatter = await eslint.loadFormatter('stylish');
	const verdict = await analyzePackage(folder, patterns);
	if (!verdict.passed && errors === 0) throw new Error(verdict.details ?? verdict.message ?? 'The scanner failed.');
	print(`${name}: ${results.length} files, ${errors} errors, ${warnings} warnings\n${await formatter.format(results)}`.trim());
	return errors + warnings;
}

/** `npm run scan`: both legs of n8n's official scan, and what the tarball holds. Warnings count as failures. */
async function main(): Promise<boolean> {
	const tarball = await ensureTarball({ onProgress: print });
	const folder = await mkdtemp(path.join(tmpdir(), 'messaging-platform-scan-'));
	try {
		await unpack(tarball.file, folder, { onProgress: () => undefined });
		const found = (await scan('source', ROOT)) + (await scan('tarball', folder));
		const entries = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => !entry.isDirectory());
		const files = entries.map(({ parentPath, name }) =>
			path.relative(folder, path.join(parentPath, name)).replaceAll(path.sep, '/'),
		);
		const unexpected = unexpectedFiles(files);
		print(`contents: ${files.length} files, ${unexpected.length} that do not belong there`);
		for (const file of unexpected.sort()) print(`  ${file}`);
		return unexpected.length + found === 0;
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}

main()
	.then((passed) => {
		print(passed ? 'scan: passed' : 'scan: FAILED');
		process.exitCode = passed ? 0 : 1;
	})
	.catch((error: unknown) => {
		print(error instanceof DemoFailure ? error.message : `scan: FAILED\n${String(error)}`);
		process.exitCode = 1;
	});
