import type { Explained } from '../verdict';

/** Changes in several files that no test notices, for the same reason. */
export const SHARED: readonly Explained[] = [
	{
		file: 'nodes/MessagingPlatformTrigger',
		code: /method: 'GET'/,
		mutator: 'StringLiteral',
		why: "n8n's HTTP helper uses GET when no method is given.",
	},
	{
		file: 'nodes/MessagingPlatformTrigger',
		code: '} finally {',
		mutator: 'BlockStatement',
		why: "It frees the connection of a response that isn't read to its end; the outcome is known by then.",
	},
	{
		file: 'nodes/MessagingPlatformTrigger',
		code: /'no response'/,
		original: "'no response'",
		mutator: 'StringLiteral',
		why: 'Words of the log or of a note, for an error without a code.',
	},
	{
		file: 'nodes/MessagingPlatformTrigger',
		code: /(known|tags\?\.names) \?\? \[\]/,
		mutator: 'ArrayDeclaration',
		why: 'No user asks for a tag with a name that StrykerJS made up.',
	},
	{
		file: 'nodes/shared/api',
		code: /addEventListener\('abort', .*\{ once: true \}\);$/,
		replacement: ['false', '{}'],
		why: 'A signal aborts once, and the listener is removed at the end.',
	},
	{
		file: 'nodes/shared/api',
		code: /path\[0\] \?\? ''|^const claims = parseJson|^const request = asked === undefined/,
		replacement: '"Stryker was here!"',
		why: 'Neither the empty text nor this one is a version, has claims or is a request.',
	},
	{
		file: 'nodes/shared',
		code: /^const \[, .*\.exec\(\w+\) \?\? \[\];$/,
		mutator: 'ArrayDeclaration',
		why: "The element before the comma isn't read.",
	},
];
