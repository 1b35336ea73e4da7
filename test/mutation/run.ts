/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-dangerous-functions -- development only: this file is never part of the published package */
/**
 * Changes the code in one place at a time and runs the tests that reach it: a change that none of them notices is a gap.
 *   npm run test:mutation                              all areas
 *   npm run test:mutation -- delivery loop             some
 * Exits with 1 when an area's share is too small, or when a change is not noticed and no one has said why that is not a gap.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import type { schema } from '@stryker-mutator/api/core';
import { type Area, AREAS } from './areas';
import { compilerOf } from './compiler';
import { SURVIVORS } from './survivors';
import { problemsOf, share, type Verdict, verdictOf } from './verdict';

const print = (line: string) => void process.stdout.write(`${line}\n`);

const OUTPUT = '.artifacts/mutation';

/**
 * The folder in which StrykerJS keeps a changed copy of the repository while it runs; one that it leaves behind would be
 * linted.
 */
const COPY = '.artifacts/stryker';

/** Runs StrykerJS over one area and returns the status of its mutants; throws when it could not run. */
function runArea(area: Area): Verdict {
	const report = `${OUTPUT}/${area.name}.json`;
	const configuration = `${OUTPUT}/${area.name}.config.json`;
	mkdirSync(OUTPUT, { recursive: true });
	rmSync(report, { force: true });
	writeFileSync(
		configuration,
		JSON.stringify({
			testRunner: 'mocha-reloading',
			plugins: ['./test/mutation/runner.mjs'],
			mochaOptions: {
				'no-config': true,
				'no-package': true,
				require: ['./test/mutation/register.js', './test/mutation/jestInterface.js'],
				spec: area.tests,
				ignore: area.slow ?? [],
			},
			coverageAnalysis: 'perTest',
			mutate: area.paths.map((path) => (path.endsWith('.ts') ? path : `${path}/**/*.ts`)),
			// Files that no test of these areas reads need not be copied.
			ignorePatterns: ['/dist', '/sandbox/n8n', '/examples', '/.artifacts', '/.demo', '/.git'],
			reporters: ['html', 'json', 'progress-append-only'],
			htmlReporter: { fileName: `${OUTPUT}/${area.name}.html` },
			jsonReporter: { fileName: report },
			// More than there are processors: tests mostly wait for connections and timers.
			concurrency: 2 * cpus().length,
			timeoutMS: 10_000,
			tempDirName: COPY,
			allowConsoleColors: false,
		}),
	);
	const { status } = spawnSync('npx', ['stryker', 'run', configuration], { stdio: 'inherit' });
	rmSync(COPY, { recursive: true, force: true });
	if (status !== 0) throw new Error(`StrykerJS could not run the area ${area.name}.`);
	return verdictOf(JSON.parse(readFileSync(report, 'utf8')) as schema.MutationTestResult, compilerOf('tsconfig.build.json'));
}

function main(names: readonly string[]): void {
	const unknown = names.filter((name) => AREAS.every((area) => area.name !== name));
	if (unknown.length > 0) {
		print(`There is no area ${unknown.join(', ')}. There are: ${AREAS.map(({ name }) => name).join(', ')}.`);
		process.exitCode = 1;
		return;
	}

	const lines: string[] = [];
	const problems: string[] = [];
	for (const area of AREAS.filter(({ name }) => names.length === 0 || names.includes(name))) {
		const started = Date.now();
		const verdict = runArea(area);
		const seconds = Math.round((Date.now() - started) / 1000);
		lines.push(`${area.name}: ${share(verdict)} noticed (${verdict.noticed} of ${verdict.all}) in ${seconds} s`);
		problems.push(...problemsOf(area, verdict, SURVIVORS));
	}
	print(['', ...problems, '', ...lines, `Reports: ${OUTPUT}/*.html`].join('\n'));
	if (problems.length > 0) process.exitCode = 1;
}

main(process.argv.slice(2));
