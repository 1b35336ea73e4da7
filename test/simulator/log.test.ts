import type { Page } from 'playwright-core';
import type { N8nView, Origin } from '../../sandbox/core/records';
import { startSandbox, type Sandbox } from '../../sandbox/server';
import { control } from '../helpers/sandbox';
import { axeFindings, Bot, shoot, usePages, write } from '../helpers/simulator';

const ZOE = '/#tg_4100_271828182';
const DEADLINE_MS = 10_000;
const EDITOR = 'http://127.0.0.1:5678/workflow/7';
let sandbox: Sandbox;
let bots: Bot[] = [];
let page: Page;
/** The executions that an n8n would know, by the text of the message that they sent. */
let known: Record<string, Origin> = {};

/** An n8n that knows two workflows: by the path of their webhook, and by the texts of their messages. */
const N8N: N8nView = {
	findWorkflow: async (url) => await Promise.resolve(url.includes('echo') ? { name: 'Echo bot', url: EDITOR } : undefined),
	findOrigin: async ({ text = '' }) => await Promise.resolve(known[text]),
};

const openPage = usePages(DEADLINE_MS);
const open = async (options: Parameters<typeof openPage>[1] = {}) => await openPage(sandbox.origin, { path: ZOE, ...options });
const log = () => page.getByRole('region', { name: 'Webhook deliveries' });
const entries = () => log().getByRole('list', { name: 'Deliveries, newest first' }).locator('> li');
const problems = () => log().getByRole('button', { name: /^Problems/ });
const bubble = (text: string) => page.getByRole('log').getByRole('article').filter({ hasText: text }).last();

beforeEach(async () => {
	known = {};
	sandbox = await startSandbox({ resendDelaysMs: [20, 20, 20, 20], n8nUrl: 'http://127.0.0.1:5678', n8n: N8N });
});

afterEach(async () => {
	await sandbox.settled();
	for (const bot of bots) await bot.close();
	bots = [];
	await sandbox.close();
});

test.each(['light', 'dark'] as const)("names events and workflows as n8n's editor does, %s", async (theme) => {
	known['You wrote: Hello'] = { name: 'Echo bot', url: `${EDITOR}/executions/12` };
	bots = [await Bot.start(sandbox, undefined, '/webhook/echo'), await Bot.start(sandbox, ['TagAssignedOnChatCommand'])];
	page = await open({ theme });
	await log().getByRole('list', { name: 'Registered webhooks' }).getByRole('link', { name: 'Echo bot' }).waitFor();
	for (const link of await page.getByRole('link', { name: 'Open n8n' }).all())
		expect(await link.getAttribute('href')).toBe(EDITOR);
	await write(page, 'Hello');
	await bubble('You wrote: Hello').getByRole('button', { name: 'Choose a bouquet' }).click();
	const row = (name: RegExp) => entries().filter({ has: page.getByRole('button', { name }) });
	const pressed = row(/Message: Button Pressed EndUserActionCommand/).getByText(/Echo bot$/);
	const received = row(/Message: Received new_message/).first();
	for (const one of [pressed, row(/Chat: Tag Assigned/).getByText(/webhook 2$/), received]) await one.waitFor();
	const sentBy = bubble('You wrote: Hello').getByRole('link', { name: 'Sent by Echo bot: open its execution' });
	expect(await sentBy.getAttribute('href')).toBe(`${EDITOR}/executions/12`);
	expect(await bubble('You pressed bouquet').getByRole('link').count()).toBe(0);
	expect(await axeFindings(page)).toEqual([]);
	await shoot(page, `log-names-${theme}`);
});

test('a test that has ended is gray and no problem, unlike a published workflow that is away', async () => {
	const listening = await Bot.start(sandbox, ['new_message'], '/webhook-test/echo');
	bots = [listening];
	listening.status = 404;
	listening.answer = '{"code":404,"message":"The requested webhook is not registered."}';
	page = await open();
	await write(page, 'After the test');
	await entries().first().getByText('The test had ended: the editor takes one event per test').waitFor();
	await entries()
		.first()
		.getByText(/Echo bot, test$/)
		.waitFor();
	await log().getByText('test · 1 kind of events').waitFor();
	await sandbox.settled();
	expect(await entries().first().getAttribute('class')).toContain('tone-off');
	await problems().click();
	await log().getByText('No delivery has a problem.').waitFor();
	await shoot(page, 'log-test-ended');

	bots.push(await Bot.start(sandbox, ['new_message'], '/webhook/other'));
	const [, published] = bots;
	if (published) published.status = 404;
	await write(page, 'And this?');
	await entries().first().getByText('Sent 5 times, given up').waitFor();
	expect(await entries().count()).toBe(1);
});

test('keeps why a test refused a message, after the test has ended, too', async () => {
	const bot = await Bot.start(sandbox, ['new_message'], '/webhook-test/echo');
	bots = [bot];
	bot.answer = '{"error":"unauthorized"}';
	Object.defineProperty(bot, 'status', { get: () => [200, 200, 401][bot.events.length] ?? 404 });
	page = await open();
	const hint = page.getByRole('complementary', { name: 'What to do' });
	await write(page, 'Hello');
	await hint.getByText('Your bot has answered.').waitFor();
	await sandbox.settled();
	await write(page, 'And this?');
	await hint.getByText("Your message wasn't accepted.").waitFor();
	expect(await hint.getByText('Your bot has answered.').count()).toBe(0);
	await entries().first().getByText('Sent 5 times, given up').waitFor();
	expect(await entries().first().innerText()).toContain('Rejected as unverified');
});

test('says that two workflows answered, and keeps the end in view when their names come late', async () => {
	page = await open();
	for (let line = 0; line < 30; line += 1) await control(sandbox, 'POST', '/chats/70001/messages', { text: `Line ${line}` });
	const headers = { authorization: `Bearer ${sandbox.apiToken}`, 'content-type': 'application/json' };
	for (const text of ['One answer', 'Another']) {
		const body = JSON.stringify({ channel: 'tg', channelId: 4100, chatId: '271828182', text });
		await fetch(`${sandbox.baseUrl}/messages`, { method: 'POST', headers, body });
	}
	await bubble('Another').waitFor();
	known = { 'One answer': { name: 'Echo bot', url: EDITOR }, Another: { name: 'Menu', url: EDITOR } };
	await bubble('Line 29').getByText('2 workflows answered: Echo bot, Menu. To get one answer, unpublish the others.').waitFor();
	await bubble('Another')
		.getByRole('link', { name: /Sent by Menu/ })
		.waitFor();
	await page.waitForFunction(`(() => {
		const box = document.querySelector('.messages');
		return box.scrollHeight - box.scrollTop - box.clientHeight < 2;
	})()`);
});

test('the badge of problems is cleared, stays so after a reload, and counts new ones', async () => {
	const bot = await Bot.start(sandbox, ['new_message']);
	bots = [bot];
	bot.status = 500;
	page = await open();
	await write(page, 'One');
	await problems().getByText('1').waitFor();
	await sandbox.settled();
	await problems().click();
	await log().getByRole('button', { name: 'Clear all problems' }).focus();
	await page.keyboard.press('Enter');
	await log().getByText('No delivery has a problem.').waitFor();
	expect(await problems().innerText()).toBe('Problems');
	await page.reload();
	await page.getByRole('status').getByText('Live').waitFor();
	expect(await problems().innerText()).toBe('Problems');
	await log().getByRole('button', { name: 'All', exact: true }).click();
	await entries().first().getByText('given up').waitFor();
	await write(page, 'Two');
	await problems().getByText('1').waitFor();
});

test('the card of a question follows its end, and comes into view', async () => {
	const link = `${sandbox.origin}/webhook-waiting/12/page?signature=0`;
	const text = `Where shall we deliver? ${link}`;
	const origin = { name: 'Orders', url: `${EDITOR}/executions/12`, waits: true };
	known[text] = origin;
	page = await open();
	const [chat] = sandbox.state.chats;
	const headers = { authorization: `Bearer ${sandbox.apiToken}`, 'content-type': 'application/json' };
	const body = JSON.stringify({ channel: 'tg', channelId: 4100, chatId: chat?.chatId, text });
	await fetch(`${sandbox.baseUrl}/messages`, { method: 'POST', headers, body });
	const message = bubble('Where shall we deliver?');
	await message.getByText('A workflow asks this question. Open the link to answer.').waitFor();
	await message.getByRole('link', { name: /Sent by Orders/ }).waitFor();
	for (let line = 0; line < 30; line += 1) await control(sandbox, 'POST', '/chats/70001/messages', { text: `Line ${line}` });
	await bubble('Line 29').waitFor();
	known[text] = { ...origin, waits: false };
	const card = message.getByText('No longer waiting: the question was answered, or it has ended');
	await card.waitFor();
	await page.waitForFunction(`(() => {
		const [card, box] = ['.question', '.messages'].map((one) => document.querySelector(one).getBoundingClientRect());
		return card.top >= box.top - 1 && card.bottom <= box.bottom + 1;
	})()`);
	await shoot(page, 'question-closed');
});
