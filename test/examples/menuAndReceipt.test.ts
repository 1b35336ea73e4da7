import { loadExample } from '../../sandbox/demo/provision';
import type { Workflow } from '../../sandbox/demo/restSchemas';
import type { ChatRecord } from '../../sandbox/core/model';
import { eventually } from '../e2e/echoBot';
import { startRealN8n, type RealN8n } from '../helpers/realN8n';

let real: RealN8n;
let workflow: Workflow | undefined;

/** Imports an example, publishes it and waits for its webhook. */
async function publish(file: string): Promise<void> {
	workflow = await real.rest.createWorkflow(await loadExample(file, real.credential));
	await real.rest.publish(workflow.id);
	await eventually(() => real.sandbox.state.webhooks.length === 1, `${file} registered no webhook`);
}

/** A control call of the sandbox; fails unless it went well. */
async function play(path: string, body: object): Promise<void> {
	const response = await fetch(`${real.sandbox.origin}/sandbox/chats/${path}`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify(body),
	});
	if (!response.ok) throw new Error(`The sandbox answered ${response.status}: ${await response.text()}`);
}

function chatOf(tbChatId: string): ChatRecord {
	const chat = real.sandbox.state.chats.find((one) => String(one.tbChatId) === tbChatId);
	if (!chat) throw new Error(`There is no chat ${tbChatId}.`);
	return chat;
}

/** The bot's messages in a chat once there are so many. */
async function answers(tbChatId: string, count: number) {
	const sent = () => chatOf(tbChatId).messages.filter(({ direction }) => direction === 'outbound');
	await eventually(() => sent().length >= count, `fewer than ${count} answers in chat ${tbChatId}`);
	await real.sandbox.settled();
	return sent();
}

beforeAll(async () => {
	real = await startRealN8n();
});

afterEach(async () => {
	if (workflow) await real.rest.unpublish(workflow.id);
	workflow = undefined;
	await eventually(() => real.sandbox.state.webhooks.length === 0, 'the webhook was not removed');
});

afterAll(async () => {
	await real?.close();
});

test('button-menu.json answers with the menu; a press assigns its tag and is answered', async () => {
	await publish('button-menu.json');
	await play('70001/messages', { text: 'Hello' });
	const [menu] = await answers('70001', 1);
	expect(menu).toMatchObject({
		text: 'What can I do for you?',
		buttons: [
			{ type: 'ActionButton', text: 'Choose a bouquet', payload: 'bouquet' },
			{ type: 'ActionButton', text: 'Track my order', payload: 'order' },
			{ type: 'ActionButton', text: 'Talk to a person', payload: 'person' },
		],
	});

	await play('70001/press', { messageId: menu?.id, index: 1 });
	expect((await answers('70001', 2)).map(({ text }) => text)).toEqual([
		'What can I do for you?',
		'Please send me the number of your order.',
	]);
	expect(chatOf('70001').tags.map(({ name }) => name)).toEqual(['order']);

	// A number beyond 2^53, on a channel that tells more about the press.
	await play('9007199254740995/messages', { text: '您好' });
	const [other] = await answers('9007199254740995', 1);
	await play('9007199254740995/press', { messageId: other?.id, index: 0 });
	expect((await answers('9007199254740995', 2)).at(-1)?.text).toBe('Lovely! Tulips, roses or peonies?');
	expect(chatOf('9007199254740995').tags.map(({ name }) => name)).toEqual(['bouquet']);
	expect(chatOf('70001').tags).toHaveLength(1);
});

test('button-menu.json sends a numbered list where there are no buttons', async () => {
	await publish('button-menu.json');
	await play('70010/messages', { text: 'Hello' });
	const [menu] = await answers('70010', 1);
	expect(menu?.text).toMatch(/What can I do for you\?[\s\S]*1[\s\S]*Choose a bouquet[\s\S]*3[\s\S]*Talk to a person/);
	expect(menu?.buttons ?? []).toEqual([]);
});

test('file-receipt.json answers with name, type and size of each file, and lets texts alone', async () => {
	await publish('file-receipt.json');
	const contentBase64 = Buffer.from('flower,pieces\ntulip,15\n').toString('base64');
	await play('70003/messages', { text: 'No file here' });
	await play('70003/messages', {
		text: 'My order',
		attachments: [
			{ kind: 'document', fileName: 'заказ.csv', mimeType: 'text/csv', contentBase64 },
			{ kind: 'voice', fileName: 'voice.ogg', mimeType: 'audio/ogg', contentBase64 },
		],
	});
	const sent = await answers('70003', 1);
	expect(sent.map(({ text }) => text)).toEqual([
		'Thank you, this has arrived:\n- заказ.csv, text/csv, 23 B\n- voice.ogg, audio/ogg, 23 B',
	]);
});
