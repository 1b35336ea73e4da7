import type { Browser } from 'playwright-core';
import { loadExample } from '../../sandbox/demo/provision';
import { PLAYS_ALONE, SCENES } from '../../sandbox/scenes';
import { createAndPublish, startRealN8n, type RealN8n, unpublishWorkflow } from '../helpers/realN8n';
import { openSimulator, startBrowser, type OpenPage } from '../helpers/simulator';

/** A restart of n8n may take a minute. */
const DEADLINE_MS = 200_000;

/** Agents need a model, files a folder that n8n may write to and a chat, questions in steps their table, office hours the night, and the list a person who runs it. */
const NEED_MORE = [
	'ai-agent.json',
	'ai-agent-asks-first.json',
	'files-in-and-out.json',
	'dialog-in-steps.json',
	'office-hours.json',
	PLAYS_ALONE,
];
const WITHOUT_MORE = SCENES.filter(({ example }) => !NEED_MORE.includes(example));

let browser: Browser;
let real: RealN8n;
let open: OpenPage;

beforeAll(async () => {
	browser = await startBrowser();
	real = await startRealN8n({ withLookout: true });
	open = await openSimulator(browser, real.sandbox.origin);
	open.page.setDefaultTimeout(DEADLINE_MS);
});

afterAll(async () => {
	await browser.close();
	await real?.close();
});

/** Plays a scene with one click, to its end. */
async function play(example: string): Promise<void> {
	const { page } = open;
	await page.getByRole('list', { name: 'Registered webhooks' }).getByRole('link').first().waitFor();
	await page.getByRole('button', { name: 'Scenes' }).click();
	const dialog = page.getByRole('dialog');
	await dialog.getByRole('button', { name: new RegExp(example) }).click();
	const bar = page.getByRole('region', { name: 'Scene', exact: true });
	await bar.getByRole('button', { name: 'Play again' }).waitFor();
	expect(await bar.innerText()).toContain('Played to its end.');
	await bar.getByRole('button', { name: 'Close' }).click();
}

test.each(WITHOUT_MORE)('$example does what its scene shows', async ({ example }) => {
	const { id } = await createAndPublish(real, await loadExample(example, real.credential));
	await play(example);
	await unpublishWorkflow(real, id);
});
