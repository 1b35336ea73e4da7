/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development only: this file is never part of the published package */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { parse } from 'yaml';
import { MessagingPlatformApi } from '../../credentials/MessagingPlatformApi.credentials';
import { MessagingPlatform } from '../../nodes/MessagingPlatform/MessagingPlatform.node';
import { EVENTS } from '../../nodes/shared/catalogue';
import { ROOT } from '../../sandbox/demo/paths';
import { FILES } from './repository';
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

test('the documents list the events that the trigger offers', () => {
	const offered = Object.entries(EVENTS).map(([value, [name]]) => `${name} | ${value}`);
	const listed = tableBelow(documentText('docs/guides/events.md'), 'Events').map((row) => row.slice(0, 2).join(' | '));
	const bySubject = tableBelow(readme, 'Events').flatMap(([about = '', labels = '']) =>
		labels.split(', ').map((label) => `${about.replace(/s$/, '')}: ${label}`),
	);
	const names = Object.values(EVENTS).map(([name]) => name);
	expect([
		...offered.filter((one) => !listed.includes(one)).map((one) => `docs/guides/events.md: add ${one} to the table Events`),
		...names.filter((one) => !bySubject.includes(one)).map((one) => `README.md: add ${one} to the table Events`),
	]).toEqual([]);
	expect(readme).toContain(`These ${offered.length} events can start a workflow.`);
	expect(listed).toEqual(offered);
	expect(bySubject.sort()).toEqual([...names].sort());
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
	const listed = [...documentText('docs/guides/recipes.md').matchAll(/\/examples\/([^)]+\.json)\)/g)].map(([, file]) => file);
	expect(listed.sort()).toEqual(files);
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
	const [example = ''] = documentText('docs/develop/add-an-operation.md').match(/```ts\n[^]*?```/) ?? [];
	expect(documentText('nodes/MessagingPlatform/resources/tag.ts')).toContain(example.replace('```ts\n', '').replace('```', ''));
});

const oldest: { dependencies: { n8n: string } } = JSON.parse(documentText('test/compat/n8n/package.json'));
const newest: { dependencies: { n8n: string } } = JSON.parse(documentText('sandbox/n8n/package.json'));

test('names the versions of n8n that the tests run', () => {
	const tested = [oldest.dependencies.n8n, newest.dependencies.n8n];
	expect(tableBelow(documentText('docs/operate/install.md'), 'n8n versions').map(([version]) => version)).toEqual(tested);
	expect(readme).toContain(`version ${tested[0]} or newer. Tested up to ${tested[1]}`);
	// a newer one may have learned something: compare again
	expect(readme).toContain(`own nodes (n8n ${tested[1]})`);
	expect(documentText('CHANGELOG.md')).toContain(`Runs in n8n ${tested[0]} and newer`);
});

test('has a badge only of workflows that exist', () => {
	const workflows = [...readme.matchAll(/actions\/workflows\/([\w.-]+)\/badge\.svg/g)].map(([, file = '']) => file);
	expect(workflows.length).toBeGreaterThan(0);
	expect(workflows.filter((file) => !FILES.includes(`.github/workflows/${file}`))).toEqual([]);
	expect(readme.includes('api.scorecard.dev')).toBe(
		documentText('.github/workflows/scorecard.yml').includes('publish_results: true'),
	);
});

test('says that the package is not on npm until a version is released', () => {
	const isReleased = /^## \d/m.test(documentText('CHANGELOG.md'));
	const pages = [readme, documentText('docs/operate/install.md')];
	expect(pages.map((page) => page.includes("isn't on npm yet"))).toEqual([!isReleased, !isReleased]);
	expect(readme.includes('on npm? | Not yet')).toBe(!isReleased);
});

test.each(['README.md', 'CONTRIBUTING.md'])('%s says what the demo needs, as its installer does', (document) => {
	const installer = documentText('sandbox/demo/install.ts');
	const [, node = ''] = /N8N_NEEDS_NODE = (\d+)/.exec(installer) ?? [];
	for (const fact of [`Node.js ${node}`, '2.8 GB', '4 GB', '3 to 6 minutes', 'Python 3, make and a C++ compiler']) {
		expect([document, documentText(document).includes(fact), fact]).toEqual([document, true, fact]);
	}
	for (const fact of ['2.8 GB', '4 GB free', '3 to 6 minutes']) expect(installer).toContain(fact);
});

test('lists the channels that the contract names', () => {
	const { components } = parse(documentText('sandbox/contract/openapi.yaml')) as {
		components: { schemas: { ChannelType: { examples: string[] } } };
	};
	/** The names of the types that the specification describes ("Channel types"). */
	const names: Record<string, string> = {
		...{ facebook: 'Facebook', instagram: 'Instagram', sms: 'SMS', tg: 'Telegram', viber: 'Viber', vk: 'VK' },
		...{ whatsapp: 'WhatsApp', whatsappb: 'WhatsApp Business' },
	};
	const types = components.schemas.ChannelType.examples;
	const rows = tableBelow(readme, 'Channels');
	expect(rows.map(([name]) => name).sort()).toEqual(types.flatMap((type) => names[type] ?? []).sort());
	expect(types.filter((type) => !(type in names)).sort()).toEqual(['tgp', 'vibersm']);
	expect(rows).toHaveLength(Object.keys(names).length);
	expect(readme).toContain('two more types,\n`tgp` and `vibersm`');
});
