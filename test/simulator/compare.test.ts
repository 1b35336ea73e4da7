import type { Page } from 'playwright-core';
import { startSandbox, type Sandbox } from '../../sandbox/server';
import { sendTo, upload } from '../helpers/sandbox';
import { axeFindings, shoot, usePages } from '../helpers/simulator';

const DEADLINE_MS = 15_000;
const ZOE = 'tg_4100_271828182';

const MENU = [
	{ type: 'ActionButton', text: 'Choose a bouquet', payload: 'bouquet' },
	{ type: 'HyperLinkButton', text: 'Our shop', link: 'https://flowers.example/' },
];

const PIXEL = new Uint8Array(
	Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkOFv/HwAFCAKV6bBN0QAAAABJRU5ErkJggg==', 'base64'),
);

let sandbox: Sandbox;
let page: Page;
const openPage = usePages(DEADLINE_MS);
const dialog = () => page.getByRole('dialog', { name: 'This message on every channel' });

const column = (name: string) =>
	dialog()
		.getByRole('list', { name: 'Channels' })
		.locator('> li')
		.filter({ has: page.getByRole('heading', { name, exact: true }) });

const lines = async (name: string) => (await column(name).innerText()).split('\n').filter((line) => line.trim() !== '');

beforeEach(async () => {
	sandbox = await startSandbox();
});

afterEach(async () => {
	await sandbox.settled();
	await sandbox.close();
});

test('shows what each channel makes of a message, with the keyboard alone', async () => {
	await sendTo(sandbox, ZOE, { text: 'What can I do for you?', buttons: MENU });
	page = await openPage(sandbox.origin, { path: `/#${ZOE}` });
	await page.getByRole('log').getByRole('button', { name: 'Compare channels' }).focus();
	await page.keyboard.press('Enter');
	await column('VK').waitFor();
	await shoot(page, 'compare-menu');
	expect(await dialog().getByRole('heading', { level: 3 }).allInnerTexts()).toHaveLength(10);
	expect(await lines('Telegram bot')).toEqual([
		...['TG', 'Telegram bot', 'Flower shop bot, Support bot', 'Nothing changes.'],
		...['What can I do for you?', 'Choose a bouquet', 'Our shop'],
	]);
	expect(await lines('SMS')).toEqual([
		...['SM', 'SMS', 'SMS sender', 'No buttons: sent as numbered text.'],
		...['What can I do for you?', '1. Choose a bouquet', '2. Our shop: https://flowers.example/'],
	]);
	// nothing in it can be pressed
	expect(await dialog().getByRole('button').allInnerTexts()).toEqual(['', 'Close']);
	await page.keyboard.press('Escape');
	await dialog().waitFor({ state: 'detached' });
	await page.getByRole('button', { name: 'Compare channels' }).and(page.locator(':focus')).waitFor();
	await shoot(page, 'compare-action');
});

describe.each(['light', 'dark'] as const)('axe-core finds nothing, %s', (theme) => {
	test.each([
		['wide', { width: 1440, height: 900 }],
		['phone', { width: 360, height: 740 }],
	])('%s, with a picture, a long text and buttons', async (size, viewport) => {
		const channelFileId = await upload(sandbox, { name: 'tulips.png', type: 'image/png', bytes: PIXEL });
		await sendTo(sandbox, ZOE, {
			text: 'Fresh tulips, roses and peonies. '.repeat(22),
			attachments: [{ kind: 'image', channelFileId }],
			buttons: MENU,
		});
		page = await openPage(sandbox.origin, { ...viewport, theme, path: '/' });
		await page.getByRole('option', { name: /Zoë Müller/ }).click();
		await page.getByRole('button', { name: 'Compare channels' }).click();
		await column('SMS').getByText('the platform splits it in 2').waitFor();
		expect(
			await page.evaluate<number>(
				"(() => { const box = document.querySelector('dialog[open]'); return box.scrollWidth - box.clientWidth; })()",
			),
		).toBe(0);
		await shoot(page, `compare-${size}-${theme}`);
		await column('SMS').scrollIntoViewIfNeeded();
		await shoot(page, `compare-${size}-${theme}-sms`);
		expect(await axeFindings(page)).toEqual([]);
	});
});
