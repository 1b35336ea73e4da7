/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development only: this file is never part of the published package */
import path from 'node:path';
import ts from 'typescript';

/** The sources that ship, by their path from the repository's root. */
export type Sources = Map<string, string>;

interface SourceFile {
	lines: number;
	commentLines: number;
	/** Files of the sources that it imports. */
	imports: Set<string>;
	exports: string[];
	/** Imports from other files, as `file#name`; `file#*` for all of a file. */
	takes: string[];
}

const isStartOfGraph = (file: string) => /\.(node|credentials)\.ts$/.test(file);

function commentLinesOf(source: ts.SourceFile): number {
	const { text } = source;
	const lines = new Set<number>();
	const add = ({ pos, end }: ts.CommentRange) => {
		const first = source.getLineAndCharacterOfPosition(pos).line;
		const last = source.getLineAndCharacterOfPosition(end).line;
		const standsAlone = text.slice(source.getPositionOfLineAndCharacter(first, 0), pos).trim() === '';
		for (let line = standsAlone ? first : first + 1; line <= last; line += 1) lines.add(line);
	};
	const visit = (node: ts.Node) => {
		const inside = node.getChildren(source);
		if (inside.length > 0) inside.forEach(visit);
		else ts.getLeadingCommentRanges(text, node.getFullStart())?.forEach(add);
	};
	visit(source);
	return lines.size;
}

function namesOf(bindings: ts.NamedImportBindings | ts.NamedExportBindings | undefined): string[] {
	if (bindings === undefined || !('elements' in bindings)) return ['*'];
	return bindings.elements.map((one) => (one.propertyName ?? one.name).text);
}

function exportedBy(statement: ts.Statement): string[] {
	const modifiers = ts.canHaveModifiers(statement) ? ts.getModifiers(statement) : undefined;
	if (!modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) return [];
	if (ts.isVariableStatement(statement)) return statement.declarationList.declarations.map(({ name }) => name.getText());
	const named = statement as ts.Statement & { name?: ts.Identifier };
	return named.name === undefined ? [] : [named.name.text];
}

function read(file: string, sources: Sources): SourceFile {
	const text = sources.get(file) ?? '';
	const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
	const found: SourceFile = {
		lines: text.replace(/\n$/, '').split('\n').length,
		commentLines: commentLinesOf(source),
		imports: new Set(),
		exports: source.statements.flatMap(exportedBy),
		takes: [],
	};
	for (const statement of source.statements) {
		if (!ts.isImportDeclaration(statement) && !ts.isExportDeclaration(statement)) continue;
		if (statement.moduleSpecifier === undefined || !ts.isStringLiteral(statement.moduleSpecifier)) continue;
		const base = path.posix.join(path.posix.dirname(file), statement.moduleSpecifier.text);
		const imported = [`${base}.ts`, `${base}/index.ts`].find((one) => sources.has(one));
		if (imported === undefined) continue;
		found.imports.add(imported);
		const bindings = ts.isImportDeclaration(statement) ? statement.importClause?.namedBindings : statement.exportClause;
		found.takes.push(...namesOf(bindings).map((name) => `${imported}#${name}`));
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
	const files = new Map([...sources.keys()].map((file) => [file, read(file, sources)]));
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
	const linesOf = (some: string[]) => some.reduce((sum, file) => sum + (files.get(file)?.lines ?? 0), 0);
	const baseNames = names.map((file) => path.posix.basename(file, '.ts'));
	return {
		mutualFolders: [...folders].filter((pair) => {
			const [from = '', to = ''] = pair.split(' ');
			return from < to && folders.has(`${to} ${from}`);
		}),
		repeatedNames: baseNames.filter(
			(name, index) => baseNames.indexOf(name) !== index && !/^(index|create|get|getAll|update|delete)$/.test(name),
		),
		longFiles: names.filter((file) => linesOf([file]) > 250),
		unusedExports: [...files].flatMap(([file, { exports }]) =>
			isStartOfGraph(file) || taken.has(`${file}#*`)
				? []
				: exports.map((name) => `${file}#${name}`).filter((one) => !taken.has(one)),
		),
		singleImporters: names.filter((file) => !file.includes('/resources/') && importers.get(file) === 1),
		tokenFiles: holding(/apiToken/),
		memoryFiles: holding(/Map<[^>]*Promise</).filter((file) => file !== 'nodes/shared/cache.ts'),
		unsharedLines: linesOf(unshared),
		comments: (100 * [...files.values()].reduce((sum, { commentLines }) => sum + commentLines, 0)) / linesOf(names),
	};
}
