/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- development only: this file is never part of the published package */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { schema } from '@stryker-mutator/api/core';
import { type Area, AREAS, mutatedIn } from './areas';
import { SURVIVORS } from './survivors';
import { changedText, isMeant, isSettled, LEAST, problemsOf, reasonFor, share, survivorOf, verdictOf } from './verdict';

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

const report = (...mutants: schema.MutantResult[]): schema.MutationTestResult => ({
	schemaVersion: '1',
	thresholds: { high: 80, low: 60 },
	files: { [FILE]: { language: 'typescript', source: SOURCE, mutants } },
});

/** The verdict on changes that the compiler takes. */
const verdictOn = (...mutants: schema.MutantResult[]) => verdictOf(report(...mutants), () => false);

const area: Area = { name: 'transport', paths: ['nodes/shared/api'], tests: [] };

describe('a report of StrykerJS', () => {
	test('counts changes that a test noticed and that no longer ended; not those that could not run', () => {
		const statuses = [
			'Killed',
			'Timeout',
			'Survived',
			'NoCoverage',
			'CompileError',
			'RuntimeError',
			'Ignored',
			'Pending',
		] as const;
		const verdict = verdictOn(...statuses.map((status) => mutant(status, 2)));
		expect(verdict).toMatchObject({ all: 4, noticed: 2 });
		expect(share(verdict)).toBe('50.0 %');
	});

	test('shows each change that was not noticed, and its place', () => {
		expect(verdictOn(mutant('Survived', 2, 'true')).survivors).toEqual([
			{
				file: FILE,
				line: 2,
				code: 'if (second || third) return;',
				mutator: 'ConditionalExpression',
				original: 'second',
				replacement: 'true',
			},
		]);
	});

	test.each([0, 1] as const)('has the original text of one line or several, if the first line is %i', (first) => {
		const source = 'if (a) {\n\tb();\n}\n';
		const at = ([line, column]: number[], [endLine, endColumn]: number[]) => {
			const place = (row = 0, character = 0) => ({ line: row + first, column: character + first });
			const location = { start: place(line, column), end: place(endLine, endColumn) };
			return survivorOf(FILE, source, { location, mutatorName: 'BlockStatement', replacement: '{}' }, first);
		};
		expect(at([0, 4], [0, 5])).toMatchObject({ line: 1, code: 'if (a) {', original: 'a', replacement: '{}' });
		expect(at([0, 7], [2, 1])).toMatchObject({ line: 1, code: 'if (a) {', original: '{\n\tb();\n}' });
		expect(at([1, 1], [1, 2])).toMatchObject({ line: 2, code: 'b();', original: 'b' });
	});

	test.each([0, 1] as const)('has the changed text of one line or several, if the first line is %i', (first) => {
		const place = (line: number, column: number) => ({ line: line + first, column: column + first });
		const change = { location: { start: place(0, 7), end: place(2, 1) }, mutatorName: 'BlockStatement', replacement: '{}' };
		expect(changedText('if (a) {\n\tb();\n} else c();\n', change, first)).toBe('if (a) {} else c();\n');
	});

	test('leaves out what no test notices but the compiler refuses', () => {
		const asked: string[][] = [];
		const mutants = [mutant('Survived', 2, 'true'), mutant('NoCoverage', 1, '""', 'first'), mutant('Killed', 2)];
		const verdict = verdictOf(report(...mutants), (...change) => asked.push(change) === 1);
		expect(asked).toEqual([
			[FILE, 'first\n\tif (true || third) return;\n'],
			[FILE, '""\n\tif (second || third) return;\n'],
		]);
		expect(verdict).toMatchObject({ all: 2, noticed: 1, survivors: [{ line: 1, replacement: '""' }] });
	});

	test('has no share if nothing could be noticed', () => {
		expect(share(verdictOn())).toBe('none');
	});
});

describe('a change that no test notices', () => {
	const [survivor] = verdictOn(mutant('Survived', 2)).survivors;
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
		{ replacement: 'true', why: 'another change' },
		{ replacement: ['true', 'second'], why: 'other changes' },
	])('is not explained by $why', (reason) => {
		expect(reasonFor(survivor, [reason])).toBeUndefined();
	});

	test('is not tried again if a reason names the replacement; a reason for its kind or its line is not enough', () => {
		const { code, mutator, replacement } = survivor;
		expect(isSettled(survivor, [{ code, mutator, why: 'kind' }])).toBe(false);
		expect(isSettled(survivor, [{ code, replacement, why: 'change' }])).toBe(true);
		expect(isSettled(survivor, [{ code, why: 'line' }])).toBe(false);
		expect(isSettled(survivor, [{ code, original: 'third', replacement, why: 'another place' }])).toBe(false);
		expect(isSettled(survivor, [{ code, mutator: 'StringLiteral', why: 'another kind' }])).toBe(false);
		expect(isSettled(survivor, [])).toBe(false);
	});

	test('needs its own reason to be skipped: the whole of a condition becomes the same as a part of it', () => {
		const both = verdictOn(mutant('Survived', 2), mutant('Survived', 2, 'false', 'second || third'));
		const killed = verdictOn(...Array.from({ length: 20 }, () => mutant('Killed', 1)));
		const verdict = { ...both, all: killed.all + both.all, noticed: killed.noticed };
		const [whole, part] = ['second || third', 'second'];
		expect(problemsOf(area, verdict, [{ replacement: 'false', why: 'which?' }], true)).toEqual([
			expect.stringMatching(
				/^nodes.*deadline\.ts:2: .* 2 changes to "false".*"second" and of "second \|\| third".*transport\.ts/,
			),
		]);
		const apart = [
			{ original: part, replacement: 'false', why: 'the part' },
			{ original: whole, replacement: 'false', why: 'the whole' },
		];
		expect(problemsOf(area, verdict, apart, true)).toEqual([]);
		expect(problemsOf(area, verdict, [{ original: [part, whole], replacement: 'false', why: 'both' }], true)).toEqual([]);
		expect(problemsOf(area, verdict, [{ why: 'tried' }], true)).toEqual([]);
	});

	test('is reported with its place and what to do, unless it is explained', () => {
		const verdict = verdictOn(mutant('Survived', 2), ...Array.from({ length: 20 }, () => mutant('Killed', 1)));
		expect(problemsOf(area, verdict, [], true)).toEqual([
			expect.stringMatching(/^nodes\/shared\/api\/deadline\.ts:2: no test notices "false".*survivors\/transport\.ts/),
		]);
		expect(problemsOf(area, verdict, [{ why: 'any' }], true)).toEqual([]);
	});

	test('counts for the area even if it is explained; a few files say nothing about the area', () => {
		const verdict = verdictOn(mutant('Survived', 2), ...Array.from({ length: 8 }, () => mutant('Killed', 1)));
		expect(problemsOf(area, verdict, [{ why: 'any' }], true)).toEqual([
			`transport: 88.9 % of the changes are noticed, ${LEAST * 100}.0 % are asked for.`,
		]);
		expect(problemsOf(area, verdict, [{ why: 'any' }], false)).toEqual([]);
	});
});

describe('the areas', () => {
	test('are changed as a whole, or only in the changed files', () => {
		expect(mutatedIn({ ...area, paths: ['nodes/a', 'nodes/b.ts'] })).toEqual(['nodes/a/**/*.ts', 'nodes/b.ts']);
		const changed = ['nodes/a/one.ts', 'nodes/ab/two.ts', 'nodes/b.ts', 'nodes/a/icon.svg', 'test/nodes/a/one.test.ts', ''];
		expect(mutatedIn({ ...area, paths: ['nodes/a', 'nodes/b.ts'] }, changed)).toEqual(['nodes/a/one.ts', 'nodes/b.ts']);
	});

	test.each(AREAS.flatMap(({ name, paths, slow = [] }) => [...paths, ...slow].map((path) => [name, path] as const)))(
		'include an existing %s: %s',
		(_name, path) => {
			expect(existsSync(join(ROOT, path))).toBe(true);
		},
	);

	const filesIn = (path: string): string[] =>
		statSync(path).isFile() ? [path] : readdirSync(path).flatMap((name) => filesIn(join(path, name)));
	const linesIn = (path: string) => filesIn(path).flatMap((file) => readFileSync(file, 'utf8').split('\n'));

	test('have reasons only for existing files and lines, and always with words', () => {
		const gone = SURVIVORS.filter(({ file = 'nodes', code, original = [] }) => {
			const path = join(ROOT, file);
			if (!existsSync(path)) return true;
			const lines = linesIn(path).filter((line) => isMeant(code, line.trim()));
			return lines.length === 0 || [original].flat().some((text) => lines.every((line) => !line.includes(text)));
		});
		expect(gone).toEqual([]);
		for (const { why } of SURVIVORS) expect(why).toMatch(/\w+ \w+/);
	});
});
