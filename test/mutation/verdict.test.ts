/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- development only: this file is never part of the published package */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { schema } from '@stryker-mutator/api/core';
import { type Area, AREAS } from './areas';
import { SURVIVORS } from './survivors';
import { changedText, isMeant, LEAST, problemsOf, reasonFor, share, verdictOf } from './verdict';

const ROOT = join(__dirname, '../..');
const FILE = 'nodes/shared/api/deadline.ts';

const SOURCE = 'first\n\tif (second || third) return;\n';

/** @returns A change of what stands in a line, by default in its condition. */
const mutant = (status: schema.MutantStatus, line: number, replacement = 'false', original = 'second'): schema.MutantResult => {
	const column = (SOURCE.split('\n')[line - 1] ?? '').indexOf(original) + 1;
	return {
		id: `${status}-${line}-${replacement}-${original}`,
		mutatorName: 'ConditionalExpression',
		replacement,
		status,
		location: { start: { line, column }, end: { line, column: column + original.length } },
	};
};

/** The verdict on changes, by default on such as the compiler takes. */
const verdictOn = (mutants: schema.MutantResult[], refuses: (file: string, text: string) => boolean = () => false) =>
	verdictOf(
		{
			schemaVersion: '1',
			thresholds: { high: 80, low: 60 },
			files: { [FILE]: { language: 'typescript', source: SOURCE, mutants } },
		},
		refuses,
	);

const area: Area = { name: 'transport', paths: ['nodes/shared/api'], tests: [] };

test('counts changes that a test noticed and that no longer ended; not those that could not run', () => {
	const ran = ['Killed', 'Timeout', 'Survived', 'NoCoverage'] as const;
	const other = ['CompileError', 'RuntimeError', 'Ignored', 'Pending'] as const;
	const verdict = verdictOn([...ran, ...other].map((status) => mutant(status, 2)));
	expect(verdict).toMatchObject({ all: 4, noticed: 2 });
	expect(share(verdict)).toBe('50.0 %');
	expect(share(verdictOn([]))).toBe('none');
});

test('shows each change that was not noticed and that the compiler takes', () => {
	const asked: string[][] = [];
	const mutants = [mutant('Survived', 2, 'true'), mutant('NoCoverage', 1, '""', 'first'), mutant('Killed', 2)];
	const verdict = verdictOn(mutants, (...change) => asked.push(change) === 2);
	expect(asked).toEqual([
		[FILE, 'first\n\tif (true || third) return;\n'],
		[FILE, '""\n\tif (second || third) return;\n'],
	]);
	const survivor = { file: FILE, line: 2, code: 'if (second || third) return;', mutator: 'ConditionalExpression' };
	expect(verdict).toEqual({ all: 2, noticed: 1, survivors: [{ ...survivor, original: 'second', replacement: 'true' }] });
});

test.each([0, 1] as const)('has the changed text of several lines, if the first line is %i', (first) => {
	const place = (line: number, column: number) => ({ line: line + first, column: column + first });
	const change = { location: { start: place(0, 7), end: place(2, 1) }, mutatorName: 'BlockStatement', replacement: '{}' };
	expect(changedText('if (a) {\n\tb();\n} else c();\n', change, first)).toBe('if (a) {} else c();\n');
});

describe('a change that no test notices', () => {
	const [survivor] = verdictOn([mutant('Survived', 2)]).survivors;
	if (survivor === undefined) throw new Error('There is one.');

	test.each([
		{ why: 'any' },
		{ file: 'nodes/shared/api', why: 'the folder' },
		{ file: FILE, code: 'if (second || third) return;', original: 'second', replacement: 'false', why: 'all' },
		{ code: /second/, why: 'a part of the line' },
		{ replacement: ['true', 'false'], why: 'some changes' },
	])('is explained by $why', (reason) => {
		expect(reasonFor(survivor, [reason])).toBe(reason);
	});

	test.each([
		{ file: 'nodes/shared/listSearch', why: 'another folder' },
		{ original: 'second || third', why: 'a change of more' },
		{ code: 'if (second || third)', why: 'a part of the line as if it were all of it' },
		{ code: /fourth/, why: 'another line' },
		{ mutator: 'StringLiteral', why: 'another kind' },
		{ replacement: ['true', 'second'], why: 'other changes' },
	])('is not explained by $why', (reason) => {
		expect(reasonFor(survivor, [reason])).toBeUndefined();
	});

	test('is reported with its place and what to do, unless it is explained, and counts for the area', () => {
		const verdictAmong = (killed: number) =>
			verdictOn([mutant('Survived', 2), ...Array.from({ length: killed }, () => mutant('Killed', 1))]);
		expect(problemsOf(area, verdictAmong(20), [])).toEqual([
			expect.stringMatching(/^nodes\/shared\/api\/deadline\.ts:2: no test notices "false".*survivors\/transport\.ts/),
		]);
		expect(problemsOf(area, verdictAmong(20), [{ why: 'any' }])).toEqual([]);
		expect(problemsOf(area, verdictAmong(8), [{ why: 'any' }])).toEqual([
			`transport: 88.9 % of the changes are noticed, ${LEAST * 100}.0 % are asked for.`,
		]);
	});
});

test.each(AREAS)('the area $name has files and tests, in patterns that mocha can read', ({ paths, tests, slow = [] }) => {
	for (const pattern of [...paths, ...tests, ...slow]) {
		expect(pattern).not.toMatch(/[{,}]/);
		const [start = ''] = pattern.split('/**');
		expect([pattern, existsSync(join(ROOT, start))]).toEqual([pattern, true]);
	}
});

test('reasons are given for existing files and lines, in words', () => {
	const filesIn = (path: string): string[] =>
		statSync(path).isFile() ? [path] : readdirSync(path).flatMap((name) => filesIn(join(path, name)));
	const gone = SURVIVORS.filter(({ file = 'nodes', code, original = [] }) => {
		const path = join(ROOT, file);
		if (!existsSync(path)) return true;
		const lines = filesIn(path).flatMap((one) => readFileSync(one, 'utf8').split('\n'));
		const meant = lines.filter((line) => isMeant(code, line.trim()));
		return meant.length === 0 || [original].flat().some((text) => meant.every((line) => !line.includes(text)));
	});
	expect(gone).toEqual([]);
	for (const { why } of SURVIVORS) expect(why).toMatch(/\w+ \w+/);
});
