import { z } from 'zod';
import { printJson } from '../../sandbox/core/json';
import { referenceTo } from '../helpers/realN8n';
import { chatOf, control, newTextsTo, pressNewest, textsTo } from '../helpers/sandbox';
import { type Model, type Script, startModel } from './model';
import { type Change, replacing, useRecipe } from './recipe';

const recipe = useRecipe();
let model: Model;
afterEach(async () => await model.close());

/** Imports an example with a scripted model, and publishes it. */
async function publish(file: string, script: Script, ...changes: Change[]): Promise<void> {
	model = await startModel(script);
	const credentials = referenceTo(await recipe.real.rest.createCredential('Stand-in', 'openAiApi', model.credential));
	const withModel: Change = (definition) => {
		const nodes = z.array(z.object({ type: z.string() }).passthrough()).parse(definition.nodes);
		const usesModel = ({ type }: { type: string }) => /\.(lmChatO|o)penAi$/.test(type);
		return { ...definition, nodes: nodes.map((node) => (usesModel(node) ? { ...node, credentials } : node)) };
	};
	await recipe.publish(file, withModel, ...changes);
}

/** Writes as the person in a chat, and returns all that the bot answers. */
const ask = async (chat: string, message: string | object) =>
	await recipe.replies(chat, async () => await recipe.say(chat, message), 1);

/** The first chat of a channel. */
const firstOf = (channel: string) => recipe.sandbox.state.chats.find((one) => one.channel === channel);
const tagsOf = (channel: string) => firstOf(channel)?.tags.map(({ name }) => name);

/** The smallest PDF with a line of text. */
function pdfWith(text: string): string {
	const stream = `BT /F1 12 Tf 20 100 Td (${text}) Tj ET`;
	const objects = [
		'<</Type/Catalog/Pages 2 0 R>>',
		'<</Type/Pages/Kids[3 0 R]/Count 1>>',
		'<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>',
		`<</Length ${stream.length}>>stream\n${stream}\nendstream`,
		'<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
	];
	const body = objects.map((object, index) => `${index + 1} 0 obj${object}endobj\n`);
	return `%PDF-1.4\n${body.join('')}trailer<</Root 1 0 R/Size 6>>\n%%EOF`;
}

describe('ai-agent.json', () => {
	/** Scripts the model's calls when a person writes; after its tools have run, it says the last of its words. */
	let plan: (said: string, turn: number) => ReturnType<Script>;
	let words = '';
	const textOf = (content: unknown) => (typeof content === 'string' ? content : JSON.stringify(content));
	const script: Script = (messages) => {
		const said = messages.filter(({ role }) => role === 'user').map(({ content }) => textOf(content));
		return messages.at(-1)?.role === 'user' ? plan(said.at(-1) ?? '', said.length) : words;
	};

	beforeEach(async () => await publish('ai-agent.json', script));

	test('answers in the chat of the message, and remembers each chat separately', async () => {
		const [one, other] = [chatOf(recipe.sandbox, 'tg'), chatOf(recipe.sandbox, 'viber')];
		plan = (said, turn) => `Message ${turn}: ${said}`;
		expect(await ask(one, 'My name is Zoë')).toEqual(['Message 1: text: My name is Zoë']);
		expect(await ask(other, 'Do you have tulips?')).toEqual(['Message 1: text: Do you have tulips?']);
		expect(await ask(one, 'What is my name?')).toEqual(['Message 2: text: What is my name?']);
		const heard = model.calls.at(-1)?.join('\n');
		expect(heard).toContain('My name is Zoë');
		expect(heard).not.toContain('tulips');
	});

	test('hears a voice message, reads a PDF, sees an image, and says so if it cannot', async () => {
		const chat = chatOf(recipe.sandbox, 'tg');
		const file = (kind: string, fileName: string, mimeType: string, content: string) => ({
			attachments: [{ kind, fileName, mimeType, contentBase64: Buffer.from(content).toString('base64') }],
		});
		plan = (said) => said;
		expect(await ask(chat, file('voice', 'voice.ogg', 'audio/ogg', 'Red roses, please'))).toEqual([
			expect.stringMatching(/^voice: \s*Red roses, please$/) as string,
		]);
		const order = { text: 'My order', ...file('document', 'order.pdf', 'application/pdf', pdfWith('Seven lilies')) };
		expect(await ask(chat, order)).toEqual([expect.stringMatching(/^document: My order\s+Seven lilies$/) as string]);
		expect(await ask(chat, { text: 'This one', ...file('image', 'tulip.png', 'image/png', 'pixels') })).toHaveLength(1);
		const seen = model.calls.at(-1)?.join('\n');
		expect(seen).toContain('user: image: This one');
		expect(seen).toContain(`data:image/png;base64,${Buffer.from('pixels').toString('base64')}`);
		expect(await ask(chat, file('voice', 'voice.ogg', 'audio/ogg', 'noise'))).toEqual([
			expect.stringMatching(/^voice:\s*$/) as string,
		]);
	});

	test('tags an order, adds to the notes and calls a human, and is silent until the tags are gone', async () => {
		const chat = chatOf(recipe.sandbox, 'vk');
		const path = `/chats/${encodeURIComponent(chat)}/operator`;
		await control(recipe.sandbox, 'POST', `${path}/memo`, { memo: 'Allergic to lilies' });
		words = 'A colleague will write to you here.';
		plan = () => [
			{ tool: 'Add_Note', input: { note: 'Was angry about late roses' } },
			{ tool: 'Hand_Over', input: {} },
			{ tool: 'Tag_Chat', input: {} },
		];
		expect(await ask(chat, 'My roses are late! Give me a human.')).toEqual([words]);
		expect(tagsOf('vk')?.sort()).toEqual(['human-wanted', 'order']);
		expect(firstOf('vk')?.memo?.memo).toMatch(/^Allergic to lilies\n\d{4}-\d\d-\d\d, AI agent: Was angry about late roses$/);
		expect(model.calls.flat().join('\n')).not.toContain('lilies');

		const before = await textsTo(recipe.sandbox, chat);
		const calls = model.calls.length;
		await recipe.say(chat, 'Hello?');
		await recipe.sandbox.settled();
		await control(recipe.sandbox, 'DELETE', `${path}/tags/human-wanted`);
		plan = () => 'Here I am again.';
		expect(await ask(chat, 'Thank you!')).toEqual(['Here I am again.']);
		expect(await textsTo(recipe.sandbox, chat)).toEqual([...before, 'Here I am again.']);
		expect(model.calls.slice(calls).flat()).not.toContain('user: text: Hello?');
	});

	test('keeps its answer back if an operator writes while the model thinks', async () => {
		const chat = chatOf(recipe.sandbox, 'sms');
		plan = async () => {
			await control(recipe.sandbox, 'POST', `/chats/${encodeURIComponent(chat)}/operator/messages`, { text: 'I take over' });
			await recipe.sandbox.settled();
			return 'Too late';
		};
		expect(await ask(chat, 'Hello')).toEqual(['I take over']);
		expect(tagsOf('sms')).toEqual(['human']);
	});
});

describe('ai-agent-asks-first.json', () => {
	const script: Script = (messages) => {
		const last = messages.at(-1);
		if (last?.role !== 'user') return `The team says: ${JSON.stringify(last?.content)}`;
		return [{ tool: 'Refund', input: { toolParameters: { amount: 25, order: 'A-7' }, hitlParameters: {} } }];
	};

	test('acts only after the team has agreed, and reads the reason of a decline', async () => {
		const [customer, team] = [chatOf(recipe.sandbox, 'tg'), chatOf(recipe.sandbox, 'vk')];
		await publish('ai-agent-asks-first.json', script, replacing(['"mode":"list","value":""', `"mode":"list","value":"${team}"`]));
		const memo = () => printJson(firstOf('tg')?.memo ?? null);
		const answerOf = async (button: number) =>
			await newTextsTo(recipe.sandbox, customer, 1, async () => {
				const asking = async () => await recipe.say(customer, 'My money, please');
				const [question] = await newTextsTo(recipe.sandbox, team, 1, asking);
				expect(question).toMatch(
					/^The agent wants to use Refund:\n\namount: 25\norder: "A-7"\n\nThe customer .+ wrote:\nMy money, please$/,
				);
				await pressNewest(recipe.sandbox, team, button);
			});
		for (const [button, words] of [
			[1, /User rejected the tool call to Refund/],
			[2, /There is no money back for this order\. Offer a voucher/],
			[3, /Ask the customer what was wrong with the flowers/],
		] as const) {
			expect(await answerOf(button)).toEqual([expect.stringMatching(words)]);
			expect(memo()).not.toContain('Refund of');
		}
		await answerOf(0);
		expect(memo()).toContain('Refund of 25 euros for order A-7');
	});
});
