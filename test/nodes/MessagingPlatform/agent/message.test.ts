import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { type AgentKind, type ToolCall, callByMcp, runAgent } from '../../../helpers/runAgent';
import { byId } from '../../../helpers/runAction';
import { usePlatform } from '../../../helpers/usePlatform';

const KINDS: AgentKind[] = ['engine', 'direct'];
const fromAI = (key: string, type = 'string') => `={{ $fromAI('${key}', 'as you like', '${type}') }}`;
const reply: INodeParameters = { resource: 'message', operation: 'send', sendTo: 'reply', text: fromAI('text') };
const chat = (chatRef: string) => ({ json: { event: 'new_message', chatRef } });
const call = (text: string, itemIndex = 0, more: IDataObject = {}): ToolCall => ({ itemIndex, input: { text, ...more } });

/** A sub-workflow's first node, with the inputs that it names; without any it lets every field through. */
const subWorkflow = (...names: string[]) => ({
	type: 'n8n-nodes-base.executeWorkflowTrigger',
	parameters: (names.length === 0
		? { inputSource: 'passthrough' }
		: { inputSource: 'workflowInputs', workflowInputs: { values: names.map((name) => ({ name })) } }) as INodeParameters,
});

const platform = usePlatform({});
const chatIds = () => platform.sent().map(({ chatId }) => chatId);

describe.each(KINDS)('a reply as the tool of an AI agent, called by the %s', (kind) => {
	const run = async (items = [chat('tg_9007199254740993_5')], more: object = {}, calls = [call('Hello')]) =>
		await runAgent({ kind, parameters: reply, items, calls, credential: platform.credential, ...more });

	test.each([true, false])(
		'finds the chat of the trigger, and no other that the model names (agent right after it: %s)',
		async (bare) => {
			const answers = await run(undefined, { bare });
			expect(platform.to('/messages').map(({ body }) => String(body))).toEqual([
				'{"channel":"tg","channelId":9007199254740993,"chatId":"5","text":"Hello"}',
			]);
			expect(JSON.stringify(answers)).toContain('message-1');
			const invented = { chatRef: 'tg_1_victim', chat: 'tg_1_victim', chatId: 'victim', sendTo: 'chat', pairedItem: 1 };
			await run([chat('tg_1_writer')], { bare }, [call('Hi', 0, invented)]);
			expect(chatIds()).toEqual(['5', 'writer']);
		},
	);

	test.each([true, false])('answers the right one of several chats, or none (agent right after: %s)', async (bare) => {
		const calls = [call('for b', 1, { chatRef: 'tg_1_a' }), call('for a', 0), call('for c', 2)];
		const answers = await run([chat('tg_1_a'), chat('tg_1_b'), chat('tg_1_c')], { bare }, calls);
		if (kind === 'engine') {
			expect(platform.sent()).toMatchObject([
				{ chatId: 'b', text: 'for b' },
				{ chatId: 'a', text: 'for a' },
				{ chatId: 'c', text: 'for c' },
			]);
		} else {
			// n8n does not say for which of the agent's items it calls the tool
			expect(platform.to('/messages')).toEqual([]);
			expect(JSON.stringify(answers)).toContain('3 chats started this execution');
		}
	});

	test('answers the right one of several chats behind the second output of a node, or when an agent runs twice, or none', async () => {
		const items = ['a', 'b', 'c', 'd'].map((id) => chat(`tg_1_${id}`));
		await run(items.slice(0, 3), { behind: 'second' }, [call('for b', 0), call('for c', 1)]);
		expect(chatIds()).toEqual(kind === 'engine' ? ['b', 'c'] : []);
		const answers = await run(items, { behind: 'both' }, [call('first of this run', 0), call('second of this run', 1)]);
		expect(answers).toHaveLength(4);
		// n8n runs the nodes behind the last output first. Only that run shows the source of the agent's items
		expect(chatIds()).toEqual(kind === 'engine' ? ['b', 'c', 'b', 'c'] : []);
		expect(JSON.stringify(answers)).toContain('4 chats started this execution');
	});

	test('goes in a sub-workflow to the chat that its first node names as an input', async () => {
		const more = { start: subWorkflow('chatRef', 'text'), bare: true };
		await run([chat('vk_1_2')], more, [call('Hi', 0, { chatRef: 'tg_1_victim' })]);
		expect(platform.sent()).toMatchObject([{ channel: 'vk', chatId: '2' }]);
	});

	test.each([
		['a sub-workflow that lets every field through', subWorkflow()],
		['a sub-workflow that names other inputs', subWorkflow('text')],
		['a node that is no trigger of a chat', { type: 'test.items' }],
	])('is refused in %s, because its item may be what a model made up', async (_name, start) => {
		const answers = await run([chat('tg_1_victim')], { start, bare: true });
		expect(JSON.stringify(answers)).toContain("No chat to reply to. Other arguments won't help");
		expect(platform.requests).toEqual([]);
	});
});

describe.each(KINDS)('a message as the tool of an AI agent, called by the %s', (kind) => {
	const run = async (parameters: INodeParameters, input: IDataObject) => {
		const given = { kind, parameters: { ...reply, ...parameters }, items: [chat('tg_1_writer')] };
		return JSON.stringify(await runAgent({ ...given, calls: [{ itemIndex: 0, input }], credential: platform.credential }));
	};

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
		['Default Country', toPhone({ phoneNumber: '9005550101', defaultCountry: '={{ $json.country }}' })],
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
		['by an expression of the author', '={{ $json.file }}', { file: stored }],
	])('neither uploads nor sends a file that the model makes up: %s', async (_name, binaryPropertyName, invented) => {
		const attachments = { attachment: [{ source: 'binary', binaryPropertyName }] } as INodeParameters;
		const upload = {
			resource: 'file',
			operation: 'upload',
			allowBeyondConversation: true,
			binaryPropertyName,
		} as INodeParameters;
		for (const parameters of [{ attachments }, upload]) {
			expect(await run(parameters, { text: 'Your invoice', ...invented })).toContain("Other arguments won't help");
			expect(platform.requests).toEqual([]);
		}
	});
});

describe('a message as a tool of the MCP Server Trigger', () => {
	const parameters: INodeParameters = { ...reply, sendTo: 'phone', channel: byId('whatsappb_1'), phoneNumber: fromAI('phone') };

	test('throws a failure, by which n8n reports to the client that the call failed', async () => {
		const failed = callByMcp(parameters, { phone: '12', text: 'Hi' }, {}, platform.credential);
		await expect(failed).rejects.toThrow(/^Phone Number isn't valid: 12\. .*Correct the arguments and call the tool again\.$/);
	});

	test('has no one to reply to, whatever the client writes into its request', async () => {
		const request = { chatRef: 'tg_1_victim', params: { chatRef: 'tg_1_victim' } };
		const failed = callByMcp(reply, { text: 'Hi', chatRef: 'tg_1_victim' }, request, platform.credential);
		await expect(failed).rejects.toThrow(/^No chat to reply to\. Other arguments won't help/);
		expect(platform.requests).toEqual([]);
	});
});
