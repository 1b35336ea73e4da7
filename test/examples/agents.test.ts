import { z } from 'zod';
import { printJson } from '../../sandbox/core/json';
import { loadExample } from '../../sandbox/demo/provision';
import type { WorkflowDefinition } from '../../sandbox/demo/rest';
import { createAndPublish, unpublishWorkflow, type RealN8n, startRealN8n, hasEnded } from '../helpers/realN8n';
import { chatOf, control, newTextsTo, say, sentTo, textsTo } from '../helpers/sandbox';
import { waitFor } from '../helpers/waitFor';
import { type Model, type Script, startModel } from './model';

let real: RealN8n;
let model: Model;
let workflowId: string | undefined;

beforeAll(async () => {
	real = await startRealN8n();
}, 900_000);
afterEach(async () => {
	if (workflowId !== undefined) await unpublishWorkflow(real, workflowId);
	workflowId = undefined;
	await model.close();
});
afterAll(async () => await real?.close());

/** Imports an example with a scripted model, and publishes it. */
async function publish(file: string, script: Script, change = (text: string) => text): Promise<void> {
	model = await startModel(script);
	const data = { apiKey: 'stand-in', url: model.url, header: false };
	const { id, name } = await real.rest.createCredential('Stand-in', 'openAiApi', data);
	const definition = await loadExample(file, real.credential);
	const nodes = z
		.array(z.object({ type: z.string() }).passthrough())
		.parse(definition.nodes)
		.map((node) => (/\.(lmChatO|o)penAi$/.test(node.type) ? { ...node, credentials: { openAiApi: { id, name } } } : node));
	const changed: WorkflowDefinition = JSON.parse(change(JSON.stringify({ ...definition, nodes })));
	({ id: workflowId } = await createAndPublish(real, changed));
}

/** Checks that nothing of the workflow runs any more, so that no further message can come. */
const isQuiet = async () => (await real.rest.listExecutions(workflowId)).every(hasEnded);

/** Writes as the person in a chat, and returns all that the bot answers. */
async function ask(chat: string, message: string | object): Promise<Array<string | undefined>> {
	const before = (await textsTo(real.sandbox, chat)).length;
	const said = typeof message === 'string' ? { text: message } : message;
	await newTextsTo(real.sandbox, chat, 1, async () => await say(real.sandbox, chat, said));
	await waitFor(isQuiet, 'the workflow ends');
	return (await textsTo(real.sandbox, chat)).slice(before);
}

/** Reads the tags and notes of the first chat of a channel. */
function stateOf(channel: string): { tags: string[]; memo: string } {
	const chat = real.sandbox.state.chats.find((one) => one.channel === channel);
	return { tags: chat?.tags.map(({ name }) => name) ?? [], memo: chat?.memo?.memo ?? '' };
}

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
		const [one, other] = [chatOf(real.sandbox, 'tg'), chatOf(real.sandbox, 'viber')];
		plan = (said, turn) => `Message ${turn}: ${said}`;
		expect(await ask(one, 'My name is Zoë')).toEqual(['Message 1: text: My name is Zoë']);
		expect(await ask(other, 'Do you have tulips?')).toEqual(['Message 1: text: Do you have tulips?']);
		expect(await ask(one, 'What is my name?')).toEqual(['Message 2: text: What is my name?']);
		const heard = model.calls.at(-1)?.join('\n');
		expect(heard).toContain('My name is Zoë');
		expect(heard).not.toContain('tulips');
	});

	test('hears a voice message, reads a PDF, sees an image, and says so if it cannot', async () => {
		const chat = chatOf(real.sandbox, 'tg');
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
		const chat = chatOf(real.sandbox, 'vk');
		const path = `/chats/${encodeURIComponent(chat)}/operator`;
		await control(real.sandbox, 'POST', `${path}/memo`, { memo: 'Allergic to lilies' });
		words = 'A colleague will write to you here.';
		plan = () => [
			{ tool: 'Add_Note', input: { note: 'Was angry about late roses' } },
			{ tool: 'Hand_Over', input: {} },
			{ tool: 'Tag_Chat', input: {} },
		];
		expect(await ask(chat, 'My roses are late! Give me a human.')).toEqual([words]);
		const state = stateOf('vk');
		expect(state.tags.sort()).toEqual(['human-wanted', 'order']);
		expect(state.memo).toMatch(/^Allergic to lilies\n\d{4}-\d\d-\d\d, AI agent: Was angry about late roses$/);
		expect(model.calls.flat().join('\n')).not.toContain('lilies');

		const before = await textsTo(real.sandbox, chat);
		const calls = model.calls.length;
		await say(real.sandbox, chat, { text: 'Hello?' });
		await real.sandbox.settled();
		await control(real.sandbox, 'DELETE', `${path}/tags/human-wanted`);
		plan = () => 'Here I am again.';
		expect(await ask(chat, 'Thank you!')).toEqual(['Here I am again.']);
		expect(await textsTo(real.sandbox, chat)).toEqual([...before, 'Here I am again.']);
		expect(model.calls.slice(calls).flat()).not.toContain('user: text: Hello?');
	});

	test('keeps its answer back if an operator writes while the model thinks', async () => {
		const chat = chatOf(real.sandbox, 'sms');
		plan = async () => {
			await control(real.sandbox, 'POST', `/chats/${encodeURIComponent(chat)}/operator/messages`, { text: 'I take over' });
			await real.sandbox.settled();
			return 'Too late';
		};
		expect(await ask(chat, 'Hello')).toEqual(['I take over']);
		expect(stateOf('sms').tags).toEqual(['human']);
	});
});

describe('ai-agent-asks-first.json', () => {
	const script: Script = (messages) => {
		const last = messages.at(-1);
		if (last?.role !== 'user') return `The team says: ${JSON.stringify(last?.content)}`;
		return [{ tool: 'Refund', input: { toolParameters: { amount: 25, order: 'A-7' }, hitlParameters: {} } }];
	};

	test('acts only after the team has agreed, and reads the reason of a decline', async () => {
		const [customer, team] = [chatOf(real.sandbox, 'tg'), chatOf(real.sandbox, 'vk')];
		const chosen = JSON.stringify({ __rl: true, mode: 'list', value: team });
		await publish('ai-agent-asks-first.json', script, (text) => text.replace('{"__rl":true,"mode":"list","value":""}', chosen));
		const memo = () => printJson(real.sandbox.state.chats.find(({ channel }) => channel === 'tg')?.memo ?? null);
		const answerOf = async (button: number) =>
			await newTextsTo(real.sandbox, customer, 1, async () => {
				const [question] = await newTextsTo(
					real.sandbox,
					team,
					1,
					async () => await say(real.sandbox, customer, { text: 'My money, please' }),
				);
				expect(question).toMatch(
					/^The agent wants to use Refund:\n\namount: 25\norder: "A-7"\n\nThe customer .+ wrote:\nMy money, please$/,
				);
				const messageId = (await sentTo(real.sandbox, team)).at(-1)?.id;
				await control(real.sandbox, 'POST', `/chats/${encodeURIComponent(team)}/press`, { messageId, index: button });
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
