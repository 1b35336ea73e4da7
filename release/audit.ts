/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-dangerous-functions -- development only: this file is never part of the published package */
import { spawnSync } from 'node:child_process';
import { z } from 'zod';
import { npm } from '../sandbox/demo/npm';
import { ROOT } from '../sandbox/demo/paths';
import { bundledLibraries, readInputs } from './bundled';

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

/** `npm run audit:bundled`: after a build, fails when a bundled library has a known vulnerability, of whatever severity. */
async function main(): Promise<void> {
	const libraries = await bundledLibraries(await readInputs());
	const { file, args } = npm(['audit', '--json', ...process.argv.slice(2)]);
	const { stdout } = spawnSync(file, args, { cwd: ROOT, encoding: 'utf8' });
	const names = libraries.map(({ name }) => name);
	const findings = findingsOf(JSON.parse(stdout || 'null'), names);
	for (const finding of findings) process.stdout.write(`${finding}\n`);
	process.stdout.write(`${names.length} bundled libraries, ${findings.length} known vulnerabilities\n`);
	process.exitCode = findings.length === 0 ? 0 : 1;
}

if (require.main === module) {
	main().catch((error: unknown) => {
		process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
		process.exitCode = 1;
	});
}
