/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development only: this file is never part of the published package */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { MessagingPlatformApi } from '../../credentials/MessagingPlatformApi.credentials';
import { MessagingPlatform } from '../../nodes/MessagingPlatform/MessagingPlatform.node';
import { EVENTS } from '../../nodes/shared/catalogue';
import { ROOT } from '../../sandbox/demo/paths';
import { documentText, tableBelow } from './tables';

const readme = documentText('README.md');
const { properties } = new MessagingPlatform().description;

function choices(property: INodeProperties | undefined): INodePropertyOptions[] {
	return (property?.options ?? []).filter((option): option is INodePropertyOptions => 'value' in option);
}

/** The operations of a resource as the editor offers them. */
function operationsOf(resource: string): INodePropertyOptions[] {
	const selectors = properties.filter(({ name }) => name === 'operation');
	return choices(selectors.find(({ displayOptions }) => displayOptions?.show?.resource?.includes(resource)));
}

const resources = choices(properties.find(({ name }) => name === 'resource'));

test('lists the operations that the node offers', () => {
	const offered = resources.map(({ name, value }) => [
		name,
		operationsOf(String(value))
			.map((one) => one.name)
			.join(', '),
	]);
	expect(offered.length).toBeGreaterThan(0);
	expect(tableBelow(readme, 'Operations').map((row) => row.slice(0, 2))).toEqual(offered);
});

test('lists the events that the trigger offers', () => {
	const offered = EVENTS.map(({ group, label, value }) => [`${group}: ${label}`, value]);
	expect(tableBelow(documentText('docs/events.md'), 'Events').map((row) => row.slice(0, 2))).toEqual(offered);
});

test('lists the fields of the credential type', () => {
	const names = new MessagingPlatformApi().properties.flatMap(({ displayName, type }) =>
		type === 'notice' ? [] : [displayName],
	);
	expect(tableBelow(readme, 'Credentials').map(([name]) => name)).toEqual(names);
});

test('lists every example, and only existing ones', () => {
	const files = readdirSync(path.join(ROOT, 'examples'))
		.filter((file) => file.endsWith('.json'))
		.sort();
	const listed = [...readme.matchAll(/\]\(examples\/([^)]+\.json)\)/g)].map(([, file]) => file);
	expect([...new Set(listed)].sort()).toEqual(files);
});

test("describes each operation in n8n's style", () => {
	for (const { value } of resources) {
		for (const { name, action = '', description = '' } of operationsOf(String(value))) {
			expect({ name, action, articles: /\b(a|an|the)\b/.test(action) }).toEqual({ name, action, articles: false });
			expect(action).toMatch(/^[A-Z][^A-Z]*$/);
			expect(description.length).toBeGreaterThan(10);
		}
	}
});

test('shows an operation in the recipe exactly as the repository has it', () => {
	const [example = ''] = documentText('docs/add-an-operation.md').match(/```ts\n[^]*?```/) ?? [];
	expect(example).toBe(`\`\`\`ts\n${documentText('nodes/MessagingPlatform/resources/tag/getForChat.ts')}\`\`\``);
});

test('begins the compatibility table with the version that test:compat runs', () => {
	const oldest: { dependencies: { n8n: string } } = JSON.parse(documentText('test/compat/n8n/package.json'));
	const newest: { dependencies: { n8n: string } } = JSON.parse(documentText('sandbox/n8n/package.json'));
	const versions = tableBelow(readme, 'Compatibility').map(([version]) => version);
	expect(versions).toEqual([oldest.dependencies.n8n, newest.dependencies.n8n]);
});
