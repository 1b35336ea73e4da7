import type { Page } from 'playwright-core';
import type { N8nView, Origin } from '../../sandbox/core/records';
import { sendTo } from '../helpers/sandbox';
import { write } from '../helpers/simulator';
import { useSimulator, ZOE } from './useSimulator';

const EDITOR = 'http://127.0.0.1:5678/workflow/7';
/** The executions that an n8n would know, by the text of the message that they sent. */
let known: Record<string, Origin> = {};

/** An n8n that knows two workflows: by the path of their webhook, and by the texts of their messages. */
const N8N: N8nView = {
	findWorkflow: async (url) => await Promise.resolve(url.includes('echo') ? { name: 'Echo bot', url: EDITOR } : undefined),
	findOrigin: async ({ text = '' }) => await Promise.resolve(known[text]),
};

const simulator = useSimulator({ n8nUrl: 'http://127.0.0.1:5678', n8n: N8N });
const { bubble, entries, hint, log, look, startBot } = simulator;
let page: Page;
const problems = () => log().getByRole('button', { name: /^Problems/ });
const all = () => log().getByRole('button', { name: 'All', exact: true });

/** Has Zoë's chat more lines than the page shows. */
async function fill(): Promise<void> {
	for (let line = 0; line < 30; line += 1) await simulator.control('POST', `/chats/${ZOE}/messages`, { text: `Line ${line}` });
	await bubble('Line 29').waitFor();
}

beforeEach(async () => {
	known = {};
	page = await simulator.open();
});

test('an accepted delivery opens to its body and to the decoded token without the signature', async () => {
	await startBot(['new_message']);
	await write(page, 'Hello');
	await bubble('You wrote: Hello').waitFor();
	const entry = entries().last();
	await entry.getByText('200').waitFor();
	await entry.getByRole('button', { name: /new_message/ }).click();
	const body = entry.getByRole('region', { name: 'Body' });
	await body.waitFor();
	expect(await body.innerText()).toContain('"text": "Hello"');
	const token = await entry.getByRole('region', { name: /Token/ }).innerText();
	expect(token).toContain('"alg": "RS512"');
	expect(token).toContain(`"iss": "${simulator.sandbox().issuer}"`);
	// A token that could be used again: three parts with a signature of some length.
	expect(await page.content()).not.toMatch(/[\w-]{20,}\.[\w-]{20,}\.[\w-]{20,}/);
});

test('a refused delivery shows every resend, and is a problem until it is cleared, even after a reload', async () => {
	const bot = await startBot(['new_message']);
	bot.status = 401;
	bot.answer = '{"error":"unauthorized"}';
	await write(page, 'Anybody there?');
	const entry = entries().first();
	await entry.getByText('Sent 5 times, given up').waitFor();
	await entry.getByText('Rejected as unverified').waitFor();
	await problems().getByText('1').waitFor();
	await problems().click();
	expect(await entries().count()).toBe(1);
	await entry.getByRole('button', { name: /new_message/ }).click();
	expect(await entry.getByRole('list', { name: 'Attempts' }).getByRole('listitem').count()).toBe(5);
	await entry.getByText('The log of n8n has the reason').waitFor();
	await look('refused');
	await log().getByRole('button', { name: 'Clear all problems' }).focus();
	await page.keyboard.press('Enter');
	await log().getByText('No delivery has a problem.').waitFor();
	expect(await problems().innerText()).toBe('Problems');
	await page.reload();
	await page.getByRole('status').getByText('Live').waitFor();
	expect(await problems().innerText()).toBe('Problems');
	await all().click();
	await entries().first().getByText('given up').waitFor();
	await write(page, 'Two');
	await problems().getByText('1').waitFor();
});

test('explains a refusal of the trigger from its log, with what to do and what was seen', async () => {
	const trigger = await simulator.startN8n();
	await simulator.publish(trigger.url, ['new_message']);
	await simulator.control('POST', '/faults', { kind: 'token', claims: { aud: 'other.example' } });
	await write(page, 'Anybody there?');
	const entry = entries().first();
	await entry.getByText("The token isn't meant for this webhook's host (aud)").first().waitFor();
	await entry.getByText('Sent 5 times, given up').waitFor();
	await entry.getByRole('button', { name: /new_message/ }).click();
	await entry.getByText(/What to do.*set N8N_WEBHOOK_URL \(in older versions WEBHOOK_URL\) to the public URL/).waitFor();
	await entry.getByText('token: its token was changed').waitFor();
	expect(await entry.getByText('{"error":"unauthorized"}').count()).toBe(5);
	expect(await entry.getByText("in n8n's log: audience").count()).toBe(5);
	await entry
		.getByText(/^\[audience\] The token isn't meant.*\(aud is "other.example", this webhook's host is "127.0.0.1"\)\.$/)
		.waitFor();
});

test("each row says what it was about, with the names of events and workflows in n8n's editor", async () => {
	known['You wrote: Do you have tulips?'] = { name: 'Echo bot', url: `${EDITOR}/executions/12` };
	await startBot(undefined, '/webhook/echo');
	await startBot(['MessageDeliveryCommand', 'TagAssignedOnChatCommand']);
	const webhooks = log().getByRole('list', { name: 'Registered webhooks' });
	await webhooks.getByRole('link', { name: 'Echo bot' }).waitFor();
	expect(await webhooks.getByRole('listitem').count()).toBe(2);
	for (const link of await page.getByRole('link', { name: 'Open n8n' }).all())
		expect(await link.getAttribute('href')).toBe(EDITOR);
	await write(page, 'Do you have tulips?');
	const reply = bubble('You wrote: Do you have tulips?');
	await reply.getByRole('button', { name: 'Choose a bouquet' }).click();
	await bubble('You pressed bouquet').waitFor();
	const row = (name: RegExp, about: string) =>
		entries()
			.filter({ has: page.getByRole('button', { name }) })
			.filter({ hasText: about })
			.first();
	const received = row(/Message: Received new_message/, 'Incoming');
	await received.getByText('Do you have tulips?', { exact: true }).waitFor();
	await received.getByText(/Echo bot$/).waitFor();
	await row(/new_message/, 'You wrote: Do you have tulips?')
		.getByText('Outgoing')
		.waitFor();
	await row(/Message: Button Pressed EndUserActionCommand/, 'Choose a bouquet')
		.getByText(/Echo bot$/)
		.waitFor();
	await row(/MessageDeliveryCommand/, 'Delivered')
		.getByText(/webhook 2$/)
		.waitFor();
	await row(/Chat: Tag Assigned/, 'wants-bouquet').waitFor();
	const sentBy = reply.getByRole('link', { name: 'Sent by Echo bot: open its execution' });
	expect(await sentBy.getAttribute('href')).toBe(`${EDITOR}/executions/12`);
	expect(await bubble('You pressed bouquet').getByRole('link').count()).toBe(0);
});

test('events that started nothing share one row, which opens to the reason', async () => {
	const bot = await startBot(['new_message']);
	bot.answer = '{"status":"filtered","reason":"direction"}';
	await write(page, 'Hello');
	await log().getByRole('button', { name: '2 events started nothing' }).click();
	expect(await entries().count()).toBe(1);
	expect(await entries().first().getByText('No workflow started: a message in the other direction').count()).toBe(2);
	expect(await problems().innerText()).toBe('Problems');
});

test('"This chat" shows the deliveries of the open chat only', async () => {
	await startBot(['new_message']);
	await write(page, 'From Zoë');
	await bubble('You wrote: From Zoë').waitFor();
	await simulator.person(/Алексей Петров/).click();
	await log().getByRole('button', { name: 'This chat' }).click();
	await log()
		.getByText(/Quiet so far/)
		.waitFor();
	await write(page, 'От Алексея');
	await bubble('You wrote: От Алексея').waitFor();
	await entries().first().waitFor();
	const names = await entries().locator('bdi').allInnerTexts();
	expect(new Set(names)).toEqual(new Set(['Алексей Петров']));
});

test('reports a sandbox that goes away, keeps the message, and recovers when the sandbox is back', async () => {
	const port = Number(new URL(simulator.sandbox().origin).port);
	await simulator.sandbox().close();
	await page.getByRole('status').getByText('Reconnecting').waitFor();
	await write(page, 'Is anybody there?');
	await page.getByRole('alert').getByText("The sandbox isn't responding. Check that it's still running").waitFor();
	expect(await page.locator('#message-field').inputValue()).toBe('Is anybody there?');
	await look('disconnected');
	await simulator.start({ port });
	await page.getByRole('status').getByText('Live').waitFor();
	await page.locator('#message-field').press('Enter');
	await bubble('Is anybody there?').waitFor();
	await page.getByRole('button', { name: 'Dismiss' }).click();
	expect(await page.getByRole('alert').count()).toBe(0);
});

test('a test that has ended is gray and no problem, unlike a published workflow that is away', async () => {
	const listening = await startBot(['new_message'], '/webhook-test/echo');
	listening.status = 404;
	listening.answer = '{"code":404,"message":"The requested webhook is not registered."}';
	// a delivery that ends before its workflow is found keeps the webhook's number
	await log().getByRole('link', { name: 'Echo bot' }).waitFor();
	await write(page, 'After the test');
	const entry = entries().first();
	await entry.getByText('The test had ended: the editor takes one event per test').waitFor();
	await entry.getByText(/Echo bot, test$/).waitFor();
	await log().getByText('test · 1 kind of events').waitFor();
	await simulator.sandbox().settled();
	expect(await entry.getAttribute('class')).toContain('tone-off');
	await problems().click();
	await log().getByText('No delivery has a problem.').waitFor();
	const published = await startBot(['new_message'], '/webhook/other');
	published.status = 404;
	await write(page, 'And this?');
	await entry.getByText('Sent 5 times, given up').waitFor();
	expect(await entries().count()).toBe(1);
});

test('keeps why a test refused a message, after the test has ended, too', async () => {
	const bot = await startBot(['new_message'], '/webhook-test/echo');
	bot.answer = '{"error":"unauthorized"}';
	Object.defineProperty(bot, 'status', { get: () => [200, 200, 401][bot.events.length - 1] ?? 404 });
	await write(page, 'Hello');
	await hint().getByText('Your bot has answered.').waitFor();
	await simulator.sandbox().settled();
	await write(page, 'And this?');
	await hint().getByText("Your message wasn't accepted.").waitFor();
	expect(await hint().getByText('Your bot has answered.').count()).toBe(0);
	await entries().first().getByText('Sent 5 times, given up').waitFor();
	expect(await entries().first().innerText()).toContain('Rejected as unverified');
});

test('says that two workflows answered, and keeps the end in view when their names come late', async () => {
	await fill();
	for (const text of ['One answer', 'Another']) await sendTo(simulator.sandbox(), ZOE, { text });
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

test('the card of a question follows its end, and comes into view', async () => {
	const text = `Where shall we deliver? ${simulator.sandbox().origin}/webhook-waiting/12/page?signature=0`;
	const origin = { name: 'Orders', url: `${EDITOR}/executions/12`, waits: true };
	known[text] = origin;
	await sendTo(simulator.sandbox(), ZOE, { text });
	const message = bubble('Where shall we deliver?');
	await message.getByText('A workflow asks this question. Open the link to answer.').waitFor();
	await message.getByRole('link', { name: /Sent by Orders/ }).waitFor();
	await fill();
	known[text] = { ...origin, waits: false };
	await message.getByText('No longer waiting: the question was answered, or it has ended').waitFor();
	await page.waitForFunction(`(() => {
		const [card, box] = ['.question', '.messages'].map((one) => document.querySelector(one).getBoundingClientRect());
		return card.top >= box.top - 1 && card.bottom <= box.bottom + 1;
	})()`);
});
