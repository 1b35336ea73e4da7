import type { Explained } from '../explained';

/** Changes of what is between the nodes and the platform that no test notices. */
export const OF_TRANSPORT: readonly Explained[] = [
	{
		file: 'nodes/shared/api/addresses.ts',
		code: "for (let round = 0; round < MAX_DECODINGS && decoded.includes('%'); round++) {",
		why: 'That eight servers decode one path, and not nine, is a guess; rounds that find nothing to decode change nothing.',
	},
	{
		file: 'nodes/shared/api/addresses.ts',
		code: "const segment = raw.replace(/;.*$/s, '').trim();",
		replacement: '/;.*/s',
		why: 'With the flag s the dot takes everything up to the end anyway.',
	},
	{
		file: 'nodes/shared/api/addresses.ts',
		code: /path\[0\] \?\? ''/,
		replacement: '"Stryker was here!"',
		why: 'Neither the empty text nor this one is a version.',
	},
	{
		file: 'nodes/shared/api/addresses.ts',
		code: /^const host = hostname\.replace/,
		why: 'Brackets stand nowhere else in a hostname of URL.',
		mutator: 'Regex',
	},
	{
		file: 'nodes/shared/api/byteStream.ts',
		code: "limit?.addEventListener('abort', stop, { once: true });",
		why: 'A signal is aborted once, and the listener is taken off at the end.',
	},
	{
		file: 'nodes/shared/api/byteStream.ts',
		code: /^if \(!stream\.readableEnded\) reject/,
		replacement: 'true',
		why: 'After its end the reading is resolved, and a rejection does nothing; the condition saves making an error.',
	},
	{
		file: 'nodes/shared/api/byteStream.ts',
		code: /^return \{ bytes: chunks\.length === 1/,
		why: 'One piece joined with nothing has the same bytes; the condition saves copying them.',
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
		why: 'A signal is aborted once, and the listener is taken off at the end.',
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
		why: 'A text that is shorter than the token does not have it; the condition saves looking.',
	},
	{
		file: 'nodes/shared/api/redact.ts',
		code: /^if \(!\/\[\\\\%\]\//,
		why: 'Without a backslash or a percent sign nothing is found; the condition saves looking.',
	},
	{
		file: 'nodes/shared/chatRef.ts',
		code: /^const \[, channel, channelId|^return channel && channelId/,
		why: 'All parts are found or none, to the end of the text, and what stands before the comma is not read.',
	},
	{
		file: 'nodes/shared/chatRef.ts',
		code: /^if \(channel === undefined \|\| channelId === undefined/,
		original: 'channelId === undefined',
		replacement: 'false',
		why: 'An absent number is not made of digits, which is asked next; the condition tells the compiler.',
	},
	{
		file: 'nodes/shared/chatRef.ts',
		code: /^if \(typeof channel !== 'string'/,
		original: "typeof channel !== 'string'",
		replacement: 'false',
		why: 'What is split again is compared with what was given, so that nothing but a text passes; the condition tells the compiler.',
	},
	{
		file: 'nodes/shared/api/addresses.ts',
		code: '} catch {',
		why: 'A function without a return gives undefined as well.',
	},
	{
		file: 'nodes/shared/api/addresses.ts',
		code: 'const [, path] = WRITTEN.exec(address) ?? [];',
		why: 'What stands before the comma is not read.',
	},
	{
		file: 'nodes/shared/api/connection.ts',
		code: '} catch {',
		why: 'A function without a return gives undefined as well.',
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
		why: 'What is left of the space is taken off next.',
	},
	{
		file: 'nodes/shared/api/connection.ts',
		code: /^const claims = parseJson/,
		replacement: '"Stryker was here!"',
		why: 'Neither the empty text nor this one has claims.',
	},
	{
		file: 'nodes/shared/api/platform.ts',
		code: 'private shared: SharedLimit[] = [];',
		why: 'A text in the list has no time and is left out at the first call.',
	},
	{
		file: 'nodes/shared/api/envelope.ts',
		code: 'return { valid: false };',
		replacement: '{}',
		why: 'What is absent is not valid either.',
	},
	{
		file: 'nodes/shared/api/platform.ts',
		code: /^if \(typeof value\.proxy === 'string'/,
		original: "typeof value.proxy === 'string'",
		replacement: 'true',
		why: 'What is no text is no address of a proxy either, which is asked next.',
	},
	{
		file: 'nodes/shared/api/platform.ts',
		code: 'if (!known) this.shared.push(shared);',
		replacement: 'true',
		why: 'A limit that is in the list twice counts its calls once.',
	},
	{
		file: 'nodes/MessagingPlatform/fields/actions.ts',
		code: /^export const ACTION_VALUES/,
		replacement: 'Object.keys(ACTIONS)',
		why: 'Each key is the value of an action; the filter tells the compiler.',
	},
	{
		file: 'nodes/shared/api/credentialTest.ts',
		code: /method: 'GET'/,
		mutator: 'StringLiteral',
		why: 'The test sends nothing but GET, which is also what the HTTP library takes for no method.',
	},
	{
		file: 'nodes/shared/api/credentialTest.ts',
		code: /^limit\.addEventListener\('abort'/,
		replacement: '{}',
		why: 'A signal is aborted once.',
	},
	{
		file: 'nodes/shared/api/credentialTest.ts',
		code: /^limit\.addEventListener\('abort'/,
		mutator: 'BooleanLiteral',
		why: 'A signal is aborted once.',
	},
	{
		file: 'nodes/shared/api/credentialTest.ts',
		code: "let host = 'the Base URL';",
		why: 'Until the host is known nothing fails but the reading of the credential, whose words name the field.',
	},
	{
		file: 'nodes/shared/api/credentialTest.ts',
		code: /^`\$\{from\?\.host/,
		mutator: 'OptionalChaining',
		why: 'The first address is the credential’s own and is never refused, so that another one redirects.',
	},
];
