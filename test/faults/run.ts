/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-dangerous-functions -- development only: this file is never part of the published package */
/**
 * Puts one fault after the other into the code, as jest reads it, and runs the unit tests until one of them notices.
 *   npm run test:faults                     all of faults.txt
 *   npm run test:faults -- deliver loop     those whose file has one of these words in its path
 * Exits with 1 when a fault is not noticed and has no reason for that. Each fault's code occurs once (test/architecture.test.ts).
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.join(__dirname, '..', '..');
const LIST = readFileSync(path.join(__dirname, 'faults.txt'), 'utf8');

/** A file, why a user would notice, the code and the fault in its place, and why no test can notice it. */
const FAULTS = [...LIST.matchAll(/^(\S+\.ts): (.*)\n- (.*)\n\+ ?(.*)(?:\n\? (.*))?$/gm)].map(
	([, file = '', why = '', from = '', to = '', reason]) => ({ file, why, from, to, reason }),
);

type Fault = (typeof FAULTS)[number];

const print = (line: string) => void process.stdout.write(`${line}\n`);

/** The test that fails with the fault, if one of the tests does. */
function noticed({ file, from, to }: Fault, tests: string[]): string | undefined {
	const { status, stderr } = spawnSync(
		process.execPath,
		[
			'node_modules/jest/bin/jest.js',
			'--config',
			'test/faults/jest.config.js',
			'--bail',
			'--runInBand',
			'--passWithNoTests',
			...tests,
		],
		{ cwd: ROOT, encoding: 'utf8', env: { ...process.env, FAULT: JSON.stringify([file, from, to]) }, timeout: 900_000 },
	);
	if (status === 0) return undefined;
	return /^ +● (.+)$/m.exec(stderr)?.[1] ?? 'a test that did not end';
}

const words = process.argv.slice(2);
const asked = FAULTS.filter(({ file }) => words.length === 0 || words.some((word) => file.includes(word)));
const missed = asked.filter((fault) => {
	// the tests next to the file are the fastest to notice
	const test = noticed(fault, [`test/${path.dirname(fault.file)}/`]) ?? noticed(fault, ['--findRelatedTests', fault.file]);
	print(
		`${test === undefined ? 'NOT noticed' : 'noticed'}  ${fault.file}: ${fault.why}\n         ${test ?? fault.reason ?? fault.from}`,
	);
	return test === undefined;
});
print(`${asked.length - missed.length} of ${asked.length} faults noticed`);
if (missed.some(({ reason }) => reason === undefined)) process.exitCode = 1;
