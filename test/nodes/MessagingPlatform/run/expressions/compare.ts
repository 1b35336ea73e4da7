/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- development only: this file is never part of the published package */
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { DateTime } from 'luxon';
import { Expression } from 'n8n-workflow';
import { Item } from '../../../../../nodes/MessagingPlatform/run/item';
import { Execution } from '../../../../../nodes/MessagingPlatform/run/execution';
import { NodeMemory } from '../../../../../nodes/MessagingPlatform/run/memory';
import { plainParameter } from '../../../../../nodes/MessagingPlatform/run/plainPath';
import { character } from '../../../../helpers/fuzzer';
import { contextOf, ENGINE_OPTIONS, FIELDS, newWorkflow, type Engine, type FieldName, savedAs } from './field';

/** Names as people give them, names that mean something to JavaScript or to one of n8n's engines, and names that look like code. */
const NAMES = [
	...'text a b _x имя schön 😀 class default null true undefined 0 00 -1 1.5 length a.b {{ a}}b first isEmpty json $json $'.split(
		' ',
	),
	...'constructor __proto__ prototype toString hasOwnProperty __defineGetter__ getPrototypeOf defineProperty mainModule'.split(
		' ',
	),
	...'binding caller arguments dlopen then toJSON __sanitize ___n8n_data __isObject globalThis process require eval'.split(' '),
	...['', ' ', 'chat ref', "it's", 'say "hi"', 'a\\b', 'a\nb', 'a\u2028b', 'a\u0000b', '\ud800'],
];

const name = fc.oneof(
	{ weight: 6, arbitrary: fc.constantFrom('text', 'a', 'b', 'chatRef', 'chat ref', '0') },
	fc.constantFrom(...NAMES),
	fc.string(),
);

const text = fc.oneof(
	{ weight: 4, arbitrary: fc.string({ unit: 'grapheme' }) },
	{ weight: 2, arbitrary: fc.string({ unit: character }) },
	fc.constantFrom(
		...['', ' ', '={{ $json.b }}', '{{ $json.b }}', '}}', '\\', '\\}}', '\u0000', 'a\u0000b', '\ud800', '\udc00x', '\ufeff'],
		...['2026-01-31T09:00:00.000Z', '12', 'true', 'null', '9007199254740993', '[object Object]', '$if(1, 2)'],
		...["'", '"', '`', '${a}', '\u2028', '\r\n'],
	),
);

const number = fc.oneof(
	fc.integer(),
	fc.double(),
	fc.maxSafeInteger(),
	fc.constantFrom(0, -0, NaN, Infinity, 2 ** 53, 1e21, 0.1),
);

/** Values that are not JSON: nodes can put them into an item all the same. */
const strange = fc
	.constantFrom<() => unknown>(
		...[() => undefined, () => 10n, () => Symbol('s'), () => () => 1, () => new Map([['a', 1]]), () => /a/],
		...[() => new Date(0), () => new Date(NaN), () => DateTime.fromMillis(0), () => Object('boxed') as unknown, () => Object(1)],
		...[() => new Error('e'), () => Promise.resolve(1), () => new Uint8Array(2)],
	)
	.map((make) => make());

class Row {
	get computed(): string {
		return 'computed';
	}
}

type Members = Array<[string, unknown]>;

type Produced<Arbitrary> = Arbitrary extends fc.Arbitrary<infer One> ? One : never;

function set(target: object, members: Members, how?: (value: unknown) => PropertyDescriptor): object {
	const usual = (value: unknown) => ({ value, enumerable: true, configurable: true, writable: true });
	for (const [key, value] of members) Object.defineProperty(target, key, (how ?? usual)(value));
	return target;
}

const OBJECTS: Array<(members: Members) => unknown> = [
	(members) => set(Object.create(null) as object, members),
	(members) => set(new Row(), members),
	(members) => Object.create(set({}, members)) as unknown,
	(members) => set({}, members, (value) => ({ get: () => value, enumerable: true, configurable: true })),
	(members) => set({}, members, (value) => ({ value, configurable: true, writable: true })),
	(members) => Object.freeze(set({}, members)),
	(members) => new Proxy(set({}, members), {}),
	(members) => new Proxy(set({}, members), { getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }) }),
	(members) => set(() => 1, members),
];

const LISTS: Array<(values: unknown[]) => unknown> = [
	(values) => Object.assign([], Object.fromEntries(values.map((value, index) => [index * 2, value]))),
	(values) => Object.assign([...values], { text: 'own', a: 1 }),
	(values) => new (class extends Array<unknown> {})(...values.map((value) => [value])),
	(values) => Object.fromEntries(values.entries()),
	(values) => new Proxy(values, {}),
];

/** The same members in objects of many kinds, usually a plain one. */
const objectOf = (kind: number, members: Members) => (OBJECTS[kind] ?? ((all) => set({}, all)))(members);
const listOf = (kind: number, values: unknown[]) => (LISTS[kind] ?? ((all) => all))(values);

const kindOf = (most: number) => fc.oneof({ weight: 5, arbitrary: fc.constant(99) }, fc.nat(most));

/** Any value that an item can hold: mostly JSON. */
const { value, object } = fc.letrec<{ value: unknown; object: unknown; list: unknown }>((tie) => ({
	value: fc.oneof(
		{ depthSize: 'small', withCrossShrink: true },
		{ weight: 6, arbitrary: text },
		{ weight: 4, arbitrary: number },
		{ weight: 1, arbitrary: fc.boolean() },
		{ weight: 1, arbitrary: fc.constant(null) },
		{ weight: 1, arbitrary: strange },
		{ weight: 5, arbitrary: tie('object') },
		{ weight: 3, arbitrary: tie('list') },
	),
	object: fc
		.tuple(kindOf(8), fc.array(fc.tuple(name, tie('value')), { maxLength: 5 }))
		.map(([kind, members]) => objectOf(kind, members)),
	list: fc.tuple(kindOf(4), fc.array(tie('value'), { maxLength: 4 })).map(([kind, values]) => listOf(kind, values)),
}));

/** The json of an item: mostly a plain object. */
const plain = fc.array(fc.tuple(name, value), { minLength: 1, maxLength: 5 }).map((members) => objectOf(99, members));
const json = fc.oneof({ weight: 8, arbitrary: plain }, object);

/** The items of a run: often alike. */
const items: fc.Arbitrary<unknown[]> = fc
	.tuple(json, fc.array(fc.oneof(fc.constant(undefined), json), { maxLength: 2 }))
	.map(([first, others]) => [first, ...others.map((other) => other ?? first)]);

/** The next member of a path: an existing name (`pick`), or any. */
const turn = fc.record(
	{ pick: fc.nat(), other: name, style: fc.oneof({ weight: 5, arbitrary: fc.nat(3) }, fc.nat(11)) },
	{ requiredKeys: ['pick', 'style'] },
);
type Turn = Produced<typeof turn>;

function ownNames(owner: unknown): string[] {
	return typeof owner === 'object' && owner !== null ? Object.getOwnPropertyNames(owner).filter((key) => key !== 'length') : [];
}

/** Odd ways to write a member, after four times the usual one. */
const ODD_STEPS: Array<(key: string, isPlain: boolean) => string> = [
	(key) => `['${key}']`,
	(key) => `["${key}"]`,
	(key, isPlain) => `?.${isPlain ? key : `[${JSON.stringify(key)}]`}`,
	(key) => ` .${key}`,
	(key) => `[ ${JSON.stringify(key)} ]`,
	(key) => `[\`${key}\`]`,
	(key) => `.${key}()`,
	(key) => `/* c */[${JSON.stringify(key)}]`,
];

function step(key: string, style: number): string {
	const isPlain = /^[A-Za-z_$][\w$]*$/.test(key);
	const usual = isPlain ? `.${key}` : /^\d+$/.test(key) ? `[${key}]` : `[${JSON.stringify(key)}]`;
	return ODD_STEPS[style - 4]?.(key, isPlain) ?? usual;
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
	fc.constantFrom('Hello ', '.constructor ', 'see .first (it)', '$if (x)', '{', '}', '{{', '\\\\', '\\{{', '//', '\n'),
);

const spaces = fc.oneof(
	{ weight: 8, arbitrary: fc.constantFrom(' ', '') },
	fc.constantFrom('  ', '\t', '\n', '\u00a0', '\ufeff', ';', '//', '\\'),
);

/** One {{ }}: a path, and what is around it. */
type Chunk = Record<'root' | 'before' | 'after' | 'text', string> & { turns: Turn[] };

/** A path as the editor makes it, to a value that is there. */
const likely: fc.Arbitrary<Chunk> = fc.record({
	root: fc.constant('$json'),
	turns: fc.array(fc.record<Turn>({ pick: fc.nat(), style: fc.nat(3) }), { minLength: 4, maxLength: 4 }),
	before: fc.constantFrom(' ', ''),
	after: fc.constantFrom(' ', ''),
	text: fc.oneof(fc.constantFrom('', 'Hello ', ', ', '(', '{"a": "'), fc.string({ unit: 'grapheme' })),
});

const wild: fc.Arbitrary<Chunk> = fc.record({
	root,
	turns: fc.array(turn, { maxLength: 4 }),
	before: spaces,
	after: spaces,
	text: around,
});

const one = { minLength: 1, maxLength: 1 };
const few = { minLength: 1, maxLength: 3 };

const expression: fc.Arbitrary<(item: unknown) => string> = fc
	.record({
		chunks: fc.oneof(
			{ weight: 3, arbitrary: fc.array(likely, one) },
			{ weight: 2, arbitrary: fc.array(likely, few) },
			{ weight: 3, arbitrary: fc.array(wild, one) },
			fc.array(fc.oneof(likely, wild), few),
		),
		withText: fc.boolean(),
		last: fc.oneof(fc.constant(''), around),
	})
	.map(({ chunks, withText, last }) => (item: unknown) => {
		const code = chunks.map(
			({ text, before, root, turns, after }) => `${withText ? text : ''}{{${before}${root}${pathInto(item, turns)}${after}}}`,
		);
		return `=${code.join('')}${withText ? last : ''}`;
	});

/** An isolate is given back after so many cases, as n8n does after an execution. */
const BATCH = 1_000;

function outcomeOf(resolve: () => unknown): unknown {
	try {
		return { value: resolve() };
	} catch (error) {
		const { message, description } = error as Error & { description?: unknown };
		return { message, description };
	}
}

/** n8n's own proxies, which some expressions give, throw when they are looked into. */
function isSame(one: unknown, other: unknown): boolean {
	try {
		return isDeepStrictEqual(one, other);
	} catch {
		return false;
	}
}

interface Tally {
	compared: number;
	/** The fields that were read from the item. */
	read: number;
	/** Values that would be read without having asked n8n for one of them. */
	direct: number;
}

const FIELD_NAMES = Object.keys(FIELDS) as FieldName[];
const cases = fc.record({
	field: fc.constantFrom<FieldName>(...FIELD_NAMES, ...FIELD_NAMES.flatMap((): FieldName[] => ['text', 'text', 'chat'])),
	...{ items, expression, second: expression },
	...{ runIndex: fc.nat(2), paired: fc.nat(3), mode: fc.constantFrom('manual' as const, 'trigger' as const) },
});

/** Compares what this package makes of a field with what n8n makes of it, for every item of a run, before and after the first. */
function compare(one: Produced<typeof cases>, workflow: ReturnType<typeof newWorkflow>, tally: Tally): void {
	const { field, items } = one;
	const saved = savedAs(field, one.expression(items[0]), one.second(items[0]));
	const { functions, calls } = contextOf(workflow, { ...one, saved });
	const execution = new Execution(functions, new NodeMemory());
	const property = FIELDS[field];
	const extractValue = property.type === 'resourceLocator';
	// the second time round what n8n confirmed is read
	for (let round = 0; round < 2; round++) {
		for (const [index, item] of items.entries()) {
			const theirs = outcomeOf(() => functions.getNodeParameter(field, index, null, { extractValue }) ?? undefined);
			const before = calls();
			const ours = outcomeOf(() => new Item(functions, execution, index).field(FIELDS[field]).value);
			const wasRead = calls() === before;
			tally.compared += 1;
			if (wasRead) tally.read += 1;
			const what = { field, saved, index, round, wasRead, ours, theirs };
			if (wasRead && !isSame(ours, theirs)) throw new Error(`different: ${fc.stringify(what)}`);
			// each value that is read must be right on its own: comparing the first value guards against unknown engines
			const direct = property === FIELDS.text ? plainParameter(saved)?.read(item) : undefined;
			if (direct !== undefined) tally.direct += 1;
			if (direct !== undefined && !isSame({ value: direct }, theirs))
				throw new Error(`read wrongly: ${fc.stringify({ ...what, direct })}`);
		}
	}
}

/** `tsx compare.ts <cases> <seed> <engine>…`: prints what was compared as a line of JSON per engine; a difference ends it with status 1. */
async function main([count, seed, ...engines]: string[]): Promise<void> {
	for (const engine of engines) {
		await Expression.initExpressionEngine({ engine: engine as Engine, ...ENGINE_OPTIONS });
		const tally: Tally = { compared: 0, read: 0, direct: 0 };
		for (let done = 0; done < Number(count); done += BATCH) {
			const workflow = newWorkflow(done % (2 * BATCH) === 0 ? 'Europe/Berlin' : undefined);
			await workflow.expression.acquireIsolate();
			const property = fc.property(cases, (one) => compare(one, workflow, tally));
			fc.assert(property, { numRuns: Math.min(BATCH, Number(count) - done), seed: Number(seed) + done, verbose: 0 });
			await workflow.expression.releaseIsolate();
		}
		process.stdout.write(`${JSON.stringify({ engine, node: process.version, cases: Number(count), ...tally })}\n`);
		await Expression.disposeExpressionEngine();
	}
}

main(process.argv.slice(2)).then(
	() => process.exit(0),
	(error: unknown) => {
		process.stderr.write(`${error instanceof Error ? `${String(error.cause)}\n${error.stack}` : String(error)}\n`);
		process.exit(1);
	},
);
