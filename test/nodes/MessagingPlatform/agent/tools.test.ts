import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { MessagingPlatform } from '../../../../nodes/MessagingPlatform/MessagingPlatform.node';
import { resources } from '../../../../nodes/MessagingPlatform/resources';
import { type AgentKind, type ToolCall, callByMcp, runAgent, describeTool } from '../../../helpers/runAgent';
import { RICH } from '../../../helpers/scriptedPlatform';
import { usePlatform } from '../../../helpers/usePlatform';
import { byId } from '../../../helpers/runAction';

const KINDS: AgentKind[] = ['engine', 'direct'];
const fromAI = (key: string, type = 'string') => `={{ $fromAI('${key}', 'as you like', '${type}') }}`;
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

describe.each(OPERATIONS)('%s: %s as a tool', (resource, operation, { reach }) => {
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

const reply: INodeParameters = { resource: 'message', operation: 'send', sendTo: 'reply', text: fromAI('text') };
const chat = (chatRef: string) => ({ json: { event: 'new_message', chatRef } });
const saying = (text: string, itemIndex = 0, more: IDataObject = {}): ToolCall => ({ itemIndex, input: { text, ...more } });

/** A sub-workflow's first node, with the inputs that it names; without any it lets every field through. */
const subWorkflow = (...names: string[]) => ({
	type: 'n8n-nodes-base.executeWorkflowTrigger',
	parameters: (names.length === 0
		? { inputSource: 'passthrough' }
		: { inputSource: 'workflowInputs', workflowInputs: { values: names.map((name) => ({ name })) } }) as INodeParameters,
});

const chatIds = () => platform.sent().map(({ chatId }) => chatId);

describe.each(KINDS)('a reply as the tool of an AI agent, called by the %s', (kind) => {
	const run = async (items = [chat('tg_9007199254740993_5')], more: object = {}, calls = [saying('Hello')]) =>
		await runAgent({ kind, parameters: reply, items, calls, credential: platform.credential, ...more });

	test.each([true, false])('finds the chat of the trigger, and no other that a model names (bare: %s)', async (bare) => {
		const answers = await run(undefined, { bare });
		expect(platform.to('/messages').map(({ body }) => String(body))).toEqual([
			'{"channel":"tg","channelId":9007199254740993,"chatId":"5","text":"Hello"}',
		]);
		expect(JSON.stringify(answers)).toContain('message-1');
		const invented = { chatRef: 'tg_1_victim', chat: 'tg_1_victim', chatId: 'victim', sendTo: 'chat', pairedItem: 1 };
		await run([chat('tg_1_writer')], { bare }, [saying('Hi', 0, invented)]);
		expect(chatIds()).toEqual(['5', 'writer']);
	});

	test.each([true, false])('answers the right one of several chats, or none (agent right after: %s)', async (bare) => {
		const calls = [saying('for b', 1, { chatRef: 'tg_1_a' }), saying('for a', 0), saying('for c', 2)];
		const answers = await run([chat('tg_1_a'), chat('tg_1_b'), chat('tg_1_c')], { bare }, calls);
		if (kind === 'engine') {
			expect(platform.sent().map(({ chatId, text }) => `${chatId}: ${text}`)).toEqual(['b: for b', 'a: for a', 'c: for c']);
		} else {
			// n8n does not say for which of the agent's items it calls the tool
			expect(platform.to('/messages')).toEqual([]);
			expect(JSON.stringify(answers)).toContain('3 chats started this execution');
		}
	});

	test('goes in a sub-workflow to the chat that its first node names as an input', async () => {
		const more = { start: subWorkflow('chatRef', 'text'), bare: true };
		await run([chat('vk_1_2')], more, [saying('Hi', 0, { chatRef: 'tg_1_victim' })]);
		expect(platform.sent()).toMatchObject([{ channel: 'vk', chatId: '2' }]);
	});

	test.each([
		['a sub-workflow that lets every field through', subWorkflow()],
		['a node that is no trigger of a chat', { type: 'test.items' }],
	])('is refused in %s, because its item may be what a model made up', async (_name, start) => {
		const answers = await run([chat('tg_1_victim')], { start, bare: true });
		expect(JSON.stringify(answers)).toContain("No chat to reply to. Other arguments won't help");
		expect(platform.requests).toEqual([]);
	});
});

describe.each(KINDS)('a message as the tool of an AI agent, called by the %s', (kind) => {
	const run = async (parameters: INodeParameters, input: IDataObject) =>
		await call(kind, { ...reply, ...parameters }, input, chat('tg_1_writer').json);

	test("keeps the author's recipient, whatever arguments come along", async () => {
		const chosen = { sendTo: 'chat', chat: byId('tg_1_support') };
		await run(chosen, { text: 'Hi', chat: 'tg_1_victim', chatRef: 'tg_1_victim' });
		const fromTrigger = { sendTo: 'chat', chat: byId("={{ $('Start').first().json.chatRef }}") };
		await run(fromTrigger, { text: 'Hi', chatRef: 'tg_1_victim' });
		expect(chatIds()).toEqual(['support', 'writer']);
	});

	const toPhone = (more: object) => ({ sendTo: 'phone', channel: byId('whatsappb_1'), phoneNumber: '+442079460958', ...more });
	test.each<[string, INodeParameters]>([
		['Chat', { sendTo: 'chat', chat: byId('={{ $json.chatRef }}') }],
		['Send To', { sendTo: '={{ $json.sendTo }}' }],
		['Phone Number', toPhone({ phoneNumber: '={{ $json.phone }}' })],
		['Channel', toPhone({ channel: byId('={{ $json.channel }}') })],
		['Chat ID', { sendTo: 'tbChatId', channel: byId('tg_1'), tbChatId: '={{ $json.tbChatId }}' }],
	])('%s does not read what the model can overwrite', async (field, parameters) => {
		const input = { text: 'Hi', chatRef: 'tg_1_victim', sendTo: 'reply', phone: '+442079460958', channel: 'vk_1', tbChatId: '7' };
		expect(await run(parameters, input)).toContain(`${field} reads the tool's own item`);
		expect(platform.requests).toEqual([]);
	});

	const file = { mimeType: 'text/plain', fileName: 'invoice.txt', data: Buffer.from('forged').toString('base64') };
	const id = 'filesystem-v2:workflows/1/executions/1/binary_data/other';
	const stored = { mimeType: 'text/plain', fileName: 'other.txt', id };
	test.each<[string, unknown, IDataObject]>([
		['by its name', 'data', { data: file }],
		['as n8n puts files among the json', 'data', { _files: { data: stored } }],
		['in the field itself, as a stored one', fromAI('file', 'json'), { file: stored }],
	])('neither uploads nor sends a file that the model makes up: %s', async (_name, binaryPropertyName, invented) => {
		const attachments = { attachment: [{ source: 'binary', binaryPropertyName }] } as INodeParameters;
		const upload = { resource: 'file', operation: 'upload', allowBeyondConversation: true, binaryPropertyName };
		for (const parameters of [{ attachments }, upload as INodeParameters]) {
			expect(await run(parameters, { text: 'Your invoice', ...invented })).toContain("Other arguments won't help");
			expect(platform.requests).toEqual([]);
		}
	});
});
