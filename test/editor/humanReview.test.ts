import { Agents } from '../e2e/agents';
import { picture } from './browser';
import { useEditor } from './useEditor';

const NODE = 'Messaging Platform';

const stage = useEditor();
let agents: Agents;

beforeAll(async () => {
	agents = await Agents.start(stage.real, () => 'done');
});
afterAll(async () => {
	await agents?.close();
});

test('offers the node under Human review, and still in its old place', async () => {
	const { editor } = stage;
	const { page } = editor;
	await editor.open(await agents.workflow([agents.trigger(), agents.agent()], []));
	// n8n loads its list of nodes when it is opened first; on a busy machine it would then forget the connector that opened it
	await page.getByTestId('node-creator-plus-button').click();
	await page.getByTestId('node-creator-search-bar').waitFor();
	await page.keyboard.press('Escape');
	await page.getByTestId('node-creator-search-bar').waitFor({ state: 'hidden' });
	await page.locator('[data-handleid="inputs/ai_tool/0"] [data-test-id="canvas-handle-plus"]').click();
	await editor.offered('Human review').waitFor();
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

test('offers it as a step of a workflow among all nodes and under Human review', async () => {
	const { editor } = stage;
	const { page } = editor;
	await editor.newManualWorkflow();
	await editor.search('Viber', NODE);
	await page.getByTestId('node-creator-search-bar').fill('');
	await editor.offered('Human review').click();
	await editor.offered(NODE).waitFor();
});

test('asks for what a review needs, and can be declined from the start', async () => {
	const { editor } = stage;
	const { page } = editor;
	const node = agents.review({ sendTo: 'chat' });
	const tool = agents.tool('Send', { resource: 'message', operation: 'send' });
	await editor.open(await agents.workflow([agents.trigger(), agents.agent()], [node], [{ node, tools: [tool] }]));
	await editor.openNode('Review');
	await page.getByText('The agent wants to run this tool:').first().waitFor();
	await page.getByTestId('fixed-collection-declineReasons').getByText('Add Reason').click();
	await page.getByText('Message to the Agent').waitFor();
	await page.getByTestId('fixed-collection-approvalOptions').getByText('Add Option').click();
	await picture(page, 'review-options');
	expect(await page.getByTestId('parameter-input-approvalType').locator('input').inputValue()).toBe('Approve and Decline');
	for (const hidden of ['resource', 'operation', 'responseType']) {
		expect(await page.getByTestId(`parameter-input-${hidden}`).count()).toBe(0);
	}
});
