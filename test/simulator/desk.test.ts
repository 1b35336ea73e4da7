import type { Page } from 'playwright-core';
import { sendTo, upload } from '../helpers/sandbox';
import { type Bot, type PageOptions, write } from '../helpers/simulator';
import { waitFor } from '../helpers/waitFor';
import { useSimulator, ZOE } from './useSimulator';

const simulator = useSimulator({ resendDelaysMs: [20, 20, 20, 60_000] });
const { bubble, entries, log, look, startBot } = simulator;
const PHONE = { width: 360, height: 740 };
let page: Page;
const open = async (options?: PageOptions) => void (page = await simulator.open(options));
const overflowOf = async (box: string) =>
	await page.evaluate<number>(`(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(${box})`);

describe("the operator's desk", () => {
	const desk = () => page.getByRole('region', { name: "The operator's side" });
	const people = () => page.getByRole('listbox', { name: 'People to play' }).getByRole('option');

	test('writes, with the keyboard alone, and the event of that is in the log', async () => {
		await startBot(['new_message']);
		await open();
		await page.getByRole('button', { name: 'Operator' }).focus();
		await page.keyboard.press('Enter');
		await desk().getByLabel('Message as an operator').focus();
		await page.keyboard.type('This is Ada. How can I help?');
		await page.keyboard.press('Enter');
		await bubble('This is Ada. How can I help?').getByText('Operator', { exact: true }).waitFor();
		await log().getByText('This is Ada. How can I help?').waitFor();
		expect(await desk().getByLabel('Message as an operator').inputValue()).toBe('');
	});

	test('reports another delivery status of a message, each one that is documented', async () => {
		await startBot(['new_message', 'MessageDeliveryCommand']);
		await open({ theme: 'dark' });
		await write(page, 'Hello');
		const reply = bubble('You wrote: Hello');
		await reply.getByRole('button', { name: 'Delivered: report another delivery status' }).click();
		const dialog = page.getByRole('dialog', { name: 'Delivery status' });
		await dialog.getByRole('option', { name: 'Phone offline' }).waitFor({ state: 'attached' });
		expect(await dialog.getByRole('option').count()).toBe(34);
		await dialog.getByLabel('Status').selectOption('PHONE_OFFLINE');
		await look('desk-status');
		await dialog.getByRole('button', { name: 'Report this status' }).click();
		await reply.getByRole('button', { name: 'Phone offline' }).waitFor();
		await log().getByText('Phone offline').waitFor();
	});

	test('closes the 24-hour window, which the next message of the person opens again', async () => {
		await open({ path: '/' });
		await people().filter({ hasText: 'WhatsApp Business' }).first().click();
		await page.getByRole('button', { name: 'Operator' }).click();
		await desk().getByRole('button', { name: 'Close the 24-hour window' }).click();
		await page.getByText('24-hour window is closed: templates only').waitFor();
		expect(await desk().getByRole('button', { name: 'Close the 24-hour window' }).count()).toBe(0);
		await write(page, 'I am here again');
		await desk().getByRole('button', { name: 'Close the 24-hour window' }).waitFor();
	});

	test('breaks the key server until it is repaired, though the trigger knows the key from before', async () => {
		const trigger = await simulator.startN8n();
		await simulator.publish(trigger.url, ['new_message']);
		await open();
		await write(page, 'Before');
		await entries().first().getByText('200').waitFor();
		await page.getByRole('button', { name: 'Operator' }).click();
		await desk().getByRole('button', { name: 'Break the key server' }).click();
		await log().getByText('The key server is broken').waitFor();
		await write(page, 'Meanwhile');
		await entries().first().getByText('503').first().waitFor();
		await log().getByRole('button', { name: 'Repair' }).click();
		await log().getByText('The key server is broken').waitFor({ state: 'detached' });
	});

	test('shows one channel, unread chats first, and starts over when asked', async () => {
		await open();
		const person = (text: string) => simulator.control('POST', `/chats/${ZOE}/messages`, { text });
		await simulator.control('POST', '/chats/70003/operator/messages', { text: 'Are you there?' });
		await person('Newer');
		await simulator
			.person(/العربي/)
			.getByText('Unread')
			.waitFor();
		await person('Newest');
		await people().first().getByText('Newest').waitFor();
		await page.getByRole('button', { name: 'Unread first' }).click();
		await people().first().getByText('Unread').waitFor();
		await page.getByLabel('Channel', { exact: true }).selectOption({ label: 'VK · Flower shop group' });
		await simulator.person(/Zoë Müller/).waitFor({ state: 'detached' });
		expect(await simulator.person(/Алексей Петров/).count()).toBe(1);
		await page.getByLabel('Channel', { exact: true }).selectOption('');
		await page.getByRole('button', { name: 'Reset the sandbox' }).click();
		await page.getByRole('dialog').getByRole('button', { name: 'Reset', exact: true }).click();
		await page.getByText('The sandbox has started over.').waitFor();
		await bubble('Newest').waitFor({ state: 'detached' });
	});
});

describe('a scene', () => {
	const bar = () => page.getByRole('region', { name: 'Scene', exact: true });
	const scene = (example: string) => page.getByRole('dialog').getByRole('button', { name: new RegExp(example) });

	async function play(example: string, way = 'As written'): Promise<void> {
		await page.getByRole('button', { name: 'Scenes' }).click();
		await page.getByRole('dialog', { name: 'Play a scene' }).getByLabel('How').selectOption({ label: way });
		await scene(example).click();
	}

	test.each(['light', 'dark'] as const)('is played with one click: someone writes, waits and presses, %s', async (theme) => {
		await startBot();
		await open({ theme, path: '/' });
		await page.getByRole('button', { name: 'Scenes' }).click();
		await scene('button-menu').waitFor();
		await look(`scenes-${theme}`);
		await scene('button-menu').click();
		await bar().getByText('Played to its end.').waitFor();
		await bubble('You pressed bouquet').waitFor();
		await page.getByRole('heading', { name: 'Zoë Müller' }).waitFor();
		await look(`scene-played-${theme}`);
		await bar().getByRole('button', { name: 'Close' }).click();
		await bar().waitFor({ state: 'detached' });
	});

	test('continues when n8n, which restarts after the first event, is back', async () => {
		const seen: string[] = [];
		const bots: Bot[] = [];
		const restart = async () => {
			// the bot's reply is an event, too, and may have come meanwhile
			await waitFor(() => (bots[0]?.events.length ?? 0) > 0, 'the first event has come');
			seen.push(`restarted after ${bots[0]?.events[0]}`);
		};
		const nothing = async () => await Promise.resolve(undefined);
		await simulator.start({ n8n: { findWorkflow: nothing, findOrigin: nothing, restart } });
		bots.push(await startBot());
		await open();
		await play('button-menu', 'n8n restarts after the first event');
		await bar().getByText('Played to its end.').waitFor();
		expect(seen).toEqual(['restarted after new_message']);
		expect(bots[0]?.events).toContain('EndUserActionCommand');
	});

	test('has someone new who writes, a file, and an operator', async () => {
		await startBot();
		await open();
		await play('new-chat-to-crm');
		await page.getByRole('heading', { name: 'Ana' }).waitFor();
		await bar().getByText('Played to its end.').waitFor();
		await play('files-in-and-out');
		await bubble('Got order.csv').waitFor();
		await play('delivery-report');
		await bubble('It arrives today.').getByText('Operator', { exact: true }).waitFor();
	});

	test('says that no workflow is published, is stopped while it waits, and restarts only an n8n that it can', async () => {
		await open({ ...PHONE, path: '/' });
		await page.getByRole('button', { name: 'Scenes' }).tap();
		await page.getByRole('dialog').getByText('No workflow is published yet.').waitFor();
		await look('scenes-phone');
		const how = page.getByRole('dialog', { name: 'Play a scene' }).getByLabel('How').getByRole('option');
		expect(await how.allInnerTexts()).toEqual(['As written', 'Each event twice', 'The first event late', 'Three people at once']);
		await expect(simulator.control('POST', '/n8n/restart')).rejects.toThrow('400');
		expect([await scene('echo-bot').isDisabled(), await scene('mailing-list').isDisabled()]).toEqual([true, false]);
		await startBot(['EndUserActionCommand']);
		await scene('echo-bot').tap();
		await bar().getByText('2 of 2: Waits for the reply').waitFor();
		await bubble('Do you have tulips?').getByText('No one received this').waitFor();
		expect(await overflowOf('document.documentElement')).toBe(0);
		await bar().getByRole('button', { name: 'Stop' }).tap();
		await bar().waitFor({ state: 'detached' });
	});
});

describe('the comparison of channels', () => {
	const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkOFv/HwAFCAKV6bBN0QAAAABJRU5ErkJggg==';
	const MENU = [
		{ type: 'ActionButton', text: 'Choose a bouquet', payload: 'bouquet' },
		{ type: 'HyperLinkButton', text: 'Our shop', link: 'https://flowers.example/' },
	];
	const dialog = () => page.getByRole('dialog', { name: 'This message on every channel' });
	const column = (name: string) =>
		dialog()
			.getByRole('list', { name: 'Channels' })
			.locator('> li')
			.filter({ has: page.getByRole('heading', { name, exact: true }) });
	const lines = async (name: string) => (await column(name).innerText()).split('\n').filter((line) => line.trim() !== '');

	test('shows what each channel makes of a message, with the keyboard alone', async () => {
		await sendTo(simulator.sandbox(), ZOE, { text: 'What can I do for you?', buttons: MENU });
		await open();
		await page.getByRole('log').getByRole('button', { name: 'Compare channels' }).focus();
		await page.keyboard.press('Enter');
		await column('VK').waitFor();
		await look('compare-menu');
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
	});

	test.each<PageOptions>([{ theme: 'dark' }, PHONE])(
		'shows a picture, a long text and buttons without overflow, %j',
		async (size) => {
			const bytes = new Uint8Array(Buffer.from(PIXEL, 'base64'));
			const channelFileId = await upload(simulator.sandbox(), { name: 'tulips.png', type: 'image/png', bytes });
			const text = 'Fresh tulips, roses and peonies. '.repeat(22);
			await sendTo(simulator.sandbox(), ZOE, { text, attachments: [{ kind: 'image', channelFileId }], buttons: MENU });
			await open({ ...size, path: '/' });
			await simulator.person(/Zoë Müller/).click();
			await page.getByRole('button', { name: 'Compare channels' }).click();
			await column('SMS').getByText('the platform splits it in 2').waitFor();
			expect(await overflowOf("document.querySelector('dialog[open]')")).toBe(0);
			await column('SMS').scrollIntoViewIfNeeded();
		},
	);
});
