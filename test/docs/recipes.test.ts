import { type INode, type INodeProperties, NodeHelpers } from 'n8n-workflow';
import { z } from 'zod';
import { MessagingPlatform } from '../../nodes/MessagingPlatform/MessagingPlatform.node';
import { MessagingPlatformTrigger } from '../../nodes/MessagingPlatformTrigger/MessagingPlatformTrigger.node';
import { FILES } from './repository';
import { documentText } from './tables';

/** The most nodes that a recipe may have, if it was planned before it was built. */
const MOST: Record<string, number> = {
	'ai-agent.json': 14,
	'appointment-reminder.json': 8,
	'dialog-in-steps.json': 11,
	'human-takeover.json': 10,
	'language.json': 5,
	'mailing-list.json': 6,
	'mailing.json': 10,
	'next-channel.json': 13,
	'office-hours.json': 8,
	'opt-out.json': 7,
	'questions-in-steps.json': 6,
	'satisfaction.json': 6,
};

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

/** A workflow whose note ends with its numbers: "7 nodes. To set: *Credential*, *Chat* of **Ask**." */
interface Recipe {
	file: string;
	nodes: RecipeNode[];
	/** The number of nodes that the note says. */
	said: number;
	/** The fields that the note lists: the label of each, and its node. */
	toSet: Array<{ label: string; node?: string }>;
	/** The last line of the note. */
	line: string;
}

const LINE = /^(\d+) nodes\. To set: (.+)\.$/;
const FIELD = /^\*([^*]+)\*(?: of \*\*([^*]+)\*\*)?$/;

function readRecipe(path: string): Recipe {
	const all = z.object({ nodes: z.array(nodeSchema) }).parse(JSON.parse(documentText(path))).nodes;
	const note = String(all.find(({ type }) => type === NOTE)?.parameters.content ?? '');
	const line = note.trimEnd().split('\n').at(-1) ?? '';
	const [, said, list = ''] = LINE.exec(line) ?? [];
	const toSet = list.split(', ').map((entry) => {
		const [, label = entry, node] = FIELD.exec(entry) ?? [];
		return { label, ...(node !== undefined && { node }) };
	});
	const file = path.replace('examples/', '');
	return { file, nodes: all.filter(({ type }) => type !== NOTE), said: Number(said), toSet, line };
}

const WORKFLOWS = FILES.filter((file) => /^examples\/.*\.json$/.test(file));
const RECIPES = WORKFLOWS.map(readRecipe);
const descriptionOf = ({ type }: RecipeNode) => DESCRIPTIONS.find(({ name }) => `${OWN}${name}` === type);

/** The labels of the fields of a node of this package, no matter how deep they are. */
function labelsOf(properties: unknown): string[] {
	if (Array.isArray(properties)) return properties.flatMap(labelsOf);
	if (typeof properties !== 'object' || properties === null) return [];
	const { displayName, ...members } = properties as Partial<INodeProperties>;
	return [...(displayName === undefined ? [] : [displayName]), ...Object.values(members).flatMap(labelsOf)];
}

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

const EXPRESSION = /{{([^]*?)}}/g;

/** The expressions of a node's parameters, without the text around them. */
function expressionsOf(value: unknown): string[] {
	if (typeof value === 'string')
		return value.startsWith('=') ? [...value.matchAll(EXPRESSION)].map(([, inner = '']) => inner) : [];
	return typeof value === 'object' && value !== null ? Object.values(value).flatMap(expressionsOf) : [];
}

/** Words for the values of a path: `{ sent: 'sent', skipped: 'optedOut' }[$json.outcome]`. */
const WORDS = /^ { \w+: '\w+'(, \w+: '\w+')* }\[\$json\.\w+( \?\? \$json\.\w+\.\w+)?\] $/;

/** A path such as `$json.messages[0].text` or `$('Messages').item.json.chatRef`, or a time such as `$now.minus({ minutes: 15 })`. */
const PATH =
	/^ (\$(json|\('[^']+'\)\.(item|first\(\))\.json)(\.\w+|\[\d+\])*|\$now(\.(hour|weekday)|(\.(minus|plus)\({ \w+: \d+ }\))?(\.toISO(Date)?\(\))?)) $/;

const perRecipe = <Result>(look: (recipe: Recipe) => Result) => RECIPES.map((recipe) => [recipe.file, look(recipe)] as const);

test('says in its note how many nodes it has, and no recipe has more than it may', () => {
	expect(RECIPES.map(({ file }) => file)).toEqual(expect.arrayContaining(Object.keys(MOST)));
	expect(perRecipe(({ said }) => said)).toEqual(perRecipe(({ nodes }) => nodes.length));
	expect(perRecipe(({ file, nodes }) => nodes.length <= (MOST[file] ?? nodes.length))).toEqual(perRecipe(() => true));
});

test('lists the credential and each field that n8n marks red as something to set', () => {
	for (const { file, nodes, toSet } of RECIPES) {
		const red = nodes.flatMap((node) => redFields(node).map((label) => ({ label, node: node.name })));
		expect({ file, toSet }).toEqual({ file, toSet: expect.arrayContaining([{ label: 'Credential' }, ...red]) });
	}
});

test('lists only fields that exist as something to set', () => {
	for (const { file, nodes, toSet } of RECIPES) {
		for (const { label, node: name } of toSet.filter((one) => one.label !== 'Credential')) {
			const node = nodes.find((one) => one.name === name);
			expect({ file, label, name, isThere: node !== undefined }).toMatchObject({ isThere: true });
			const description = node && descriptionOf(node);
			if (description)
				expect({ file, labels: labelsOf(description.properties) }).toMatchObject({ labels: expect.arrayContaining([label]) });
		}
	}
});

/** What a model writes with `$fromAI` needs more than a path: limits, and who wrote it. */
test('has no Code node, and in a planned recipe no expression longer than a path', () => {
	for (const { file, nodes } of RECIPES) {
		expect({ file, code: nodes.filter(({ type }) => /\.(code|function|functionItem)$/.test(type)) }).toEqual({ file, code: [] });
	}
	for (const { file, nodes } of RECIPES.filter((one) => MOST[one.file] !== undefined)) {
		const long = expressionsOf(nodes.map(({ parameters }) => parameters)).filter(
			(expression) => !PATH.test(expression) && !WORDS.test(expression) && !expression.includes('$fromAI('),
		);
		expect({ file, long }).toEqual({ file, long: [] });
	}
});

test('has a link to each page from the list, and no page has more than 40 lines', () => {
	const list = documentText('docs/guides/recipes.md');
	for (const { file } of RECIPES) {
		const page = `recipes/${file.replace('.json', '.md')}`;
		expect(list).toContain(`(${page})`);
		expect({ page, lines: documentText(`docs/guides/${page}`).trimEnd().split('\n').length <= 40 }).toEqual({
			page,
			lines: true,
		});
	}
});

test('shows the nodes of the recipe on each page, light and dark', () => {
	for (const { file } of RECIPES) {
		const name = file.replace('.json', '');
		const pictures = ['light', 'dark'].map((theme) => `images/recipe-${name}-${theme}.png`);
		const page = documentText(`docs/guides/recipes/${name}.md`);
		expect({ name, shown: pictures.map((picture) => page.includes(`"../../${picture}"`)) }).toEqual({
			name,
			shown: [true, true],
		});
		expect(FILES).toEqual(expect.arrayContaining(pictures.map((picture) => `docs/${picture}`)));
	}
});

test('names on each page only nodes of its recipe', () => {
	for (const { file, nodes } of RECIPES) {
		const page = documentText(`docs/guides/recipes/${file.replace('.json', '.md')}`);
		const named = [...page.matchAll(/\*\*([^*\n]+)\*\*/g)].map(([, name]) => name);
		const names = nodes.map(({ name }) => name);
		expect({ file, unknown: named.filter((name = '') => !names.includes(name)) }).toEqual({ file, unknown: [] });
	}
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
