/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development only: this file is never part of the published package */
import path from 'node:path';
import { FILES } from './docs/repository';
import { documentText } from './docs/tables';

/** The sources that ship, by their path from the repository's root. */
const SOURCES = new Map(
	FILES.filter((file) => /^(nodes|credentials)\/.*\.ts$/.test(file)).map((file) => [file, documentText(file)]),
);
const isStartOfGraph = (file: string) => /\.(node|credentials)\.ts$/.test(file);
const EXPORT = /^export (?:abstract |async )?(?:class|const|enum|function|interface|type) (\w+)/gm;
const IMPORT = /^(?:import|export) ([^;]*?) from '(\.[^']+)';$/gm;
const linesIn = (text: string) => text.replace(/\n$/, '').split('\n');

/** Reads the files of the sources that a file imports, its exports, and its imports as `file#name`, or `file#*` for all of a file. */
function read(file: string, text: string) {
	const exports = [...text.matchAll(EXPORT)].map(([, name = '']) => name);
	const found = [...text.matchAll(IMPORT)].flatMap(([, bindings = '', from = '']) => {
		const base = path.posix.join(path.posix.dirname(file), from);
		const imported = [`${base}.ts`, `${base}/index.ts`].find((one) => SOURCES.has(one));
		const names = /\{(.*)\}/s.exec(bindings)?.[1]?.match(/\w+(?: as \w+)?(?=,|\s*$)/gm) ?? ['*'];
		return imported === undefined ? [] : [{ imported, takes: names.map((name) => `${imported}#${name.replace(/ as .*/, '')}`) }];
	});
	return { imports: new Set(found.map(({ imported }) => imported)), exports, takes: found.flatMap(({ takes }) => takes) };
}

/** Counts what the rules of the house limit. */
function countSources() {
	const files = new Map([...SOURCES].map(([file, text]) => [file, read(file, text)]));
	const names = [...files.keys()];
	const folders = new Set<string>();
	const importers = new Map<string, number>();
	const taken = new Set<string>();
	for (const [file, { imports, takes }] of files) {
		for (const one of takes) taken.add(one);
		for (const one of imports) {
			importers.set(one, (importers.get(one) ?? 0) + 1);
			folders.add(`${path.posix.dirname(file)} ${path.posix.dirname(one)}`);
		}
	}
	const reachedFrom = names.filter(isStartOfGraph).map((start) => {
		const reached = new Set([start]);
		for (const file of reached) files.get(file)?.imports.forEach((one) => reached.add(one));
		return reached;
	});
	const holding = (pattern: RegExp) => names.filter((file) => pattern.test(SOURCES.get(file) ?? ''));
	const unshared = names.filter(
		(file) => file.startsWith('nodes/shared/') && reachedFrom.filter((reached) => reached.has(file)).length < 2,
	);
	const linesOf = (some: string[]) => some.flatMap((file) => linesIn(SOURCES.get(file) ?? ''));
	const all = linesOf(names);
	const baseNames = names.map((file) => path.posix.basename(file, '.ts'));
	return {
		mutualFolders: [...folders].filter((pair) => {
			const [from = '', to = ''] = pair.split(' ');
			return from < to && folders.has(`${to} ${from}`);
		}),
		repeatedNames: baseNames.filter(
			(name, index) => baseNames.indexOf(name) !== index && !/^(index|create|get|getAll|update|delete)$/.test(name),
		),
		longFiles: names.filter((file) => linesOf([file]).length > 250),
		// by no other file of the sources
		unusedExports: [...files].flatMap(([file, { exports }]) =>
			isStartOfGraph(file) || taken.has(`${file}#*`)
				? []
				: exports.map((name) => `${file}#${name}`).filter((one) => !taken.has(one)),
		),
		singleImporters: names.filter((file) => !file.includes('/resources/') && importers.get(file) === 1),
		tokenFiles: holding(/apiToken/),
		// files that remember loads by hand
		memoryFiles: holding(/Map<[^>]*Promise</).filter((file) => file !== 'nodes/shared/cache.ts'),
		// in nodes/shared, reached by one node alone, or the credential alone
		unsharedLines: linesOf(unshared).length,
		// percentage of lines
		comments: (100 * all.filter((line) => /^\s*(\/\/|\/?\*)/.test(line)).length) / all.length,
	};
}

/** The size limits of nodes/ and credentials/. */
const LIMITS: Record<keyof ReturnType<typeof countSources>, number> = {
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
	const counts = countSources();

	test.each(Object.entries(LIMITS) as Array<[keyof typeof LIMITS, number]>)('%s: up to %d', (rule, limit) => {
		const found = counts[rule];
		if (typeof found === 'number') expect(found).toBeLessThanOrEqual(limit);
		// shows all of them when there is one too many
		else expect(found.length <= limit ? [] : found).toEqual([]);
	});

	// lower a bound with what you remove
	test.each([
		['nodes', 19_322, 196],
		['test', 35_991, 255],
		['test/helpers', 3_311, 23],
		['sandbox', 11_996, 121],
	])('%s/ has up to %d lines in %d files', (top, lines, count) => {
		const files = FILES.filter((file) => file.startsWith(`${top}/`) && /\.([cm]?js|tsx?)$/.test(file));
		expect(files.length).toBeLessThanOrEqual(count);
		expect(files.map(documentText).join('').split('\n').length).toBeLessThanOrEqual(lines);
	});

	test('test/faults/faults.txt names code that occurs once in its file', () => {
		const faults = [...documentText('test/faults/faults.txt').matchAll(/^(\S+\.ts): .*\n- (.*)$/gm)];
		expect(faults.length).toBeGreaterThanOrEqual(50);
		expect(faults.filter(([, file = '', code = '']) => documentText(file).split(code).length !== 2)).toEqual([]);
	});
});
