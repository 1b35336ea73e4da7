import type { Browser, BrowserContext } from 'playwright-core';
import { Agents } from '../e2e/agents';
import { type RealN8n, startRealN8n } from '../helpers/realN8n';
import { launchBrowser, logIn, picture } from './browser';
import { Editor } from './editor';

const NODE = 'Messaging Platform';

let real: RealN8n;
let agents: Agents;
let browser: Browser;
let context: BrowserContext;
let editor: Editor;

beforeAll(async () => {
	real = await startRealN8n({ modules: 'editor' });
	agents = await Agents.start(real, () => 'done');
	browser = await launchBrowser();
	context = await logIn(browser, real);
}, 900_000);
afterAll(async () => {
	await browser?.close();
	await agents?.close();
	await real?.close();
});
beforeEach(async () => {
	editor = new Editor(await context.newPage(), real.n8n.origin);
});
afterEach(async () => {
	await picture(editor.page, expect.getState().currentTestName?.replace(/[^a-z0-9]+/gi, '-') ?? 'test');
	await editor.page.close();
});

test('n8n offers the node under Human review, and still where it was', async () => {
	const { page } = editor;
	await editor.open(await agents.workflow([agents.trigger(), agents.agent()], []));
	await page.locator('[data-handleid="inputs/ai_tool/0"] [data-test-id="canvas-handle-plus"]').click();
	await page.getByTestId('node-creator-search-bar').waitFor();
	await editor.search('Messaging', `${NODE} Tool`);
	await page.getByTestId('node-creator-search-bar').fill('');
	await editor.offered('Human review').click();
	await editor.search('Telegram', NODE);
	await picture(page, 'review-creator');
	await editor.offered(NODE).click();
	await page.getByText('Add to workflow').click();
	await page.getByTestId('ndv').waitFor();
	await page.getByText('The agent wants to run this tool:').first().waitFor();
});

test('as a step of a workflow it is offered among all nodes and under Human review', async () => {
	const { page } = editor;
	await editor.newManualWorkflow();
	await editor.search('Viber', NODE);
	await page.getByTestId('node-creator-search-bar').fill('');
	await editor.offered('Human review').click();
	await editor.offered(NODE).waitFor();
});

test('a review asks for what it needs, and can be declined from the start', async () => {
	const { page } = editor;
	const node = agents.review({ sendTo: 'chat' });
	const tool = agents.tool('Send', { resource: 'message', operation: 'send' });
	await editor.open(await agents.workflow([agents.trigger(), agents.agent()], [node], [{ node, tools: [tool] }]));
	await editor.openNode('Review');
	await page.getByText('The agent wants to run this tool:').first().waitFor();
	await page.getByTestId('fixed-collection-approvalOptions').getByText('Add Option').click();
	await page.getByTestId('fixed-collection-declineReasons').getByText('Add Reason').click();
	await page.getByText('What the Agent Is Told').waitFor();
	await picture(page, 'review-options');
	expect(await page.getByTestId('parameter-input-approvalType').locator('input').inputValue()).toBe('Approve and Disapprove');
	for (const hidden of ['resource', 'operation', 'responseType']) {
		expect(await page.getByTestId(`parameter-input-${hidden}`).count()).toBe(0);
	}
});
