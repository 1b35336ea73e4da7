import {
	createSourceFile,
	forEachChild,
	isStringLiteralLike,
	isTemplateHead,
	isTemplateMiddleOrTemplateTail,
	type Node,
	ScriptTarget,
} from 'typescript';
import { DOCUMENTS, FILES } from './repository';
import { documentText } from './tables';

/** One word for one thing. The names of fields and of the platform's own members are left as they are. */
const INSTEAD: Array<[word: RegExp, use: string]> = [
	[/\bservices?\b/i, 'platform'],
	[/\bdialogs?\b/i, 'chat'],
	[/\bend[ -]users?\b/i, 'person or contact'],
	[/\bcabinet\b/i, 'account settings'],
];

/** A document as people read it: no code, no names of fields, no tables that a command writes. */
function prose(document: string): string {
	return documentText(document)
		.replace(/^```[^]*?^```/gm, '')
		.replace(/^ {4,}.*$/gm, '')
		.replace(/<!-- (\w+) -->[^]*?<!-- \/\1 -->/g, '')
		.replace(/`[^`]*`/g, '')
		.replaceAll('*Service Chat Number*', '');
}

/** The notes and names in an example. */
function textsOf(value: unknown): string[] {
	if (Array.isArray(value)) return value.flatMap(textsOf);
	if (typeof value !== 'object' || value === null) return [];
	return Object.entries(value).flatMap(([key, member]) => {
		if (typeof member !== 'string') return textsOf(member);
		return ['name', 'content'].includes(key) ? [member] : [];
	});
}

const wrong = (texts: string[]) =>
	texts.flatMap((text) =>
		INSTEAD.filter(([word]) => word.test(text)).map(([word, use]) => `${use}: ${word.exec(text)?.[0]} in ${text}`),
	);

test.each(DOCUMENTS)('%s uses one word for one thing', (document) => {
	expect(wrong(prose(document).split('\n'))).toEqual([]);
});

test.each(FILES.filter((file) => /^examples\/.*\.json$/.test(file)))('the notes of %s use one word for one thing', (file) => {
	expect(wrong(textsOf(JSON.parse(documentText(file))))).toEqual([]);
});

/** The sentences in a file's code: literals with a space in them. */
function sentencesOf(file: string): string[] {
	const found: string[] = [];
	const visit = (node: Node): void => {
		const isText = isStringLiteralLike(node) || isTemplateHead(node) || isTemplateMiddleOrTemplateTail(node);
		if (isText && node.text.includes(' ')) found.push(node.text);
		forEachChild(node, visit);
	};
	visit(createSourceFile(file, documentText(file), ScriptTarget.Latest));
	return found;
}

test.each(FILES.filter((file) => /^(nodes|credentials)\/.*\.ts$/.test(file)))(
	'what %s says uses one word for one thing',
	(file) => {
		expect(wrong(sentencesOf(file))).toEqual([]);
	},
);
