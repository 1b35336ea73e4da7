import type { Explained } from '../verdict';

/** Changes of what is between the nodes and the platform that no test notices. */
export const OF_TRANSPORT: readonly Explained[] = [
	{
		file: 'nodes/shared/api/addresses.ts',
		code: "for (let round = 0; round < MAX_DECODINGS && decoded.includes('%'); round++) {",
		why: 'The limit of eight decodings is a guess, and rounds that find nothing to decode change nothing.',
	},
	{
		file: 'nodes/shared/api/addresses.ts',
		code: /^const host = hostname\.replace/,
		why: 'A hostname of URL has no brackets elsewhere.',
		mutator: 'Regex',
	},
	{
		file: 'nodes/shared/api/byteStream.ts',
		code: /^if \(!stream\.readableEnded\) reject/,
		replacement: 'true',
		why: 'A rejection after the end does nothing, because the promise is resolved; the condition only saves an error object.',
	},
	{
		file: 'nodes/shared/api/deadline.ts',
		code: 'export const bytesPer = (windowMs: number): number => windowMs * MIN_RATE;',
		mutator: 'ArithmeticOperator',
		why: 'The rate is 1.',
	},
	{
		file: 'nodes/shared/api/deadline.ts',
		code: "else limit.addEventListener('abort', give, { once: true, signal: over.signal });",
		replacement: 'false',
		why: 'A signal aborts once, and the listener is removed at the end.',
	},
	{
		file: 'nodes/shared/api/redact.ts',
		code: /padStart\(2, '0'\)/,
		replacement: '""',
		why: 'A token has no character below U+0010: the credential refuses it.',
	},
	{
		file: 'nodes/shared/api/redact.ts',
		code: 'if (text.length < token.length) return text;',
		replacement: 'false',
		why: "A text shorter than the token can't contain it; the condition only saves the search.",
	},
	{
		file: 'nodes/shared/api/redact.ts',
		code: /^if \(!\/\[\\\\%\]\//,
		why: 'Nothing is found without a backslash or a percent sign; the condition only saves the search.',
	},
	{
		file: 'nodes/shared/chatRef.ts',
		code: /^const \[, channel, channelId|^return channel && channelId/,
		why: "Either all parts match up to the end of the text or none, and the element before the comma isn't read.",
	},
	{
		file: 'nodes/shared/api/connection.ts',
		code: /^const entries = text\.split/,
		replacement: '/[\\s,]/',
		why: 'The empty entries between two separators are left out.',
	},
	{
		file: 'nodes/shared/api/connection.ts',
		code: /\.replace\(\/\^bearer/,
		replacement: '/^bearer(\\s|$)/i',
		why: 'The next step removes the rest of the space.',
	},
	{
		file: 'nodes/shared/api/deadline.ts',
		code: 'if (!known) this.shared.push(shared);',
		replacement: 'true',
		why: 'A limit that is listed twice counts its calls once.',
	},
	{
		file: 'nodes/shared/api/credentialTest.ts',
		code: /method: 'GET'/,
		mutator: 'StringLiteral',
		why: "The test only sends GET, which is also the HTTP library's default.",
	},
	{
		file: 'nodes/shared/api/credentialTest.ts',
		code: "let host = 'the Base URL';",
		why: 'Only reading the credential can fail before the host is known, and its words name the field.',
	},
	{
		file: 'nodes/shared/api/explanations.ts',
		code: /^asked: \/\^POST/,
		mutator: 'Regex',
		original: ['/^POST \\/messages$/', '/^POST \\/chats\\/[^/]+\\/memo$/'],
		why: 'No other method ends in POST.',
	},
	{
		file: 'nodes/shared/api/chatPages.ts',
		code: /^constructor\(ids/,
		mutator: 'ArrayDeclaration',
		why: 'No chat has this ID.',
	},
];
