import type { Explained } from '../explained';

/** Changes of verification that no test notices. */
export const OF_VERIFICATION: readonly Explained[] = [
	{
		file: 'nodes/MessagingPlatformTrigger/verify/pem.ts',
		code: 'if (certificate === undefined) return undefined;',
		mutator: 'ConditionalExpression',
		replacement: 'false',
		why: 'Of nothing no certificate can be made either, which gives the same answer a line further down.',
	},
	{
		file: 'nodes/MessagingPlatformTrigger/verify/pem.ts',
		code: '} catch {',
		mutator: 'BlockStatement',
		why: 'A function that ends without a value gives undefined, too.',
	},
	{
		file: 'nodes/MessagingPlatformTrigger/verify/pem.ts',
		code: "const [type = ''] = contentType.split(';');",
		mutator: 'StringLiteral',
		why: 'A text that is split has always a first part; the default is for the compiler.',
	},
	{
		file: 'nodes/MessagingPlatformTrigger/verify/verify.ts',
		code: /compactVerify\(compact, key, \{ algorithms/,
		mutator: 'ObjectLiteral',
		why: 'A second guard: the algorithm of the header was checked before, and is what is verified here.',
	},
	{
		file: 'nodes/MessagingPlatformTrigger/verify/claims.ts',
		code: '} catch {',
		mutator: 'BlockStatement',
		why: 'A function that ends without a value gives undefined, too.',
	},
	{
		file: 'nodes/MessagingPlatformTrigger/verify/claims.ts',
		code: 'if (nbf !== undefined && nbf * 1_000 - rules.toleranceMs > now) {',
		original: 'nbf !== undefined',
		replacement: 'true',
		why: 'Without a start the comparison is with no number, and so is false.',
	},
	{
		file: 'nodes/MessagingPlatformTrigger/verify/places.ts',
		code: 'const proven = provenKeyAddress === undefined ? undefined : readAddress(provenKeyAddress);',
		mutator: 'ConditionalExpression',
		replacement: 'false',
		why: 'What is no address at all is read as undefined, too.',
	},
	{
		file: 'nodes/MessagingPlatformTrigger/verify/places.ts',
		code: /^if \(url\.username !== '' \|\| url\.password !== ''/,
		why: 'Two guards, one behind the other: a user name is seen in the parsed address and in the address as it was written.',
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
		why: 'Without a type a file is read whatever text stands in for it, as long as that names no page and no JSON.',
	},
	{
		file: 'nodes/MessagingPlatformTrigger/verify/fetchKey.ts',
		code: '} finally {',
		mutator: 'BlockStatement',
		why: 'It frees the connection of an answer that is not read to its end; what becomes of the key is decided by then.',
	},
	{
		file: 'nodes/MessagingPlatformTrigger/verify/fetchKey.ts',
		code: "method: 'GET',",
		mutator: 'StringLiteral',
		why: "n8n's HTTP helper asks with GET where no method is named.",
	},
	{
		file: 'nodes/MessagingPlatformTrigger/verify/fetchKey.ts',
		code: /'no response'/,
		original: "'no response'",
		replacement: '""',
		why: 'Words of the log, for an error without a code.',
	},
	{
		file: 'nodes/MessagingPlatformTrigger/verify/verify.ts',
		code: /error instanceof errors\.JOSEError \? error\.code : ''/,
		mutator: 'StringLiteral',
		why: 'Words of the log, for an error that is none of jose, of which none is known.',
	},
	{
		file: 'nodes/MessagingPlatformTrigger/verify/fetchTurns.ts',
		code: /^(const givesWay = one|if \(givesWay !== other)\.givesWayUntil > now/,
		mutator: 'EqualityOperator',
		why: 'For ten minutes, or for ten minutes and a millisecond.',
	},
	{
		file: 'nodes/MessagingPlatformTrigger/verify/fetchTurns.ts',
		code: 'if (bucket !== undefined) bucket.tokens -= 1;',
		mutator: 'ConditionalExpression',
		replacement: 'true',
		why: 'Who has a turn has a bucket, because it was looked at for that; the check is for the type.',
	},
	{
		file: 'nodes/MessagingPlatformTrigger/verify/fetchTurns.ts',
		code: /^(if \(this\.isLooking\) return;|this\.isLooking = true;|while \(this\.lines\.size > this\.countUnderWay\(\)\) \{)$/,
		why: 'Whose turn it is does not depend on how often it is looked; this is for the time that looking takes.',
	},
];
