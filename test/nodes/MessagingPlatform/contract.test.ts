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

	test('shows a change to the next operation', async () => {
		const chat = byId('9223372036854775807');
		const blocked = { tbChatId: '9223372036854775807', blocked: true };
		expect(await run('chat', 'block', { chat })).toEqual({ accepted: true, ...blocked });
		expect(await run('chat', 'getAll', { filters: { blocked: 'blocked' } })).toMatchObject(blocked);
		await run('chat', 'unblock', { chat });
		const [name, zoe] = ['VIP / 100% скидка 🎁', { chat: byId('70001') }];
		const tagName = byId(name, 'name');
		await run('tag', 'create', { newTagName: name });
		await run('tag', 'assign', { ...zoe, tagName });
		expect(await run('tag', 'getForChat', zoe)).toMatchObject({ name, chatId: 'tg_4100_271828182' });
		await run('tag', 'remove', { ...zoe, tagName });
		expect(await run('tag', 'getForChat', zoe)).toEqual({});
		const updateFields = { memo: 'calls in the afternoon', phones: ['+4915112345678'], emails: ['zoe@example.com'] };
		expect(await run('memo', 'update', { ...zoe, updateFields })).toMatchObject(updateFields);
		expect(await run('memo', 'update', { ...zoe, updateFields: { phones: [] } })).toMatchObject({ ...updateFields, phones: [] });
	});

	test('finds records by the IDs that they were created with', async () => {
		const { id: preparedMessageId } = await run('preparedMessage', 'create', { text: 'Thanks!' });
		expect(await run('preparedMessage', 'update', { preparedMessageId, text: '' })).toMatchObject({ text: '' });
		const tagging = { actionType: 'tags.assign', tags: ['VIP'] };
		const { id } = await run('chainAction', 'create', { ...tagging, additionalFields: { preparedMessageId } });
		const chainActionId = byId(String(id));
		expect(await run('chainAction', 'get', { chainActionId })).toMatchObject({ message: { id: preparedMessageId } });
		const updated = await run('chainAction', 'update', { chainActionId, actionFields: { tags: ['a', 'b'] } });
		expect(updated).toMatchObject({ message: { id: preparedMessageId }, actionParameters: { tags: ['a', 'b'] } });
		const replaced = { chainActionId, updateMode: 'replace', actionFields: { actionType: 'nothing' } };
		expect(await run('chainAction', 'update', replaced)).not.toHaveProperty('message');
		const widget = await run('widget', 'create', { channels: { channel: [{ channel: 'tg', id: 'our_bot' }] } });
		const change = { widgetId: byId(String(widget.id)), appearance: { bgColor: '#000' } };
		expect(await run('widget', 'update', change)).toEqual({ ...widget, 'bg-color': '#000' });
		const webhook = await run('webhook', 'create', { url: 'https://n8n.example.com/hook', events: ['*'] });
		expect(await run('webhook', 'delete', { webhookId: webhook.id })).toEqual({ deleted: true, id: webhook.id });
		const binary = { data: { data: 'AAEC', mimeType: 'image/png', fileName: 'a.png' } };
		const { publicUri: url } = await run('file', 'upload', {}, [{ json: {}, binary }]);
		await run('file', 'download', { url });
		const template = {
			templateId: 'order_status',
			substitutionsInput: 'json',
			substitutionsJson: '{"order": 7, "status": "sent"}',
		};
		await run('message', 'sendTemplate', { sendTo: 'chat', chat: byId('vk_4100_271828182'), ...template });
	});

	test('asks questions', async () => {
		const n8n = await FakeN8n.start({ credential: credential() });
		const asking = { resource: 'message', operation: 'sendAndWait', sendTo: 'chat', chat: byId('tg_4100_271828182') };
		const choices = { choice: [{ label: 'Today' }, { label: 'Tomorrow', value: 'later' }] };
		for (const more of [{}, { responseType: 'choice', choices }, { responseType: 'contact' }]) {
			const { error, status } = await n8n.ask({ ...asking, message: 'Ship it?', ...more });
			expect([error?.message, status]).toEqual([undefined, 'waiting']);
		}
		ran.add('message.sendAndWait');
		await n8n.close();
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
