import type { INodeParameters } from 'n8n-workflow';
import { guarded } from '../../../nodes/MessagingPlatform/agent/reach';
import { Execution } from '../../../nodes/MessagingPlatform/run/execution';
import { Item } from '../../../nodes/MessagingPlatform/run/item';
import { NodeMemory } from '../../../nodes/MessagingPlatform/run/memory';
import { type Operation, accepted, change, independent, toOutput } from '../../../nodes/MessagingPlatform/run/operation';
import { contextOf, FIELDS, newWorkflow } from './run/expressions/field';

const ITEMS = [{ text: 'a' }, { text: 'b' }];

/** An execution of a node with these parameters. */
function started(parameters: INodeParameters = {}, signal?: AbortSignal, type?: string) {
	const workflow = newWorkflow();
	const { functions, calls } = contextOf(workflow, { items: ITEMS });
	Object.assign(workflow.getNode('fields') ?? {}, { parameters });
	const node = { ...functions.getNode(), ...(type === undefined ? {} : { type }) };
	Object.assign(functions, { getNode: () => node, getExecutionCancelSignal: () => signal });
	const execution = new Execution(functions, new NodeMemory());
	const item = (index = 0) => new Item(functions, execution, index);
	return { execution, item, calls };
}

describe('a parameter', () => {
	test.each<[INodeParameters[string], boolean]>([
		['text', true],
		['', true],
		['a = b', true],
		[5, true],
		[null, true],
		[['a', 'b'], true],
		[{ a: ['b'] }, true],
		['={{ $json.text }}', false],
		[['a', '={{ $json.text }}'], false],
		[{ row: [{ a: 'b', c: '={{ $json.text }}' }] }, false],
	])('with %j is the same for every item: %p', (saved, isFixed) => {
		expect(started({ text: saved }).execution.isFixed('text')).toBe(isFixed);
	});

	test('is resolved once for all items without an expression, and once for each item with one', () => {
		const { item, calls } = started({ text: 'fixed', code: '={{ $json.text + "!" }}' });
		const [first, second] = [item(0), item(1)];
		expect([first, first, second].map((one) => one.field(FIELDS.text).value)).toEqual(['fixed', 'fixed', 'fixed']);
		expect(calls()).toBe(1);
		expect([first, first, second, second].map((one) => one.field(FIELDS.code).value)).toEqual(['a!', 'a!', 'b!', 'b!']);
		expect(calls()).toBe(3);
	});

	test('is undefined if the node does not have it or it is null, and is requested only once then, too', () => {
		const { item, calls } = started({ text: null });
		const values = [FIELDS.number, FIELDS.number, FIELDS.text].map((property) => item().field(property).value);
		expect(values).toEqual([undefined, undefined, undefined]);
		expect(calls()).toBe(2);
	});

	test('is the value in a resource locator, fixed or not', () => {
		const { item } = started({
			chat: { __rl: true, mode: 'id', value: 'tg_1_2' },
			link: { __rl: true, mode: 'id', value: '={{ $json.text }}' },
		});
		expect([item().field(FIELDS.chat).value, item(1).field(FIELDS.link).value]).toEqual(['tg_1_2', 'b']);
	});
});

describe('a field of an item', () => {
	test('knows its label, its value, the saved value and its members', () => {
		const { item } = started({ extra: { a: '={{ $json.text }}' }, text: 'x' });
		const extra = item(1).field(FIELDS.extra);
		expect(extra).toMatchObject({ label: 'extra', value: { a: 'b' }, saved: { a: '={{ $json.text }}' } });
		expect(item().field(FIELDS.number)).toMatchObject({ label: 'number', value: undefined });
	});

	test('is refused by its name', () => {
		const { item } = started({ text: '' });
		expect(() => item(1).field(FIELDS.text).required()).toThrow('text is empty');
		expect(item(1).field(FIELDS.text).refuse('is wrong', 'Try another.')).toMatchObject({
			...{ message: 'text is wrong', advice: 'Try another.', remedy: 'correct' },
		});
	});
});

test("gives an item its data and n8n's $json, which is empty without data", () => {
	const { item } = started();
	expect([item(0).data.json, item(1).data.json, item(2).data]).toEqual([{ text: 'a' }, { text: 'b' }, { json: {} }]);
	expect(item(1).proxy().$json).toEqual({ text: 'b' });
});

describe('an execution', () => {
	test('is over when an item failed or when it was stopped', () => {
		const stop = new AbortController();
		const { execution } = started({}, stop.signal);
		expect([execution.isOver, started().execution.isOver]).toEqual([false, false]);
		const failed = started().execution;
		const ends = [execution.over, failed.over];
		stop.abort();
		failed.end();
		expect([execution.isOver, failed.isOver, ...ends.map(({ aborted }) => aborted)]).toEqual([true, true, true, true]);
	});
});

describe('an operation', () => {
	const objects = [{ a: 1 }, { b: 2 }];
	const paired = [
		{ json: { a: 1 }, pairedItem: { item: 1 } },
		{ json: { b: 2 }, pairedItem: { item: 1 } },
	];

	test('pairs its output with its item', async () => {
		const item = started().item(1);
		expect(toOutput(objects, item)).toEqual(paired);
		expect(await independent(async () => objects)({}, item).run()).toEqual(paired);
	});

	test('waits for earlier items that change the same thing; one that reads waits for none', async () => {
		const item = started().item(1);
		const plan = change(() => ({ path: '/chats/1', run: async () => objects }))({}, item);
		expect(plan.lane).toBe('/chats/1');
		expect(await plan.run()).toEqual(paired);
		expect(independent(async () => [])({}, item).lane).toBeUndefined();
		expect(accepted(() => ({ request: { method: 'PUT', path: '/tags/x' }, output: {} }))({}, item).lane).toBe('/tags/x');
	});

	test('is refused to a model that may not use it before any of its parameters is read', () => {
		const prepare = () => {
			throw new Error('It was read.');
		};
		const operation: Operation = {
			option: { name: '', value: '', action: '', description: '' },
			reach: 'closed',
			prepare,
			fields: [],
		};
		const [resource] = guarded([{ option: { name: '', value: '', description: '' }, operations: [operation], first: '' }]);
		const prepared = (type?: string) => resource?.operations[0]?.prepare(started({}, undefined, type).item());
		expect(() => prepared()).toThrow('It was read.');
		expect(() => prepared('test.fieldsTool')).toThrow("AI models can't manage webhooks");
		expect(() => prepared('test.fieldsHitlTool')).toThrow("AI models can't manage webhooks");
	});
});
