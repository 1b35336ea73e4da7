import type { Page } from 'playwright-core';
import { ReceiverLog } from '../../sandbox/events/receiverLog';
import { startSandbox, type Sandbox } from '../../sandbox/server';
import { control } from '../helpers/sandbox';
import { axeFindings, Bot, shoot, usePages, write } from '../helpers/simulator';
import { FakeN8n } from '../helpers/fakeN8n';

const ZOE = '/#tg_4100_271828182';
const DEADLINE_MS = 15_000;
let sandbox: Sandbox;
let receiverLog: ReceiverLog;
let bot: Bot | undefined;
let page: Page;
const openPage = usePages(DEADLINE_MS);
const open = async (options: Parameters<typeof openPage>[1] = {}) => await openPage(sandbox.origin, { path: ZOE, ...options });
const bubble = (text: string) => page.getByRole('log').getByRole('article').filter({ hasText: text }).last();
const desk = () => page.getByRole('region', { name: "The operator's side" });
const people = () => page.getByRole('listbox', { name: 'People to play' }).getByRole('option');
const log = () => page.getByRole('region', { name: 'Webhook deliveries' });

beforeEach(async () => {
	receiverLog = new ReceiverLog();
	sandbox = await startSandbox({ resendDelaysMs: [20, 20, 20, 60_000], findReason: receiverLog.find });
});

afterEach(async () => {
	await bot?.close();
	bot = undefined;
	await sandbox.close();
});

test('an operator writes, with the keyboard alone, and the event of that is in the log', async () => {
	bot = await Bot.start(sandbox, ['new_message']);
	page = await open();
	await page.getByRole('button', { name: 'Operator' }).focus();
	await page.keyboard.press('Enter');
	await page.keyboard.press('Tab');
	await page.keyboard.press('Tab');
	await desk().getByLabel('Message as an operator').focus();
	await page.keyboard.type('This is Ada. How can I help?');
	await page.keyboard.press('Enter');
	await bubble('This is Ada. How can I help?').getByText('Operator', { exact: true }).waitFor();
	await log().getByText('This is Ada. How can I help?').waitFor();
	expect(await desk().getByLabel('Message as an operator').inputValue()).toBe('');
});

test.each(['light', 'dark'] as const)(
	'reports another delivery status of a message, each one that is documented, %s',
	async (theme) => {
		bot = await Bot.start(sandbox, ['new_message', 'MessageDeliveryCommand']);
		page = await open({ theme });
		await write(page, 'Hello');
		const reply = bubble('You wrote: Hello');
		await reply.getByRole('button', { name: 'Delivered: report another delivery status' }).click();
		const dialog = page.getByRole('dialog', { name: 'Delivery status' });
		await dialog.getByRole('option', { name: 'Phone offline' }).waitFor({ state: 'attached' });
		expect(await dialog.getByRole('option').count()).toBe(34);
		await dialog.getByLabel('Status').selectOption('PHONE_OFFLINE');
		await shoot(page, `desk-status-${theme}`);
		expect(await axeFindings(page)).toEqual([]);
		await dialog.getByRole('button', { name: 'Report this status' }).click();
		await reply.getByRole('button', { name: 'Phone offline' }).waitFor();
		await log().getByText('Phone offline').waitFor();

		await page.getByRole('button', { name: 'Operator' }).click();
		await desk().waitFor();
		await shoot(page, `desk-${theme}`);
		expect(await axeFindings(page)).toEqual([]);
	},
);

test('closes the 24-hour window, which the next message of the person opens again', async () => {
	page = await open({ path: '/' });
	await people().filter({ hasText: 'WhatsApp Business' }).first().click();
	await page.getByRole('button', { name: 'Operator' }).click();
	await desk().getByRole('button', { name: 'Close the 24-hour window' }).click();
	await page.getByText('24-hour window is closed: templates only').waitFor();
	expect(await desk().getByRole('button', { name: 'Close the 24-hour window' }).count()).toBe(0);
	await write(page, 'I am here again');
	await desk().getByRole('button', { name: 'Close the 24-hour window' }).waitFor();
});

test('breaks the key server until it is repaired, though the trigger knows the key from before', async () => {
	const { apiToken, baseUrl, notificationUrl, issuer, accountId } = sandbox;
	const trigger = await FakeN8n.start({
		credential: { apiToken, baseUrl, notificationUrl, issuer, keyOrigins: '' },
		accountId,
		onLog: (line) => receiverLog.read(line),
	});
	const headers = { 'content-type': 'application/json', authorization: `Bearer ${apiToken}` };
	const body = JSON.stringify({ url: trigger.url, events: ['new_message'] });
	await fetch(`${notificationUrl}/webhooks`, { method: 'POST', headers, body });
	page = await open();
	const entries = log().getByRole('list', { name: 'Deliveries, newest first' }).locator('> li');
	await write(page, 'Before');
	await entries.first().getByText('200').waitFor();
	await page.getByRole('button', { name: 'Operator' }).click();
	await desk().getByRole('button', { name: 'Break the key server' }).click();
	await log().getByText('The key server is broken').waitFor();
	await write(page, 'Meanwhile');
	await entries.first().getByText('503').first().waitFor();
	await shoot(page, 'desk-key-server');
	await log().getByRole('button', { name: 'Repair' }).click();
	await log().getByText('The key server is broken').waitFor({ state: 'detached' });
	await trigger.close();
});

test('shows one channel, unread chats first, and starts over when asked', async () => {
	page = await open();
	await control(sandbox, 'POST', '/chats/70003/operator/messages', { text: 'Are you there?' });
	await control(sandbox, 'POST', '/chats/70001/messages', { text: 'Newer' });
	await page
		.getByRole('option', { name: /العربي/ })
		.getByText('Unread')
		.waitFor();
	await control(sandbox, 'POST', '/chats/70001/messages', { text: 'Newest' });
	await people().first().getByText('Newest').waitFor();
	await page.getByRole('button', { name: 'Unread first' }).click();
	await people().first().getByText('Unread').waitFor();
	await page.getByLabel('Channel', { exact: true }).selectOption({ label: 'VK · Flower shop group' });
	await page.getByRole('option', { name: /Zoë Müller/ }).waitFor({ state: 'detached' });
	expect(await page.getByRole('option', { name: /Алексей Петров/ }).count()).toBe(1);
	await shoot(page, 'desk-filters');
	await page.getByLabel('Channel', { exact: true }).selectOption('');
	await page.getByRole('button', { name: 'Reset the sandbox' }).click();
	await page.getByRole('dialog').getByRole('button', { name: 'Reset', exact: true }).click();
	await page.getByText('The sandbox has started over.').waitFor();
	await bubble('Newest').waitFor({ state: 'detached' });
});
