import { credentialData } from '../../sandbox/demo/provision';
import { chatOf, say, sentTo } from '../helpers/sandbox';
import { useEditor } from './stage';
import { waitForWebhooks } from '../helpers/realN8n';
import { waitFor } from '../helpers/waitFor';

const NODE = 'Messaging Platform';

const stage = useEditor();

test('finds both nodes by the names that people know', async () => {
	const { editor } = stage;
	await editor.newWorkflow();
	for (const words of ['Messaging Platform', 'Telegram', 'VK', 'WhatsApp', 'Viber', 'Instagram', 'Facebook', 'SMS']) {
		expect(await editor.search(words, NODE)).toContain(NODE);
	}
	await editor.search('Telegram', NODE);
	await editor.offered(NODE).click();
	// n8n shows a trigger and its action node as one entry with two lists.
	await editor.page.getByTestId('node-creator-category-item').getByText('Triggers').waitFor();
	await editor.page.getByTestId('node-creator-category-item').getByText('Actions').waitFor();
	await editor.offered('On message received').waitFor();
	// One action for each event of the catalogue, and one for all of them.
	await editor.offered('On all events').waitFor();
});

test('says in the credential test what is wrong, or that it is right', async () => {
	const { editor } = stage;
	await editor.newWorkflow();
	await editor.addNode('telegram', NODE, 'On message received');
	await editor.chooseCredential('Create new credential');
	const { apiToken, baseUrl = '', notificationUrl = '', issuer = '' } = credentialData(stage.real.sandbox);
	await editor.fillCredential({ apiToken: 'wrong', baseUrl, notificationUrl, issuer });
	const { page } = editor;
	await page.getByText('Couldn’t connect with these settings').waitFor();
	await page.getByText('More details').click();
	await page.getByText("The API token wasn't accepted").first().waitFor();
	const input = (name: string) =>
		page.getByTestId('credential-edit-dialog').getByTestId(`parameter-input-${name}`).locator('input');
	const notice = page.getByText("isn't encrypted (http)");
	expect(await notice.count()).toBe(0);
	await input('baseUrl').fill('http://api.example.com/api');
	await notice.waitFor();
	await input('baseUrl').fill(baseUrl);
	await notice.waitFor({ state: 'detached' });
	await input('apiToken').fill(apiToken ?? '');
	await page.getByTestId('credential-save-button').click();
	await page.getByText('Credential saved').waitFor();
	await page.getByTestId('credential-edit-button').click();
	await page.getByText('Connection tested successfully').waitFor();
});

test('picks a chat from the list and outputs the sent message', async () => {
	const { editor } = stage;
	await editor.newManualWorkflow();
	await editor.addNode('whatsapp', NODE, 'Send message');
	await editor.chooseCredential('Sandbox');
	await editor.pick('sendTo', 'A Chat');
	const chats = await editor.list('chat');
	expect(chats.some((chat) => chat.startsWith('Zoë Müller'))).toBe(true);
	await editor.page.getByTestId('rlc-item').filter({ hasText: 'Zoë Müller' }).first().click();
	await editor.type('text', 'Hello from the editor');
	await editor.execute();
	await editor.output().getByText('1 item').first().waitFor();
	await editor.output().getByText('sent', { exact: true }).first().waitFor();
	const sent = await sentTo(stage.real.sandbox, chatOf(stage.real.sandbox, 'tg'));
	expect(sent.map(({ text }) => text)).toContain('Hello from the editor');
});

test('builds and publishes an echo bot that answers, with nothing filled in except the text', async () => {
	const { editor } = stage;
	await editor.newWorkflow();
	await editor.addNode('telegram', NODE, 'On message received');
	await editor.chooseCredential('Sandbox');
	await editor.closeNode();
	await editor.addBehind();
	await editor.addNode('telegram', NODE, 'Send message');
	await editor.chooseCredential('Sandbox');
	await editor.type('text', 'You wrote: {{ $json.text }}');
	await editor.closeNode();
	await editor.publish();
	await waitForWebhooks(stage.real.sandbox);
	const chat = chatOf(stage.real.sandbox, 'viber');
	await say(stage.real.sandbox, chat, { text: 'Hello' });
	await waitFor(
		async () => (await sentTo(stage.real.sandbox, chat)).some(({ text }) => text === 'You wrote: Hello'),
		'the bot answers',
	);
	await editor.page.getByTestId('radio-button-executions').click();
	await editor.page
		.getByText(/Succeeded/)
		.first()
		.waitFor();
});
