import { Agents } from '../e2e/agents';
import { action, ofN8n, START } from '../e2e/workflows';
import { chainWorkflow } from '../helpers/realN8n';
import { useEditor } from './stage';

const stage = useEditor();
let agents: Agents;

beforeAll(async () => {
	agents = await Agents.start(stage.real);
});
afterAll(async () => {
	await agents?.close();
});

test('shows in the node as a tool of an agent what a model may do with it', async () => {
	const { editor } = stage;
	const tools = [
		agents.tool('Send', { resource: 'message', operation: 'send', sendTo: 'chat' }),
		agents.tool('Note', { resource: 'memo', operation: 'get' }),
		agents.tool('List', { resource: 'chat', operation: 'getAll' }),
	];
	const id = await agents.workflow([agents.trigger(), agents.agent()], tools);
	await editor.open(id);

	await editor.openNode('List');
	await editor.field('allowBeyondConversation').waitFor();
	await editor.field('resource').click();
	const offered = editor.page.locator('.el-select-dropdown__item:visible');
	await offered.filter({ hasText: 'Widget' }).first().waitFor();
	expect(await offered.filter({ hasText: 'Webhook' }).count()).toBe(0);
	await editor.page.keyboard.press('Escape');
	await editor.closeNode();

	await editor.openNode('Note');
	await editor.field('chatFrom').waitFor();
	expect(await editor.page.getByTestId('resource-locator-chat').count()).toBe(0);
	expect(await editor.field('allowBeyondConversation').count()).toBe(0);
	await editor.pick('chatFrom', 'Choose');
	await editor.page.getByText('This tool always acts on the chat you choose here').waitFor();
	await editor.page.getByTestId('resource-locator-chat').waitFor();
	await editor.closeNode();

	await editor.openNode('Send');
	await editor.page.getByText('This tool always writes to the recipient you choose here').waitFor();
});

test('asks the model for the text in a tool that was just added, and says what it is for', async () => {
	const { editor } = stage;
	const tools = [agents.tool('Send', { resource: 'message', operation: 'send' })];
	const id = await agents.workflow([agents.trigger(), agents.agent()], tools);
	await editor.open(id);
	await editor.openNode('Send');
	await editor.page.getByText('Defined automatically by the').first().waitFor();
	expect(await editor.field('toolDescription').locator('textarea').inputValue()).toMatch(/^Send a message to the person/);
	// the text follows the operation until someone writes another one
	await editor.pick('operation', 'Send Template');
	await editor.page.getByTestId('parameter-input-templateId').waitFor();
	expect(await editor.field('toolDescription').locator('textarea').inputValue()).toMatch(/^Send an approved template message/);
});

test("shows an operation's output in the next node before anything ran", async () => {
	const { editor } = stage;
	const chats = action(stage.real.credential, 'Chats', { resource: 'chat', operation: 'getAll' });
	const nodes = [START, chats, ofN8n('Fields', 'set', 3.4)];
	const { id } = await stage.real.rest.createWorkflow(chainWorkflow('Preview', nodes));
	await editor.open(id);
	await editor.openNode('Fields');
	await editor.page.getByText('Usually outputs the following fields').waitFor();
	for (const name of ['chatRef', 'tbChatId', 'username']) await editor.page.getByText(name, { exact: true }).first().waitFor();
});

describe('a human review', () => {
	const NODE = 'Messaging Platform';

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
		expect(await page.getByTestId('parameter-input-approvalType').locator('input').inputValue()).toBe('Approve and Decline');
		for (const hidden of ['resource', 'operation', 'responseType']) {
			expect(await page.getByTestId(`parameter-input-${hidden}`).count()).toBe(0);
		}
	});
});
