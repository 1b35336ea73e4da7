import { type INode, NodeHelpers } from 'n8n-workflow';
import { z } from 'zod';
import { MessagingPlatform } from '../../nodes/MessagingPlatform/MessagingPlatform.node';
import { MessagingPlatformTrigger } from '../../nodes/MessagingPlatformTrigger/MessagingPlatformTrigger.node';
import { FILES } from './repository';
import { documentText, labelsOf } from './tables';

const OWN = 'n8n-nodes-messaging-platform.';
const NOTE = 'n8n-nodes-base.stickyNote';
const DESCRIPTIONS = [new MessagingPlatform().description, new MessagingPlatformTrigger().description];

const nodeSchema = z.object({
	id: z.string(),
	name: z.string(),
	type: z.string(),
	typeVersion: z.number(),
	position: z.tuple([z.number(), z.number()]),
	parameters: z.record(z.unknown()),
});
type RecipeNode = z.infer<typeof nodeSchema>;

const LINE = /^(\d+) nodes\. To set: (.+)\.$/;
const FIELD = /^\*([^*]+)\*(?: of \*\*([^*]+)\*\*)?$/;

/** Reads a workflow whose note ends with its number of nodes and the fields to set: "7 nodes. To set: *Credential*, *Chat* of **Ask**." */
function readRecipe(path: string) {
	const all = z.object({ nodes: z.array(nodeSchema) }).parse(JSON.parse(documentText(path))).nodes;
	const note = String(all.find(({ type }) => type === NOTE)?.parameters.content ?? '');
	const line = note.trimEnd().split('\n').at(-1) ?? '';
	const [, said, list = ''] = LINE.exec(line) ?? [];
	const toSet = list.split(', ').map((entry) => {
		const [, label = entry, node] = FIELD.exec(entry) ?? [];
		return { label, node };
	});
	const file = path.replace('examples/', '');
	return { file, nodes: all.filter(({ type }) => type !== NOTE), said: Number(said), toSet };
}

const WORKFLOWS = FILES.filter((file) => /^examples\/.*\.json$/.test(file));
const RECIPES = WORKFLOWS.map(readRecipe);
const descriptionOf = ({ type }: RecipeNode) => DESCRIPTIONS.find(({ name }) => `${OWN}${name}` === type);

/** The labels of the fields that n8n marks red, on a node of this package. */
function redFields(node: RecipeNode): string[] {
	const description = descriptionOf(node);
	if (!description) return [];
	const filled = NodeHelpers.getNodeParameters(
		description.properties,
		node.parameters as INode['parameters'],
		true,
		false,
		node,
		description,
	);
	const complete = { ...node, parameters: filled ?? {} };
	const issues = NodeHelpers.getNodeParametersIssues(description.properties, complete, description);
	return Object.keys(issues?.parameters ?? {}).map(
		(name) => description.properties.find((property) => property.name === name)?.displayName ?? name,
	);
}

describe.each(RECIPES)('$file', ({ file, nodes, said, toSet }) => {
	test('says in its note how many nodes it has, and has no Code node', () => {
		expect(nodes).toHaveLength(said);
		expect(nodes.filter(({ type }) => /\.(code|function|functionItem)$/.test(type))).toEqual([]);
	});

	test('lists the credential and each field that n8n marks red as something to set, and only fields that exist', () => {
		const red = nodes.flatMap((node) => redFields(node).map((label) => ({ label, node: node.name })));
		expect(toSet).toEqual(expect.arrayContaining([{ label: 'Credential' }, ...red]));
		for (const { label, node: name } of toSet.filter((one) => one.label !== 'Credential')) {
			const node = nodes.find((one) => one.name === name);
			expect({ label, name, isThere: node !== undefined }).toMatchObject({ isThere: true });
			const description = node && descriptionOf(node);
			if (description) expect(labelsOf(description.properties)).toContain(label);
		}
	});

	test('has a page that the list links to, which shows its nodes, light and dark, and names no others', () => {
		const recipe = file.replace('.json', '');
		expect(documentText('docs/guides/recipes.md')).toContain(`(recipes/${recipe}.md)`);
		const page = documentText(`docs/guides/recipes/${recipe}.md`);
		const pictures = ['light', 'dark'].map((theme) => `images/recipe-${recipe}-${theme}.png`);
		expect(pictures.filter((one) => !page.includes(`"../../${one}"`) || !FILES.includes(`docs/${one}`))).toEqual([]);
		const names = nodes.map(({ name }) => name);
		const named = [...page.matchAll(/\*\*([^*\n]+)\*\*/g)].map(([, name = '']) => name);
		expect(named.filter((name) => !names.includes(name))).toEqual([]);
	});
});

/** Pixels on the canvas that a node takes up with its name. */
const NODE = { width: 100, height: 150 };

test.each(WORKFLOWS)('puts no node on a note: %s', (file) => {
	const { nodes } = z.object({ nodes: z.array(nodeSchema) }).parse(JSON.parse(documentText(file)));
	const on = nodes
		.filter(({ type }) => type === NOTE)
		.flatMap(({ position: [left, top], parameters }) =>
			nodes.filter(({ type, position: [x, y] }) => {
				const beside = x + NODE.width <= left || x >= left + Number(parameters.width);
				return type !== NOTE && !beside && y + NODE.height > top && y < top + Number(parameters.height);
			}),
		);
	expect(on.map(({ name }) => name)).toEqual([]);
});
