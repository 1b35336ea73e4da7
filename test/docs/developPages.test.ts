/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development only: this file is never part of the published package */
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildSync } from 'esbuild';
import type { INodeProperties, INodePropertyOptions, INodeType } from 'n8n-workflow';
import { ROOT } from '../../sandbox/demo/paths';
import { FILES, PLACES } from './repository';
import { documentText, tableBelow } from './tables';

const LIST = 'nodes/MessagingPlatform/resources/tag.ts';
const recipe = documentText('docs/develop/add-an-operation.md');

/** The node of a copy of the sources to which the recipe's example was added under another name. */
function nodeAfterTheRecipe(folder: string): INodeType {
	cpSync(path.join(ROOT, 'nodes'), path.join(folder, 'nodes'), { recursive: true });
	symlinkSync(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'));
	const [, example = ''] = /```ts\n([^]*?)```/.exec(recipe) ?? [];
	const added = example.replaceAll('getForChat', 'getNewest').replace('Get for Chat', 'Get Newest');
	const list = readFileSync(path.join(folder, LIST), 'utf8');
	writeFileSync(
		path.join(folder, LIST),
		list.replace('export const tag', `${added}\nexport const tag`).replace('operations: [', 'operations: [getNewest, '),
	);
	const outfile = path.join(folder, 'node.js');
	const entry = path.join(folder, 'nodes/MessagingPlatform/MessagingPlatform.node.ts');
	buildSync({ entryPoints: [entry], outfile, bundle: true, platform: 'node', external: ['n8n-workflow'] });
	// eslint-disable-next-line @typescript-eslint/no-require-imports -- a file that this test has just made
	const { MessagingPlatform } = require(outfile) as { MessagingPlatform: new () => INodeType };
	return new MessagingPlatform();
}

test('makes an operation from its declaration and its name in the list, as the recipe says', () => {
	expect(recipe).toContain(`\`${LIST}\``);
	const folder = mkdtempSync(path.join(tmpdir(), 'recipe-'));
	try {
		const node = nodeAfterTheRecipe(folder);
		const shownFor = ({ displayOptions }: INodeProperties, operation: string) =>
			displayOptions?.show?.resource?.includes('tag') === true && displayOptions.show.operation?.includes(operation) === true;
		const selector = node.description.properties.find(
			({ name, displayOptions }) => name === 'operation' && displayOptions?.show?.resource?.includes('tag'),
		);
		const options = (selector?.options ?? []).filter((option): option is INodePropertyOptions => 'value' in option);
		const names = options.map(({ name }) => name);
		expect(names).toContain('Get Newest');
		expect(names).toEqual([...names].sort((one, other) => one.localeCompare(other, 'en')));
		const option = options.find(({ value }) => value === 'getNewest');
		expect(option?.routing?.operations?.pagination).toBeInstanceOf(Function);
		expect(node.customOperations?.tag?.getNewest).toBeInstanceOf(Function);
		const fields = node.description.properties.filter((property) => shownFor(property, 'getNewest'));
		const model = node.description.properties.filter((property) => shownFor(property, 'getForChat'));
		// a hint that is for one operation names it
		const anyName = (list: unknown): unknown => JSON.parse(JSON.stringify(list).replaceAll('getNewest', 'getForChat'));
		expect(anyName(fields)).toEqual(anyName(model));
		expect(fields.map(({ name }) => name)).toContain('chat');
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
});

describe('the map of the code', () => {
	const page = documentText('docs/develop/architecture.md');

	/** The files that one file imports, as paths from the root. */
	function importsOf(file: string): string[] {
		return [...documentText(file).matchAll(/from '(\.[^']+)'/g)].flatMap(([, target = '']) => {
			const base = path.posix.join(path.posix.dirname(file), target);
			return [`${base}.ts`, `${base}/index.ts`].filter((one) => FILES.includes(one));
		});
	}

	test.each([
		['Folders of the action node', 'nodes/MessagingPlatform/'],
		['Folders of the trigger', 'nodes/MessagingPlatformTrigger/'],
	])('%s are all listed, each above those that it imports from', (heading, node) => {
		const listed = tableBelow(page, heading).map(([folder = '']) => folder);
		const folders = [...PLACES].filter((place) => place.startsWith(node) && /^\w+$/.test(place.slice(node.length)));
		expect([...listed].sort()).toEqual(
			folders
				.filter((place) => !place.endsWith('__schema__'))
				.map((place) => `${place}/`)
				.sort(),
		);
		const upward = FILES.filter((file) => file.startsWith(node) && file.endsWith('.ts')).flatMap((file) => {
			const own = listed.findIndex((folder) => file.startsWith(folder));
			const above = listed.slice(0, Math.max(own, 0));
			return importsOf(file).filter((imported) => above.some((folder) => imported.startsWith(folder)));
		});
		expect(upward).toEqual([]);
	});
});
