import type { Browser, Page } from 'playwright-core';
import { startSandbox, type Sandbox } from '../../sandbox/server';
import { ReceiverLog } from '../../sandbox/events/receiverLog';
import { FakeN8n } from '../helpers/fakeN8n';
import { Bot, openSimulator, shoot, startBrowser, type OpenPage, write } from '../helpers/simulator';

const ZOE = '/#tg_4100_271828182';
const DEADLINE_MS = 10_000;
let browser: Browser;
let sandbox: Sandbox;
let receiverLog: ReceiverLog;
let bot: Bot | undefined;
let other: Bot | undefined;
let open: OpenPage;
let page: Page;
const log = () => page.getByRole('region', { name: 'Webhook deliveries' });
const entries = () => log().getByRole('list', { name: 'Deliveries, newest first' }).locator('> li');

beforeAll(async () => {
	browser = await startBrowser();
});

afterAll(async () => {
	await browser.close();
});

beforeEach(async () => {
	receiverLog = new ReceiverLog();
	sandbox = await startSandbox({ resendDelaysMs: [20, 20, 20, 20], findReason: receiverLog.find });
	open = await openSimulator(browser, sandbox.origin, { path: ZOE });
	page = open.page;
	page.setDefaultTimeout(DEADLINE_MS);
});

afterEach(async () => {
	await open.context.close();
	await Promise.all([bot?.close(), other?.close()]);
	bot = other = undefined;
	await sandbox.close();
});

test('says what to do when there is no webhook', async () => {
	await page.getByText('No workflow is listening yet.').waitFor();
	await log().getByText('No webhook is registered').waitFor();
	await log()
		.getByText(/Publish a workflow that starts with the Messaging Platform Trigger/)
		.waitFor();
	await shoot(page, 'first-use');
});

test('an accepted delivery opens to its body and to the decoded token without the signature', async () => {
	bot = await Bot.start(sandbox, ['new_message']);
	await write(page, 'Hello');
	await page.getByRole('log').getByText('You wrote: Hello').waitFor();
	const entry = entries().last();
	await entry.getByText('200').waitFor();
	await entry.getByRole('button', { name: /new_message/ }).click();
	const body = entry.getByRole('region', { name: 'Body' });
	await body.waitFor();
	expect(await body.innerText()).toContain('"text": "Hello"');
	const token = entry.getByRole('region', { name: /Token/ });
	expect(await token.innerText()).toContain('"alg": "RS512"');
	expect(await token.innerText()).toContain(`"iss": "${sandbox.issuer}"`);
	// A token that could be used again: three parts with a signature of some length.
	expect(await page.content()).not.toMatch(/[\w-]{20,}\.[\w-]{20,}\.[\w-]{20,}/);
	await shoot(page, 'delivery');
	expect(open.problems).toEqual([]);
});

test('a refused delivery shows the reason, every resend, and is found under Problems', async () => {
	bot = await Bot.start(sandbox, ['new_message']);
	bot.status = 401;
	bot.answer = '{"error":"unauthorized"}';
	await write(page, 'Anybody there?');

	const entry = entries().first();
	await entry.getByText('Sent 5 times, given up').waitFor();
	await entry.getByText('Rejected as unverified').waitFor();
	await log()
		.getByRole('button', { name: /Problems/ })
		.click();
	expect(await entries().count()).toBe(1);
	await entry.getByRole('button', { name: /new_message/ }).click();
	expect(await entry.getByRole('list', { name: 'Attempts' }).getByRole('listitem').count()).toBe(5);
	await entry.getByText('The log of n8n has the reason').waitFor();
	await shoot(page, 'refused');

	bot.status = 200;
	await log().getByRole('button', { name: 'All', exact: true }).click();
	await write(page, 'And now?');
	await page.getByRole('log').getByText('You wrote: And now?').waitFor();
});

const fault = async (order: object) =>
	await fetch(`${sandbox.origin}/sandbox/faults`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify(order),
	});

test('explains a refusal of the trigger from its log, with what to do and what was seen', async () => {
	const { apiToken, baseUrl, notificationUrl, issuer, accountId } = sandbox;
	const trigger = await FakeN8n.start({
		credential: { apiToken, baseUrl, notificationUrl, issuer, keyOrigins: '' },
		accountId,
		onLog: (line) => receiverLog.read(line),
	});
	await fetch(`${notificationUrl}/webhooks`, {
		method: 'POST',
		headers: { 'content-type': 'application/json', authorization: `Bearer ${apiToken}` },
		body: JSON.stringify({ url: trigger.url, events: ['new_message'] }),
	});
	await fault({ kind: 'token', claims: { aud: 'other.example' } });
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
	await shoot(page, 'refused-by-the-trigger');
	await trigger.close();
	expect(open.problems).toEqual([]);
});

test('each row says what the delivery was about, and to which webhook it went', async () => {
	bot = await Bot.start(sandbox);
	other = await Bot.start(sandbox, ['MessageDeliveryCommand', 'TagAssignedOnChatCommand']);
	await write(page, 'Do you have tulips?');
	await page.getByRole('log').getByText('You wrote: Do you have tulips?').waitFor();
	await page.getByRole('log').getByRole('button', { name: 'Choose a bouquet' }).click();
	await page.getByRole('log').getByText('You pressed bouquet').waitFor();
	const row = (name: string, about: string) => entries().filter({ hasText: name }).filter({ hasText: about }).first();
	await row('new_message', 'Incoming').getByText('Do you have tulips?', { exact: true }).waitFor();
	await row('new_message', 'You wrote: Do you have tulips?').getByText('Outgoing').waitFor();
	await row('new_message', 'Incoming')
		.getByText(/webhook 1$/)
		.waitFor();
	await row('EndUserActionCommand', 'Choose a bouquet')
		.getByText(/webhook 1$/)
		.waitFor();
	await row('MessageDeliveryCommand', 'Delivered')
		.getByText(/webhook 2$/)
		.waitFor();
	await row('TagAssignedOnChatCommand', 'wants-bouquet').waitFor();
	expect(await log().getByRole('list', { name: 'Registered webhooks' }).getByRole('listitem').allInnerTexts()).toEqual([
		expect.stringMatching(/^webhook\s*1/),
		expect.stringMatching(/^webhook\s*2/),
	]);
	await shoot(page, 'deliveries');
	expect(open.problems).toEqual([]);
});

test('events that started nothing share one row, which opens to the reason', async () => {
	bot = await Bot.start(sandbox, ['new_message']);
	bot.answer = '{"status":"filtered","reason":"direction"}';
	await write(page, 'Hello');
	await log().getByRole('button', { name: '2 events started nothing' }).click();
	const [row] = await entries().all();
	expect(await entries().count()).toBe(1);
	expect(await row?.getByText('No workflow started: a message in the other direction').count()).toBe(2);
	expect(await log().getByRole('button', { name: 'Problems', exact: true }).count()).toBe(1);
});

test('"This chat" shows the deliveries of the open chat only', async () => {
	bot = await Bot.start(sandbox, ['new_message']);
	await write(page, 'From Zoë');
	await page.getByRole('log').getByText('You wrote: From Zoë').waitFor();
	await page.getByRole('option', { name: /Алексей Петров/ }).click();
	await log().getByRole('button', { name: 'This chat' }).click();
	await log()
		.getByText(/Quiet so far/)
		.waitFor();
	await write(page, 'От Алексея');
	await page.getByRole('log').getByText('You wrote: От Алексея').waitFor();
	await entries().first().waitFor();
	const names = await entries().locator('bdi').allInnerTexts();
	expect(new Set(names)).toEqual(new Set(['Алексей Петров']));
});

test('reports a sandbox that goes away, keeps the message, and recovers when the sandbox is back', async () => {
	const port = Number(new URL(sandbox.origin).port);
	await sandbox.close();
	await page.getByRole('status').getByText('Reconnecting').waitFor();
	await write(page, 'Is anybody there?');
	await page.getByRole('alert').getByText("The sandbox isn't responding. Check that it's still running").waitFor();
	expect(await page.locator('#message-field').inputValue()).toBe('Is anybody there?');
	await shoot(page, 'disconnected');

	sandbox = await startSandbox({ port });
	await page.getByRole('status').getByText('Live').waitFor();
	await page.locator('#message-field').press('Enter');
	await page.getByRole('log').getByText('Is anybody there?').waitFor();
	await page.getByRole('button', { name: 'Dismiss' }).click();
	expect(await page.getByRole('alert').count()).toBe(0);
});
