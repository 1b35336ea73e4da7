import { type IDataObject, type INodeParameters, NodeHelpers } from 'n8n-workflow';
import { MessagingPlatform } from '../../../../nodes/MessagingPlatform/MessagingPlatform.node';
import { resources } from '../../../../nodes/MessagingPlatform/resources';
import { type AgentKind, callByMcp, runAgent, describeTool } from '../../../helpers/runAgent';
import { RICH } from '../../../helpers/scriptedPlatform';
import { usePlatform } from '../../../helpers/usePlatform';
import { byId } from '../../../helpers/runAction';

const KINDS: AgentKind[] = ['engine', 'direct'];
const fromAI = (key: string) => `={{ $fromAI('${key}', 'as you like', 'string') }}`;
const { properties } = new MessagingPlatform().description;

/** Every operation of the node, as resource, operation and how far it reaches. */
const OPERATIONS = resources.flatMap(({ option, operations }) =>
	operations.map((operation) => [option.value, operation.option.value, operation] as const),
);

const platform = usePlatform({
	channels: { tg_4100: RICH },
	answer: ({ method, url }) => {
		if (url.includes('/messages') || url.includes('/channels')) return undefined;
		return method === 'GET' ? { body: { $count: 0, $items: [], $value: {} } } : { status: 202 };
	},
});
const EVENT = { event: 'new_message', chatRef: 'tg_4100_writer', tbChatId: '9007199254740993' };

/** Lets a model call a tool, and gives what the model got. */
async function call(
	kind: AgentKind,
	parameters: INodeParameters,
	input: IDataObject,
	json: IDataObject = EVENT,
): Promise<string> {
	const options = { kind, parameters, items: [{ json }], calls: [{ itemIndex: 0, input }], credential: platform.credential };
	return JSON.stringify(await runAgent(options));
}

const REFUSED = /AI models may not use this tool|can't manage webhooks|can't pass on a file|can't wait for an answer/;

describe.each(OPERATIONS)('%s: %s as a tool', (resource, operation, { option, reach }) => {
	const given: INodeParameters = {
		...{ resource, operation, url: 'https://evil.example/', events: ['*'], webhookId: 'w', tagName: 'vip', text: 'Hi' },
		...{ newTagName: 'vip', widgetId: byId('w'), chainActionId: byId('a'), preparedMessageId: 'p', binaryPropertyName: 'data' },
	};

	test('reaches beyond the chat only if its author opened it, with a switch that takes no expression', async () => {
		for (const kind of KINDS) {
			const answer = await call(kind, given, { allowBeyondConversation: true });
			if (reach === 'conversation') expect(answer).not.toContain('beyond the chat');
			else {
				expect(answer).toMatch(REFUSED);
				expect(platform.requests).toEqual([]);
			}
		}
		const open = await call('engine', { ...given, allowBeyondConversation: true }, {});
		expect(REFUSED.test(open)).toBe(['closed', 'useless', 'waiting'].includes(reach));
		if (reach !== 'account') return;
		const byExpression = await call('engine', { ...given, allowBeyondConversation: fromAI('allow') }, { allow: true });
		expect(byExpression).toContain('AI models may not use this tool');
	});

	test('is described to the model', async () => {
		const { description } = await describeTool({ resource, operation });
		expect(description.length).toBeGreaterThan(15);
		const isCallable = reach === 'account' || reach === 'conversation';
		if (!isCallable) expect(description).toBe(`${option.action} in Messaging Platform`);
	});
});

test('hides the resource Webhook in tools, but no operation, because n8n would make a request without it', () => {
	const hidden = properties
		.filter(({ name }) => name === 'resource' || name === 'operation')
		.flatMap(({ options = [] }) => options)
		.filter((option) => 'value' in option && option.displayOptions?.hide?.['@tool']?.[0] === true);
	expect(hidden.map(({ name }) => name)).toEqual(['Webhook']);
});

describe.each<[string, string, INodeParameters, string]>([
	['chat', 'block', {}, 'PATCH /api/chats/9007199254740993'],
	['chat', 'unblock', {}, 'PATCH /api/chats/9007199254740993'],
	['tag', 'assign', { tagName: byId('vip', 'name') }, 'POST /api/chats/9007199254740993/tags/vip'],
	['tag', 'remove', { tagName: byId('vip', 'name') }, 'DELETE /api/chats/9007199254740993/tags/vip'],
	['tag', 'getForChat', {}, 'GET /api/chats/9007199254740993/tags'],
	['memo', 'get', {}, 'GET /api/chats/tg_4100_writer/memo'],
	['memo', 'update', { updateFields: { memo: 'x' } }, 'POST /api/chats/tg_4100_writer/memo'],
])('the chat of %s: %s as a tool', (resource, operation, more, line) => {
	const parameters = { resource, operation, ...more };
	const other = resource === 'memo' ? 'tg_4100_other' : '77';
	const lineOfOther = line.replace(/9007199254740993|tg_4100_writer/, other);
	const invented = { chat: other, chatRef: 'tg_4100_other', tbChatId: 77 };

	test('is that of the conversation, or the one that the author chose; a model chooses only if it was given the field', async () => {
		for (const kind of KINDS) await call(kind, parameters, invented);
		await call('engine', { ...parameters, chat: byId(other) }, { chat: '78' });
		await call('engine', { ...parameters, chat: byId(fromAI('chat')) }, { chat: other });
		await call('engine', { ...parameters, chat: byId(fromAI('chat')) }, { chat: '' });
		expect(platform.calls()).toEqual([line, line, lineOfOther, lineOfOther, line]);
	});

	test('is refused if it is not certain', async () => {
		const read = await call('engine', { ...parameters, chat: byId('={{ $json.chatRef }}') }, invented);
		expect(read).toContain("Chat reads the tool's own item, which the AI model can overwrite");
		const none = await call('engine', parameters, invented, { event: 'ChannelConnected' });
		expect(none).toContain('No chat to reply to');
		await expect(callByMcp(parameters, {}, invented, platform.credential)).rejects.toThrow(/^No chat to reply to/);
		expect(platform.requests).toEqual([]);
	});
});

const send: INodeParameters = { resource: 'message', operation: 'send' };
const update: INodeParameters = { resource: 'memo', operation: 'update' };

describe('a model', () => {
	test('is asked only for the text by Send, and reads that Markdown is not shown and the description of the author', async () => {
		const { description, args } = await describeTool(send);
		expect(description).toMatch(/^Send a message to the person in this chat/);
		expect(args).toEqual({
			Text: { description: expect.stringMatching(/Plain text only: .*Markdown/) as string, optional: false },
		});
		expect((await describeTool({ ...send, text: 'Ours' })).args).toEqual({});
		const toolDescription = 'Tells the customer when the flowers come.';
		expect((await describeTool({ ...send, toolDescription })).description).toBe(toolDescription);
	});

	test.each(KINDS)("gives a list of buttons or none, and can't change the author's text: %s", async (kind) => {
		const withButtons: INodeParameters = { ...send, buttonsInput: 'json' };
		const { args } = await describeTool(withButtons);
		expect(args.Buttons).toEqual({ description: expect.stringContaining('Leave out for none') as string, optional: true });
		const link = { type: 'HyperLinkButton', text: 'Site', link: 'https://example.com/' };
		const Buttons = JSON.stringify([{ text: 'Yes', payload: 'yes' }, link]);
		for (const more of [{}, { Buttons }, { Buttons: '' }]) await call(kind, withButtons, { Text: 'Ready?', ...more });
		const sent = platform.sent().map(({ buttons }) => buttons);
		expect(sent).toEqual([undefined, [{ type: 'ActionButton', text: 'Yes', payload: 'yes' }, link], undefined]);
		await call(kind, { ...send, text: 'Ours' }, { Text: 'Theirs' });
		expect(platform.sent().at(-1)).toMatchObject({ text: 'Ours' });
	});

	test.each(['MARKDOWN', ' markdown '])('is understood however it writes a choice: %s', async (markup) => {
		const textMarkup = "={{ $fromAI('markup', 'PLAIN, HTML or MARKDOWN', 'string', 'PLAIN') }}";
		const parameters = { ...send, additionalFields: { textMarkup } };
		await call('engine', parameters, { Text: '*Hi*', markup });
		expect(platform.sent()).toMatchObject([{ textMarkup: 'MARKDOWN' }]);
		expect((await describeTool(parameters)).args.markup).toMatchObject({ optional: true });
	});

	test('is asked for nothing in a node', () => {
		const { description } = new MessagingPlatform();
		const filled = OPERATIONS.map(([resource, operation]) => {
			const given = { resource, operation, buttonsInput: 'json' };
			return NodeHelpers.getNodeParameters(description.properties, given, true, false, { typeVersion: 1 }, description);
		});
		expect(JSON.stringify(filled)).not.toMatch(/\$fromAI|toolDescription/);
	});

	test.each(KINDS)('is asked for the note by Note: Update, and does not read the changed notes: %s', async (kind) => {
		const description: unknown = expect.stringMatching(/replaces/);
		expect((await describeTool(update)).args).toEqual({ Note: { description, optional: false } });
		const notes = { memo: 'Pays late', phones: ['+442079460958'], emails: ['ada@example.com'] };
		await platform.start({ answer: () => ({ body: { $count: 1, $value: notes } }) });
		await call(kind, update, { Note: 'Likes tulips' });
		const answer = await call(kind, { ...update, updateFields: { phones: ['+1'] } }, { Note: 'Likes tulips' });
		expect(platform.bodies('/chats/tg_4100_writer/memo')).toEqual([{ memo: 'Likes tulips' }, { phones: ['+1'] }]);
		expect(answer).toMatch(/updated.*tg_4100_writer/);
		expect(answer).not.toMatch(/Pays late|7946|ada@/);
	});
});
