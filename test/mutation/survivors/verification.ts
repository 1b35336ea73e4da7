import type { Explained } from '../explained';

/** Changes of verification that no test notices. */
export const OF_VERIFICATION: readonly Explained[] = [
	{
		file: 'nodes/shared/verification/pem.ts',
		code: 'if (certificate === undefined) return undefined;',
		mutator: 'ConditionalExpression',
		replacement: 'false',
		why: 'Of nothing no certificate can be made either, which gives the same answer a line further down.',
	},
	{
		file: 'nodes/shared/verification/pem.ts',
		code: '} catch {',
		mutator: 'BlockStatement',
		why: 'A function that ends without a value gives undefined, too.',
	},
	{
		file: 'nodes/shared/verification/pem.ts',
		code: "const [type = ''] = contentType.split(';');",
		mutator: 'StringLiteral',
		why: 'A text that is split has always a first part; the default is for the compiler.',
	},
	{
		file: 'nodes/shared/verification/signature.ts',
		code: /compactVerify\(compact, key, \{ algorithms/,
		mutator: 'ObjectLiteral',
		why: 'A second guard: the algorithm of the header was checked before, and is what is verified here.',
	},
	{
		file: 'nodes/shared/verification/token.ts',
		code: "const bytes = Buffer.from(part ?? '', 'base64url');",
		mutator: 'StringLiteral',
		why: 'A token of three parts has both; the default is for the compiler.',
	},
	{
		file: 'nodes/shared/verification/claims.ts',
		code: '} catch {',
		mutator: 'BlockStatement',
		why: 'A function that ends without a value gives undefined, too.',
	},
	{
		file: 'nodes/shared/verification/claims.ts',
		code: /^if \(typeof (iat|exp) !== 'number' \|\| !Number\.isFinite/,
		mutator: 'ConditionalExpression',
		replacement: 'false',
		why: 'Number.isFinite is false of whatever is no number; the check of the kind is for the compiler.',
	},
	{
		file: 'nodes/shared/verification/claims.ts',
		code: 'if (nbf !== undefined && nbf * 1_000 - rules.toleranceMs > now) {',
		mutator: 'ConditionalExpression',
		replacement: 'true',
		why: 'Without a start the comparison is with no number, and so is false.',
	},
	{
		file: 'nodes/shared/verification/tokenMemory.ts',
		code: 'const keyOf = (compact: string): string => compact.slice(-KEY_LENGTH);',
		why: 'Any key that tells tokens apart will do, since the token found under it is compared whole; this one only takes less time.',
	},
	{
		file: 'nodes/shared/verification/x5u.ts',
		code: 'const proven = provenKeyAddress === undefined ? undefined : readAddress(provenKeyAddress);',
		mutator: 'ConditionalExpression',
		replacement: 'false',
		why: 'What is no address at all is read as undefined, too.',
	},
	{
		file: 'nodes/shared/verification/x5u.ts',
		code: /^if \(url\.username !== '' \|\| url\.password !== ''/,
		why: 'Two guards, one behind the other: a user name is seen in the parsed address and in the address as it was written.',
	},
	{
		file: 'nodes/shared/verification/x5u.ts',
		code: String.raw`const PLAIN_ADDRESS = /^https?:\/\/[^\s\\]+$/i;`,
		mutator: 'Regex',
		replacement: String.raw`/https?:\/\/[^\s\\]+$/i`,
		why: 'A second guard: the next step reads the address from its beginning, too.',
	},
];
