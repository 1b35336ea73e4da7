import { useEditor } from './stage';

const NODE = 'Messaging Platform';

const stage = useEditor();

const offered = async () => await stage.editor.page.getByTestId('node-creator-item-name').allInnerTexts();

test('begins the list of actions with what most people look for', async () => {
	const { editor } = stage;
	await editor.newManualWorkflow();
	for (const words of ['chat bot', 'support', 'telegram', 'whatsapp']) expect(await editor.search(words, NODE)).toContain(NODE);
	await editor.offered(NODE).click();
	// Button Action comes last, below what n8n draws without scrolling
	await editor.offered('Get many chats').waitFor();
	const actions = await offered();
	const first = actions.slice(0, actions.indexOf('Get many chats'));
	expect(first).toContain('Send message');
	expect(first.filter((name) => name.includes('button action'))).toEqual([]);
	await editor.page.getByTestId('node-creator-category-item').getByText('Triggers').click();
	await editor.offered('On message received').waitFor();
	const triggers = (await offered()).filter((name) => name.startsWith('On '));
	expect(triggers.slice(0, 2)).toEqual(['On message received', 'On message button pressed']);
});

test('adds a tag to the chat of the trigger, or to one that is chosen by person, messenger and bot', async () => {
	const { editor } = stage;
	await editor.newManualWorkflow();
	await editor.addNode('whatsapp', NODE, 'Assign tag to chat');
	await editor.chooseCredential('Sandbox');
	await editor.field('chatFrom').waitFor();
	expect(await editor.field('chatFrom').locator('input').inputValue()).toBe('From the Trigger');
	expect(await editor.page.getByTestId('resource-locator-chat').count()).toBe(0);
	await editor.pick('chatFrom', 'Choose');
	const chats = await editor.list('chat');
	expect(chats.some((chat) => /^Zoë Müller – Telegram, \S/.test(chat))).toBe(true);
	for (const chat of chats) expect(chat).toMatch(/^.+ – .+, .+$/);
	await editor.page.getByTestId('rlc-item').filter({ hasText: 'Zoë Müller' }).first().click();
	await editor.closeNode();
	await editor.openNode('Assign tag to chat');
	expect(await editor.field('chatFrom').locator('input').inputValue()).toBe('Choose');
	await editor.page.getByTestId('resource-locator-chat').waitFor();
	await editor.pick('chatFrom', 'From the Trigger');
	await editor.page.getByTestId('resource-locator-chat').waitFor({ state: 'detached' });
});

test('uses words on the canvas and in the panel of the trigger', async () => {
	const { editor } = stage;
	await editor.newWorkflow();
	await editor.addNode('telegram', NODE, 'On message received');
	await editor.chooseCredential('Sandbox');
	await editor.page.getByText('Get an event from one of your channels').waitFor();
	await editor.page.getByText('Once the workflow is ready, publish it').waitFor();
	await editor.closeNode();
	await editor.addBehind();
	await editor.addNode('telegram', NODE, 'Get many chats');
	await editor.chooseCredential('Sandbox');
	await editor.closeNode();
	const canvas = editor.page.getByTestId('canvas-node');
	await canvas.getByText('Message: Received').first().waitFor();
	await canvas.getByText('Get many chats').first().waitFor();
});
