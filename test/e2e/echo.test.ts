import { DEFAULT_ENGINE, startRealN8n, type RealN8n, restart } from '../helpers/realN8n';
import { EchoBot } from './echoBot';
import { say, sentTo } from '../helpers/sandbox';
import { waitFor } from '../helpers/waitFor';

/** The limit between a person's message and the answer in the chat. */
const ANSWER_WITHIN_MS = 5_000;

describe('the echo bot', () => {
	let real: RealN8n;
	let bot: EchoBot;

	beforeAll(async () => {
		real = await startRealN8n({ env: DEFAULT_ENGINE });
		bot = await EchoBot.create(real);
	});

	afterAll(async () => {
		await real?.close();
	});

	/** Waits for the bot's answer in a chat. */
	const answered = async (chatRef: string) =>
		await waitFor(async () => (await sentTo(real.sandbox, chatRef)).length > 0, 'the answer', ANSWER_WITHIN_MS);

	test('registers its webhook when it is published', async () => {
		expect(bot.webhooks('webhook')).toEqual([]);
		const webhook = await bot.publish();
		expect(webhook.events).toEqual(['EndUserActionCommand', 'new_message']);
		expect((await real.rest.getWorkflow(bot.workflow.id)).active).toBe(true);
	});

	test('answers a message in its chat within 5 seconds, and not its own answer', async () => {
		await say(real.sandbox, '70001', { text: 'Hello, is anybody there?' });
		await answered('70001');
		const [execution] = await bot.executions(1);
		expect(execution).toMatchObject({ mode: 'webhook', status: 'success' });

		// The platform reports the answer as a new_message too; once that is delivered, nothing more may happen.
		await real.sandbox.settled();
		await say(real.sandbox, '70003', { text: 'And I?' });
		await answered('70003');
		await real.sandbox.settled();
		expect(await bot.executions(2)).toHaveLength(2);
		expect(await sentTo(real.sandbox, '70001')).toMatchObject([{ text: 'You wrote: Hello, is anybody there?' }]);
		expect(await sentTo(real.sandbox, '70003')).toMatchObject([{ text: 'You wrote: And I?' }]);
	});

	test('answers in the right chat when IDs are beyond 2^53 and the chat number exists on two channels', async () => {
		await say(real.sandbox, '9007199254740993', { text: 'Привет 👋' });
		await answered('9007199254740993');
		expect(await sentTo(real.sandbox, '9007199254740993')).toMatchObject([{ channel: 'vk', text: 'You wrote: Привет 👋' }]);
		expect(await sentTo(real.sandbox, '70001')).toHaveLength(1);
		const [{ id } = { id: '' }] = await bot.executions(3);
		const received = (await real.rest.getExecution(id)).output['Receive Message'];
		expect(received).toMatchObject([{ event: 'new_message', tbChatId: '9007199254740993', chatId: '271828182' }]);
	});

	test('keeps its webhook, and answers, after n8n was restarted', async () => {
		const before = await bot.registered('webhook');
		await restart(real);
		await say(real.sandbox, '70005', { text: 'Still there?' });
		await answered('70005');
		expect(await sentTo(real.sandbox, '70005')).toMatchObject([{ text: 'You wrote: Still there?' }]);
		expect(await bot.registered('webhook')).toEqual(before);
	});

	test('takes one message when it listens, removes the test webhook then, and leaves the published one alone', async () => {
		const production = await bot.registered('webhook');
		const before = (await bot.executions(0)).length;
		await real.rest.run(bot.workflow.id, 'Receive Message');
		await bot.registered('webhook-test');
		await say(real.sandbox, '70008', { text: 'A try' });
		await bot.removed('webhook-test');
		const executions = await bot.executions(before + 2);
		expect(
			executions
				.slice(0, executions.length - before)
				.map(({ mode }) => mode)
				.sort(),
		).toEqual(['manual', 'webhook']);
		expect(await bot.registered('webhook')).toEqual(production);
	});

	test('removes its webhook when it is unpublished, and is silent then', async () => {
		const { url } = await bot.registered('webhook');
		await bot.unpublish();
		const before = (await bot.executions(0)).length;
		await say(real.sandbox, '70009', { text: 'Nobody there?' });
		await real.sandbox.settled();
		expect((await fetch(url, { method: 'POST' })).status).toBe(404);
		expect(await bot.executions(0)).toHaveLength(before);
		expect(await sentTo(real.sandbox, '70009')).toEqual([]);
	});

	test('ends a test that listens with the filter that left the message out', async () => {
		const filtered = await EchoBot.create(real, {}, { textIs: 'stop' });
		await real.rest.run(filtered.workflow.id, 'Receive Message');
		await filtered.registered('webhook-test');
		await say(real.sandbox, '70001', { text: 'Hello' });
		const [{ id, status } = { id: '', status: '' }] = await filtered.executions(1);
		expect(status).toBe('error');
		expect(JSON.stringify(await real.rest.getExecution(id))).toMatch(/A message from [^"]+ was left out by the filter Text Is/);
		await filtered.removed('webhook-test');
	});
});
