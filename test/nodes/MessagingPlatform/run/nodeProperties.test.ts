import { type INodeParameters, type INodeProperties, NodeHelpers } from 'n8n-workflow';
import { MessagingPlatform } from '../../../../nodes/MessagingPlatform/MessagingPlatform.node';
import { MessagingPlatformTrigger } from '../../../../nodes/MessagingPlatformTrigger/MessagingPlatformTrigger.node';
import { DirectCalls } from '../../../../nodes/MessagingPlatform/run/directCalls';
import { NodeMemory } from '../../../../nodes/MessagingPlatform/run/memory';
import type { Operation, Resource } from '../../../../nodes/MessagingPlatform/run/operation';
import { propertiesOf } from '../../../../nodes/MessagingPlatform/run/nodeProperties';

const field = (name: string): INodeProperties => ({ displayName: name, name, type: 'string', default: '' });

const operation = (value: string, ...fields: INodeProperties[]): Operation => ({
	option: { name: value, value, action: value, description: value },
	reach: 'closed',
	prepare: () => ({ run: async () => [] }),
	fields,
});

const resource = (value: string, ...operations: Operation[]): Resource => ({
	option: { name: value, value, description: value },
	operations,
	first: '',
});

/** The fields that are shown for an operation, in order. */
function shownFor(
	properties: INodeProperties[],
	resourceName: string,
	operationName: string,
	more: INodeParameters = {},
): string[] {
	const values = { resource: resourceName, operation: operationName, ...more };
	return properties
		.filter(({ name }) => name !== 'operation' && name !== 'resource')
		.filter((property) => NodeHelpers.displayParameter(values, property, null, null))
		.map(({ name }) => name);
}

describe('a field that several resources share becomes one property', () => {
	const [chat, tag, limit, own] = [field('chat'), field('tag'), field('limit'), field('own')];

	test.each<[string, Resource[], number]>([
		['the same field of two resources', [resource('a', operation('x', chat)), resource('b', operation('y', chat, tag))], 2],
		[
			'not where it would be shown for another operation',
			[resource('a', operation('x', chat), operation('y')), resource('b', operation('y', chat))],
			2,
		],
		[
			'not where it would come before a field that it stands behind',
			[resource('a', operation('x', limit)), resource('b', operation('x', own, limit))],
			3,
		],
		[
			'a whole beginning of fields',
			[resource('a', operation('x', chat, limit)), resource('b', operation('x', chat, limit, own))],
			3,
		],
		[
			'not a field of the same name that is another',
			[resource('a', operation('x', field('chat'))), resource('b', operation('x', chat))],
			2,
		],
		[
			'three resources',
			[resource('a', operation('x', chat)), resource('b', operation('y', chat)), resource('c', operation('x', chat))],
			1,
		],
		[
			'one of its own before those that it shares',
			[resource('a', operation('x', chat, limit), operation('y', tag, limit, own))],
			4,
		],
		[
			'not where only one of two operations would keep its order',
			[resource('a', operation('x', limit)), resource('b', operation('x', limit), operation('y', own, limit))],
			3,
		],
		[
			'where the third would break it',
			[
				resource('a', operation('x', chat)),
				resource('b', operation('y', chat)),
				resource('c', operation('x', chat), operation('y')),
			],
			2,
		],
	])('%s', (_name, resources, count) => {
		const merged = propertiesOf(resources, 'a', new DirectCalls(new NodeMemory()));
		const selectors = merged.filter(({ name }) => name === 'operation' || name === 'resource');
		expect(merged).toHaveLength(count + resources.length + 1);
		expect(merged.slice(0, resources.length + 1)).toEqual(selectors);
		for (const { option, operations } of resources) {
			for (const one of operations) {
				expect(shownFor(merged, option.value, one.option.value)).toEqual(one.fields.map(({ name }) => name));
			}
		}
	});
});

describe('the selectors', () => {
	const selectorsOf = (first: string, ...names: string[]) =>
		propertiesOf(
			names.map((name) => resource(name, operation('z'), operation('y'))),
			first,
			new DirectCalls(new NodeMemory()),
		);
	const optionsOf = (property?: INodeProperties) => property?.options?.map(({ name }) => name);

	test.each([
		[['c', 'a', 'b'], 'c'],
		[['a', 'b', 'c'], 'c'],
		[['a', 'c', 'b'], 'c'],
	])('list the first resource first, the others in their order: %j', (names, first) => {
		expect(optionsOf(selectorsOf(first, ...names)[0])).toEqual(['c', 'a', 'b']);
	});

	test('are lists that take no expression; operations are sorted by name', () => {
		const [resources, operations] = selectorsOf('a', 'a');
		const list = { type: 'options', noDataExpression: true };
		expect(resources).toMatchObject({ ...list, displayName: 'Resource', name: 'resource', default: 'a' });
		expect(operations).toMatchObject({ ...list, displayName: 'Operation', name: 'operation' });
		expect(optionsOf(operations)).toEqual(['y', 'z']);
	});
});

describe('the properties of the node', () => {
	// as n8n would add it: a setting of the node, and of every operation
	const properties = new MessagingPlatform().description.properties.filter(({ name }) => name !== 'requestOptions');

	test('begin with resource and operation', () => {
		const first = properties.findIndex(({ name }) => name !== 'resource' && name !== 'operation');
		expect(properties.slice(first).some(({ name }) => name === 'operation')).toBe(false);
		expect(properties[0]?.name).toBe('resource');
	});

	test('never show a name twice for one operation with one set of values', () => {
		for (const selector of properties.filter(({ name }) => name === 'operation')) {
			for (const option of selector.options ?? []) {
				if (!('value' in option)) continue;
				const names = shownFor(properties, String(selector.displayOptions?.show?.resource?.[0]), String(option.value));
				expect(new Set(names).size).toBe(names.length);
			}
		}
	});

	test('include separate chat properties for messages, notes and numbers, and one more that reads what is saved: each costs an evaluation of its expression for every item', () => {
		expect(properties.filter(({ name }) => name === 'chat')).toHaveLength(4);
		// Simplify has another place in each operation
		// what a model reads or fills is for tools alone, as are the reasons to decline and the two buttons of a human review; questions on a page have fields of their own
		// captions of buttons have a list of their own, in messages and in prepared messages
		// Chat: Get has options, and unlike other Get operations it needs no switch to be used as a tool
		// and four notices say which tools are closed, two which text stays fixed; the three fields of an approval are in sight
		expect(properties.filter(({ name }) => name !== 'toolDescription').length).toBeLessThanOrEqual(111);
	});
});

test('no parameter has two types: n8n would show the value of one operation in the form of another', () => {
	const types = new Map<string, Set<string>>();
	for (const { name, type } of new MessagingPlatform().description.properties) {
		types.set(name, (types.get(name) ?? new Set()).add(type));
	}
	expect([...types].filter(([, of]) => of.size > 1).map(([name]) => name)).toEqual([]);
});

test('a switch that one adds to a collection is on: adding it is the decision', () => {
	const nodes = [new MessagingPlatform(), new MessagingPlatformTrigger()];
	const collections = nodes.flatMap(({ description }) => description.properties.filter(({ type }) => type === 'collection'));
	const switches = collections.flatMap(({ options = [] }) => options.filter((one) => 'type' in one && one.type === 'boolean'));
	expect(switches.length).toBeGreaterThan(20);
	const off = switches.filter((one) => 'default' in one && one.default !== true);
	// n8n's own
	expect(off.map(({ name }) => name)).toEqual(['allowUnauthorizedCerts']);
});
