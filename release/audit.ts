/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-dangerous-functions -- development only: this file is never part of the published package */
import { spawnSync } from 'node:child_process';
import { z } from 'zod';
import { npm } from '../sandbox/demo/npm';
import { ROOT } from '../sandbox/demo/paths';
import { bundledLibraries, type Library, readInputs } from './bundled';

const advisorySchema = z.object({ title: z.string(), url: z.string(), severity: z.string(), range: z.string() });

const reportSchema = z.object({
	vulnerabilities: z.record(z.object({ name: z.string(), via: z.array(z.union([z.string(), advisorySchema])) })),
});

/**
 * Picks what concerns users: most advisories are about tools that are never published.
 *
 * @param report what `npm audit --json` prints
 * @param names the libraries that the published files hold copies of
 * @returns a line for each known vulnerability
 * @throws Error when it isn't a report: anything that could not be checked does not count as safe
 */
export function findingsOf(report: unknown, names: readonly string[]): string[] {
	const read = reportSchema.safeParse(report);
	if (!read.success) throw new Error('npm audit gave no report, so the bundled libraries are unchecked');
	const affected = Object.values(read.data.vulnerabilities).filter(({ name }) => names.includes(name));
	return affected.flatMap(({ name, via }) => {
		const advisories = via.filter((one) => typeof one !== 'string');
		return advisories.map(({ severity, title, range, url }) => `${name} ${range}: ${severity}: ${title} (${url})`);
	});
}

const outdatedSchema = z.object({ latest: z.string() });

/**
 * Picks the bundled libraries of which there is a newer major version.
 *
 * @param report what `npm outdated --json` prints: entries for each library of which some copy isn't the newest
 * @throws Error when it isn't a report
 */
export function behindOf(report: unknown, libraries: ReadonlyArray<Pick<Library, 'name' | 'version'>>): string[] {
	const read = z.record(z.union([outdatedSchema, z.array(outdatedSchema)])).safeParse(report);
	if (!read.success) throw new Error('npm outdated gave no report, so the bundled libraries are unchecked');
	const major = (version: string) => Number(version.split('.')[0]);
	return libraries.flatMap(({ name, version }) => {
		const latest = [read.data[name] ?? []].flat()[0]?.latest ?? version;
		return major(version) < major(latest) ? [`${name} ${version} is behind ${latest}`] : [];
	});
}

/** Runs an npm command that prints JSON. Its exit code only says whether it found something. */
function ask(...words: string[]): unknown {
	const { file, args } = npm(words);
	return JSON.parse(spawnSync(file, args, { cwd: ROOT, encoding: 'utf8' }).stdout || 'null');
}

/** `npm run audit:bundled`: after a build, fails when a bundled library has a known vulnerability or is a major version behind. */
async function main(): Promise<void> {
	const libraries = await bundledLibraries(await readInputs());
	const names = libraries.map(({ name }) => name);
	const findings = findingsOf(ask('audit', '--json', ...process.argv.slice(2)), names);
	const behind = behindOf(ask('outdated', '--json', ...names, ...process.argv.slice(2)), libraries);
	for (const finding of [...findings, ...behind]) process.stdout.write(`${finding}\n`);
	process.stdout.write(
		`${names.length} bundled libraries, ${findings.length} known vulnerabilities, ${behind.length} behind by a major version\n`,
	);
	process.exitCode = findings.length + behind.length === 0 ? 0 : 1;
}

if (require.main === module) {
	main().catch((error: unknown) => {
		process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
		process.exitCode = 1;
	});
}
