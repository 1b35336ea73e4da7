import { loadExample } from '../../sandbox/demo/provision';
import { startRealN8n, type RealN8n } from '../helpers/realN8n';
import { createAndPublish, unpublishWorkflow } from '../helpers/publishWorkflow';
import { control, say, sentTo } from '../helpers/sandboxChat';
import { waitFor } from '../helpers/waitFor';

let real: RealN8n;
let workflowId: string | undefined;

/** Imports an example and publishes it. */
async function publish(file: string): Promise<void> {
	({ id: workflowId } = await createAndPublish(real, await loadExample(file, real.credential)));
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

beforeAll(async () => {
	real = await startRealN8n();
});

afterEach(async () => {
	if (workflowId !== undefined) await unpublishWorkflow(real, workflowId);
	workflowId = undefined;
});

afterAll(async () => {
	await real?.close();
});

test('button-menu.json answers with the menu; a press assigns its tag and is answered', async () => {
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

	// A number beyond 2^53, on a channel that tells more about the press.
	await say(real.sandbox, '9007199254740995', { text: '您好' });
	const [other] = await answers('9007199254740995', 1);
	await press('9007199254740995', other?.id, 0);
	expect((await answers('9007199254740995', 2)).at(-1)?.text).toBe('Lovely! Tulips, roses or peonies?');
	expect(tagsOf('9007199254740995')).toEqual(['bouquet']);
	expect(tagsOf('70001')).toHaveLength(1);
});

test('button-menu.json sends a numbered list where there are no buttons', async () => {
	await publish('button-menu.json');
	await say(real.sandbox, '70010', { text: 'Hello' });
	const [menu] = await answers('70010', 1);
	expect(menu?.text).toMatch(/What can I do for you\?[\s\S]*1[\s\S]*Choose a bouquet[\s\S]*3[\s\S]*Talk to a person/);
	expect(menu?.buttons ?? []).toEqual([]);
});

test('file-receipt.json answers with name, type and size of each file, and lets texts alone', async () => {
	await publish('file-receipt.json');
	const contentBase64 = Buffer.from('flower,pieces\ntulip,15\n').toString('base64');
	await say(real.sandbox, '70003', { text: 'No file here' });
	await say(real.sandbox, '70003', {
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
