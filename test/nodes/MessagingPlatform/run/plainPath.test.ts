import { type INodeParameters, Expression } from 'n8n-workflow';
import { plainParameter } from '../../../../nodes/MessagingPlatform/run/plainPath';
import { Execution } from '../../../../nodes/MessagingPlatform/run/execution';
import { Item } from '../../../../nodes/MessagingPlatform/run/item';
import { NodeMemory } from '../../../../nodes/MessagingPlatform/run/memory';
import { byId, itemsOf, overWire } from '../../../helpers/runAction';
import { contextOf, FIELDS, type FieldName, type FieldRun, newWorkflow } from './expressions/field';

describe('plainPath', () => {
	const ITEM = {
		text: 'Hello',
		count: 3,
		open: true,
		price: 1.5,
		none: null,
		many: [...Array.from({ length: 10 }, () => ''), 'the 11th'],
		contact: { 'first name': 'Zoë', 名: 'x', list: [{ id: 7 }] },
	};

	describe('an expression that is read', () => {
		test.each<[INodeParameters[string], unknown]>([
			['={{ $json.text }}', 'Hello'],
			['={{ $json.contact["first name"] }}', 'Zoë'],
			['={{ $json.contact.list[0].id }}', 7],
			['={{ $json.count }}', 3],
			['={{ $json.open }}', true],
			['=Dear {{ $json.contact["first name"] }}, no. {{ $json.count }}: {{ $json.open }}', 'Dear Zoë, no. 3: true'],
			['={{ $json.count }}{{ $json.count }}', '33'],
			['=}}{{ $json.text }}', '}}Hello'],
			['={{ $json.many[10] }}', 'the 11th'],
			[{ row: [{ a: '={{ $json.text }}', b: 'same', c: null }] }, { row: [{ a: 'Hello', b: 'same', c: null }] }],
		])('%j', (saved, value) => {
			expect(plainParameter(saved)?.read(ITEM)).toEqual(value);
		});
	});

	describe('an expression that is left to n8n', () => {
		test.each([
			'={{ $json.many[010] }}',
			'={{ $json.text.trim() }}',
			'={{ $json.missing }}',
			'={{ $json.contact.list }}',
			'={{ $json.contact.list["0"].id }}',
			'={{ $json?.text }}',
			'={{ $json.text /* c */ }}',
			'={{ $json["te\\u0078t"] }}',
			'={{ $json.constructor }}',
			'={{ $json["__proto__"].text }}',
			"={{ $('Start').item.json.text }}",
			'={{ $json.text }} \\{{ x }}',
			'=see x.constructor: {{ $json.text }}',
			'=({{ $json.missing }})',
			`={{ $json.text }}${'x'.repeat(200_000)}`,
		])('%.60s', (saved) => {
			expect(plainParameter(saved)?.read(ITEM)).toBeUndefined();
		});

		test.each<[string, object]>([
			['inherited', Object.create({ text: 'x' }) as object],
			['computed', Object.defineProperty({}, 'text', { get: () => 'x', enumerable: true })],
			['of a class', Object.assign(new (class Row {})(), { text: 'x' })],
			['a date', { text: new Date(0) }],
			['half a character', { text: '\ud83d' }],
		])('is for a value that is %s', (_name, item) => {
			expect(plainParameter('={{ $json.text }}')?.read(item)).toBeUndefined();
		});

		test.each([
			...['prototype', 'getPrototypeOf', 'setPrototypeOf', 'getOwnPropertyDescriptor', 'defineProperty', 'mainModule', 'binding'],
			...['prepareStackTrace', 'caller', 'arguments', 'dlopen', 'loadEnvFile', 'globalThis', 'process', 'require', '__sanitize'],
			...['toJSON', 'then', 'toString', 'valueOf', 'hasOwnProperty'],
		])('has a member named %s, which n8n refuses or reads otherwise, even if the item has one', (name) => {
			const item = { [name]: 'own', inside: { [name]: 'own' } };
			expect(plainParameter(`={{ $json.${name} }}`)?.read(item)).toBeUndefined();
			expect(plainParameter(`={{ $json.inside["${name}"] }}`)?.read(item)).toBeUndefined();
		});

		test('is longer than 100,000 characters', () => {
			const read = (length: number) => plainParameter('={{ $json.text }}')?.read({ text: 'x'.repeat(length) });
			expect([read(100_000), read(100_001)]).toEqual(['x'.repeat(100_000), undefined]);
		});

		test('makes its parameter left to n8n as a whole', () => {
			expect(plainParameter({ a: '={{ $json.text }}', b: '={{ $now }}' })).toBeUndefined();
			expect(plainParameter({ a: '={{ $json.text }}', b: '={{ $json.missing }}' })?.read(ITEM)).toBeUndefined();
		});
	});

	test("is remembered with its parameter's expressions, in their order", () => {
		const saved = { a: '={{ $json.text }}', b: ['x', '={{ $json.count }}'], c: 'x' };
		expect(plainParameter(saved)?.expressions).toEqual(['={{ $json.text }}', '={{ $json.count }}']);
		expect(plainParameter('x')?.expressions).toEqual([]);
	});
});

describe('plainFields', () => {
	afterEach(() => jest.restoreAllMocks());

	/** Counts the expressions that n8n resolves: each of them is one visit to its engine. */
	function countExpressions(): () => number {
		const resolve = jest.spyOn(Expression.prototype, 'resolveSimpleParameterValue');
		return () => resolve.mock.calls.filter(([value]) => typeof value === 'string' && value.startsWith('=')).length;
	}

	const ITEMS = Array.from({ length: 40 }, (_, index) => ({
		chatRef: `tg_${(index % 4) + 1}_${index}`,
		text: `Message ${index}`,
	}));

	const send = (text: string): INodeParameters => ({
		resource: 'message',
		operation: 'send',
		sendTo: 'chat',
		chat: byId('={{ $json.chatRef }}'),
		text,
	});

	const sent = (calls: string[]) =>
		calls.filter((call) => call.startsWith('POST')).map((call) => /"chatId":"(\d+)","text":"([^"]*)"/.exec(call));

	describe('a message whose fields are plain paths', () => {
		test('goes to the chat of its item, and n8n resolves only the fields of the first', async () => {
			const count = countExpressions();
			const { items, calls, error } = await overWire(
				send('={{ $json.text }}'),
				{ body: { $value: { id: 'm' } } },
				{ items: itemsOf(...ITEMS) },
			);
			expect(error).toBeUndefined();
			expect(items).toHaveLength(40);
			const found = sent(calls).map((one) => [one?.[1], one?.[2]]);
			expect(found.sort()).toEqual(ITEMS.map(({ text }, index) => [String(index), text]).sort());
			expect(count()).toBe(2);
		});

		test('is resolved by n8n if an item has another value in that place, with the usual result', async () => {
			const count = countExpressions();
			const odd = itemsOf(
				...ITEMS.slice(0, 5),
				{ chatRef: 'tg_1_5', text: null },
				{ chatRef: 'tg_1_6' },
				{ chatRef: 'tg_1_7', text: ['x'] },
			);
			const { items } = await overWire(
				send('={{ $json.text }}'),
				{ body: { $value: { id: 'm' } } },
				{ items: odd, continueOnFail: true },
			);
			expect(items.map(({ json }) => json.error)).toEqual([
				...Array.from({ length: 5 }, () => undefined),
				expect.stringContaining(' is empty'),
				expect.stringContaining(' is empty'),
				expect.stringContaining('Text must be text, but it is a list'),
			]);
			expect(count()).toBe(2 + 3);
		});

		test('is resolved by n8n for every item if n8n calls the node directly', async () => {
			const count = countExpressions();
			const options = { items: itemsOf(...ITEMS), directly: true };
			const { error } = await overWire(send('={{ $json.text }}'), { body: { $value: { id: 'm' } } }, options);
			expect(error).toBeUndefined();
			expect(count()).toBeGreaterThanOrEqual(80);
		});
	});

	/** Resolves a field for the items of one run; the result counts n8n's evaluations. */
	function resolve(
		{ zone = 'UTC', ...run }: Partial<FieldRun> & { zone?: string },
		memory = new NodeMemory(),
		change: (functions: ReturnType<typeof contextOf>['functions']) => object = () => ({}),
	) {
		const workflow = newWorkflow(zone);
		const field: FieldName = run.field ?? 'text';
		const items = run.items ?? ITEMS;
		const context = contextOf(workflow, { field, saved: '={{ $json.text }}', items, ...run });
		Object.assign(context.functions, change(context.functions));
		const execution = new Execution(context.functions, memory);
		const values = items.map((_, index) => new Item(context.functions, execution, index).field(FIELDS[field]).value);
		return { values, asked: context.calls() };
	}

	const TEXTS = ITEMS.map(({ text }) => text);

	describe('n8n evaluates a field', () => {
		test.each<[FieldName, INodeParameters[string], unknown[]]>([
			[
				'list',
				['fixed', '={{ $json.a }}'],
				[
					['fixed', 1],
					['fixed', 2],
				],
			],
			[
				'extra',
				{ a: 'fixed', b: '={{ $json.a }}' },
				[
					{ a: 'fixed', b: 1 },
					{ a: 'fixed', b: 2 },
				],
			],
			[
				'rows',
				{ row: [{ a: 'fixed', b: 'x' }, { a: '={{ $json.a }}' }] },
				[1, 2].map((a) => ({ row: [{ a: 'fixed', b: 'x' }, { a }] })),
			],
		])('%s with an expression anywhere has the value of its item: %j', (name, saved, values) => {
			expect(resolve({ field: name, saved, items: [{ a: 1 }, { a: 2 }] }).values).toEqual(values);
		});

		test('again in a workflow with another time zone: an engine refuses everything in one that it does not know', () => {
			const memory = new NodeMemory();
			resolve({}, memory);
			expect(resolve({ zone: 'Europe/Berlin' }, memory).asked).toBe(1);
		});

		test("for every item once it has returned another value than the item's", () => {
			const other = resolve({}, new NodeMemory(), ({ getNodeParameter }) => ({
				getNodeParameter: (...given: Parameters<typeof getNodeParameter>) => `n8n: ${String(getNodeParameter(...given))}`,
			}));
			expect(other).toEqual({ values: TEXTS.map((text) => `n8n: ${text}`), asked: 40 });
		});

		test('for every item if only the first is the same in the items that it reads and in those that the node gets', () => {
			const other = resolve({}, new NodeMemory(), () => ({
				getInputData: () => itemsOf(...ITEMS.map(({ text }, index) => ({ text: index === 0 ? text : 'of another input' }))),
			}));
			expect(other).toEqual({ values: TEXTS, asked: 40 });
		});

		test('once more for other expressions, however alike', () => {
			const memory = new NodeMemory();
			const items = [{ a: 1, b: 2, a$json: { b: 3 } }];
			expect(resolve({ saved: '={{ $json.a }}{{ $json.b }}', items }, memory)).toEqual({ values: ['12'], asked: 1 });
			expect(resolve({ saved: '={{ $json.a$json.b }}', items }, memory)).toEqual({ values: [3], asked: 1 });
		});

		test('for every item of a tool, whose items a model can overwrite', () => {
			const memory = new NodeMemory();
			resolve({}, memory);
			const asTool = resolve({}, memory, (functions) => {
				const node = functions.getNode();
				return { getNode: () => ({ ...node, type: `${node.type}Tool` }) };
			});
			expect(asTool).toEqual({ values: TEXTS, asked: 40 });
		});

		test.each<[FieldName, INodeParameters[string]]>([
			['link', { __rl: true, mode: 'url', value: '={{ $json.text }}' }],
			['validated', '={{ $json.text }}'],
			['checked', { b: '={{ $json.text }}' }],
			['text', `={{ $json.text }}${'x'.repeat(5_000)}`],
		])('for every item of a field that it extracts or converts, or that is very long (%s)', (field, saved) => {
			const items = Array.from({ length: 3 }, (_, index) => ({ text: String(index) }));
			expect(resolve({ field, saved, items }).asked).toBe(3);
		});
	});
});
