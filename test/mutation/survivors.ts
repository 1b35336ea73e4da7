import { OF_DELIVERY } from './survivorsOfDelivery';
import { OF_LIMITS } from './survivorsOfLimits';
import { OF_REGISTRATION } from './survivorsOfRegistration';
import { OF_TRANSPORT } from './survivorsOfTransport';

/** Changes of the code that no test notices, and why that is no gap. What is left out holds for any. */
export interface Explained {
	/** File or folder, from the repository's folder. */
	readonly file?: string;
	/** The line's code without the space around it, or what is found in it. */
	readonly code?: string | RegExp;
	/** Kind of change, in StrykerJS's words. */
	readonly mutator?: string;
	/** What stood there instead. */
	readonly replacement?: string;
	readonly why: string;
}

export const SURVIVORS: readonly Explained[] = [
	...OF_DELIVERY,
	...OF_REGISTRATION,
	...OF_LIMITS,
	...OF_TRANSPORT,
	// loop
	{
		file: 'nodes/MessagingPlatform/engine/dates.ts',
		code: "const text = value.trim().replace(/^(\\d{4}-\\d\\d-\\d\\d) +/, '$1T').replace(/ +/, '');",
		mutator: 'Regex',
		why: 'A day with something before it is refused by the pattern that the text has to match next.',
	},
	{
		file: 'nodes/MessagingPlatform/engine/dates.ts',
		code: "const day = DAY.exec(text ?? '')?.[1];",
		replacement: '"Stryker was here!"',
		why: 'There is no day of the month in this text either.',
	},
	{
		file: 'nodes/MessagingPlatform/engine/dates.ts',
		code: '} catch {',
		mutator: 'BlockStatement',
		why: 'A function that ends without a value gives undefined, too.',
	},
	{
		file: 'nodes/MessagingPlatform/engine/dates.ts',
		code: String.raw`const DAY = /^\d{4}-\d\d-(\d\d)/;`,
		mutator: 'Regex',
		why: 'The text has been matched from its beginning before, and has at most one place of this form, there.',
	},
	{
		file: 'nodes/MessagingPlatform/engine/jsonReader.ts',
		code: "const problem = error instanceof Error ? error.message : 'it cannot be read';",
		mutator: 'StringLiteral',
		why: 'Both parsers throw nothing but errors; the words are for the compiler.',
	},
	{
		file: 'nodes/MessagingPlatform/engine/jsonReader.ts',
		code: 'if (this.value === undefined || this.value === null) return undefined;',
		replacement: 'false',
		why: 'An undefined value has no digits to lose and comes back as undefined further down, too.',
	},
	{
		file: 'nodes/MessagingPlatform/engine/loop.ts',
		code: 'if (performance.now() - sliceStart > SLICE_MS) {',
		why: 'It decides only how often the event loop is given back, a little earlier or later.',
	},
	{
		file: 'nodes/MessagingPlatform/engine/loop.ts',
		code: 'for (const one of this.results.get(index) ?? []) output.push(one);',
		mutator: 'ArrayDeclaration',
		why: 'Where no item failed each has a result, so that the empty list is for the compiler alone.',
	},
	{
		file: 'nodes/MessagingPlatform/engine/loop.ts',
		code: 'if (this.failure === undefined || index < this.failure.index) this.failure = { index, error };',
		mutator: 'EqualityOperator',
		why: 'No item fails twice.',
	},
	{
		file: 'nodes/MessagingPlatform/engine/loop.ts',
		code: 'for (let index = 0; index < this.count; index++) {',
		mutator: 'EqualityOperator',
		replacement: 'index <= this.count',
		why: 'Behind the last item there is no result, which adds nothing to the output.',
	},
	{
		file: 'nodes/MessagingPlatform/engine/directCalls.ts',
		code: 'private open: Call[] = [];',
		mutator: 'ArrayDeclaration',
		why: 'A text in the list has no data of an execution, so that no call is ever taken for it.',
	},
	{
		file: 'nodes/MessagingPlatform/engine/directCalls.ts',
		code: 'if (!known) this.open.push(call);',
		replacement: 'true',
		why: 'The first of two equal entries is the one that is found, and both are taken out at the end.',
	},
	{
		file: 'nodes/MessagingPlatform/engine/execution.ts',
		code: 'for (let left = due - performance.now(); left > 0; left = due - performance.now())',
		mutator: 'EqualityOperator',
		why: 'When exactly nothing is left, one more sleep of no length changes nothing.',
	},
	{
		file: 'nodes/MessagingPlatform/engine/turns.ts',
		code: 'const work: Promise<void> = this.work(line).finally(() => this.working.delete(work));',
		mutator: 'ArrowFunction',
		why: 'It only frees the memory of what has ended; waiting for it again takes no time.',
	},
	{
		file: 'nodes/MessagingPlatform/engine/plainPath.ts',
		code: /^if \(Array\.isArray\(owner\) !==/,
		mutator: 'ConditionalExpression',
		why: 'Two guards, one behind the other: what is a list and what an object is seen by its kind and by its prototype.',
	},
	{
		file: 'nodes/MessagingPlatform/engine/plainPath.ts',
		code: 'default:',
		why: 'A function that ends without a value gives undefined, too.',
	},
	{
		file: 'nodes/MessagingPlatform/engine/plainPath.ts',
		code: "index === undefined ? (name ?? double ?? single ?? '') : Number(index),",
		mutator: 'StringLiteral',
		why: 'One of the four groups has always matched; the empty text is for the compiler.',
	},
	{
		file: 'nodes/MessagingPlatform/engine/plainPath.ts',
		code: /^if \(keys\.some\(\(key\) => typeof key === 'string' &&/,
		mutator: 'ConditionalExpression',
		replacement: 'true',
		why: 'No number is among the names, so that the check of the kind is for the compiler.',
	},
	// verification
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
