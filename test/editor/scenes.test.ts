import type { Browser } from 'playwright-core';
import { z } from 'zod';
import { importRecipe } from '../../sandbox/demo/recipes';
import { SCENES, WAYS } from '../../sandbox/scenes';
import { publishWorkflow, startRealN8n, type RealN8n, unpublishWorkflow } from '../helpers/realN8n';
import { control } from '../helpers/sandbox';
import { waitFor } from '../helpers/waitFor';
import { openSimulator, startBrowser, type OpenPage } from '../helpers/simulator';

/** A restart of n8n may take a minute. */
const DEADLINE_MS = 200_000;

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
	real = await startRealN8n({ withLookout: true });
	open = await openSimulator(browser, real.sandbox.origin);
	open.page.setDefaultTimeout(DEADLINE_MS);
});

afterAll(async () => {
	await browser.close();
	await real?.close();
});

/** Plays a scene with one click, to its end. */
async function play(example: string, way: string): Promise<void> {
	const { page } = open;
	await page.getByRole('list', { name: 'Registered webhooks' }).getByRole('link').first().waitFor();
	await page.getByRole('button', { name: 'Scenes' }).click();
	const dialog = page.getByRole('dialog');
	await dialog.getByLabel('How').selectOption({ label: way });
	await dialog.getByRole('button', { name: new RegExp(example) }).click();
	const bar = page.getByRole('region', { name: 'Scene', exact: true });
	await bar.getByRole('button', { name: 'Play again' }).waitFor();
	expect([way, await bar.innerText()]).toEqual([way, expect.stringContaining('Played to its end.')]);
	await bar.getByRole('button', { name: 'Close' }).click();
}

async function importExample(example: string): Promise<{ id: string; said: string }> {
	const said = await importRecipe(real.rest, example.replace('.json', ''), real.credential);
	return { id: /\/workflow\/(\w+)/.exec(said)?.[1] ?? '', said };
}

/** Imports an example twice, and publishes it. */
async function publishImported(example: string): Promise<string> {
	const { id, said } = await importExample(example);
	expect(said).toContain(`/workflow/${id}\n`);
	const workflow = await real.rest.call('GET', `/rest/workflows/${id}`, workflowSchema);
	expect(workflow).toEqual({ active: false, tags: [{ name: 'Recipe' }] });
	expect((await importExample(example)).id).toBe(id);
	await publishWorkflow(real, id);
	return id;
}

/** The others have tests of their own for the ways that a workflow should survive. */
const IN_EVERY_WAY = [
	'echo-bot.json',
	'button-menu.json',
	'order-approval.json',
	'ask-for-phone-number.json',
	'answer-a-burst-once.json',
	'new-chat-to-crm.json',
	'delivery-report.json',
];

test.each(WITHOUT_MORE.filter(({ example }) => !IN_EVERY_WAY.includes(example)))(
	'$example is imported unpublished, with a tag and once, and does what its scene shows',
	async ({ example }) => {
		const id = await publishImported(example);
		await play(example, WAYS.asWritten);
		await unpublishWorkflow(real, id);
	},
);

/** Waits until no execution of a workflow runs, and returns those that failed. */
async function failedOf(id: string): Promise<string[]> {
	const executions = async () => await real.rest.listExecutions(id);
	await waitFor(
		async () => (await executions()).every(({ status }) => !['new', 'running'].includes(status)),
		'the executions end',
	);
	const failed = (await executions()).filter(({ status }) => !['success', 'waiting'].includes(status));
	return failed.map(({ id: execution, status }) => `${execution} ${status}`);
}

test.each(IN_EVERY_WAY)(
	'%s is imported the same way, and writes as often to each person, however its scene is played, or up to twice after a restart',
	async (example) => {
		await control(real.sandbox, 'PATCH', '/settings', { resendDelaysMs: [1_000, 3_000, 9_000, 240_000] });
		const id = await publishImported(example);
		const sent = () =>
			real.sandbox.state.chats.flatMap(({ messages }) => messages).filter(({ direction }) => direction === 'outbound');
		const played: Record<string, { sent: number; failed: string[] }> = {};
		for (const [way, label] of Object.entries(WAYS)) {
			const before = sent().length;
			await play(example, label);
			await real.sandbox.settled();
			played[way] = { sent: sent().length - before, failed: await failedOf(id) };
		}
		await unpublishWorkflow(real, id);
		const once = played.asWritten?.sent ?? 0;
		const { restart, ...others } = played;
		const thrice = { sent: 3 * once, failed: [] };
		const same = { sent: once, failed: [] };
		expect(others).toEqual({ asWritten: same, twice: same, late: same, crowd: thrice });
		// n8n may end before it has responded 200, or before it has saved that an execution was successful
		expect(restart?.sent).toBeGreaterThanOrEqual(once);
		expect(restart?.sent).toBeLessThanOrEqual(2 * once);
	},
);
