import { DemoFailure } from '../../../sandbox/demo/settings';
import { loadExample } from '../../../sandbox/demo/provision';
import { checkRecipe, listOf, readArguments, readRecipes } from '../../../sandbox/demo/recipes';

test.each<[string[], object]>([
	[[], { kind: 'start' }],
	[['--recipes'], { kind: 'list' }],
	[['--recipe', 'echo-bot'], { kind: 'start', recipe: 'echo-bot' }],
	[['--recipe=echo-bot'], { kind: 'start', recipe: 'echo-bot' }],
	[['--recipe', 'examples/echo-bot.json'], { kind: 'start', recipe: 'echo-bot' }],
])('reads the arguments %j', (args, request) => {
	expect(readArguments(args)).toEqual(request);
});

test.each([[['--recipe']], [['--recipes', 'echo-bot']], [['--recipe', 'echo-bot', 'ai-agent']], [['echo-bot']], [['--help']]])(
	'refuses the arguments %j and names the right ones',
	(args) => {
		expect(() => readArguments(args)).toThrow(DemoFailure);
		expect(() => readArguments(args)).toThrow('npm start -- --recipe echo-bot imports one');
	},
);

test('lists every example with a sentence about it, and the way to import one', async () => {
	const recipes = await readRecipes();
	expect(recipes.map(({ id }) => id)).toEqual(expect.arrayContaining(['ai-agent', 'echo-bot', 'order-approval']));
	for (const { about } of recipes) expect(about).toMatch(/^[A-Z].*\.$/);
	const text = listOf(recipes);
	expect(text).toMatch(/^echo-bot +Someone writes to one of your channels/m);
	expect(text).toContain('npm start -- --recipe <name>');
});

test('knows its recipes, and says how to list them otherwise', async () => {
	await expect(checkRecipe('echo-bot')).resolves.toBeUndefined();
	await expect(checkRecipe('../package')).rejects.toThrow("There's no recipe ../package.");
});

test.each([
	['echo-bot.json', 'Nothing to set.'],
	['dialog-in-steps.json', 'To set: *Data table* of **Get Questions**.'],
])('gives %s its credential, so that the note no longer asks for it', async (file, says) => {
	const type = 'messagingPlatformApi';
	const { nodes } = await loadExample(file, { id: '1', name: 'Sandbox', type });
	expect(JSON.stringify(nodes)).toContain(`"credentials":{"${type}":{"id":"1","name":"Sandbox"}}`);
	expect(JSON.stringify(nodes)).toContain(says);
});
