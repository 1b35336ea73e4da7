import { loadExample } from '../../sandbox/demo/provision';
import type { WorkflowDefinition } from '../../sandbox/demo/rest';
import { createAndPublish, unpublishWorkflow, type RealN8n, startRealN8n } from '../helpers/realN8n';
import { control, say, sentTo, type SentMessage, textsTo } from '../helpers/sandbox';
import { waitFor } from '../helpers/waitFor';

/** Telegram: two people. */
const CUSTOMER = '70001';
const OTHER = '9223372036854775807';
const MANAGER = { tbChatId: '70014', chatRef: 'tg_4100_577215664' };
/** VK, whose contact button is an ordinary one. */
const ON_VK = '9007199254740993';
/** A wait of three seconds ends up to a minute later: n8n looks once a minute. */
const TIME_OUT_MS = 150_000;
let real: RealN8n;
let workflowId: string | undefined;

beforeAll(async () => {
	real = await startRealN8n();
});

afterEach(async () => {
	if (workflowId !== undefined) await unpublishWorkflow(real, workflowId);
	workflowId = undefined;
});

afterAll(async () => await real?.close());

/** Imports an example, changed in its text, and publishes it. */
async function publish(file: string, change = (text: string) => text): Promise<void> {
	const definition = await loadExample(file, real.credential);
	const changed: WorkflowDefinition = JSON.parse(change(JSON.stringify(definition)));
	({ id: workflowId } = await createAndPublish(real, changed));
}

/** Waits that end as soon as n8n looks. */
const impatient = (text: string) =>
	text.replaceAll(/"resumeAmount":\d+,"resumeUnit":"\w+"/g, '"resumeAmount":0.05,"resumeUnit":"minutes"');

/** The message of the bot that has this in it, once it is there. */
async function answer(chat: string, text: string, timeoutMs?: number): Promise<SentMessage> {
	const find = async () => (await sentTo(real.sandbox, chat)).find((one) => one.text?.includes(text));
	await waitFor(async () => (await find()) !== undefined, `"${text}" in chat ${chat}`, timeoutMs);
	const found = await find();
	if (!found) throw new Error(`"${text}" is gone again`);
	return found;
}

async function press(chat: string, message: SentMessage, index: number): Promise<void> {
	// n8n saves that it waits only after the question was sent; the trigger offers the press until then.
	await control(real.sandbox, 'POST', `/chats/${chat}/press`, { messageId: message.id, index });
}

describe('order-approval.json', () => {
	test('asks the person who decides, confirms the choice in that chat, and informs the customer', async () => {
		await publish('order-approval.json', (text) => text.replace('={{ $json.chatRef }}', MANAGER.chatRef));
		await say(real.sandbox, CUSTOMER, { text: 'Hello' });
		await say(real.sandbox, CUSTOMER, { text: '/order@flower_bot 15 red tulips' });
		const question = await answer(MANAGER.tbChatId, 'New order');
		expect(question).toMatchObject({
			text: 'New order from Zoë Müller: 15 red tulips\nWhen do we deliver it?',
			buttons: [{ text: 'Deliver it today' }, { text: 'Deliver it tomorrow' }, { text: "We can't deliver it" }],
		});
		await press(MANAGER.tbChatId, question, 1);
		await answer(MANAGER.tbChatId, 'Noted: we deliver it tomorrow.');
		await answer(CUSTOMER, 'Good news: your order arrives tomorrow.');
		expect(await textsTo(real.sandbox, CUSTOMER)).toHaveLength(1);
		expect(await textsTo(real.sandbox, MANAGER.tbChatId)).toHaveLength(2);
	});

	test(
		'reminds once when no one answers, and informs the customer when the reminder gets no answer either',
		async () => {
			await publish('order-approval.json', impatient);
			await say(real.sandbox, OTHER, { text: '/order seven roses' });
			const question = await answer(OTHER, 'New order');
			const reminder = await answer(OTHER, 'This order is still waiting for you: seven roses', TIME_OUT_MS);
			await press(OTHER, question, 0);
			await answer(OTHER, 'a colleague will write to you here', TIME_OUT_MS);
			expect(reminder.buttons).toHaveLength(3);
			expect(await textsTo(real.sandbox, OTHER)).toHaveLength(3);
		},
		2 * TIME_OUT_MS,
	);
});

describe('ask-for-phone-number.json', () => {
	test('marks the chat and confirms the number that the Telegram button shares', async () => {
		await publish('ask-for-phone-number.json');
		await say(real.sandbox, CUSTOMER, { text: 'Please call me back' });
		const question = await answer(CUSTOMER, 'May we have your number?');
		expect(question.buttons).toMatchObject([{ type: 'GetContactButton', text: 'Share my phone number' }]);
		await press(CUSTOMER, question, 0);
		await answer(CUSTOMER, 'Thank you! We will call you on +79005550999.');
		const chat = real.sandbox.state.chats.find(({ tbChatId }) => String(tbChatId) === CUSTOMER);
		expect(chat?.tags.map(({ name }) => name)).toEqual(['call-back']);
	});

	test('asks for the number in words if the channel does not report it', async () => {
		await publish('ask-for-phone-number.json');
		await say(real.sandbox, ON_VK, { text: 'CALL me' });
		await press(ON_VK, await answer(ON_VK, 'May we have your number?'), 0);
		await answer(ON_VK, "Your messenger didn't share your number.");
	});
});

describe('questions-in-steps.json', () => {
	/** Writes in a chat, and returns the bot's next message. */
	async function next(chat: string, act: () => Promise<unknown>): Promise<SentMessage | undefined> {
		const before = (await sentTo(real.sandbox, chat)).length;
		await act();
		await waitFor(async () => (await sentTo(real.sandbox, chat)).length > before, 'the bot answers');
		const [first, ...others] = (await sentTo(real.sandbox, chat)).slice(before);
		expect(others).toEqual([]);
		return first;
	}
	const write = async (chat: string, text: string) =>
		(await next(chat, async () => await say(real.sandbox, chat, { text })))?.text;

	test('asks for name, phone and date, goes back to the name, and starts again after the booking, all in one execution each', async () => {
		await publish('questions-in-steps.json');
		const chat = CUSTOMER;
		expect(await write(chat, 'Book, please')).toBe('Which name is the table for?');
		expect(await write(chat, 'Ada')).toBe('Your phone number, please.');
		expect(await write(chat, '020 7946 0958')).toContain('with its country code');
		expect(await write(chat, '+44 20 7946 0958')).toBe('For which day?');
		expect(await write(chat, 'tomorrow')).toBe('Please write the day like 31.12.2026.');
		const question = await next(chat, async () => await say(real.sandbox, chat, { text: '31.12.2026' }));
		expect(question).toMatchObject({
			text: 'A table for Ada on 2026-12-31, phone +442079460958. Is that right?',
			buttons: [{ text: 'Book it' }, { text: 'Change it' }],
		});
		if (!question) throw new Error('no question');
		expect((await next(chat, async () => await press(chat, question, 1)))?.text).toBe('Which name is the table for?');
		expect(await write(chat, 'Grace')).toBe('Your phone number, please.');
		expect(await write(chat, '+1 202 555 0143')).toBe('For which day?');
		expect(await write(chat, '2026-12-30')).toBe('A table for Grace on 2026-12-30, phone +12025550143. Is that right?');
		expect(await write(chat, 'book it')).toBe("Thank you, Grace! We've reserved your table for 2026-12-30.");
		expect(await real.rest.listExecutions(workflowId ?? '')).toHaveLength(1);
		expect(await write(chat, 'book')).toBe('Which name is the table for?');
		expect(await real.rest.listExecutions(workflowId ?? '')).toHaveLength(2);
	});
});
