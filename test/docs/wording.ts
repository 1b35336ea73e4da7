import ts from 'typescript';
import { DOCUMENTS, FILES } from './repository';
import { documentText } from './tables';

/** A text that people read, and its file. */
export interface Text {
	file: string;
	text: string;
}

const filesOf = (pattern: RegExp) => FILES.filter((file) => pattern.test(file) && !file.endsWith('.d.ts'));

const parse = (file: string): ts.SourceFile =>
	ts.createSourceFile(
		file,
		documentText(file),
		ts.ScriptTarget.Latest,
		false,
		file.endsWith('x') ? ts.ScriptKind.TSX : undefined,
	);

function walk(node: ts.Node, visit: (node: ts.Node) => void): void {
	visit(node);
	ts.forEachChild(node, (child) => walk(child, visit));
}

/** A node's own text: a string, a part of a template, or text between tags. */
function textOf(node: ts.Node): string | undefined {
	const isTemplate = ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node);
	return isTemplate || ts.isStringLiteralLike(node) || ts.isJsxText(node) ? node.text : undefined;
}

/** Collects the sentences in a file's code: literals with a space in them. */
function sentencesOf(file: string): Text[] {
	const found: Text[] = [];
	walk(parse(file), (node) => {
		const text = textOf(node);
		if (text?.includes(' ')) found.push({ file, text });
	});
	return found;
}

/** Collects the comments of a file, without their marks; lines of `//` that follow each other are one comment. */
function commentsOf(file: string): Text[] {
	const source = parse(file);
	const { text: whole } = source;
	let masked = '';
	walk(source, (node) => {
		// in these, `//` begins no comment
		if (textOf(node) === undefined && !ts.isRegularExpressionLiteral(node)) return;
		masked += whole.slice(masked.length, node.getStart(source)) + ' '.repeat(node.getWidth(source));
	});
	masked += whole.slice(masked.length);
	const ranges = [...masked.matchAll(/\/\*[^]*?\*\/|\/\/.*/g)].map(
		({ index, 0: { length } }) => [index, index + length] as const,
	);
	const found: Text[] = [];
	let previousLine = -2;
	for (const [start, end] of ranges) {
		const written = source.text.slice(start, end);
		const text = written
			.replace(/^\/\*\*?|\*\/$/g, '')
			.replace(/^\s*\* ?/gm, '')
			.replace(/^\/\/ ?/, '')
			.replace(/\n(?!@)/g, ' ')
			.trim();
		const { line } = source.getLineAndCharacterOfPosition(start);
		const before = found.at(-1);
		if (written.startsWith('//') && line === previousLine + 1 && before !== undefined) before.text += ` ${text}`;
		else if (!text.startsWith('eslint-')) found.push({ file, text });
		previousLine = written.startsWith('//') ? line : -2;
	}
	return found;
}

/** Collects the titles of tests and groups of tests; a value that is filled in is `…`. */
function titlesOf(file: string): Text[] {
	const found: Text[] = [];
	const source = parse(file);
	walk(source, (node) => {
		if (!ts.isCallExpression(node) || !/^(test|describe)\b/.test(node.expression.getText(source))) return;
		const [title] = node.arguments;
		if (title === undefined || !(ts.isStringLiteralLike(title) || ts.isTemplateExpression(title))) return;
		found.push({
			file,
			text: title
				.getText(source)
				.slice(1, -1)
				.replace(/\$\{[^}]*\}/g, '…'),
		});
	});
	return found;
}

/** Collects the notes and names in an example. */
function notesOf(file: string): Text[] {
	const textsOf = (value: unknown): string[] => {
		if (Array.isArray(value)) return value.flatMap(textsOf);
		if (typeof value !== 'object' || value === null) return [];
		return Object.entries(value).flatMap(([key, member]) => {
			if (typeof member !== 'string') return textsOf(member);
			return ['name', 'content'].includes(key) ? [member] : [];
		});
	};
	return textsOf(JSON.parse(documentText(file))).map((text) => ({ file, text }));
}

/** Collects the paragraphs of a document: no code, no names of fields, no tables that a command writes. */
function paragraphsOf(file: string): Text[] {
	return documentText(file)
		.replace(/^```[^]*?^```/gm, '')
		.replace(/^ {4,}.*$/gm, '')
		.replace(/<!-- ([\w-]+) -->[^]*?<!-- \/\1 -->/g, '')
		.replace(/`[^`]*`/g, '`…`')
		.split('\n\n')
		.map((text) => ({ file, text: text.replaceAll('\n', ' ') }));
}

/** Strings of what ships: labels, descriptions, errors, log lines, pages. */
export const SHIPPED_TEXTS = filesOf(/^(nodes|credentials)\/.*\.ts$/).flatMap(sentencesOf);
/** Strings of the simulator, the demo's console and the check of a platform. */
export const DEMO_TEXTS = filesOf(/^sandbox\/(simulator\/src|demo|control|check)\/.*\.tsx?$/).flatMap(sentencesOf);
export const PARAGRAPHS = DOCUMENTS.flatMap(paragraphsOf);
export const NOTES = filesOf(/^examples\/.*\.json$/).flatMap(notesOf);
export const COMMENTS = filesOf(/\.tsx?$/).flatMap(commentsOf);
export const TITLES = filesOf(/\.test\.ts$/).flatMap(titlesOf);
