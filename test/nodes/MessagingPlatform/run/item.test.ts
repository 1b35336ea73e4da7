import type { IExecuteFunctions, INodeParameters } from 'n8n-workflow';
import { Execution } from '../../../../nodes/MessagingPlatform/run/execution';
import { Item } from '../../../../nodes/MessagingPlatform/run/item';
import { NodeMemory } from '../../../../nodes/MessagingPlatform/run/memory';
import { byId, itemsOf, overWire, single } from '../../../helpers/runAction';
import type { Reply } from '../../../helpers/servers';
import { contextOf, FIELDS, type FieldName, newWorkflow, replacedIn } from './expressions/field';

/** Two items of a node with one field, and how often n8n was asked for a parameter. */
function twoItems(field: FieldName, saved: INodeParameters[string], replace?: (functions: IExecuteFunctions) => object) {
	const { functions, calls } = contextOf(newWorkflow(), { field, saved, items: [{ a: 1 }, { a: 2 }] });
	const context = replace ? replacedIn(functions, replace(functions)) : functions;
	const execution = new Execution(context, new NodeMemory());
	const itemOf = (index: number) => new Item(context, execution, index);
	return { items: [itemOf(0), itemOf(1)], calls };
}

describe('a parameter', () => {
	test.each<[FieldName, INodeParameters[string]]>([
		['text', 'fixed'],
		['number', 5],
		['list', ['fixed', 'too']],
		['extra', { a: 'fixed', b: 5 }],
	])('%s without an expression is resolved once for all items: %j', (name, saved) => {
		const { items, calls } = twoItems(name, saved);
		for (const item of items) expect(item.field(FIELDS[name]).value).toEqual(saved);
		expect(calls()).toBe(1);
	});

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
		expect(twoItems(name, saved).items.map((item) => item.field(FIELDS[name]).value)).toEqual(values);
	});

	test('with an expression is resolved once for an item', () => {
		const { items, calls } = twoItems('text', '={{ $json.a + 1 }}');
		const read = () => items.map((item) => item.field(FIELDS.text).value);
		expect([read(), read()]).toEqual([
			[2, 3],
			[2, 3],
		]);
		expect(calls()).toBe(2);
	});
});

test('an item knows whether a model calls', () => {
	const asTool = (functions: IExecuteFunctions) => ({ getNode: () => ({ ...functions.getNode(), type: 'test.fieldsTool' }) });
	expect(twoItems('text', '').items[0]?.isTool).toBe(false);
	expect(twoItems('text', '', asTool).items[0]?.isTool).toBe(true);
});

describe('a call', () => {
	const update = {
		resource: 'chainAction',
		operation: 'update',
		chainActionId: byId('={{ $json.id }}'),
		actionFields: { description: 'new' },
	};

	test.each([
		['a read that comes before a change', 'GET'],
		['a change', 'PUT'],
	])('follows the Request Options of its item: %s', async (_which, held) => {
		const { items, error } = await overWire(
			{ ...update, requestOptions: { timeout: '={{ $json.timeout }}' } },
			({ method, url }) =>
				method === held && url.endsWith('/b') ? new Promise<Reply>(() => {}) : single('{"action":"nothing"}'),
			{ items: itemsOf({ id: 'a', timeout: 600_000 }, { id: 'b', timeout: 300 }), continueOnFail: true },
		);
		expect(error).toBeUndefined();
		expect(items.map(({ json }) => json.error)).toEqual([undefined, expect.stringMatching(/didn't respond in time$/)]);
	});

	test('that changes something and gets an empty response asks the user to look on the platform', async () => {
		const { error } = await overWire({ ...update, chainActionId: byId('a') }, ({ method }) =>
			method === 'PUT' ? { status: 200 } : single('{"action":"nothing"}'),
		);
		expect(error?.message).toBe("The platform's response was empty, so nothing confirms the change");
		expect(error?.description).toBe('Check on the platform whether the change was made before you run the node again.');
	});

	test('that reads what is to be changed, and gets an empty response, changes nothing', async () => {
		const { calls, error } = await overWire({ ...update, chainActionId: byId('a') }, { status: 200 });
		expect(error?.message).toBe("The platform's response doesn't include the action, so nothing of it can be kept");
		// a read without a response is repeated once
		expect(calls).toEqual(Array(2).fill('GET /api/endUserNotifications/chainActions/a'));
	});
});
