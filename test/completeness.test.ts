/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- development only: this file is never part of the published package */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { MessagingPlatformApi } from '../credentials/MessagingPlatformApi.credentials';
import { MessagingPlatform } from '../nodes/MessagingPlatform/MessagingPlatform.node';
import { MessagingPlatformTrigger } from '../nodes/MessagingPlatformTrigger/MessagingPlatformTrigger.node';
import { startSandbox } from '../sandbox/server';
import { DECLARED, WITH_ROWS, withRows } from './docs/operationRows';
import { documentText, tableBelow } from './docs/tables';
import { allFields } from './helpers/fields';
import { OPERATIONS } from './helpers/operationTable';

const ROOT = join(__dirname, '..');
const FOLDER = 'nodes/MessagingPlatform/resources';
const RESOURCES = join(ROOT, FOLDER);

const node = new MessagingPlatform();
const { properties } = node.description;

const optionsOf = ({ options }: INodeProperties): INodePropertyOptions[] =>
	(options ?? []).filter((option): option is INodePropertyOptions => 'value' in option);

const FILES = readdirSync(RESOURCES, { encoding: 'utf8', recursive: true }).filter((file) => file.endsWith('.ts'));

const declaredIn = (file: string): string[] =>
	[
		...documentText(`${FOLDER}/${file}`).matchAll(
			/= operation\(\{\s*option: \{\s*name: '[^']*',\s*value: ('\w+'|SEND_AND_WAIT_OPERATION)/g,
		),
	].map(([, value = '']) => (value.startsWith("'") ? value.slice(1, -1) : 'sendAndWait'));

/** Operations that some place names: the table of the tests, the node, or a file that declares one. */
const named = new Set([
	...Object.entries(OPERATIONS).flatMap(([resource, rows]) => Object.keys(rows).map((operation) => `${resource} ${operation}`)),
	...DECLARED.flatMap(({ resource, operations }) => operations.map(({ value }) => `${resource} ${value}`)),
	...FILES.flatMap((file) => declaredIn(file).map((operation) => `${file.replace(/[/.].*/, '')} ${operation}`)),
]);
const names = [...named].map((one) => one.split(' ') as [resource: string, operation: string]);

/** The places of an operation that are still to be written, each with what is missing there. */
function missingPlaces(resource: string, operation: string): string[] {
	const tests = `test/${FOLDER}/${resource}`;
	const declared = DECLARED.find((one) => one.resource === resource);
	const option = declared?.operations.find(({ value }) => value === operation);
	const label = declared?.label ?? resource;
	const name = option?.name ?? operation;
	const isDeclared = FILES.some((file) => file.startsWith(resource) && declaredIn(file).includes(operation));
	const row = tableBelow(documentText('docs/guides/agents.md'), "What a stranger's message can make each tool do").find(
		([first, second]) => first === label && second === name,
	);
	const places: Array<[isThere: boolean, place: string]> = [
		[isDeclared, `${FOLDER}/${resource}.ts: declare ${operation} with operation()`],
		[option !== undefined, `${FOLDER}/${resource}.ts: add ${operation} to operations`],
		[existsSync(join(ROOT, tests)) || existsSync(join(ROOT, `${tests}.test.ts`)), `${tests}.test.ts: test the operation`],
		[OPERATIONS[resource]?.[operation] !== undefined, `test/helpers/operationTable.ts: add ${resource}: ${operation}`],
		[
			(row?.[3] ?? '').length > 5,
			`docs/guides/agents.md: run "npm run schemas", then write what a stranger can make ${label}: ${name} do`,
		],
	];
	return places.filter(([isThere]) => !isThere).map(([, place]) => place);
}

describe('the node, the design, the sandbox and the documentation name the same operations', () => {
	test.each(names)('%s: %s is in all its places', (resource, operation) => {
		expect(missingPlaces(resource, operation)).toEqual([]);
	});

	test.each(WITH_ROWS)('the table of operations in %s is what npm run schemas writes', (document) => {
		const text = documentText(document);
		if (withRows(document, text) !== text) throw new Error(`${document}: run "npm run schemas"`);
	});

	test('every operation has an action and a description, and runs as a declarative and as a custom operation', () => {
		const selectors = properties.filter(({ name }) => name === 'operation');
		const options = selectors.flatMap((selector) => {
			const resource = String(selector.displayOptions?.show?.resource);
			return optionsOf(selector).map((option) => ({ ...option, id: `${resource} ${option.value}` }));
		});
		const custom = Object.entries(node.customOperations).flatMap(([resource, operations]) =>
			Object.keys(operations).map((operation) => `${resource} ${operation}`),
		);
		const expected = [...named].sort();
		expect([options.map(({ id }) => id).sort(), custom.sort()]).toEqual([expected, expected]);
		for (const { action, description = '', routing } of options) {
			expect([action, description.length > 15]).toEqual([expect.stringMatching(/./), true]);
			expect(routing?.operations?.pagination).toBeInstanceOf(Function);
			expect(routing?.send?.paginate).toBe(true);
		}
	});

	test('every dropdown of a field exists', () => {
		const used = (kind: string) =>
			new Set([...JSON.stringify(properties).matchAll(new RegExp(`"${kind}":"(\\w+)"`, 'g'))].map(([, method]) => method));
		expect(used('searchListMethod')).toEqual(new Set(Object.keys(node.methods.listSearch)));
		expect(used('loadOptionsMethod')).toEqual(new Set(Object.keys(node.methods.loadOptions)));
	});

	test('the sandbox serves exactly the calls of the design, and asks each for the token', async () => {
		const sandbox = await startSandbox();
		try {
			const { paths } = (await (await fetch(`${sandbox.origin}/sandbox/contract`)).json()) as { paths: Record<string, object> };
			const served = Object.entries(paths).flatMap(([path, methods]) =>
				Object.keys(methods)
					.filter((method) => ['get', 'post', 'put', 'patch', 'delete'].includes(method))
					.map((method) => `${method.toUpperCase()} ${path}`),
			);
			const designed = new Set(Object.values(OPERATIONS).flatMap((rows) => Object.values(rows).flatMap(({ calls }) => calls)));
			// the specification has a second path for the chat list, and one is enough for a client
			const unused = served.filter((call) => !designed.has(call) && call !== 'GET /chats');
			const missing = [...designed].filter((call) => !served.includes(call));
			expect([
				...unused.map((call) => `test/helpers/operationTable.ts: add the operation that calls ${call}`),
				...missing.map((call) => `sandbox/contract/source/paths: add ${call}. Then run "npx tsx sandbox/contract/generate.ts"`),
			]).toEqual([]);
			for (const call of served) {
				const [method = '', path = ''] = call.split(' ');
				const base = path.startsWith('/webhooks') ? sandbox.notificationUrl : sandbox.baseUrl;
				const answer = await fetch(base + path.replace(/\{\w+\}/g, '1'), { method });
				if (answer.status !== 401) throw new Error(`sandbox/routes: serve ${call} (${answer.status} without a token)`);
			}
		} finally {
			await sandbox.close();
		}
	});
});

const PARTS = [node.description, new MessagingPlatformTrigger().description, new MessagingPlatformApi()];
const EVERY_FIELD = allFields(PARTS.flatMap((part) => part.properties));

test("no option's description is cut in the editor", () => {
	const all = EVERY_FIELD.flatMap(optionsOf);
	expect(all.length).toBeGreaterThan(50);
	// n8n shows two lines of them
	expect(all.filter(({ description = '' }) => description.length > 112)).toEqual([]);
});

test('no field depends on a regular expression: n8n ends an execution that waits 250 ms for one', () => {
	expect(JSON.stringify(EVERY_FIELD.map(({ displayOptions }) => displayOptions))).not.toContain('"regex"');
});

test("no field or hint of the node recommends the tool's own item", () => {
	expect(JSON.stringify([properties, node.description.hints])).not.toMatch(/\$json|\$input/);
});

const explained = allFields(properties).filter(({ name }) => name !== 'resource' && name !== 'operation');

test.each(explained)(
	'the field $name explains itself',
	({ description, hint, placeholder, type, displayName, options, typeOptions }) => {
		const groups = type === 'collection' || type === 'fixedCollection';
		// a notice is its own explanation
		const explanation = type === 'notice' ? displayName : (description ?? hint ?? '');
		if (!groups) expect(explanation.length).toBeGreaterThan(8);
		if (placeholder !== undefined && !groups) expect(placeholder).toMatch(/^(e\.g\. |Select )/);
		if (groups) expect(placeholder ?? typeOptions?.multipleValueButtonText).toMatch(/^Add /);
		if (type === 'boolean') expect(description).toMatch(/^Whether /);
		expect(displayName).not.toBe('');
		if (type === 'options') expect((options ?? []).length).toBeGreaterThan(1);
	},
);
