import type { Explained } from '../verdict';

/** Changes of the run loop that no test notices. */
export const OF_LOOP: readonly Explained[] = [
	{
		file: 'nodes/shared/dates.ts',
		code: ".replace(/^(\\d{4}-\\d\\d-\\d\\d) +/, '$1T')",
		replacement: [String.raw`/(\d{4}-\d\d-\d\d) +/`, String.raw`/^(\d{4}-\d\d-\d\d) /`],
		why: 'The next pattern refuses a day with anything before it, and the next line removes further spaces.',
	},
	{
		file: 'nodes/shared/dates.ts',
		code: String.raw`const DAY = /^\d{4}-\d\d-(\d\d)/;`,
		replacement: String.raw`/\d{4}-\d\d-(\d\d)/`,
		why: 'The text was matched from its beginning before, and has this form only there.',
	},
	{
		file: 'nodes/MessagingPlatform/run/channelBook.ts',
		code: /^if \(typeof interval !== 'number'/,
		mutator: 'ConditionalExpression',
		original: "typeof interval !== 'number'",
		why: 'The next check refuses all that is no number, too; this one is for the compiler.',
	},
	{
		file: 'nodes/MessagingPlatform/run/loop.ts',
		code: 'if (performance.now() - sliceStart > SLICE_MS) {',
		why: 'It only changes how often the event loop gets control, a little earlier or later.',
	},
	{
		file: 'nodes/MessagingPlatform/run/loop.ts',
		code: 'if (this.failure === undefined || index < this.failure.index) this.failure = { index, error };',
		mutator: 'EqualityOperator',
		why: 'No item fails twice.',
	},
	{
		file: 'nodes/MessagingPlatform/run/loop.ts',
		code: 'for (let index = 0; index < this.count; index++) {',
		mutator: 'EqualityOperator',
		why: 'There is no result after the last item, so nothing is added to the output.',
	},
	{
		file: 'nodes/MessagingPlatform/run/directCalls.ts',
		code: 'if (!known) this.open.push(call);',
		replacement: 'true',
		why: 'The first of two equal entries is found, and both are removed at the end.',
	},
	{
		file: 'nodes/MessagingPlatform/run/execution.ts',
		code: /startsWith\('='\)|^return isObject\(value\) &&|^this\.varying = new Set/,
		original: [
			"'='",
			'isObject(value) && Object.values(value).some(hasExpression)',
			'Object.keys(parameters).filter((name) => hasExpression(parameters[name]))',
		],
		replacement: ['""', 'true', 'Object.keys(parameters)'],
		why: 'PlainFields resolves what has no expression, to the same value. It only takes longer.',
	},
	{
		file: 'nodes/MessagingPlatform/run/plainPath.ts',
		code: /^if \(Array\.isArray\(owner\) !==/,
		mutator: 'ConditionalExpression',
		why: 'Two guards in a row: both the kind and the prototype tell a list from an object.',
	},
	{
		file: 'nodes/MessagingPlatform/run/plainPath.ts',
		code: "index === undefined ? (name ?? double ?? single ?? '') : Number(index),",
		mutator: 'StringLiteral',
		why: 'One of the four groups always matches; the empty text is for the compiler.',
	},
	{
		file: 'nodes/MessagingPlatform/run/plainFields.ts',
		code: /^const input = caller !== 'person' \|\| 'getItemIndex' in functions/,
		mutator: 'StringLiteral',
		why: 'The input of a node that n8n calls directly is one item, not a list, and nothing is read from it either.',
	},
	{
		file: 'nodes/MessagingPlatform/run/plainFields.ts',
		code: /^\[property, \.\.\.inside\]\.some\(\(one\) => 'validateType' in one/,
		why: 'A missing member is undefined as well; the check before it is for the type.',
	},
	{
		file: 'nodes/MessagingPlatform/run/plainFields.ts',
		code: /^(const isLocator = isObject\(saved\)|const parameter = type === 'resourceLocator' && isLocator)/,
		why: "A value that is read differently from n8n is first compared with n8n's own, and then left to n8n.",
	},
	{
		file: 'nodes/MessagingPlatform/run/plainFields.ts',
		code: "if (parameter === undefined || parameter.expressions.join('').length > MAX_LENGTH) return undefined;",
		why: "It limits memory, where a few characters more or less don't matter.",
	},
	{
		file: 'nodes/MessagingPlatform/run/plainFields.ts',
		code: /\.map\(String\)\.join\('\\0'\);$/,
		mutator: 'StringLiteral',
		why: 'Only expressions have braces in the key, and no two names of a resource, an operation and a field make the same text.',
	},
];
