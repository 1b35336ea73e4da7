import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { parseJson } from '../../../sandbox/core/json';
import { type Sandbox, startSandbox } from '../../../sandbox/server';
import { OPERATIONS } from '../../helpers/operationTable';
import { runOperation, byId } from '../../helpers/runAction';
import { outputProblems } from '../../schemas/problems';
import { FakeN8n } from '../../helpers/fakeN8n';

/** The sandbox checks every request by the contract, so a request that it accepts conforms. */
describe('requests of all operations that conform to the contract', () => {
	let sandbox: Sandbox;
	const ran = new Set<string>();
	beforeAll(async () => {
		sandbox = await startSandbox();
	});
	afterAll(async () => await sandbox.close());

	const credential = () => {
		const { apiToken, baseUrl, notificationUrl, issuer } = sandbox;
		return { apiToken, baseUrl, notificationUrl, issuer, keyOrigins: '' };
	};

	/** Runs an operation, and gives the output of its first item. */
	async function run(resource: string, operation: string, more: object = {}, items?: INodeExecutionData[]): Promise<IDataObject> {
		const parameters = { resource, operation, ...more } as INodeParameters;
		const { error, items: output } = await runOperation({ parameters, items, credential: credential() });
		expect([resource, operation, error?.message, error?.description]).toEqual([resource, operation, undefined, undefined]);
		const simple = parameters.simplify === false ? [] : output.map(({ json }) => parseJson(JSON.stringify(json)));
		const problems = simple.flatMap((json) => outputProblems(resource, operation, json));
		expect([resource, operation, problems]).toEqual([resource, operation, []]);
		ran.add(`${resource}.${operation}`);
		return output[0]?.json ?? {};
	}

	const zoe = { chat: byId('70001') };
	const zoeByAddress = { chat: byId('tg_4100_271828182') };

	test('channels and chats', async () => {
		expect(await run('channel', 'getAll', { returnAll: true })).toHaveProperty('channelId');
		expect(await run('channel', 'getCapabilities')).toHaveProperty('capability.textMaxSize');
		expect(await run('channel', 'getCapabilities', { simplify: false })).toHaveProperty('capability');
		expect(await run('chat', 'getAll', { returnAll: true, filters: { blocked: 'notBlocked' } })).toHaveProperty('tbChatId');
		const chat = byId('9223372036854775807');
		const blocked = { tbChatId: '9223372036854775807', blocked: true };
		expect(await run('chat', 'block', { chat })).toEqual({ accepted: true, ...blocked });
		expect(await run('chat', 'getAll', { filters: { blocked: 'blocked' } })).toMatchObject(blocked);
		await run('chat', 'unblock', { chat });
	});

	test('tags and notes', async () => {
		const name = 'VIP / 100% скидка 🎁';
		await run('tag', 'create', { newTagName: name });
		await run('tag', 'assign', { ...zoe, tagName: byId(name, 'name') });
		expect(await run('tag', 'getForChat', zoe)).toMatchObject({ name, chatId: 'tg_4100_271828182' });
		expect(await run('tag', 'getAll')).toHaveProperty('name');
		await run('tag', 'remove', { ...zoe, tagName: byId(name, 'name') });
		expect(await run('tag', 'getForChat', zoe)).toEqual({});
		const updateFields = { memo: 'calls in the afternoon', phones: ['+4915112345678'], emails: ['zoe@example.com'] };
		expect(await run('memo', 'update', { ...zoeByAddress, updateFields })).toMatchObject(updateFields);
		expect(await run('memo', 'update', { ...zoe, updateFields: { phones: [] } })).toMatchObject({ ...updateFields, phones: [] });
		expect(await run('memo', 'get', zoeByAddress)).toMatchObject({ memo: 'calls in the afternoon', phones: [] });
	});

	test('prepared messages and chain actions', async () => {
		const message = await run('preparedMessage', 'create', {
			text: 'Thanks!',
			additionalFields: { name: 'Reply' },
			buttonsInput: 'json',
			buttonsJson: '[{"type":"HyperLinkButton","text":"Site","link":"https://example.com"}]',
		});
		expect(message).toMatchObject({ text: 'Thanks!', ownerId: sandbox.accountId, buttons: [{ text: 'Site' }] });
		expect(await run('preparedMessage', 'update', { preparedMessageId: message.id, text: '' })).toMatchObject({ text: '' });
		const action = await run('chainAction', 'create', {
			actionType: 'tags.assign',
			tags: ['VIP'],
			additionalFields: { description: 'Spring', preparedMessageId: message.id },
		});
		const chainActionId = byId(String(action.id));
		const known = { description: 'Spring', message: { id: message.id } };
		expect(await run('chainAction', 'get', { chainActionId })).toMatchObject(known);
		expect(await run('chainAction', 'getAll')).toHaveProperty('action');
		const updated = await run('chainAction', 'update', { chainActionId, actionFields: { tags: ['a', 'b'] } });
		expect(updated).toMatchObject({ ...known, actionParameters: { tags: ['a', 'b'] } });
		const replaced = { chainActionId, updateMode: 'replace', actionFields: { actionType: 'nothing' } };
		expect(await run('chainAction', 'update', replaced)).not.toHaveProperty('description');
	});

	test('widgets', async () => {
		const channels = { channel: [{ channel: 'tg', id: 'our_bot' }] };
		const { id, ...rest } = await run('widget', 'create', { channels });
		const updated = await run('widget', 'update', { widgetId: byId(String(id)), appearance: { bgColor: '#000' } });
		expect(updated).toEqual({ id, ...rest, 'bg-color': '#000' });
	});

	test('webhooks', async () => {
		const { id } = await run('webhook', 'create', { url: 'https://n8n.example.com/hook', events: ['*'] });
		expect(await run('webhook', 'delete', { webhookId: id })).toEqual({ deleted: true, id });
		expect(await run('webhook', 'getDeliveries')).toEqual({});
	});

	test('messages and files', async () => {
		const send = { sendTo: 'chat', ...zoeByAddress };
		await run('message', 'send', { ...send, text: 'Hello' });
		await run('message', 'sendTemplate', {
			sendTo: 'chat',
			chat: byId('vk_4100_271828182'),
			templateId: 'order_status',
			substitutionsInput: 'json',
			substitutionsJson: '{"order": 7, "status": "sent"}',
		});
		const binary = { data: { data: 'AAEC', mimeType: 'image/png', fileName: 'a.png' } };
		const { publicUri } = await run('file', 'upload', {}, [{ json: {}, binary }]);
		await run('file', 'download', { url: publicUri });
	});

	test('questions', async () => {
		const n8n = await FakeN8n.start({ credential: credential() });
		try {
			const question = { resource: 'message', operation: 'sendAndWait', sendTo: 'chat', ...zoeByAddress, message: 'Ship it?' };
			for (const more of [
				{},
				{ responseType: 'choice', choices: { choice: [{ label: 'Today' }, { label: 'Tomorrow', value: 'later' }] } },
				{ responseType: 'contact' },
			]) {
				const { error, status } = await n8n.ask({ ...question, ...more });
				expect([error?.message, status]).toEqual([undefined, 'waiting']);
			}
			ran.add('message.sendAndWait');
		} finally {
			await n8n.close();
		}
	});

	const others = Object.entries(OPERATIONS).flatMap(([resource, operations]) =>
		Object.entries(operations).map(([operation, { parameters }]) => ({ resource, operation, parameters })),
	);
	test.each(others)('$resource: $operation ran, or runs with its parameters of the table', async (one) => {
		if (!ran.has(`${one.resource}.${one.operation}`)) await run(one.resource, one.operation, one.parameters);
	});

	test('the service never had to refuse', async () => {
		const listOf = async (what: string) =>
			((await (await fetch(`${sandbox.origin}/sandbox/${what}`)).json()) as { $items: Array<{ status?: number }> }).$items;
		expect((await listOf('requests')).filter(({ status = 0 }) => status >= 300)).toEqual([]);
		expect(await listOf('violations')).toEqual([]);
	});
});
