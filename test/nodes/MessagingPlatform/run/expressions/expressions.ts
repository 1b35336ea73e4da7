import fc from 'fast-check';
import { name, text } from './items';

/** The next member of a path: an existing name (`pick`), or any. */
interface Turn {
	pick: number;
	other?: string;
	style: number;
}

const turn: fc.Arbitrary<Turn> = fc.record(
	{ pick: fc.nat(), other: name, style: fc.oneof({ weight: 5, arbitrary: fc.nat(3) }, fc.nat(11)) },
	{ requiredKeys: ['pick', 'style'] },
);

function ownNames(owner: unknown): string[] {
	return typeof owner === 'object' && owner !== null ? Object.getOwnPropertyNames(owner).filter((key) => key !== 'length') : [];
}

function step(key: string, style: number): string {
	const plain = /^[A-Za-z_$][\w$]*$/.test(key) ? `.${key}` : undefined;
	const index = /^\d+$/.test(key) ? `[${key}]` : undefined;
	const quoted = JSON.stringify(key);
	switch (style) {
		case 4:
			return `['${key}']`;
		case 5:
			return `["${key}"]`;
		case 6:
			return `?.${plain === undefined ? `[${quoted}]` : key}`;
		case 7:
			return ` .${key}`;
		case 8:
			return `[ ${quoted} ]`;
		case 9:
			return `[\`${key}\`]`;
		case 10:
			return `.${key}()`;
		case 11:
			return `/* c */[${quoted}]`;
		default:
			return index ?? plain ?? `[${quoted}]`;
	}
}

function pathInto(owner: unknown, turns: Turn[]): string {
	let [code, at] = ['', owner];
	for (const { pick, other, style } of turns) {
		const names = ownNames(at);
		const key = other ?? names[pick % Math.max(1, names.length)];
		if (key === undefined) break;
		code += step(key, style);
		try {
			at = Object(at)[key];
		} catch {
			at = undefined;
		}
	}
	return code;
}

const root = fc.oneof(
	{ weight: 12, arbitrary: fc.constant('$json') },
	fc.constantFrom('$input.item.json', '$data', '$item(0).$json', '$JSON', '$thisItem.json'),
);

const around = fc.oneof(
	{ weight: 3, arbitrary: fc.constant('') },
	{ weight: 2, arbitrary: fc.string() },
	text,
	fc.constantFrom(
		...['Hello ', '.constructor ', 'see .first (it)', '$if (x)', '{', '}', '}}', '{{'],
		...['\\', '\\\\', '\\{{', '//', '"', "'", '`', '\n', ' '],
	),
);

const spaces = fc.oneof(
	{ weight: 8, arbitrary: fc.constantFrom(' ', '') },
	fc.constantFrom('  ', '\t', '\n', '\u00a0', '\ufeff', ';', '//', '\\'),
);

/** One {{ }}: a path, and what is around it. */
interface Chunk {
	root: string;
	turns: Turn[];
	before: string;
	after: string;
	text: string;
}

/** A path as the editor makes it, to a value that is there. */
const likely: fc.Arbitrary<Chunk> = fc.record({
	root: fc.constant('$json'),
	turns: fc.array(fc.record({ pick: fc.nat(), style: fc.nat(3) }), { minLength: 4, maxLength: 4 }),
	before: fc.constantFrom(' ', ''),
	after: fc.constantFrom(' ', ''),
	text: fc.oneof(fc.constantFrom('', 'Hello ', ', ', '(', '{"a": "'), fc.string({ unit: 'grapheme' })),
});

/** Anything that a person could write. */
const wild: fc.Arbitrary<Chunk> = fc.record({
	root,
	turns: fc.array(turn, { maxLength: 4 }),
	before: spaces,
	after: spaces,
	text: around,
});

/** Makes a field's expression for an item. */
export const expression: fc.Arbitrary<(item: unknown) => string> = fc
	.record({
		chunks: fc.oneof(
			{ weight: 3, arbitrary: fc.array(likely, { minLength: 1, maxLength: 1 }) },
			{ weight: 2, arbitrary: fc.array(likely, { minLength: 1, maxLength: 3 }) },
			{ weight: 3, arbitrary: fc.array(wild, { minLength: 1, maxLength: 1 }) },
			fc.array(fc.oneof(likely, wild), { minLength: 1, maxLength: 3 }),
		),
		withText: fc.boolean(),
		last: fc.oneof(fc.constant(''), around),
	})
	.map(({ chunks, withText, last }) => (item: unknown) => {
		const code = chunks.map(
			(one) => `${withText ? one.text : ''}{{${one.before}${one.root}${pathInto(item, one.turns)}${one.after}}}`,
		);
		return `=${code.join('')}${withText ? last : ''}`;
	});
