/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development only: this file is never part of the published package */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../sandbox/demo/paths';
import { FILES } from './docs/repository';
import { countsOf, type Counts, type Sources } from './house';

/** The size limits of nodes/ and credentials/. */
const LIMITS: Record<keyof Counts, number> = {
	mutualFolders: 0,
	repeatedNames: 0,
	longFiles: 0,
	unusedExports: 10,
	singleImporters: 36,
	tokenFiles: 4,
	memoryFiles: 3,
	unsharedLines: 0,
	comments: 12.1,
};

describe('size limits', () => {
	const sources: Sources = new Map(
		['nodes', 'credentials'].flatMap((top) =>
			readdirSync(path.join(ROOT, top), { recursive: true, encoding: 'utf8' })
				.filter((file) => file.endsWith('.ts'))
				.map((file): [string, string] => [
					`${top}/${file.replaceAll(path.sep, '/')}`,
					readFileSync(path.join(ROOT, top, file), 'utf8'),
				]),
		),
	);
	const counts = countsOf(sources);

	test.each(Object.entries(LIMITS) as Array<[keyof Counts, number]>)('%s: up to %d', (rule, limit) => {
		const found = counts[rule];
		if (typeof found === 'number') expect(found).toBeLessThanOrEqual(limit);
		// shows all of them when there is one too many
		else expect(found.length <= limit ? [] : found).toEqual([]);
	});

	// lower a bound with what you remove
	test.each([
		['nodes', 19_366, 196],
		['test', 38_945, 258],
		['sandbox', 12_000, 121],
	])('%s/ has up to %d lines in %d files', (top, lines, count) => {
		const files = FILES.filter((file) => file.startsWith(`${top}/`) && /\.([cm]?js|tsx?)$/.test(file));
		const texts = files.map((file) => readFileSync(path.join(ROOT, file), 'utf8'));
		expect(files.length).toBeLessThanOrEqual(count);
		expect(texts.join('').split('\n').length).toBeLessThanOrEqual(lines);
	});

	test('allows up to 23 helper files for tests', () => {
		expect(readdirSync(path.join(ROOT, 'test/helpers')).length).toBeLessThanOrEqual(23);
	});
});

describe('generated files', () => {
	const marked = readFileSync(path.join(ROOT, '.gitattributes'), 'utf8')
		.split('\n')
		.flatMap((line) => /^(\S+) linguist-generated=true$/.exec(line)?.[1] ?? []);
	const files = FILES.filter((file) => file.includes('/') && /\.(ts|tsx|js|json|ya?ml|md|css)$/.test(file));

	test('marks for reviewers every lock file and every file that says a command generated it', () => {
		const generated = files.filter(
			(file) =>
				file.endsWith('/package-lock.json') ||
				/^\W*(Made|Generated) by |@generated/m.test(readFileSync(path.join(ROOT, file), 'utf8').slice(0, 300)),
		);
		expect(generated.length).toBeGreaterThan(2);
		expect(generated.filter((file) => !marked.includes(file))).toEqual([]);
	});

	test('marks only files that exist', () => {
		// includes everything in a marked folder
		const places = marked.map((file) => file.replace(/\/\*\*.*$/, ''));
		expect(places.filter((place) => !existsSync(path.join(ROOT, place)))).toEqual([]);
	});
});
