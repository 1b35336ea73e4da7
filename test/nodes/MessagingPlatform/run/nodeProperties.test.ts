import { type INodeParameters, type INodeProperties, NodeHelpers } from 'n8n-workflow';
import { MessagingPlatform } from '../../../../nodes/MessagingPlatform/MessagingPlatform.node';
import { MessagingPlatformTrigger } from '../../../../nodes/MessagingPlatformTrigger/MessagingPlatformTrigger.node';
import type { Operation, Resource } from '../../../../nodes/MessagingPlatform/run/operation';

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

describe('the properties of the node', () => {
	// as n8n would add it: a setting of the node, and of every operation
	const properties = new MessagingPlatform().description.properties.filter(({ name }) => name !== 'requestOptions');

	test('never show a name twice for one operation with one set of values', () => {
		for (const selector of properties.filter(({ name }) => name === 'operation')) {
			for (const option of selector.options ?? []) {
				if (!('value' in option)) continue;
				const names = shownFor(properties, String(selector.displayOptions?.show?.resource?.[0]), String(option.value));
				expect(new Set(names).size).toBe(names.length);
			}
		}
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
