/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- development only: this file is never part of the published package */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { MessagingPlatform } from '../nodes/MessagingPlatform/MessagingPlatform.node';
import { startSandbox } from '../sandbox/server';
import { OPERATIONS, SECOND_NAMES } from './helpers/operationTable';

const ROOT = join(__dirname, '..');
const RESOURCES = join(ROOT, 'nodes/MessagingPlatform/resources');

const node = new MessagingPlatform();
const { properties } = node.description;

const optionsOf = ({ options }: INodeProperties): INodePropertyOptions[] =>
	(options ?? []).filter((option): option is INodePropertyOptions => 'value' in option);

const resources = optionsOf(
	properties.find(({ name }) => name === 'resource') ?? { displayName: '', name: '', type: 'options', default: '' },
);

/** The operations that the editor offers for a resource. */
function operationsOf(resource: string): INodePropertyOptions[] {
	const selectors = properties.filter(
		({ name, displayOptions }) => name === 'operation' && displayOptions?.show?.resource?.includes(resource),
	);
	expect(selectors).toHaveLength(1);
	return selectors.flatMap(optionsOf);
}

const names = Object.entries(OPERATIONS).flatMap(([resource, operations]) =>
	Object.keys(operations).map((operation): [string, string] => [resource, operation]),
);

describe('operations in the node, the design, the sandbox and the documentation', () => {
	test('offers the resources and operations of the design', () => {
		const offered = Object.fromEntries(
			resources.map(({ value }) => [
				value,
				operationsOf(String(value))
					.map((option) => option.value)
					.sort(),
			]),
		);
		expect(offered).toEqual(
			Object.fromEntries(Object.entries(OPERATIONS).map(([key, value]) => [key, Object.keys(value).sort()])),
		);
	});

	test.each(names)('%s: %s has a file and a test of its name, a label, an action and a description', (resource, operation) => {
		expect(existsSync(join(RESOURCES, resource, `${operation}.ts`))).toBe(true);
		expect(existsSync(join(ROOT, 'test/nodes/MessagingPlatform/resources', resource, `${operation}.test.ts`))).toBe(true);
		const option = operationsOf(resource).find(({ value }) => value === operation);
		expect(option?.action).toBeTruthy();
		expect(option?.description?.length).toBeGreaterThan(15);
		expect(option?.routing?.operations?.pagination).toBeInstanceOf(Function);
		expect(option?.routing?.send?.paginate).toBe(true);
	});

	test('has a file of the design for every operation, and leaves no operation out of the node', () => {
		const folders = readdirSync(RESOURCES, { withFileTypes: true }).filter((entry) => entry.isDirectory());
		const found = folders.flatMap(({ name: resource }) =>
			readdirSync(join(RESOURCES, resource))
				.filter((file) => /export const \w+: Operation = /.test(readFileSync(join(RESOURCES, resource, file), 'utf8')))
				.map((file) => `${resource}/${file.replace('.ts', '')}`),
		);
		expect(found.sort()).toEqual(names.map(([resource, operation]) => `${resource}/${operation}`).sort());
	});

	test('runs every operation as a custom operation too', () => {
		const custom = Object.entries(node.customOperations).flatMap(([resource, operations]) =>
			Object.keys(operations).map((operation) => `${resource}/${operation}`),
		);
		expect(custom.sort()).toEqual(names.map(([resource, operation]) => `${resource}/${operation}`).sort());
	});

	test('has every dropdown of its fields', () => {
		const methods = [...JSON.stringify(properties).matchAll(/"searchListMethod":"(\w+)"/g)].map(([, method]) => method);
		expect(new Set(methods)).toEqual(new Set(Object.keys(node.methods.listSearch)));
		const loaders = [...JSON.stringify(properties).matchAll(/"loadOptionsMethod":"(\w+)"/g)].map(([, method]) => method);
		expect(new Set(loaders)).toEqual(new Set(Object.keys(node.methods.loadOptions)));
	});

	test('serves exactly the calls of the design in the sandbox, each only with the token', async () => {
		const sandbox = await startSandbox();
		try {
			const { paths } = (await (await fetch(`${sandbox.origin}/sandbox/contract`)).json()) as { paths: Record<string, object> };
			const served = Object.entries(paths).flatMap(([path, methods]) =>
				Object.keys(methods)
					.filter((method) => ['get', 'post', 'put', 'patch', 'delete'].includes(method))
					.map((method) => `${method.toUpperCase()} ${path}`),
			);
			const designed = new Set(Object.values(OPERATIONS).flatMap((operations) => Object.values(operations).flat()));
			expect(served.filter((call) => !SECOND_NAMES.includes(call)).sort()).toEqual([...designed].sort());
			for (const call of served) {
				const [method = '', path = ''] = call.split(' ');
				const base = path.startsWith('/webhooks') ? sandbox.notificationUrl : sandbox.baseUrl;
				const answer = await fetch(base + path.replace(/\{\w+\}/g, '1'), { method });
				expect(`${call} ${answer.status}`).toBe(`${call} 401`);
			}
		} finally {
			await sandbox.close();
		}
	});

	test("names every resource and operation in the README's table as the editor does", () => {
		const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');
		const section = /^## Operations$([\s\S]*?)^## /m.exec(readme)?.[1] ?? '';
		const rows = section
			.split('\n')
			.filter((line) => line.startsWith('|'))
			.slice(2)
			.map((line) => line.split('|').map((cell) => cell.replace(/[`*]/g, '').trim()));
		// one line for each resource: its name, then its operations
		const table = Object.fromEntries(
			rows.map(([, resource = '', operations = '']) => [resource, operations.split(/,\s*/).sort()]),
		);
		const editor = Object.fromEntries(
			resources.map(({ name, value }) => [
				name,
				operationsOf(String(value))
					.map((option) => option.name)
					.sort(),
			]),
		);
		expect(table).toEqual(editor);
	});
});

describe('an explanation for every field', () => {
	const fields = (list: INodeProperties[], path = ''): Array<[string, INodeProperties]> =>
		list.flatMap((field) => {
			const here = `${path}${field.name}`;
			const inner = (field.options ?? []).flatMap((option) => {
				if ('values' in option) return fields(option.values, `${here}.${option.name}.`);
				return 'type' in option ? fields([option], `${here}.`) : [];
			});
			return [[here, field] as [string, INodeProperties], ...inner];
		});
	const all = fields(properties).filter(([, { name }]) => name !== 'resource' && name !== 'operation');

	test.each(all)('%s', (_path, { description, hint, placeholder, type, displayName, options, typeOptions }) => {
		const groups = type === 'collection' || type === 'fixedCollection';
		// a notice is its own explanation
		const explanation = type === 'notice' ? displayName : (description ?? hint ?? '');
		if (!groups) expect(explanation.length).toBeGreaterThan(8);
		if (placeholder !== undefined && !groups) expect(placeholder).toMatch(/^(e\.g\. |Select )/);
		if (groups) expect(placeholder ?? typeOptions?.multipleValueButtonText).toMatch(/^Add /);
		if (type === 'boolean') expect(description).toMatch(/^Whether /);
		expect(displayName).not.toBe('');
		if (type === 'options') expect((options ?? []).length).toBeGreaterThan(1);
	});
});
