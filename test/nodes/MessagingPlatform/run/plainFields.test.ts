import { Expression, type INodeParameters } from 'n8n-workflow';
import { Execution } from '../../../../nodes/MessagingPlatform/run/execution';
import { Item } from '../../../../nodes/MessagingPlatform/run/item';
import { NodeMemory } from '../../../../nodes/MessagingPlatform/run/memory';
import { byId, itemsOf, overWire } from '../../../helpers/runAction';
import { contextOf, FIELDS, type FieldName, type FieldRun, newWorkflow } from './expressions/field';

afterEach(() => jest.restoreAllMocks());

/** Counts the expressions that n8n resolves: each of them is one visit to its engine. */
function countExpressions(): () => number {
	const resolve = jest.spyOn(Expression.prototype, 'resolveSimpleParameterValue');
	return () => resolve.mock.calls.filter(([value]) => typeof value === 'string' && value.startsWith('=')).length;
}

const ITEMS = Array.from({ length: 40 }, (_, index) => ({ chatRef: `tg_${(index % 4) + 1}_${index}`, text: `Message ${index}` }));

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
