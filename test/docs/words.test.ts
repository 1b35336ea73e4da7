import ts from 'typescript';
import { DOCUMENTS, FILES } from './repository';
import { documentText } from './tables';

/** A text that people read, and its file. */
interface Text {
	file: string;
	text: string;
}

const filesOf = (pattern: RegExp) => FILES.filter((file) => pattern.test(file) && !file.endsWith('.d.ts'));

/** A node's own text: a string, a part of a template, or text between tags. */
function textOf(node: ts.Node): string | undefined {
	const isTemplate = ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node);
	return isTemplate || ts.isStringLiteralLike(node) || ts.isJsxText(node) ? node.text : undefined;
}

/** Collects the sentences in a file's code: literals with a space in them. */
function sentencesOf(file: string): Text[] {
	const kind = file.endsWith('x') ? ts.ScriptKind.TSX : undefined;
	const collect = (node: ts.Node): Text[] => {
		const text = textOf(node);
		const inner: Text[] = text?.includes(' ') ? [{ file, text }] : [];
		ts.forEachChild(node, (child) => void inner.push(...collect(child)));
		return inner;
	};
	return collect(ts.createSourceFile(file, documentText(file), ts.ScriptTarget.Latest, false, kind));
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
const SHIPPED_TEXTS = filesOf(/^(nodes|credentials)\/.*\.ts$/).flatMap(sentencesOf);
/** Strings of the simulator, the demo's console and the check of a platform. */
const DEMO_TEXTS = filesOf(/^sandbox\/(simulator\/src|demo|control|check)\/.*\.tsx?$/).flatMap(sentencesOf);
const PARAGRAPHS = DOCUMENTS.flatMap(paragraphsOf);
const NOTES = filesOf(/^examples\/.*\.json$/).flatMap(notesOf);

interface Rule {
	/** Matches what isn't written. */
	avoid: RegExp;
	use: string;
}

/** Words that stand for something that has another name. The names of fields and of the platform's own members stay unchanged. */
const ONE_WORD_FOR_ONE_THING: Rule[] = [
	{ avoid: /\bservices?\b/gi, use: 'platform' },
	{ avoid: /\bdialogs?\b(?!-in-steps\b)/gi, use: 'chat' },
	{ avoid: /\bend[ -]users?\b/gi, use: 'person or contact' },
	{ avoid: /\bcabinet\b/gi, use: 'account settings' },
];

/** The one name of what imitates the platform. Its page is the simulator. */
const SANDBOX: Rule[] = [
	{ avoid: /\bsimulated (messaging )?platform\b|\bmessaging sandbox\b|\bstand-ins?\b|\b(the|a) demo\b/gi, use: 'sandbox' },
];

/** Words that docs/develop/releasing.md rules out in n8n. */
const IN_N8N: Rule[] = [
	{ avoid: /\b(conversation|thread)s?\b/gi, use: 'chat' },
	{ avoid: /\bdisapprove\w*/gi, use: 'decline' },
	{ avoid: /\bmemos?\b/gi, use: 'note' },
	{ avoid: /\b(problem persists|report an error)\b/gi, use: 'what happened and what to do next' },
];

/** Wording that is never or rarely right. */
const RARELY: Rule[] = [
	{ avoid: /\bwho(m)?ever\b/gi, use: 'anyone who, people who' },
	{ avoid: /\b(some|any|every|no)body\b/gi, use: 'someone, anyone, everyone, no one' },
	{
		avoid: /\b(tells|told)\b|\b(does not|do not|did not|cannot|nothing|doesn't|don't|can't) tells?\b/g,
		use: 'say, report, show, know',
	},
	{ avoid: /\bwhat (became|becomes|came) of\b/gi, use: 'status, result' },
	{ avoid: /(?<!there )\b(is|are|was|were|be) no (?!longer\b|more\b)[a-z]+\b/g, use: "isn't a …" },
	{ avoid: /(^|[.;:,] )of (a|an|the|several|what|all|its|it|them|most)\b/gim, use: 'for …' },
	{ avoid: /\bby (itself|themselves)\b/g, use: 'automatically, on its own' },
	{ avoid: /\b(go|goes|going|went) on\b/g, use: 'continue' },
	{ avoid: /\b(put|puts|putting) out\b/g, use: 'output' },
	{ avoid: /\bsome (\d+|ten|fifty|minutes)\b/g, use: 'about, a few' },
	{ avoid: /\bfor ever\b|\banew\b|in the stead of|\bin vain\b|\bon the wire\b/g, use: 'forever, again, instead' },
	{ avoid: /\bwhere (it|they|the|that|a|an|no|this|nothing|you|both|only)\b/gi, use: 'if, when, on' },
	{ avoid: /\bas (it|they) (is|are|was|were|came|come|stands?)\b/g, use: 'unchanged' },
	{ avoid: /\b(hold|holds|held|holding)\b[^.]{0,60}?\bagainst\b/g, use: 'compare with, check' },
	{
		avoid:
			/\b(lines?|bytes?|MB|kB|pages?|items?|requests?|expression|isolates?|file|limit|one) (an?|one) (minute|second|item|event|process|channel|status|resource|operation|field|message)\b/g,
		use: 'per',
	},
	{ avoid: /\bat most\b/g, use: 'up to' },
	{
		avoid: /\balso (with|when|where|if|in|behind|from|as|for|by|over|on|after|before|outside|through|while)\b/g,
		use: 'even, including',
	},
	{ avoid: /\bbut for\b|\belse (of|a)\b|[;,] else\b/g, use: 'except, otherwise' },
	{ avoid: /\bbesides?\b/g, use: 'with, next to, in addition' },
];

/** Wording to avoid in texts for users, as opposed to developers. */
const FOR_USERS: Rule[] = [
	{ avoid: /\b(the|a|an|of|no|its|each|second|late|that) press(es)?\b|\bpresses of\b/g, use: 'a button is pressed' },
	{ avoid: /\b(does|do|did|is|are|was|were|will) not\b|\bcannot\b/g, use: "doesn't, can't" },
	{ avoid: /(?<!&\w{1,8});(?= [\w`"“*[(])/g, use: 'two sentences' },
	{ avoid: /operation "[^"]+" of the resource|resource "[^"]+", operation/g, use: 'Resource: Operation' },
];

const FOR_ALL = [...ONE_WORD_FOR_ONE_THING, ...RARELY];

interface Place {
	texts: Text[];
	rules: Rule[];
	/** Hits left. Only falls: lower it with what you mend. */
	left: number;
}

const PLACES: Record<string, Place> = {
	'what people read in n8n': { texts: SHIPPED_TEXTS, rules: [...FOR_ALL, ...FOR_USERS, ...IN_N8N], left: 6 },
	'what people read in the sandbox': { texts: DEMO_TEXTS, rules: [...RARELY, ...FOR_USERS, ...SANDBOX], left: 1 },
	documents: { texts: PARAGRAPHS, rules: [...FOR_ALL, ...FOR_USERS, ...SANDBOX], left: 0 },
	'notes of examples': { texts: NOTES, rules: [...FOR_ALL, ...FOR_USERS], left: 0 },
};

function find(texts: readonly Text[], rules: readonly Rule[]): string[] {
	return texts.flatMap(({ file, text }) =>
		rules.flatMap(({ avoid, use }) =>
			[...text.matchAll(avoid)].map(({ 0: found, index }) => {
				const around = text.slice(Math.max(0, index - 60), index + 60).replaceAll('\n', ' ');
				return `${file}: "${found.trim()}", use ${use}, in …${around}…`;
			}),
		),
	);
}

test.each(Object.entries(PLACES))(
	'%s: as many wordings to avoid as are left, or one less to lower the limit',
	(_name, { texts, rules, left }) => {
		const found = find(texts, rules);
		expect(found.length > left ? found : found.length).toEqual(left);
	},
);
