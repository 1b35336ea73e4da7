import { Agents } from '../e2e/agents';
import { picture } from './browser';
import { useEditor } from './useEditor';

const stage = useEditor();
let agents: Agents;

beforeAll(async () => {
	agents = await Agents.start(stage.real, () => 'done');
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
	await picture(editor.page, 'tool-resources');
	await editor.page.keyboard.press('Escape');
	await editor.closeNode();

	await editor.openNode('Note');
	await editor.field('chatFrom').waitFor();
	expect(await editor.page.getByTestId('resource-locator-chat').count()).toBe(0);
	expect(await editor.field('allowBeyondConversation').count()).toBe(0);
	await picture(editor.page, 'tool-memo');
	await editor.pick('chatFrom', 'Choose');
	await editor.page.getByText('This tool always acts on the chat you choose here').waitFor();
	await editor.page.getByTestId('resource-locator-chat').waitFor();
	await editor.closeNode();

	await editor.openNode('Send');
	await editor.page.getByText('This tool always writes to the recipient you choose here').waitFor();
	await picture(editor.page, 'tool-send');
});

test('asks the model for the text in a tool that was just added, and says what it is for', async () => {
	const { editor } = stage;
	const tools = [agents.tool('Send', { resource: 'message', operation: 'send' })];
	const id = await agents.workflow([agents.trigger(), agents.agent()], tools);
	await editor.open(id);
	await editor.openNode('Send');
	await editor.page.getByText('Defined automatically by the').first().waitFor();
	expect(await editor.field('toolDescription').locator('textarea').inputValue()).toMatch(/^Send a message to the person/);
	await picture(editor.page, 'tool-new');
	// the text follows the operation until someone writes another one
	await editor.pick('operation', 'Send Template');
	await editor.page.getByTestId('parameter-input-templateId').waitFor();
	expect(await editor.field('toolDescription').locator('textarea').inputValue()).toMatch(/^Send an approved template message/);
	await picture(editor.page, 'tool-new-template');
});

test("shows an operation's output in the next node before anything ran", async () => {
	const { editor } = stage;
	const action = { type: 'n8n-nodes-messaging-platform.messagingPlatform', typeVersion: 1 };
	const nodes = [
		{ name: 'Start', type: 'n8n-nodes-base.manualTrigger', typeVersion: 1 },
		{ name: 'Chats', ...action, parameters: { resource: 'chat', operation: 'getAll' } },
		{ name: 'Fields', type: 'n8n-nodes-base.set', typeVersion: 3.4 },
	];
	const to = (node: string) => ({ main: [[{ node, type: 'main', index: 0 }]] });
	const { id } = await stage.real.rest.createWorkflow({
		name: 'Preview',
		nodes: nodes.map((node, index) => ({ id: crypto.randomUUID(), position: [index * 200, 0], parameters: {}, ...node })),
		connections: { Start: to('Chats'), Chats: to('Fields') },
		settings: { executionOrder: 'v1' },
	});
	await editor.open(id);
	await editor.openNode('Fields');
	await editor.page.getByText('Usually outputs the following fields').waitFor();
	for (const name of ['chatRef', 'tbChatId', 'username']) await editor.page.getByText(name, { exact: true }).first().waitFor();
	await picture(editor.page, 'preview');
});
