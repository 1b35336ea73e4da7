import { loadExample } from '../../sandbox/demo/provision';
import type { WorkflowDefinition } from '../../sandbox/demo/rest';
import { startRealN8n, type RealN8n, createAndPublish, unpublishWorkflow, hasEnded } from '../helpers/realN8n';
import { chatOf, control, say, sentTo } from '../helpers/sandbox';
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

test('sends a numbered list in button-menu.json if the channel has no buttons', async () => {
	await publish('button-menu.json');
	await say(real.sandbox, '70010', { text: 'Hello' });
	const [menu] = await answers('70010', 1);
	expect(menu?.text).toMatch(/What can I do for you\?[\s\S]*1[\s\S]*Choose a bouquet[\s\S]*3[\s\S]*Talk to a person/);
	expect(menu?.buttons ?? []).toEqual([]);
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

	test('names a kind of file that the channel does not take on the form, and sends nothing', async () => {
		const chat = chatOf(real.sandbox, 'viber');
		await publishForm(chat);
		const files = [
			new File(['%PDF-'], 'order.pdf', { type: 'application/pdf' }),
			new File(['a;b'], 'list.csv', { type: 'text/csv' }),
		];
		expect(await submit(['Ada', 'Here it is'], files)).toBe(500);
		const [execution] = await real.rest.listExecutions(formWorkflow);
		const { error } = await real.rest.getExecution(execution?.id ?? '');
		expect(error).toMatch(
			/^Attachments: the Viber channel "Viber bot" doesn't accept list\.csv \(text\/csv\) as document \(it accepts pdf, docx, xlsx, zip\)/,
		);
		expect(await sentTo(real.sandbox, chat)).toEqual([]);
	});
});
