/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development only: this file is never part of the published package */
import { readdirSync } from 'node:fs';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { ROOT } from '../../sandbox/demo/paths';
import { loadExample } from '../../sandbox/demo/provision';
import type { WorkflowDefinition } from '../../sandbox/demo/rest';
import type { NodeType, Workflow } from '../../sandbox/demo/restSchemas';
import { deliverUntilAccepted, messageOf } from '../e2e/delivery';
import { call, chatOf, control, newTextsTo, say, sentTo } from '../helpers/sandbox';
import { hasEnded, runByHand, type RealN8n, startRealN8n, publishWorkflow, waitForWebhooks } from '../helpers/realN8n';
import { waitFor } from '../helpers/waitFor';
import { rowsOf } from './dataTables';

const FILES = readdirSync(path.join(ROOT, 'examples')).filter((file) => file.endsWith('.json'));
let real: RealN8n;
let workflow: Workflow | undefined;
let types: NodeType[];

beforeAll(async () => {
	real = await startRealN8n();
	types = await real.rest.nodeTypes();
}, 900_000);
afterAll(async () => await real?.close());

afterEach(async () => {
	if (workflow) await real.rest.unpublish(workflow.id).catch(() => undefined);
	workflow = undefined;
	await waitForWebhooks(real.sandbox, 0);
	await call(real.sandbox, 'POST /sandbox/reset');
});

async function create(definition: WorkflowDefinition): Promise<Workflow> {
	workflow = await real.rest.createWorkflow(definition);
	return workflow;
}

/** Imports an example, publishes it and waits for its webhook. */
async function publish(file: string, change = (definition: WorkflowDefinition) => definition): Promise<Workflow> {
	const created = await create(change(await loadExample(file, real.credential)));
	await publishWorkflow(real, created.id);
	return created;
}

/** The names of a chat's tags. */
function tagsOf(tbChatId: string): string[] {
	const chat = real.sandbox.state.chats.find((one) => String(one.tbChatId) === tbChatId);
	return chat?.tags.map(({ name }) => name) ?? [];
}

async function press(tbChatId: string, messageId: string | undefined, index: number): Promise<void> {
	await control(real.sandbox, 'POST', `/chats/${tbChatId}/press`, { messageId, index });
}

/** The bot's messages in a chat once there are so many. */
async function answers(tbChatId: string, count: number) {
	const sent = async () => await sentTo(real.sandbox, tbChatId);
	await waitFor(async () => (await sent()).length >= count, `${count} answers in chat ${tbChatId}`);
	await real.sandbox.settled();
	return await sent();
}

const rows = async (table: string) => await rowsOf(real, table);

describe.each(FILES)('%s', (file) => {
	test("is imported, explains itself, knows this n8n, and holds no one's data", async () => {
		const imported = await create(await loadExample(file, real.credential));
		expect((await real.rest.getWorkflow(imported.id)).name).toBe(imported.name);
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
	await publish('echo-bot.json');
	const chat = chatOf(real.sandbox, 'vk');
	const answerTo = async (message: object) =>
		await newTextsTo(real.sandbox, chat, 1, async () => await say(real.sandbox, chat, message));
	expect(await answerTo({ text: 'Hello' })).toEqual(['You wrote: Hello']);
	const attachments = [{ kind: 'document', fileName: 'order.csv', contentBase64: 'YQ==' }];
	expect(await answerTo({ text: 'My list', attachments })).toEqual(['You wrote: My list']);
	expect(await answerTo({ attachments })).toEqual(['You wrote: document']);
});

test('runs echo-bot.json by hand with the sample of its trigger', async () => {
	const { id } = await create(await loadExample('echo-bot.json', real.credential));
	const texts = await newTextsTo(real.sandbox, chatOf(real.sandbox, 'tg'), 1, async () => {
		await runByHand(real.rest, id, 'Receive Message');
	});
	expect(texts).toEqual(['You wrote: Do you have tulips?']);
});

test('saves the received file under a name of its own in files-in-and-out.json', async () => {
	const folder = path.join(real.n8n.userFolder, 'files');
	await mkdir(folder);
	// The one thing that a user has to change outside of n8n's Docker image.
	const here = (text: string): WorkflowDefinition => JSON.parse(text.replaceAll('/home/node/.n8n-files', folder));
	const chat = chatOf(real.sandbox, 'tg');
	const chosen = JSON.stringify({ __rl: true, mode: 'list', value: chatOf(real.sandbox, 'vk') });
	const { id } = await publish('files-in-and-out.json', (definition) =>
		here(JSON.stringify(definition).replace('{"__rl":true,"mode":"list","value":""}', chosen)),
	);
	const contentBase64 = Buffer.from('name;amount\ntulips;3').toString('base64');
	const attachments = [{ kind: 'document', fileName: '../../evil.csv', mimeType: 'text/csv', contentBase64 }];
	const [answer] = await newTextsTo(real.sandbox, chat, 1, async () => await say(real.sandbox, chat, { attachments }));
	expect(answer).toContain('Thank you, we have your file');
	const files = await readdir(folder);
	expect(files).toEqual([expect.stringMatching(/^[0-9a-f-]{36}\.csv$/)]);
	expect(await readFile(path.join(folder, files[0] ?? ''), 'utf8')).toBe('name;amount\ntulips;3');
	// by hand the sample's file is saved
	expect(await runByHand(real.rest, id, 'Receive File')).toMatchObject({ status: 'success' });
	expect(await readdir(folder)).toHaveLength(2);
});

test('creates one row for a new chat in new-chat-to-crm.json', async () => {
	await publish('new-chat-to-crm.json');
	const body = { channel: 'tg', channelId: 4100, chatId: '999001', firstName: 'Ada', lastName: 'Byron', username: 'ada' };
	await control(real.sandbox, 'POST', '/faults', { kind: 'duplicate', times: 2, match: { event: 'NewChatCreatedCommand' } });
	await control(real.sandbox, 'POST', '/chats', body);
	await waitFor(async () => (await rows('Customers')).length > 0, 'the row is there');
	await real.sandbox.settled();
	expect(await rows('Customers')).toMatchObject([
		{ chatRef: 'tg_4100_999001', channel: 'tg', name: 'Ada Byron', username: 'ada' },
	]);
});

test('keeps the last status of each message in delivery-report.json, and counts', async () => {
	const { id } = await publish('delivery-report.json');
	const chat = chatOf(real.sandbox, 'viber');
	const channelId = real.sandbox.state.chats.find(({ channel }) => channel === 'viber')?.channelId;
	const chatId = real.sandbox.state.chats.find(({ channel }) => channel === 'viber')?.chatId;
	for (const text of ['One', 'Two']) {
		await fetch(`${real.sandbox.baseUrl}/messages`, {
			method: 'POST',
			headers: { authorization: `Bearer ${real.sandbox.apiToken}`, 'content-type': 'application/json' },
			body: JSON.stringify({ channel: 'viber', channelId: Number(channelId), chatId, text }),
		});
	}
	await waitFor(async () => (await rows('Deliveries')).filter(({ status }) => status).length === 2, 'two final statuses');
	await control(real.sandbox, 'POST', `/chats/${encodeURIComponent(chat)}/read`, {});
	await waitFor(async () => (await rows('Deliveries')).some(({ readAt }) => readAt), 'a reading');
	// an execution deletes the row that it added in its last step
	await waitFor(async () => (await real.rest.listExecutions(id)).every(hasEnded), 'all executions have ended');
	expect(await rows('Deliveries')).toHaveLength(2);
	expect((await rows('Deliveries')).every(({ status }) => status === 'DELIVERED')).toBe(true);
	const report = await runByHand(real.rest, id, 'Make Report');
	expect(report.output['Count Deliveries']).toEqual([{ channel: 'viber', status: 'DELIVERED', count_messageId: 2 }]);
});

test('answers messages in answer-a-burst-once.json in the order in which they were sent, not in which they came', async () => {
	await publish('answer-a-burst-once.json');
	const [webhook] = real.sandbox.state.webhooks;
	const chat = chatOf(real.sandbox, 'tg');
	const now = Date.now();
	const deliver = async (text: string, sentMs: number) => {
		const sentTimestamp = new Date(sentMs).toISOString();
		const body = messageOf(real.sandbox.accountId, { chatId: '271828182', tbChatId: 70001, text, sentTimestamp });
		expect(await deliverUntilAccepted(real, webhook?.url ?? '', body)).toBe(200);
	};
	const answers = await newTextsTo(real.sandbox, chat, 1, async () => {
		await deliver('Second', now);
		await waitFor(async () => (await rows('Waiting messages')).length === 1, 'the first that came is remembered');
		await deliver('First', now - 1_000);
	});
	expect(answers).toEqual(['You wrote:\nFirst\nSecond']);
});

test('answers with the menu in button-menu.json; a press assigns its tag and is answered', async () => {
	await publish('button-menu.json');
	await say(real.sandbox, '70001', { text: 'Hello' });
	const [menu] = await answers('70001', 1);
	expect(menu).toMatchObject({
		text: 'What can I do for you?',
		buttons: [
			{ type: 'ActionButton', text: 'Choose a bouquet', payload: 'bouquet' },
			{ type: 'ActionButton', text: 'Track my order', payload: 'order' },
			{ type: 'ActionButton', text: 'Talk to a person', payload: 'person' },
		],
	});

	await press('70001', menu?.id, 1);
	expect((await answers('70001', 2)).map(({ text }) => text)).toEqual([
		'What can I do for you?',
		'Please send me the number of your order.',
	]);
	expect(tagsOf('70001')).toEqual(['order']);

	// A number beyond 2^53, on a channel that reports more about the press.
	await say(real.sandbox, '9007199254740995', { text: '您好' });
	const [other] = await answers('9007199254740995', 1);
	await press('9007199254740995', other?.id, 0);
	expect((await answers('9007199254740995', 2)).at(-1)?.text).toBe('Lovely! Tulips, roses or peonies?');
	expect(tagsOf('9007199254740995')).toEqual(['bouquet']);
	expect(tagsOf('70001')).toHaveLength(1);
});

describe('the form of files-in-and-out.json', () => {
	let form: string;
	let formWorkflow: string;

	/** Imports the example, chooses a chat in it as its user has to, and publishes it under an address of its own. */
	async function publishForm(chat: string): Promise<void> {
		const definition = JSON.stringify(await loadExample('files-in-and-out.json', real.credential));
		const path = crypto.randomUUID();
		const changed: WorkflowDefinition = JSON.parse(
			definition
				.replace('{"__rl":true,"mode":"list","value":""}', JSON.stringify({ __rl: true, mode: 'list', value: chat }))
				.replace(/"webhookId":"[^"]+"/, `"webhookId":"${path}"`),
		);
		form = `${real.n8n.origin}/form/${path}`;
		({ id: formWorkflow } = await real.rest.createWorkflow(changed));
		await real.rest.publish(formWorkflow);
		await waitFor(async () => (await fetch(form)).ok, 'the form is there');
	}

	/** Fills in and sends the form as the script of its page does. */
	async function submit(fields: string[], files: File[]): Promise<number> {
		const data = new FormData();
		fields.forEach((value, index) => data.append(`field-${index}`, value));
		for (const file of files) data.append(`field-${fields.length}`, file);
		const { status } = await fetch(form, { method: 'POST', body: data });
		await waitFor(async () => (await real.rest.listExecutions(formWorkflow)).every(hasEnded), 'the workflow ends');
		return status;
	}

	afterEach(async () => await real.rest.unpublish(formWorkflow));

	test('sends the files of the form with its words, under their names and byte for byte', async () => {
		const chat = chatOf(real.sandbox, 'vk');
		await publishForm(chat);
		const picture = Buffer.from('89504e470d0a1a0a00ff', 'hex');
		const order = 'цветок;штук\nтюльпан;15\n';
		const files = [
			new File([picture], 'tulips.png', { type: 'image/png' }),
			new File([order], 'заказ.csv', { type: 'text/csv' }),
		];
		expect(await submit(['Ada', 'My order\nfor Monday'], files)).toBe(200);
		const [sent] = await sentTo(real.sandbox, chat);
		expect(sent?.text).toMatch(/^From Ada:\nMy order\r?\nfor Monday$/);
		const headers = { authorization: `Bearer ${real.sandbox.apiToken}` };
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
		expect((await sentTo(real.sandbox, chat)).at(-1)).toMatchObject({
			text: 'From Ada',
			attachments: [{ fileName: 'only.txt' }],
		});
	});
});
