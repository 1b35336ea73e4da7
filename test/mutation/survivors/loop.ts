import type { Explained } from '../explained';

/** Changes of the run loop that no test notices. */
export const OF_LOOP: readonly Explained[] = [
	{
		file: 'nodes/MessagingPlatform/engine/dates.ts',
		code: ".replace(/^(\\d{4}-\\d\\d-\\d\\d) +/, '$1T')",
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
];
