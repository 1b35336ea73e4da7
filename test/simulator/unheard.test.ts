import type { Page } from 'playwright-core';
import { startSandbox, type Sandbox } from '../../sandbox/server';
import { axeFindings, Bot, shoot, usePages, write } from '../helpers/simulator';
import { call } from '../helpers/sandbox';

const ZOE = '/#tg_4100_271828182';
const DEADLINE_MS = 10_000;
/** No one opens it: the page only links to it. */
const N8N = 'http://127.0.0.1:5678';
let sandbox: Sandbox;
let bot: Bot | undefined;
const openPage = usePages(DEADLINE_MS);
const open = async (options: Parameters<typeof openPage>[1] = {}) => await openPage(sandbox.origin, { path: ZOE, ...options });
const bubble = (page: Page, text: string) => page.getByRole('log').getByRole('article').filter({ hasText: text }).last();
const hint = (page: Page) => page.getByRole('complementary', { name: 'What to do' });

beforeEach(async () => {
	sandbox = await startSandbox({ resendDelaysMs: [20, 20, 20, 20], n8nUrl: N8N });
});

afterEach(async () => {
	await bot?.close();
	bot = undefined;
	await sandbox.close();
});

test.each(['light', 'dark'] as const)(
	'says under a message that no workflow is published, and links to n8n, %s',
	async (theme) => {
		const page = await open({ theme });
		await write(page, 'Is anyone there?');
		const line = bubble(page, 'Is anyone there?');
		await line.getByText('No one received this: no workflow is published.').waitFor();
		expect(await line.getByRole('link', { name: 'Open n8n' }).getAttribute('href')).toBe(N8N);
		await hint(page).getByText('No workflow is listening yet.').waitFor();
		expect(await bubble(page, 'Good morning!').getByText('No one received this').count()).toBe(0);
		expect(await axeFindings(page)).toEqual([]);
		await shoot(page, `unheard-${theme}`);
	},
);

test('says nothing under a message that a workflow receives, and keeps the line under the earlier one', async () => {
	const page = await open();
	await write(page, 'First');
	await bubble(page, 'First').getByText('no workflow is published').waitFor();
	bot = await Bot.start(sandbox, ['new_message']);
	await bubble(page, 'First').getByText('No one received this: no published workflow was listening yet.').waitFor();
	expect(await bubble(page, 'First').getByRole('link', { name: 'Open n8n' }).count()).toBe(0);
	await write(page, 'Second');
	await page.getByRole('log').getByText('You wrote: Second').waitFor();
	expect(await bubble(page, 'Second').getByText('No one received this').count()).toBe(0);
	await hint(page).getByText('Your bot has answered.').waitFor();

	const [webhook] = sandbox.state.webhooks;
	await call(sandbox, `DELETE /notifications/webhooks/${webhook?.id}`);
	await hint(page).getByText('No workflow is listening now.').waitFor();
});

test('says which filter left a message out, unless another workflow took it', async () => {
	bot = await Bot.start(sandbox, ['new_message']);
	const page = await open();
	bot.answer = '{"status":"filtered","reason":"text"}';
	await write(page, 'Tulips?');
	const mine = (text: string) => page.getByRole('article', { name: 'You wrote' }).filter({ hasText: text });
	await mine('Tulips?').getByText("No workflow started: a text that the trigger's filters leave out.").waitFor();
	await shoot(page, 'unheard-filtered');
	const other = await Bot.start(sandbox, ['new_message'], '/other');
	await write(page, 'Roses?');
	await page.getByRole('log').getByText('You wrote: Roses?').nth(1).waitFor();
	await sandbox.settled();
	expect(await mine('Roses?').getByText('No workflow started').count()).toBe(0);
	await other.close();
});

test('says that no published workflow listens to messages when one listens to other events', async () => {
	bot = await Bot.start(sandbox, ['EndUserActionCommand']);
	const page = await open();
	await write(page, 'Hello');
	await bubble(page, 'Hello').getByText('no published workflow listens to messages').waitFor();
	await hint(page).getByText('No published workflow listens to messages.').waitFor();
});
