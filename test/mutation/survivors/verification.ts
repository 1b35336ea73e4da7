import type { Explained } from '../verdict';

/** Changes of verification that no test notices. */
export const OF_VERIFICATION: readonly Explained[] = [
	{
		file: 'nodes/MessagingPlatformTrigger/verify/pem.ts',
		code: "const [type = ''] = contentType.split(';');",
		mutator: 'StringLiteral',
		why: 'A split text always has a first part; the default is for the compiler.',
	},
	{
		file: 'nodes/MessagingPlatformTrigger/verify/verify.ts',
		code: /compactVerify\(compact, key, \{ algorithms/,
		mutator: 'ObjectLiteral',
		why: "A second guard: the header's algorithm was checked before, and the signature is verified with that one.",
	},
	{
		file: 'nodes/MessagingPlatformTrigger/verify/places.ts',
		code: /^if \(url\.username !== '' \|\| url\.password !== ''/,
		why: 'Two guards in a row: both the parsed address and the written one show a user name.',
	},
	{
		file: 'nodes/MessagingPlatformTrigger/verify/places.ts',
		code: String.raw`const PLAIN_ADDRESS = /^https?:\/\/[^\s\\]+$/i;`,
		mutator: 'Regex',
		replacement: String.raw`/https?:\/\/[^\s\\]+$/i`,
		why: 'A second guard: the next step reads the address from its beginning, too.',
	},
	{
		file: 'nodes/MessagingPlatformTrigger/verify/fetchKey.ts',
		code: "return { bytes, contentType: String(headers['content-type'] ?? '') };",
		mutator: 'StringLiteral',
		why: 'A file without a type is read whatever text replaces the type, unless that names a page or JSON.',
	},
	{
		file: 'nodes/MessagingPlatformTrigger/verify/verify.ts',
		code: /error instanceof errors\.JOSEError \? error\.code : ''/,
		mutator: 'StringLiteral',
		why: "Words of the log, for an error that doesn't come from jose; none is known.",
	},
];
