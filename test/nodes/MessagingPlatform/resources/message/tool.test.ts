import type { INodeParameters } from 'n8n-workflow';
import type { AgentKind, ToolCall } from '../../../../agent';
import { callByMcp, runAgent } from '../../../../agent';
import type { Platform } from '../../platform';
import { startPlatform } from '../../platform';

describe.each(['engine', 'direct'] as AgentKind[])('message as the tool of an AI agent, called by the %s', (kind) => {
	let platform: Platform;
	beforeEach(async () => (platform = await startPlatform()));
	afterEach(async () => await platform.close());

	const reply = {
		resource: 'message',
		operation: 'send',
		sendTo: 'reply',
		text: "={{ $fromAI('text', 'what to say', 'string') }}",
	} as INodeParameters;
	const chat = (chatRef: string) => ({ json: { event: 'new_message', chatRef } });
	const call = (text: string, itemIndex = 0): ToolCall => ({ itemIndex, input: { text } });
	const run = async (items = [chat('tg_9007199254740993_5')], more: object = {}, calls = [call('Hello')]) =>
		await runAgent({ kind, parameters: reply, items, calls, credential: platform.credential, ...more });

	test.each([true, false])('a reply finds the chat of the trigger (agent right after it: %s)', async (bare) => {
		const answers = await run(undefined, { bare });
		expect(platform.to('/messages').map(({ body }) => String(body))).toEqual([
			'{"channel":"tg","channelId":9007199254740993,"chatId":"5","text":"Hello"}',
		]);
		expect(JSON.stringify(answers)).toContain('message-1');
	});

	test('two calls send two messages', async () => {
		await run(undefined, {}, [call('one'), call('two')]);
		expect(platform.bodies('/messages').map(({ text }) => text)).toEqual(['one', 'two']);
	});

	test.each([true, false])('of several items the right chat is answered, or none (agent right after: %s)', async (bare) => {
		const items = [chat('tg_1_a'), chat('tg_1_b')];
		const answers = await run(items, { bare }, [call('for b', 1)]);
		if (kind === 'engine' && bare) {
			expect(platform.bodies('/messages').map(({ chatId }) => chatId)).toEqual(['b']);
		} else {
			// n8n does not tell the tool which of the agent's items it is called for
			expect(platform.to('/messages')).toEqual([]);
			expect(JSON.stringify(answers)).toContain('There is no chat to reply to');
		}
	});

	test('of several items of one chat, that chat is answered', async () => {
		await run([chat('tg_1_a'), chat('tg_1_a')], {}, [call('hi', 1)]);
		expect(platform.bodies('/messages').map(({ chatId }) => chatId)).toEqual(['a']);
	});

	test("without the trigger the agent's item may name the chat", async () => {
		await run([chat('vk_1_2')], { start: 'items', bare: true });
		expect(platform.bodies('/messages')).toMatchObject([{ channel: 'vk', chatId: '2' }]);
	});

	test('without any chat the model reads what to do, and nothing is sent', async () => {
		const answers = await run([{ json: { event: 'x', chatRef: '' } }], { start: 'items' });
		const text = JSON.stringify(answers);
		expect(text).toContain('There is no chat to reply to');
		expect(text).toContain('A Chat');
		expect(answers[0]?.error).toBeUndefined();
		expect(platform.requests).toEqual([]);
	});

	test('an error comes back as data that says how to correct the call', async () => {
		const parameters = {
			...reply,
			sendTo: 'phone',
			channel: { __rl: true, mode: 'id', value: 'whatsappb_1' },
			phoneNumber: "={{ $fromAI('phone', 'the number', 'string') }}",
		};
		const calls = [{ itemIndex: 0, input: { text: 'Hi', phone: '020 7946 0958' } }];
		const answers = await runAgent({ kind, parameters, items: [{ json: {} }], calls, credential: platform.credential });
		const text = JSON.stringify(answers);
		expect(answers[0]?.error).toBeUndefined();
		expect(text).toContain('Phone Number is not a phone number: 020 7946 0958');
		expect(text).toContain('write it with a plus and the country code');
	});

	test("the service's refusal comes back as data too", async () => {
		await platform.close();
		platform = await startPlatform({
			answer: () => ({ status: 400, body: { $error: { sc: 400, scn: 'INVALID_REQUEST', msg: 'The user is blocked' } } }),
		});
		const answers = await run();
		expect(answers[0]?.error).toBeUndefined();
		expect(JSON.stringify(answers)).toContain('Unblock it first');
	});

	test('buttons as JSON from the model are made with their answers', async () => {
		const parameters = {
			...reply,
			buttonsInput: 'json',
			buttonsJson: "={{ $fromAI('buttons', 'list of buttons', 'json') }}",
		};
		const buttons = [{ type: 'ActionButton', text: 'Yes', answer: { text: 'Thanks', action: 'tags.assign', tags: ['vip'] } }];
		await platform.close();
		platform = await startPlatform({ channels: { tg_1: { buttonsRestrictions: {}, textRestrictions: { maxSize: 100 } } } });
		await runAgent({
			kind,
			parameters,
			items: [chat('tg_1_a')],
			calls: [{ itemIndex: 0, input: { text: 'Well?', buttons } }],
			credential: platform.credential,
		});
		expect(platform.requests.map(({ method, url }) => `${method} ${url}`)).toEqual([
			'GET /api/channels?v=1.0.0',
			'POST /api/preparedMessages',
			'POST /api/endUserNotifications/chainActions',
			'POST /api/messages',
		]);
		expect(platform.bodies('/messages')[0]?.buttons).toEqual([{ type: 'ActionButton', text: 'Yes', payload: 'action-1' }]);
	});
});

describe('message as a tool of the MCP Server Trigger', () => {
	let platform: Platform;
	beforeEach(async () => (platform = await startPlatform()));
	afterEach(async () => await platform.close());

	const parameters = {
		resource: 'message',
		operation: 'send',
		sendTo: 'phone',
		channel: { __rl: true, mode: 'id', value: 'whatsappb_1' },
		phoneNumber: "={{ $fromAI('phone', 'the number', 'string') }}",
		text: "={{ $fromAI('text', 'what to say', 'string') }}",
	} as INodeParameters;

	test('sends by the arguments of the client', async () => {
		const answer = await callByMcp(parameters, { phone: '+44 20 7946 0958', text: 'Hi' }, {}, platform.credential);
		expect(answer).toEqual([{ id: 'message-1', direction: 'outbound' }]);
		expect(platform.bodies('/messages')).toEqual([
			{ channel: 'whatsappb', channelId: 1, remoteAddress: 'tel:+442079460958', text: 'Hi' },
		]);
	});

	test('an error comes back as data', async () => {
		const answer = await callByMcp(parameters, { phone: '12', text: 'Hi' }, {}, platform.credential);
		expect(answer).toMatchObject([{ error: 'Phone Number is not a phone number: 12' }]);
		expect(platform.requests).toEqual([]);
	});

	test('there is nobody to reply to, whatever the client writes into its request', async () => {
		const reply = { ...parameters, sendTo: 'reply', text: 'Hi' };
		const answer = await callByMcp(reply, {}, { chatRef: 'tg_1_victim', params: { chatRef: 'tg_1_victim' } }, platform.credential);
		expect(answer).toMatchObject([{ error: 'There is no chat to reply to' }]);
		expect(platform.requests).toEqual([]);
	});
});
