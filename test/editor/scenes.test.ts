import type { Browser } from 'playwright-core';
import { z } from 'zod';
import { importRecipe } from '../../sandbox/demo/recipes';
import { SCENES } from '../../sandbox/scenes';
import { publishWorkflow, startRealN8n, type RealN8n, unpublishWorkflow } from '../helpers/realN8n';
import { openSimulator, startBrowser, type OpenPage } from '../helpers/simulator';

const DEADLINE_MS = 90_000;

const workflowSchema = z.object({ active: z.boolean(), tags: z.array(z.object({ name: z.string() })) });

/** Agents need a model, files a folder that n8n may write to and a chat, questions in steps their table, and office hours the night. */
const NEED_MORE = [
	'ai-agent.json',
	'ai-agent-asks-first.json',
	'files-in-and-out.json',
	'dialog-in-steps.json',
	'office-hours.json',
];
const WITHOUT_MORE = SCENES.filter(({ example }) => !NEED_MORE.includes(example));

let browser: Browser;
let real: RealN8n;
let open: OpenPage;

beforeAll(async () => {
	browser = await startBrowser();
	real = await startRealN8n({ withLookout: true, modules: 'editor' });
	open = await openSimulator(browser, real.sandbox.origin);
	open.page.setDefaultTimeout(DEADLINE_MS);
});

afterAll(async () => {
	await browser.close();
	await real?.close();
});

test.each(WITHOUT_MORE)(
	'$example is imported unpublished, with a tag and once, and does what its scene shows',
	async ({ example }) => {
		const { page } = open;
		const told = await importRecipe(real.rest, example.replace('.json', ''), real.credential);
		const id = /\/workflow\/(\w+)/.exec(told)?.[1] ?? '';
		expect(await real.rest.call('GET', `/rest/workflows/${id}`, workflowSchema)).toEqual({
			active: false,
			tags: [{ name: 'Recipe' }],
		});
		expect(await importRecipe(real.rest, example.replace('.json', ''), real.credential)).toContain(`/workflow/${id}\n`);
		await publishWorkflow(real, id);
		await page.getByRole('list', { name: 'Registered webhooks' }).getByRole('link').first().waitFor();
		await page.getByRole('button', { name: 'Scenes' }).click();
		await page
			.getByRole('dialog')
			.getByRole('button', { name: new RegExp(example) })
			.click();
		const bar = page.getByRole('region', { name: 'Scene', exact: true });
		await bar.getByRole('button', { name: 'Play again' }).waitFor();
		expect(await bar.innerText()).toContain('Played to its end.');
		await bar.getByRole('button', { name: 'Close' }).click();
		await unpublishWorkflow(real, id);
	},
);
