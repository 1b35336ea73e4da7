import type { Page } from 'playwright-core';
import { bundleSimulator } from '../../sandbox/simulator/build';
import { SIMULATOR_POLICY } from '../../sandbox/simulator/policy';
import type { Bot } from '../helpers/simulator';
import { useSimulator } from './useSimulator';

const simulator = useSimulator({ resendDelaysMs: [5, 5, 5, 5] });
const { look, open } = simulator;
const PHONE = { width: 390, height: 844, path: '/' };
let bot: Bot;

beforeEach(async () => {
	bot = await simulator.startBot();
});

/** Fills the page with one of everything: texts, buttons, a file, a refusal, a blocked chat. */
async function fill(): Promise<void> {
	const write = async (body: object) => await simulator.control('POST', '/chats/70001/messages', body);
	await write({ text: 'Hello! Do you have tulips? 🌷' });
	await write({ contact: { phone: '+79005550177', name: 'Zoë Müller' } });
	await write({ attachments: [{ kind: 'document', fileName: 'order.csv', mimeType: 'text/csv', contentBase64: 'YSxi' }] });
	await simulator.sandbox().settled();
	bot.status = 401;
	bot.answer = '{"error":"unauthorized"}';
	await write({ text: 'مرحبا، هل لديكم ورود؟' });
	await simulator.control('POST', '/chats/70005/operator/block', { blocked: true });
	await simulator.sandbox().settled();
}

/** Waits until what has the focus is called so. */
async function untilFocused(page: Page, name: string): Promise<void> {
	const focused = "document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? ''";
	await page.waitForFunction(`(${focused}).includes(${JSON.stringify(name)})`);
}

test.each(['light', 'dark'] as const)('axe-core finds nothing at full width, %s', async (theme) => {
	await fill();
	const page = await open({ theme });
	await page.getByRole('log').getByText('You wrote: Hello!').waitFor();
	await page
		.getByRole('button', { name: /new_message.*Rejected as unverified/s })
		.first()
		.click();
	await page.getByRole('region', { name: 'Body' }).waitFor();
	await look(`wide-${theme}`);
	await page.getByRole('button', { name: 'Send an image, file, contact or location' }).click();
	await look(`menu-${theme}`);
	await page.keyboard.press('Escape');
	await page.getByRole('button', { name: 'New chat' }).click();
	await look(`dialog-${theme}`);
	await page.keyboard.press('Escape');
	await page.getByRole('option', { name: /Nguyễn/ }).click();
	await page.getByText(/Blocked by the operator/).waitFor();
});

test.each(['light', 'dark'] as const)(
	'at phone width one pane is shown at a time, and there is a way back, %s',
	async (theme) => {
		const page = await open({ ...PHONE, theme });
		const check = async (pane: string) => {
			const overflow = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
			expect([pane, await page.evaluate<number>(overflow)]).toEqual([pane, 0]);
			await look(`phone-${pane}-${theme}`);
		};
		expect(await page.getByRole('log').isVisible()).toBe(false);
		await check('people');
		await page.getByRole('button', { name: /^Deliveries/ }).tap();
		await page.getByRole('heading', { name: 'Webhook deliveries' }).waitFor();
		await page.getByRole('button', { name: 'Back to the chat' }).tap();
		await page.getByRole('button', { name: 'Back to the people' }).tap();
		await page.getByRole('option', { name: /Zoë Müller/ }).tap();
		await page.getByRole('log').waitFor();
		expect(await page.getByRole('listbox').isVisible()).toBe(false);
		expect((await page.locator('#message-field').boundingBox())?.height).toBeGreaterThanOrEqual(38);
		await page.locator('#message-field').fill('From a phone');
		await page.getByRole('button', { name: 'Send', exact: true }).tap();
		await page.getByRole('log').getByText('You wrote: From a phone').waitFor();
		await check('chat');
		await page.getByRole('button', { name: /^Deliveries/ }).tap();
		await page.getByRole('heading', { name: 'Webhook deliveries' }).waitFor();
		expect(await page.getByRole('log').isVisible()).toBe(false);
		await check('log');
	},
);

test('everything on the way to an answer can be done with the keyboard', async () => {
	const page = await open();
	await page.keyboard.press('Tab');
	await untilFocused(page, 'Skip to the message field');
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
	await page.keyboard.press('Enter');
	await page.getByRole('log').getByText('You pressed bouquet').waitFor();
	await page.getByRole('list', { name: 'Tags' }).getByText('wants-bouquet').waitFor();
});

test('the theme is chosen, kept after a reload, and can follow the machine again', async () => {
	const page = await open({ theme: 'light' });
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
});

/** The limit for the page's script, which is bundled again at every start of the sandbox. */
const MOST_SCRIPT_BYTES = 200_000;

test('the bundle needs nothing from a network and runs under its own policy', async () => {
	const { html, js, css } = await bundleSimulator();
	expect(Buffer.byteLength(js)).toBeLessThan(MOST_SCRIPT_BYTES);

	expect(html).toContain(`content="${SIMULATOR_POLICY}"`);
	expect(html).not.toMatch(/<script(?![^>]*\bsrc=)[^>]*>|<style|\son\w+=|\sstyle=/);
	expect([...html.matchAll(/\b(?:src|href)="(?!data:)([^"]+)"/g)].map(([, address]) => address)).toEqual(['/app.css', '/app.js']);
	expect(css).not.toMatch(/@import|url\(/);
	expect(js).not.toMatch(/\beval\(|new Function\(|dangerouslySetInnerHTML:/);
	expect(SIMULATOR_POLICY).not.toContain('unsafe');
});
