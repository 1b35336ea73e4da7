import type { Explained } from '../verdict';

/** Changes of what a channel takes that no test notices. */
export const OF_LIMITS: readonly Explained[] = [
	{
		file: 'nodes/MessagingPlatform/message/attachments.ts',
		code: "...shownAs(kind, binary.mimeType, name ?? ''),",
		mutator: 'StringLiteral',
		why: 'A file without a name has no extension, and neither do these words.',
	},
	{
		file: 'nodes/MessagingPlatform/message/markupPlaces.ts',
		code: 'for (let place = 1; place < this.changes.length; place++) {',
		mutator: 'EqualityOperator',
		why: 'A typed array ignores values after its end.',
	},
	{
		file: 'nodes/MessagingPlatform/message/markupPlaces.ts',
		code: "for (const { 0: token, 1: slash, 2: tag, 3: rest = '', index } of text.matchAll(HTML_TOKEN)) {",
		mutator: 'StringLiteral',
		why: 'Only an entity has no rest, and it is skipped before the rest is read; the words are for the compiler.',
	},
	{
		file: 'nodes/MessagingPlatform/message/markupPlaces.ts',
		code: "if (token.startsWith('_') && isLetter(index - 1) && isLetter(end)) continue;",
		mutator: 'MethodExpression',
		why: 'A sign repeats one character, so it begins and ends with the same one.',
	},
	{
		file: 'nodes/MessagingPlatform/message/markupPlaces.ts',
		code: '} else if (fence !== undefined && sign?.startsWith(fence.sign) === true) {',
		mutator: 'MethodExpression',
		why: 'A fence repeats one character, so it begins and ends with the same one.',
	},
	{
		file: 'nodes/MessagingPlatform/message/splitText.ts',
		code: String.raw`const OPENING = /[\p{Ps}\p{Pi}]$/u;`,
		mutator: 'Regex',
		why: 'A segment with an opening bracket or quotation mark is only that character, so it also ends with it.',
	},
	{
		file: 'nodes/MessagingPlatform/message/fileKind.ts',
		code: String.raw`return /\.([\p{L}\p{N}]{1,8})$/u.exec(name.replace(/[?#].*/s, ''))?.[1]?.toLowerCase() ?? '';`,
		mutator: 'Regex',
		why: 'The pattern takes everything to the end anyway, including line breaks.',
	},
	{
		file: 'nodes/MessagingPlatform/message/fileKind.ts',
		code: String.raw`const subtype = mime.replace(/^.*\//s, '');`,
		mutator: 'Regex',
		why: 'The longest match up to a slash begins at the start of the text anyway; the sign keeps a long text from being searched again from each of its characters.',
	},
	{
		file: 'nodes/MessagingPlatform/message/fileLimits.ts',
		code: "if (typeof mask !== 'string' || mimeType === undefined || maskAllows(mask, mimeType, name ?? '')) return;",
		mutator: 'StringLiteral',
		why: 'A file without a name has no extension, and neither do these words.',
	},
	{
		file: 'nodes/MessagingPlatform/message/channelLimits.ts',
		code: 'const parts = size > most * MAX_MESSAGES ? undefined : splitText(text, most, markupPlaces(text, markup));',
		mutator: 'ConditionalExpression',
		replacement: 'false',
		why: 'The parts are counted afterwards; this only refuses a text that is far too long without that work.',
	},
	{
		file: 'nodes/MessagingPlatform/message/buttons.ts',
		code: 'if (!usesTags(action)) return { text, action, tags: [] };',
		mutator: 'ArrayDeclaration',
		why: 'Nothing reads the tags of an action without tags.',
	},
	{
		file: 'nodes/MessagingPlatform/run/channelBook.ts',
		code: 'const entries = Object.values(objectOf(body)).flatMap((list) => (Array.isArray(list) ? list : []));',
		mutator: 'ArrayDeclaration',
		why: "A text among the entries is left out because it isn't a channel.",
	},
	{
		file: 'nodes/MessagingPlatform/message/binaryFields.ts',
		code: "if (typeof saved === 'string' && saved.startsWith('=')) return undefined;",
		mutator: 'ConditionalExpression',
		why: 'n8n saves a text field as text; the check is for the compiler.',
	},
	{
		file: 'nodes/MessagingPlatform/message/multipart.ts',
		code: '} finally {',
		mutator: 'BlockStatement',
		why: 'A watch that stays active no longer ends anything; it only uses a timer.',
	},
	{
		file: 'nodes/MessagingPlatform/message/buttonReplies.ts',
		code: "action: typeof listed.action === 'string' ? listed.action : '',",
		replacement: ['true', '"Stryker was here!"'],
		why: 'A mark is made from an action that is text, so neither another value nor these words match it.',
	},
	{
		file: 'nodes/MessagingPlatform/message/buttonReplies.ts',
		code: "tags: Array.isArray(tags) ? tags.map((tag) => textOrDigits(tag) ?? '') : [],",
		replacement: ['"Stryker was here!"', '["Stryker was here"]'],
		why: 'A mark is made from the tags that were sent, so neither other tags nor these words match it.',
	},
	{
		file: 'nodes/MessagingPlatform/message/binaryFields.ts',
		code: /^(if \(item\.isTool\) \{$|return "n8n can't pass files to a tool\.)/,
		why: "Words for the operator, which the model doesn't get.",
	},
	{
		file: 'nodes/MessagingPlatform/message/buttonReplies.ts',
		code: "const shown = oneLine(caption).replace(/^(.{60}).+/u, '$1…');",
		replacement: '/(.{60}).+/u',
		why: 'The first match begins at the start anyway.',
	},
	{
		file: 'nodes/MessagingPlatform/message/phone.ts',
		code: /extract: false/,
		replacement: 'true',
		why: 'Only digits come here, and in these there is no other text to look for a number in.',
	},
	{
		file: 'nodes/MessagingPlatform/message/phone.ts',
		code: /^const zero = ZEROS\.find/,
		replacement: 'code <= one + 10',
		why: 'Only digits come here, and what follows a nine is none.',
	},
];
