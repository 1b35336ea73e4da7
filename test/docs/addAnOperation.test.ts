/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- development only: this file is never part of the published package */
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildSync } from 'esbuild';
import type { INodeProperties, INodePropertyOptions, INodeType } from 'n8n-workflow';
import { documentText } from './tables';

const ROOT = path.join(__dirname, '../..');
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
