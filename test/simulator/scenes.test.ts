import type { Page } from 'playwright-core';
import { startSandbox, type Sandbox } from '../../sandbox/server';
import { axeFindings, Bot, shoot, usePages } from '../helpers/simulator';
import { waitFor } from '../helpers/waitFor';

const DEADLINE_MS = 20_000;
let sandbox: Sandbox;
let bot: Bot | undefined;
let page: Page;
const openPage = usePages(DEADLINE_MS);
const open = async (options: Parameters<typeof openPage>[1] = {}) => await openPage(sandbox.origin, options);
const bar = () => page.getByRole('region', { name: 'Scene', exact: true });
const bubbles = (text: string) => page.getByRole('log').getByRole('article').filter({ hasText: text });

async function play(example: string, way = 'As written'): Promise<void> {
	await page.getByRole('button', { name: 'Scenes' }).click();
	const dialog = page.getByRole('dialog', { name: 'Play a scene' });
	await dialog.getByLabel('How').selectOption({ label: way });
	await dialog.getByRole('button', { name: new RegExp(example) }).click();
}

beforeEach(async () => {
	sandbox = await startSandbox();
});

afterEach(async () => {
	await sandbox.settled();
	await bot?.close();
	bot = undefined;
	await sandbox.close();
});

test.each(['light', 'dark'] as const)(
	'a scene is played with one click: someone writes, waits and presses, %s',
	async (theme) => {
		bot = await Bot.start(sandbox);
		page = await open({ theme });
		await page.getByRole('button', { name: 'Scenes' }).click();
		await page
			.getByRole('dialog')
			.getByRole('button', { name: /button-menu/ })
			.waitFor();
		await shoot(page, `scenes-${theme}`);
		expect(await axeFindings(page)).toEqual([]);
		await page
			.getByRole('dialog')
			.getByRole('button', { name: /button-menu/ })
			.click();
		await bar().getByText('Played to its end.').waitFor();
		await bubbles('You pressed bouquet').waitFor();
		await page.getByRole('heading', { name: 'Zoë Müller' }).waitFor();
		expect(await axeFindings(page)).toEqual([]);
		await shoot(page, `scene-played-${theme}`);
		await bar().getByRole('button', { name: 'Close' }).click();
		await bar().waitFor({ state: 'detached' });
	},
);

test('n8n restarts after the first event, and the scene continues when it is back', async () => {
	await sandbox.close();
	const seen: string[] = [];
	const restart = async () => {
		// the bot's reply is an event, too, and may have come meanwhile
		await waitFor(() => (bot?.events.length ?? 0) > 0, 'the first event has come');
		seen.push(`restarted after ${bot?.events[0]}`);
	};
	const nothing = async () => await Promise.resolve(undefined);
	sandbox = await startSandbox({ n8n: { findWorkflow: nothing, findOrigin: nothing, restart } });
	bot = await Bot.start(sandbox);
	page = await open();
	await play('button-menu', 'n8n restarts after the first event');
	await bar().getByText('Played to its end.').waitFor();
	expect(seen).toEqual(['restarted after new_message']);
	expect(bot.events).toContain('EndUserActionCommand');
});

test('a restart is not offered if the sandbox cannot restart n8n', async () => {
	page = await open();
	await page.getByRole('button', { name: 'Scenes' }).click();
	const how = page.getByRole('dialog', { name: 'Play a scene' }).getByLabel('How').getByRole('option');
	expect(await how.allInnerTexts()).toEqual(['As written', 'Each event twice', 'The first event late', 'Three people at once']);
	const response = await fetch(`${sandbox.origin}/sandbox/n8n/restart`, { method: 'POST' });
	expect(response.status).toBe(400);
});

test('someone new writes, a file is sent, and an operator writes', async () => {
	bot = await Bot.start(sandbox);
	page = await open();
	await play('new-chat-to-crm');
	await page.getByRole('heading', { name: 'Ana' }).waitFor();
	await bar().getByText('Played to its end.').waitFor();
	await play('files-in-and-out');
	await bubbles('Got order.csv').waitFor();
	await play('delivery-report');
	await bubbles('It arrives today.').getByText('Operator', { exact: true }).waitFor();
});

test('says that no workflow is published, and is stopped while it waits', async () => {
	page = await open({ width: 360, height: 740 });
	await page.getByRole('button', { name: 'Scenes' }).tap();
	await page.getByRole('dialog').getByText('No workflow is published yet.').waitFor();
	await shoot(page, 'scenes-phone');
	expect(await axeFindings(page)).toEqual([]);
	const echo = page.getByRole('dialog').getByRole('button', { name: /echo-bot/ });
	expect(await echo.isDisabled()).toBe(true);
	expect(
		await page
			.getByRole('dialog')
			.getByRole('button', { name: /mailing-list/ })
			.isDisabled(),
	).toBe(false);
	bot = await Bot.start(sandbox, ['EndUserActionCommand']);
	await echo.tap();
	await bar().getByText('2 of 2: Waits for the reply').waitFor();
	await bubbles('Do you have tulips?').getByText('No one received this').waitFor();
	await shoot(page, 'scene-phone');
	expect(await page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth')).toBe(0);
	await bar().getByRole('button', { name: 'Stop' }).tap();
	await bar().waitFor({ state: 'detached' });
});
