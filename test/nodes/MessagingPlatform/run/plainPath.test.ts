import { type INodeParameters, Expression } from 'n8n-workflow';
import { plainParameter } from '../../../../nodes/MessagingPlatform/run/plainPath';
import { Execution } from '../../../../nodes/MessagingPlatform/run/execution';
import { Item } from '../../../../nodes/MessagingPlatform/run/item';
import { NodeMemory } from '../../../../nodes/MessagingPlatform/run/memory';
import { byId, itemsOf, overWire, type Run } from '../../../helpers/runAction';
import { contextOf, FIELDS, type FieldName, type FieldRun, newWorkflow } from './expressions/field';

describe('an expression', () => {
	const ITEM = {
		...{ text: 'Hello', count: 3, open: true, price: 1.5, none: null },
		many: [...Array.from({ length: 10 }, () => ''), 'the 11th'],
		contact: { 'first name': 'Zoë', 名: 'x', list: [{ id: 7 }] },
	};
	const read = (saved: INodeParameters[string], item: object = ITEM) => plainParameter(saved)?.read(item);

	test.each<[INodeParameters[string], unknown]>([
		['={{ $json.text }}', 'Hello'],
		['={{ $json.contact["first name"] }}', 'Zoë'],
		['={{ $json.contact.list[0].id }}', 7],
		['=Dear {{ $json.contact["first name"] }}, no. {{ $json.count }}: {{ $json.open }}', 'Dear Zoë, no. 3: true'],
		['=}}{{ $json.text }}', '}}Hello'],
		['={{ $json.many[10] }}', 'the 11th'],
		[{ row: [{ a: '={{ $json.text }}', b: 'same', c: null }] }, { row: [{ a: 'Hello', b: 'same', c: null }] }],
	])('is read: %j', (saved, value) => {
		expect(read(saved)).toEqual(value);
	});

	test.each([
		'={{ $json.many[010] }}',
		'={{ $json.text.trim() }}',
		'={{ $json.missing }}',
		'={{ $json.contact.list }}',
		'={{ $json?.text }}',
		'={{ $json["te\\u0078t"] }}',
		'={{ $json.text }} \\{{ x }}',
		'=see x.constructor: {{ $json.text }}',
		'=({{ $json.missing }})',
		`={{ $json.text }}${'x'.repeat(200_000)}`,
	])('is left to n8n: %.60s', (saved) => {
		expect(read(saved)).toBeUndefined();
	});

	test.each<[string, object]>([
		['computed', Object.defineProperty({}, 'text', { get: () => 'x', enumerable: true })],
		['of a class', Object.assign(new (class Row {})(), { text: 'x' })],
		['a date', { text: new Date(0) }],
		['longer than 100,000 characters', { text: 'x'.repeat(100_001) }],
	])('is left to n8n for a value that is %s', (_name, item) => {
		expect(read('={{ $json.text }}', item)).toBeUndefined();
		expect(read('={{ $json.text }}', { text: 'x'.repeat(100_000) })).toHaveLength(100_000);
	});

	test.each([
		...['constructor', 'prototype', 'defineProperty'],
		...['mainModule', 'arguments', 'globalThis'],
		...['process', 'require', '__sanitize', 'toJSON', 'then', 'toString'],
	])('is left to n8n, which refuses the name %s or reads it otherwise, even if the item has it', (name) => {
		const item = { [name]: 'own', inside: { [name]: 'own' } };
		expect(read(`={{ $json.${name} }}`, item)).toBeUndefined();
		expect(read(`={{ $json.inside["${name}"] }}`, item)).toBeUndefined();
	});

	test('makes its parameter left to n8n as a whole, which remembers its expressions in their order', () => {
		expect(plainParameter({ a: '={{ $json.text }}', b: '={{ $now }}' })).toBeUndefined();
		expect(read({ a: '={{ $json.text }}', b: '={{ $json.missing }}' })).toBeUndefined();
		const saved = { a: '={{ $json.text }}', b: ['x', '={{ $json.count }}'], c: 'x' };
		expect(plainParameter(saved)?.expressions).toEqual(['={{ $json.text }}', '={{ $json.count }}']);
		expect(plainParameter('x')?.expressions).toEqual([]);
	});
});

const ITEMS = Array.from({ length: 20 }, (_, index) => ({ chatRef: `tg_${(index % 4) + 1}_${index}`, text: `Message ${index}` }));

describe('a message whose fields are plain paths', () => {
	afterEach(() => jest.restoreAllMocks());

	/** Sends each item's text to its chat, and counts the expressions that n8n resolves: each is one visit to its engine. */
	async function send(items: object[], options: Partial<Run> = {}) {
		const resolve = jest.spyOn(Expression.prototype, 'resolveSimpleParameterValue');
		const to = { sendTo: 'chat', chat: byId('={{ $json.chatRef }}'), text: '={{ $json.text }}' };
		const parameters = { resource: 'message', operation: 'send', ...to };
		const outcome = await overWire(parameters, { body: { $value: { id: 'm' } } }, { items: itemsOf(...items), ...options });
		expect(outcome.error).toBeUndefined();
		return { ...outcome, count: resolve.mock.calls.filter(([value]) => String(value).startsWith('=')).length };
	}

	test('goes to the chat of its item, and n8n resolves only the fields of the first', async () => {
		const { calls, count } = await send(ITEMS);
		const sent = calls.flatMap((call) => /"chatId":"(\d+)","text":"([^"]*)"/.exec(call)?.slice(1).join() ?? []);
		expect(sent.sort()).toEqual(ITEMS.map(({ text }, index) => `${index},${text}`).sort());
		expect(count).toBe(2);
	});

	test('is resolved by n8n if an item has another value in that place, with the usual result', async () => {
		const odd = [{ chatRef: 'tg_1_5', text: null }, { chatRef: 'tg_1_6' }, { chatRef: 'tg_1_7', text: ['x'] }];
		const { items, count } = await send([...ITEMS.slice(0, 2), ...odd], { continueOnFail: true });
		const empty: unknown = expect.stringContaining(' is empty');
		const isList: unknown = expect.stringContaining('Text must be text, but it is a list');
		expect(items.map(({ json }) => json.error)).toEqual([undefined, undefined, empty, empty, isList]);
		expect(count).toBe(2 + 3);
	});
});

describe('n8n evaluates a field', () => {
	const TEXTS = ITEMS.map(({ text }) => text);
	type Functions = ReturnType<typeof contextOf>['functions'];

	/** Resolves a field for the items of one run; the result counts n8n's evaluations. */
	function resolve(
		{ zone = 'UTC', ...run }: Partial<FieldRun> & { zone?: string },
		memory = new NodeMemory(),
		change: (functions: Functions) => object = () => ({}),
	) {
		const { field = 'text', items = ITEMS } = run;
		const { functions, calls } = contextOf(newWorkflow(zone), { field, saved: '={{ $json.text }}', items, ...run });
		Object.assign(functions, change(functions));
		const execution = new Execution(functions, memory);
		const values = items.map((_, index) => new Item(functions, execution, index).field(FIELDS[field]).value);
		return { values, asked: calls() };
	}

	test.each<[FieldName, INodeParameters[string], (a: number) => unknown]>([
		['list', ['fixed', '={{ $json.a }}'], (a) => ['fixed', a]],
		['extra', { a: 'fixed', b: '={{ $json.a }}' }, (a) => ({ a: 'fixed', b: a })],
		['rows', { row: [{ a: 'fixed', b: 'x' }, { a: '={{ $json.a }}' }] }, (a) => ({ row: [{ a: 'fixed', b: 'x' }, { a }] })],
	])('%s with an expression anywhere, which has the value of its item: %j', (field, saved, valueOf) => {
		expect(resolve({ field, saved, items: [{ a: 1 }, { a: 2 }] }).values).toEqual([1, 2].map(valueOf));
	});

	test('again in a workflow with another time zone: an engine refuses everything in one that it does not know', () => {
		const memory = new NodeMemory();
		resolve({}, memory);
		expect(resolve({}, memory).asked).toBe(0);
		expect(resolve({ zone: 'Europe/Berlin' }, memory).asked).toBe(1);
	});

	test.each<[string, string[], (functions: Functions) => object]>([
		[
			"once it has returned another value than the item's",
			TEXTS.map((text) => `n8n: ${text}`),
			({ getNodeParameter }) => ({
				getNodeParameter: (...given: Parameters<typeof getNodeParameter>) => `n8n: ${String(getNodeParameter(...given))}`,
			}),
		],
		[
			'if only the first is the same in the items that it reads and in those that the node gets',
			TEXTS,
			() => ({ getInputData: () => itemsOf(...TEXTS.map((text, index) => ({ text: index === 0 ? text : 'of another input' }))) }),
		],
		[
			'of a tool, whose items a model can overwrite',
			TEXTS,
			(functions) => {
				const node = functions.getNode();
				return { getNode: () => ({ ...node, type: `${node.type}Tool` }) };
			},
		],
	])('for every item %s', (_when, values, change) => {
		expect(resolve({}, new NodeMemory(), change)).toEqual({ values, asked: ITEMS.length });
	});

	test.each<[FieldName, INodeParameters[string]]>([
		['link', { __rl: true, mode: 'url', value: '={{ $json.text }}' }],
		['validated', '={{ $json.text }}'],
		['checked', { b: '={{ $json.text }}' }],
		['text', `={{ $json.text }}${'x'.repeat(5_000)}`],
	])('for every item of a field that it extracts or converts, or that is very long (%s)', (field, saved) => {
		const items = ['0', '1', '2'].map((text) => ({ text }));
		expect(resolve({ field, saved, items }).asked).toBe(3);
	});
});
