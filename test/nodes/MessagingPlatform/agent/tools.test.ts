import { type IDataObject, type INodeParameters, NodeHelpers } from 'n8n-workflow';
import { MessagingPlatform } from '../../../../nodes/MessagingPlatform/MessagingPlatform.node';
import { resources } from '../../../../nodes/MessagingPlatform/resources';
import { type AgentKind, callByMcp, runAgent, describeTool } from '../../../helpers/runAgent';
import { type ScriptedPlatform, startScriptedPlatform, RICH } from '../../../helpers/scriptedPlatform';
import { byId } from '../../../helpers/runAction';

describe('tools', () => {
	const KINDS: AgentKind[] = ['engine', 'direct'];
	const fromAI = (key: string) => `={{ $fromAI('${key}', 'as you like', 'string') }}`;
	const { properties } = new MessagingPlatform().description;

	/** Every operation of the node, as resource, operation and how far it reaches. */
	const OPERATIONS = resources.flatMap(({ option, operations }) =>
		operations.map((operation) => [option.value, operation.option.value, operation.reach] as const),
	);

	let platform: ScriptedPlatform;
	beforeEach(async () => {
		platform = await startScriptedPlatform({
			answer: ({ method }) => (method === 'GET' ? { body: { $count: 0, $items: [], $value: {} } } : { status: 202 }),
		});
	});
	afterEach(async () => await platform.close());

	const calls = () => platform.requests.map(({ method, url }) => `${method} ${url}`);

	const event = { event: 'new_message', chatRef: 'tg_4100_writer', tbChatId: '9007199254740993' };

	async function run(kind: AgentKind, parameters: INodeParameters, input: IDataObject, json: IDataObject = event) {
		const options = { kind, parameters, items: [{ json }], calls: [{ itemIndex: 0, input }], credential: platform.credential };
		return JSON.stringify(await runAgent(options));
	}

	const REFUSED = /AI models may not use this tool|can't manage webhooks|can't pass on a file|can't wait for an answer/;

	describe.each(OPERATIONS)('%s: %s as a tool', (resource, operation, reach) => {
		const given: INodeParameters = {
			...{ resource, operation, url: 'https://evil.example/', events: ['*'], webhookId: 'w', tagName: 'vip', text: 'Hi' },
			...{ newTagName: 'vip', widgetId: byId('w'), chainActionId: byId('a'), preparedMessageId: 'p', binaryPropertyName: 'data' },
		};

		test('reaches beyond the chat only if its author opened it', async () => {
			for (const kind of KINDS) {
				const answer = await run(kind, given, { allowBeyondConversation: true });
				if (reach === 'conversation') expect(answer).not.toContain('beyond the chat');
				else {
					expect(answer).toMatch(REFUSED);
					expect(calls()).toEqual([]);
				}
			}
		});

		test('is opened by the author with a switch that takes no expression', async () => {
			const open = await run('engine', { ...given, allowBeyondConversation: true }, {});
			expect(REFUSED.test(open)).toBe(['closed', 'useless', 'waiting'].includes(reach));
			if (reach !== 'account') return;
			const byExpression = await run('engine', { ...given, allowBeyondConversation: fromAI('allow') }, { allow: true });
			expect(byExpression).toContain('AI models may not use this tool');
		});
	});

	test('hides the resource Webhook in tools, but no operation, because n8n would make a request without it', () => {
		const hidden = properties
			.filter(({ name }) => name === 'resource' || name === 'operation')
			.flatMap(({ options = [] }) => options)
			.filter((option) => 'value' in option && option.displayOptions?.hide?.['@tool']?.[0] === true)
			.map(({ name }) => name);
		expect(hidden.sort()).toEqual(['Webhook']);
	});

	const BOUND: Array<[string, string, INodeParameters, string]> = [
		['chat', 'block', {}, 'PATCH /api/chats/9007199254740993'],
		['chat', 'unblock', {}, 'PATCH /api/chats/9007199254740993'],
		['tag', 'assign', { tagName: byId('vip', 'name') }, 'POST /api/chats/9007199254740993/tags/vip'],
		['tag', 'remove', { tagName: byId('vip', 'name') }, 'DELETE /api/chats/9007199254740993/tags/vip'],
		['tag', 'getForChat', {}, 'GET /api/chats/9007199254740993/tags'],
		['memo', 'get', {}, 'GET /api/chats/tg_4100_writer/memo'],
		['memo', 'update', { updateFields: { memo: 'x' } }, 'POST /api/chats/tg_4100_writer/memo'],
	];

	describe.each(BOUND)('%s: %s as a tool', (resource, operation, more, line) => {
		const parameters = { resource, operation, ...more };
		const other = resource === 'memo' ? 'tg_4100_other' : '77';
		const lineOfOther = line.replace(/9007199254740993|tg_4100_writer/, other);
		const invented = { chat: other, chatRef: 'tg_4100_other', tbChatId: 77 };

		test.each(KINDS)('is bound to the chat, called by the %s', async (kind) => {
			await run(kind, parameters, invented);
			expect(calls()).toEqual([line]);
		});

		test('keeps the chat that the author chose; a model chooses only if it was given the field', async () => {
			await run('engine', { ...parameters, chat: byId(other) }, { chat: '78' });
			await run('engine', { ...parameters, chat: byId(fromAI('chat')) }, { chat: other });
			await run('engine', { ...parameters, chat: byId(fromAI('chat')) }, { chat: '' });
			expect(calls()).toEqual([lineOfOther, lineOfOther, line]);
		});

		test('does nothing if the chat is not certain', async () => {
			const read = await run('engine', { ...parameters, chat: byId('={{ $json.chatRef }}') }, invented);
			expect(read).toContain("Chat reads the tool's own item, which the AI model can overwrite");
			const none = await run('engine', parameters, invented, { event: 'ChannelConnected' });
			expect(none).toContain('No chat to reply to');
			await expect(callByMcp(parameters, {}, invented, platform.credential)).rejects.toThrow(/^No chat to reply to/);
			expect(calls()).toEqual([]);
		});
	});

	test.each(KINDS)('does not show the changed notes to the model, called by the %s', async (kind) => {
		const notes = { memo: 'Pays late', phones: ['+442079460958'], emails: ['ada@example.com'] };
		const keeper = await startScriptedPlatform({ answer: () => ({ body: { $count: 1, $value: notes } }) });
		const parameters: INodeParameters = { resource: 'memo', operation: 'update', updateFields: { phones: ['+442079460958'] } };
		const answers = await runAgent({
			...{ kind, parameters, items: [{ json: event }], credential: keeper.credential },
			calls: [{ itemIndex: 0, input: {} }],
		});
		await keeper.close();
		expect(JSON.stringify(answers)).toMatch(/updated.*tg_4100_writer/);
		expect(JSON.stringify(answers)).not.toMatch(/Pays late|7946|ada@/);
	});
});

describe('modelFields', () => {
	const KINDS: AgentKind[] = ['engine', 'direct'];

	let platform: ScriptedPlatform;
	beforeEach(async () => {
		platform = await startScriptedPlatform({ channels: { tg_4100: RICH } });
	});
	afterEach(async () => await platform.close());

	const send: INodeParameters = { resource: 'message', operation: 'send' };

	/** Lets a model call a tool, and gives what went out and what the model got. */
	async function call(kind: AgentKind, parameters: INodeParameters, input: Record<string, unknown>) {
		const items = [{ json: { event: 'new_message', chatRef: 'tg_4100_writer', tbChatId: 7 } }];
		const calls = [{ itemIndex: 0, input: input as INodeParameters }];
		const answers = await runAgent({ kind, parameters, items, calls, credential: platform.credential });
		return { sent: platform.bodies('/messages'), answer: JSON.stringify(answers) };
	}

	describe('a tool with nothing filled in', () => {
		test('asks the model only for the text with Send, and says that Markdown is not shown', async () => {
			const { description, args } = await describeTool(send);
			expect(description).toMatch(/^Send a message to the person in this chat/);
			expect(args).toEqual({
				Text: { description: expect.stringMatching(/Plain text only: .*Markdown/) as string, optional: false },
			});
		});

		test.each(KINDS)("keeps the author's Text, called by the %s", async (kind) => {
			const { sent } = await call(kind, { ...send, text: 'Ours' }, { Text: 'Theirs' });
			expect(sent).toMatchObject([{ text: 'Ours' }]);
			expect((await describeTool({ ...send, text: 'Ours' })).args).toEqual({});
		});

		test("keeps the author's own description of a tool", async () => {
			const toolDescription = 'Tells the customer when the flowers come.';
			expect((await describeTool({ ...send, toolDescription })).description).toBe(toolDescription);
		});

		test.each(
			resources.flatMap(({ option, operations }) => operations.map((one) => [option.value, one.option.value, one] as const)),
		)('describes %s: %s to the model', async (resource, operation, { option, reach }) => {
			const { description } = await describeTool({ resource, operation });
			const isCallable = reach === 'account' || reach === 'conversation';
			expect(description.length).toBeGreaterThan(15);
			if (!isCallable) expect(description).toBe(`${option.action} in Messaging Platform`);
		});
	});

	describe('buttons of a model', () => {
		const withButtons: INodeParameters = { ...send, buttonsInput: 'json' };

		test.each(KINDS)('are a list, or none, called by the %s', async (kind) => {
			const { args } = await describeTool(withButtons);
			expect(args.Buttons).toEqual({ description: expect.stringContaining('Leave out for none') as string, optional: true });
			await call(kind, withButtons, { Text: 'Ready?' });
			const link = { type: 'HyperLinkButton', text: 'Site', link: 'https://example.com/' };
			const Buttons = JSON.stringify([{ text: 'Yes', payload: 'yes' }, link]);
			await call(kind, withButtons, { Text: 'Ready?', Buttons });
			await call(kind, withButtons, { Text: 'Ready?', Buttons: '' });
			const sent = platform.bodies('/messages').map(({ buttons }) => buttons);
			expect(sent).toEqual([undefined, [{ type: 'ActionButton', text: 'Yes', payload: 'yes' }, link], undefined]);
		});
	});

	test.each(['MARKDOWN', 'Markdown', ' markdown '])('are understood however a model writes a choice: %s', async (markup) => {
		const parameters = {
			...send,
			additionalFields: { textMarkup: "={{ $fromAI('markup', 'PLAIN, HTML or MARKDOWN', 'string', 'PLAIN') }}" },
		};
		const { sent } = await call('engine', parameters, { Text: '*Hi*', markup });
		expect(sent).toMatchObject([{ textMarkup: 'MARKDOWN' }]);
		expect((await describeTool(parameters)).args.markup).toMatchObject({ optional: true });
	});

	test('asks no model for anything in a node', () => {
		const { description } = new MessagingPlatform();
		const node = { typeVersion: 1 };
		const filled = resources.map(({ option, operations }) =>
			operations.map((operation) => {
				const given = { resource: option.value, operation: operation.option.value, buttonsInput: 'json' };
				return NodeHelpers.getNodeParameters(description.properties, given, true, false, node, description);
			}),
		);
		expect(JSON.stringify(filled)).not.toMatch(/\$fromAI|toolDescription/);
	});

	test.each(KINDS)('asks the model for the note with Note: Update, called by the %s', async (kind) => {
		const update: INodeParameters = { resource: 'memo', operation: 'update' };
		expect((await describeTool(update)).args).toEqual({
			Note: { description: expect.stringMatching(/replaces/) as string, optional: false },
		});
		await call(kind, update, { Note: 'Likes tulips' });
		expect(platform.bodies('/chats/tg_4100_writer/memo')).toEqual([{ memo: 'Likes tulips' }]);
		await call(kind, { ...update, updateFields: { phones: ['+1'] } }, { Note: 'Likes tulips' });
		expect(platform.bodies('/chats/tg_4100_writer/memo')[1]).toEqual({ phones: ['+1'] });
	});
});
