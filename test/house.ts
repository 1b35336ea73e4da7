/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development only: this file is never part of the published package */
import path from 'node:path';

/** The sources that ship, by their path from the repository's root. */
export type Sources = Map<string, string>;

/** Files of the sources that a file imports, its exports, and its imports as `file#name`, or `file#*` for all of a file. */
interface SourceFile {
	imports: Set<string>;
	exports: string[];
	takes: string[];
}

const isStartOfGraph = (file: string) => /\.(node|credentials)\.ts$/.test(file);
const EXPORT = /^export (?:abstract |async )?(?:class|const|enum|function|interface|type) (\w+)/gm;
const IMPORT = /^(?:import|export) ([^;]*?) from '(\.[^']+)';$/gm;
const linesIn = (text = '') => text.replace(/\n$/, '').split('\n');

function read(file: string, text: string, sources: Sources): SourceFile {
	const found: SourceFile = { imports: new Set(), exports: [], takes: [] };
	for (const [, name = ''] of text.matchAll(EXPORT)) found.exports.push(name);
	for (const [, bindings = '', from = ''] of text.matchAll(IMPORT)) {
		const base = path.posix.join(path.posix.dirname(file), from);
		const imported = [`${base}.ts`, `${base}/index.ts`].find((one) => sources.has(one));
		if (imported === undefined) continue;
		found.imports.add(imported);
		const names = /\{(.*)\}/s.exec(bindings)?.[1]?.match(/\w+(?: as \w+)?(?=,|\s*$)/gm) ?? ['*'];
		found.takes.push(...names.map((name) => `${imported}#${name.replace(/ as .*/, '')}`));
	}
	return found;
}

/** The limits of the house rules: files or exports that count towards each, or a number of lines. */
export interface Counts {
	/** Folders that import each other. */
	mutualFolders: string[];
	repeatedNames: string[];
	longFiles: string[];
	/** Exports that no other file of the sources imports. */
	unusedExports: string[];
	/** Files outside of resources/ with one importer. */
	singleImporters: string[];
	tokenFiles: string[];
	/** Files that remember loads by hand, in a map of promises. */
	memoryFiles: string[];
	/** Lines of nodes/shared that one node alone, or the credential alone, reaches. */
	unsharedLines: number;
	/** Percentage of lines that are comments. */
	comments: number;
}

/** Counts what the rules of the house limit. */
export function countsOf(sources: Sources): Counts {
	const files = new Map([...sources].map(([file, text]) => [file, read(file, text, sources)]));
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
	const holding = (pattern: RegExp) => names.filter((file) => pattern.test(sources.get(file) ?? ''));
	const unshared = names.filter(
		(file) => file.startsWith('nodes/shared/') && reachedFrom.filter((reached) => reached.has(file)).length < 2,
	);
	const linesOf = (some: string[]) => some.flatMap((file) => linesIn(sources.get(file)));
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
		unusedExports: [...files].flatMap(([file, { exports }]) =>
			isStartOfGraph(file) || taken.has(`${file}#*`)
				? []
				: exports.map((name) => `${file}#${name}`).filter((one) => !taken.has(one)),
		),
		singleImporters: names.filter((file) => !file.includes('/resources/') && importers.get(file) === 1),
		tokenFiles: holding(/apiToken/),
		memoryFiles: holding(/Map<[^>]*Promise</).filter((file) => file !== 'nodes/shared/cache.ts'),
		unsharedLines: linesOf(unshared).length,
		comments: (100 * all.filter((line) => /^\s*(\/\/|\/?\*)/.test(line)).length) / all.length,
	};
}
