/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development only: this file is never part of the published package */
import { readdirSync } from 'node:fs';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { ROOT } from '../../sandbox/demo/paths';
import { loadExample } from '../../sandbox/demo/provision';
import type { NodeType } from '../../sandbox/demo/restSchemas';
import { deliverUntilAccepted, messageOf } from '../e2e/delivery';
import { call, chatOf, control, newTextsTo, sendTo, sentTo } from '../helpers/sandbox';
import { runByHand } from '../helpers/realN8n';
import { waitFor } from '../helpers/waitFor';
import { rowsOf } from './dataTables';
import { replacing, useRecipe } from './recipe';

const FILES = readdirSync(path.join(ROOT, 'examples')).filter((file) => file.endsWith('.json'));
const recipe = useRecipe();
let types: NodeType[];

beforeAll(async () => (types = await recipe.real.rest.nodeTypes()));
afterEach(async () => void (await call(recipe.sandbox, 'POST /sandbox/reset')));

/** What the bot says while something is done, which is so many messages. */
const texts = async (chat: string, act: () => Promise<void>, count = 1) => await newTextsTo(recipe.sandbox, chat, count, act);
const answers = async (chat: string, message: string | object) => await texts(chat, async () => await recipe.say(chat, message));
const answersPress = async (chat: string, index: number) => await texts(chat, async () => await recipe.press(chat, index));

const rows = async (table: string) => await rowsOf(recipe.real, table);

describe.each(FILES)('%s', (file) => {
	test("is imported, explains itself, knows this n8n, and holds no one's data", async () => {
		const { rest, credential } = recipe.real;
		const imported = await rest.createWorkflow(await loadExample(file, credential));
		expect((await rest.getWorkflow(imported.id)).name).toBe(imported.name);
		const text = await readFile(path.join(ROOT, 'examples', file), 'utf8');
		const node = z.object({ name: z.string(), type: z.string(), typeVersion: z.number(), parameters: z.record(z.unknown()) });
		const definition = z.object({ name: z.string(), nodes: z.array(node.passthrough()) }).parse(JSON.parse(text));
		const notes = definition.nodes.filter(({ type }) => type === 'n8n-nodes-base.stickyNote');
		expect(String(notes[0]?.parameters.content).length).toBeGreaterThan(150);
		for (const { type, typeVersion } of definition.nodes) {
			const versions = types.filter(({ name }) => name === type).flatMap(({ version }) => version);
			expect({ type, versions }).toEqual({ type, versions: expect.arrayContaining([typeVersion]) });
		}
		expect(text).not.toMatch(/"credentials"|"instanceId"/);
		// Every node that the note names in bold is there, under that name.
		const named = [...String(notes[0]?.parameters.content).matchAll(/\*\*([^*]+)\*\*/g)].map(([, name]) => name);
		expect(definition.nodes.map(({ name }) => name)).toEqual(expect.arrayContaining(named));
	});
});

test('repeats the message in echo-bot.json', async () => {
	await recipe.publish('echo-bot.json');
	const chat = chatOf(recipe.sandbox, 'vk');
	const attachments = [{ kind: 'document', fileName: 'order.csv', contentBase64: 'YQ==' }];
	expect(await answers(chat, { text: 'My list', attachments })).toEqual(['You wrote: My list']);
	expect(await answers(chat, { attachments })).toEqual(['You wrote: document']);
});

test('runs echo-bot.json by hand with the sample of its trigger', async () => {
	const { rest, credential } = recipe.real;
	const { id } = await rest.createWorkflow(await loadExample('echo-bot.json', credential));
	const run = async () => void (await runByHand(rest, id, 'Receive Message'));
	expect(await texts(chatOf(recipe.sandbox, 'tg'), run)).toEqual(['You wrote: Do you have tulips?']);
});

/** The chat that the user of a recipe chooses. */
const chosen = (chat: string): [string, string] => ['"mode":"list","value":""', `"mode":"list","value":"${chat}"`];

test('saves the received file under a name of its own in files-in-and-out.json', async () => {
	const folder = path.join(recipe.real.n8n.userFolder, 'files');
	await mkdir(folder);
	// the second is the one thing that a user has to change outside of n8n's Docker image
	const changes = replacing(chosen(chatOf(recipe.sandbox, 'vk')), [/\/home\/node\/\.n8n-files/g, folder]);
	await recipe.publish('files-in-and-out.json', changes);
	const contentBase64 = Buffer.from('name;amount\ntulips;3').toString('base64');
	const attachments = [{ kind: 'document', fileName: '../../evil.csv', mimeType: 'text/csv', contentBase64 }];
	const [answer] = await answers(chatOf(recipe.sandbox, 'tg'), { attachments });
	expect(answer).toContain('Thank you, we have your file');
	const files = await readdir(folder);
	expect(files).toEqual([expect.stringMatching(/^[0-9a-f-]{36}\.csv$/)]);
	expect(await readFile(path.join(folder, files[0] ?? ''), 'utf8')).toBe('name;amount\ntulips;3');
	// by hand the sample's file is saved
	expect(await runByHand(recipe.real.rest, recipe.id, 'Receive File')).toMatchObject({ status: 'success' });
	expect(await readdir(folder)).toHaveLength(2);
});

test('creates one row for a new chat in new-chat-to-crm.json', async () => {
	await recipe.publish('new-chat-to-crm.json');
	const body = { channel: 'tg', channelId: 4100, chatId: '999001', firstName: 'Ada', lastName: 'Byron', username: 'ada' };
	await recipe.fault({ kind: 'duplicate', times: 2, match: { event: 'NewChatCreatedCommand' } });
	await control(recipe.sandbox, 'POST', '/chats', body);
	await waitFor(async () => (await rows('Customers')).length > 0, 'the row is there');
	await recipe.sandbox.settled();
	expect(await rows('Customers')).toMatchObject([
		{ chatRef: 'tg_4100_999001', channel: 'tg', name: 'Ada Byron', username: 'ada' },
	]);
});

test('keeps the last status of each message in delivery-report.json, and counts', async () => {
	await recipe.publish('delivery-report.json');
	const chat = chatOf(recipe.sandbox, 'viber');
	for (const text of ['One', 'Two']) await sendTo(recipe.sandbox, chat, { text });
	await waitFor(async () => (await rows('Deliveries')).filter(({ status }) => status).length === 2, 'two final statuses');
	await control(recipe.sandbox, 'POST', `/chats/${encodeURIComponent(chat)}/read`, {});
	await waitFor(async () => (await rows('Deliveries')).some(({ readAt }) => readAt), 'a reading');
	// an execution deletes the row that it added in its last step
	await recipe.quiet();
	expect(await rows('Deliveries')).toHaveLength(2);
	expect((await rows('Deliveries')).every(({ status }) => status === 'DELIVERED')).toBe(true);
	const report = await runByHand(recipe.real.rest, recipe.id, 'Make Report');
	expect(report.output['Count Deliveries']).toEqual([{ channel: 'viber', status: 'DELIVERED', count_messageId: 2 }]);
});

test('answers messages in answer-a-burst-once.json in the order in which they were sent, not in which they came', async () => {
	await recipe.publish('answer-a-burst-once.json');
	const now = Date.now();
	const deliver = async (text: string, sentMs: number) => {
		const sentTimestamp = new Date(sentMs).toISOString();
		const body = messageOf(recipe.sandbox.accountId, { chatId: '271828182', tbChatId: 70001, text, sentTimestamp });
		expect(await deliverUntilAccepted(recipe.real, recipe.url, body)).toBe(200);
	};
	const burst = async () => {
		await deliver('Second', now);
		await waitFor(async () => (await rows('Waiting messages')).length === 1, 'the first that came is remembered');
		await deliver('First', now - 1_000);
	};
	expect(await texts(chatOf(recipe.sandbox, 'tg'), burst)).toEqual(['You wrote:\nFirst\nSecond']);
});

test('answers with the menu in button-menu.json; a press assigns its tag and is answered', async () => {
	await recipe.publish('button-menu.json');
	expect(await answers('70001', 'Hello')).toEqual(['What can I do for you?']);
	expect(await sentTo(recipe.sandbox, '70001')).toMatchObject([
		{
			buttons: [
				{ type: 'ActionButton', text: 'Choose a bouquet', payload: 'bouquet' },
				{ type: 'ActionButton', text: 'Track my order', payload: 'order' },
				{ type: 'ActionButton', text: 'Talk to a person', payload: 'person' },
			],
		},
	]);
	expect(await answersPress('70001', 1)).toEqual(['Please send me the number of your order.']);
	expect(recipe.tagsOf('70001')).toEqual(['order']);

	// A number beyond 2^53, on a channel that reports more about the press.
	await answers('9007199254740995', '您好');
	expect(await answersPress('9007199254740995', 0)).toEqual(['Lovely! Tulips, roses or peonies?']);
	expect(recipe.tagsOf('9007199254740995')).toEqual(['bouquet']);
	expect(recipe.tagsOf('70001')).toHaveLength(1);
});

describe('the form of files-in-and-out.json', () => {
	let form: string;

	/** Imports the example, chooses a chat in it as its user has to, and publishes it under an address of its own. */
	async function publishForm(chat: string): Promise<void> {
		const path = crypto.randomUUID();
		const changes = replacing(chosen(chat), [/"webhookId":"[^"]+"/, `"webhookId":"${path}"`]);
		form = `${recipe.real.n8n.origin}/form/${path}`;
		await recipe.publish('files-in-and-out.json', changes);
		await waitFor(async () => (await fetch(form)).ok, 'the form is there');
	}

	/** Fills in and sends the form as the script of its page does. */
	async function submit(fields: string[], files: File[]): Promise<number> {
		const data = new FormData();
		fields.forEach((value, index) => data.append(`field-${index}`, value));
		for (const file of files) data.append(`field-${fields.length}`, file);
		const { status } = await fetch(form, { method: 'POST', body: data });
		await recipe.quiet();
		return status;
	}

	test('sends the files of the form with its words, under their names and byte for byte', async () => {
		const chat = chatOf(recipe.sandbox, 'vk');
		await publishForm(chat);
		const picture = Buffer.from('89504e470d0a1a0a00ff', 'hex');
		const order = 'цветок;штук\nтюльпан;15\n';
		const files = [
			new File([picture], 'tulips.png', { type: 'image/png' }),
			new File([order], 'заказ.csv', { type: 'text/csv' }),
		];
		expect(await submit(['Ada', 'My order\nfor Monday'], files)).toBe(200);
		const [sent] = await sentTo(recipe.sandbox, chat);
		expect(sent?.text).toMatch(/^From Ada:\nMy order\r?\nfor Monday$/);
		const headers = { authorization: `Bearer ${recipe.sandbox.apiToken}` };
		const arrived = (sent?.attachments ?? []).map(async ({ fileName, kind, publicUrl = '' }) => {
			const bytes = await (await fetch(publicUrl, { headers })).arrayBuffer();
			return { fileName, kind, hex: Buffer.from(bytes).toString('hex') };
		});
		// n8n numbers the files of a form in the order in which it has read them
		expect((await Promise.all(arrived)).sort((one, other) => (one.kind ?? '').localeCompare(other.kind ?? ''))).toEqual([
			{ fileName: 'заказ.csv', kind: 'document', hex: Buffer.from(order).toString('hex') },
			{ fileName: 'tulips.png', kind: 'image', hex: picture.toString('hex') },
		]);

		expect(await submit(['Ada', ''], [new File(['a'], 'only.txt', { type: 'text/plain' })])).toBe(200);
		expect((await sentTo(recipe.sandbox, chat)).at(-1)).toMatchObject({
			text: 'From Ada',
			attachments: [{ fileName: 'only.txt' }],
		});
	});
});
