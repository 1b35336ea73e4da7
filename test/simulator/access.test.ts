import type { Browser, Page } from 'playwright-core';
import { startSandbox, type Sandbox } from '../../sandbox/server';
import { Bot, axeFindings, openSimulator, shoot, startBrowser } from '../helpers/simulator';

const ZOE = '/#tg_4100_271828182';
const DEADLINE_MS = 10_000;
const WIDE = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };
let browser: Browser;
let sandbox: Sandbox;
let bot: Bot;

/** Fills the page with one of everything: texts, buttons, a picture, a refusal, a blocked chat. */
async function fill(): Promise<void> {
	const write = async (body: object) => {
		await fetch(`${sandbox.origin}/sandbox/chats/70001/messages`, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify(body),
		});
	};
	await write({ text: 'Hello! Do you have tulips? 🌷' });
	await write({ contact: { phone: '+79005550177', name: 'Zoë Müller' } });
	await write({ attachments: [{ kind: 'document', fileName: 'order.csv', mimeType: 'text/csv', contentBase64: 'YSxi' }] });
	await sandbox.settled();
	bot.status = 401;
	bot.answer = '{"error":"unauthorized"}';
	await write({ text: 'مرحبا، هل لديكم ورود؟' });
	await fetch(`${sandbox.origin}/sandbox/chats/70005/operator/block`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: '{"blocked":true}',
	});
	await sandbox.settled();
	bot.status = 200;
}

beforeAll(async () => {
	browser = await startBrowser();
	sandbox = await startSandbox({ resendDelaysMs: [5, 5, 5, 5] });
	bot = await Bot.start(sandbox);
	await fill();
});

afterAll(async () => {
	await browser.close();
	await sandbox.settled();
	await bot.close();
	await sandbox.close();
});

/** Waits until what has the focus is called so. */
async function untilFocused(page: Page, name: string): Promise<void> {
	const focused = "document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? ''";
	await page.waitForFunction(`(${focused}).includes(${JSON.stringify(name)})`);
}

describe.each(['light', 'dark'] as const)('axe-core finds nothing, %s', (theme) => {
	test('at full width, with the menu, a dialog and an open delivery', async () => {
		const { page, context, problems } = await openSimulator(browser, sandbox.origin, { ...WIDE, theme, path: ZOE });
		page.setDefaultTimeout(DEADLINE_MS);
		await page.getByRole('log').getByText('You wrote: Hello!').waitFor();
		await page
			.getByRole('button', { name: /new_message.*Rejected as unverified/s })
			.first()
			.click();
		await page.getByRole('region', { name: 'Body' }).waitFor();
		await shoot(page, `wide-${theme}`);
		expect(await axeFindings(page)).toEqual([]);
		await page.getByRole('button', { name: 'Send an image, file, contact or location' }).click();
		await shoot(page, `menu-${theme}`);
		expect(await axeFindings(page)).toEqual([]);
		await page.keyboard.press('Escape');
		await page.getByRole('button', { name: 'New chat' }).click();
		await shoot(page, `dialog-${theme}`);
		expect(await axeFindings(page)).toEqual([]);
		await page.keyboard.press('Escape');
		await page.getByRole('option', { name: /Nguyễn/ }).click();
		await page.getByText(/Blocked by the operator/).waitFor();
		expect(await axeFindings(page)).toEqual([]);
		expect(problems).toEqual([]);
		await context.close();
	});

	test('at phone width, pane by pane', async () => {
		const { page, context, problems } = await openSimulator(browser, sandbox.origin, { ...PHONE, theme });
		page.setDefaultTimeout(DEADLINE_MS);
		await shoot(page, `phone-people-${theme}`);
		expect(await axeFindings(page)).toEqual([]);
		await page.getByRole('option', { name: /Zoë Müller/ }).click();
		await page.getByRole('log').getByText('مرحبا، هل لديكم ورود؟').first().waitFor();
		await shoot(page, `phone-chat-${theme}`);
		expect(await axeFindings(page)).toEqual([]);
		await page.getByRole('button', { name: /^Deliveries/ }).click();
		await shoot(page, `phone-log-${theme}`);
		expect(await axeFindings(page)).toEqual([]);
		expect(problems).toEqual([]);
		await context.close();
	});
});

test('at phone width one pane is shown at a time, nothing overflows, and there is a way back', async () => {
	const { page, context } = await openSimulator(browser, sandbox.origin, PHONE);
	page.setDefaultTimeout(DEADLINE_MS);
	const overflow = async () =>
		await page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth');
	expect(await page.getByRole('log').isVisible()).toBe(false);
	expect(await overflow()).toBe(0);
	await page.getByRole('button', { name: /^Deliveries/ }).tap();
	await page.getByRole('heading', { name: 'Webhook deliveries' }).waitFor();
	await page.getByRole('button', { name: 'Back to the chat' }).tap();
	await page.getByRole('button', { name: 'Back to the people' }).tap();
	await page.getByRole('option', { name: /Zoë Müller/ }).tap();
	await page.getByRole('log').waitFor();
	expect(await page.getByRole('listbox').isVisible()).toBe(false);
	expect(await overflow()).toBe(0);
	expect((await page.locator('#message-field').boundingBox())?.height).toBeGreaterThanOrEqual(38);
	await page.locator('#message-field').fill('From a phone');
	await page.getByRole('button', { name: 'Send', exact: true }).tap();
	await page.getByRole('log').getByText('You wrote: From a phone').waitFor();
	await page.getByRole('button', { name: /^Deliveries/ }).tap();
	await page.getByRole('heading', { name: 'Webhook deliveries' }).waitFor();
	expect(await page.getByRole('log').isVisible()).toBe(false);
	expect(await overflow()).toBe(0);
	await page.getByRole('button', { name: 'Back to the chat' }).tap();
	await page.getByRole('button', { name: 'Back to the people' }).tap();
	await page.getByRole('listbox').waitFor();
	await context.close();
});

test('everything on the way to an answer can be done with the keyboard', async () => {
	const { page, context } = await openSimulator(browser, sandbox.origin, { ...WIDE, path: ZOE });
	page.setDefaultTimeout(DEADLINE_MS);
	await page.keyboard.press('Tab');
	await untilFocused(page, 'Skip to the message field');
	await shoot(page, 'keyboard-skip-link');
	await page.keyboard.press('Enter');
	await untilFocused(page, 'Message as Zoë');
	expect(page.url()).toContain('tg_4100_271828182');

	await page.keyboard.press('Escape');
	await untilFocused(page, 'Zoë Müller');
	await page.keyboard.press('End');
	await page.keyboard.press('Home');
	await page.keyboard.press('ArrowDown');
	await page.keyboard.press('ArrowUp');
	await page.keyboard.press('ArrowDown');
	const second = await page.getByRole('listbox').getByRole('option').nth(1).locator('.chat-name').innerText();
	await untilFocused(page, second);
	await page.keyboard.press('Enter');
	await page.getByRole('heading', { name: second }).waitFor();
	await page.locator('#message-field:focus').waitFor();

	await page.keyboard.type('By keyboard');
	await page.keyboard.press('Shift+Enter');
	await page.keyboard.type('on two lines');
	await page.keyboard.press('Enter');
	const answer = page.getByRole('log').getByText('You wrote: By keyboard\non two lines');
	await answer.waitFor();

	// Backwards from the field: the attachments, then the bot's buttons from the last one up.
	await page.keyboard.press('Shift+Tab');
	await untilFocused(page, 'Send an image');
	await page.keyboard.press('Enter');
	await untilFocused(page, 'Image or file…');
	await page.keyboard.press('ArrowUp');
	await untilFocused(page, 'Location');
	await page.keyboard.press('Escape');
	await untilFocused(page, 'Send an image');
	await page.keyboard.press('Shift+Tab');
	await untilFocused(page, 'Our shop');
	await page.keyboard.press('Shift+Tab');
	await page.keyboard.press('Shift+Tab');
	await untilFocused(page, 'Choose a bouquet');
	await shoot(page, 'keyboard-focus');
	await page.keyboard.press('Enter');
	await page.getByRole('log').getByText('You pressed bouquet').waitFor();
	await page.getByRole('list', { name: 'Tags' }).getByText('wants-bouquet').waitFor();
	await context.close();
});

test('the theme is chosen, kept after a reload, and can follow the machine again', async () => {
	const { page, context } = await openSimulator(browser, sandbox.origin, { ...WIDE, theme: 'light', path: ZOE });
	const background = async () => await page.evaluate<string>('getComputedStyle(document.body).backgroundColor');
	const light = await background();
	await page.getByRole('button', { name: 'Theme: system. Change to light' }).click();
	await page.getByRole('button', { name: 'Theme: light. Change to dark' }).click();
	const dark = await background();
	expect(dark).not.toBe(light);
	await page.reload();
	await page.getByRole('button', { name: 'Theme: dark. Change to system' }).waitFor();
	expect(await background()).toBe(dark);
	await page.getByRole('button', { name: 'Theme: dark. Change to system' }).click();
	expect(await background()).toBe(light);
	await context.close();
});
