/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- development only: this file is never part of the published package */
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DemoFailure } from '../../sandbox/demo/settings';
import { ensureTarball, unpack } from '../../sandbox/demo/pack';
import { ROOT } from '../../sandbox/demo/paths';
import { PATTERNS, scan, type LegResult } from './legs';
import { unexpectedFiles } from './contents';

const print = (line: string) => void process.stdout.write(`${line}\n`);

/** `npm run scan`: both legs of n8n's official scan, and what the tarball holds. Warnings count as failures. */
async function main(): Promise<boolean> {
	const tarball = await ensureTarball({ onProgress: print });
	const folder = await mkdtemp(path.join(tmpdir(), 'messaging-platform-scan-'));
	try {
		await unpack(tarball.file, folder, { onProgress: () => undefined });
		const legs = { source: await scan(ROOT, PATTERNS.source), tarball: await scan(folder, PATTERNS.tarball) };
		for (const [name, leg] of Object.entries(legs)) report(name, leg);
		const files = await filesUnder(folder);
		const unexpected = unexpectedFiles(files);
		print(`contents: ${files.length} files, ${unexpected.length} that do not belong there`);
		for (const file of unexpected) print(`  ${file}`);
		return unexpected.length === 0 && Object.values(legs).every((leg) => leg.errors + leg.warnings === 0);
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}

function report(name: string, { files, errors, warnings, details }: LegResult): void {
	print(`${name}: ${files} files, ${errors} errors, ${warnings} warnings`);
	if (details) print(details);
}

/** The files of a folder, relative to it and with forward slashes. */
async function filesUnder(folder: string): Promise<string[]> {
	const entries = await readdir(folder, { recursive: true, withFileTypes: true });
	return entries
		.filter((entry) => !entry.isDirectory())
		.map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'))
		.sort();
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
