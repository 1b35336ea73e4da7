import type { JsonObject } from '../../../sandbox/core/json';
import { call, runSandbox } from '../../helpers/sandbox';

const running = runSandbox();
const { api, control } = running;
const valueOf = async (request: string, body?: object) => (await api(request, body)).body.$value as JsonObject;

test('notes change by field, and have the numbers and addresses that a person writes', async () => {
	await api('POST /chats/70001/memo', { memo: 'two\nlines', phones: ['+1'] });
	expect(await valueOf('POST /chats/70001/memo', { emails: ['a@b.example'] })).toMatchObject({
		...{ memo: 'two\nlines', phones: ['+1'], emails: ['a@b.example'], tbUserId: expect.any(String) },
	});
	await control('POST /chats/70011/messages', { text: 'Call +49 (30) 123-45-67 or write z@p.example, z@p.example' });
	const copied = await valueOf('GET /chats/70011/memo');
	expect(copied).toMatchObject({ memo: '', phones: ['+49301234567'], emails: ['z@p.example'] });
	expect(copied).not.toHaveProperty('tbUserId');
});

test('a prepared message is replaced as a whole, except for what the service assigns', async () => {
	const buttons = [{ type: 'HyperLinkButton', text: 'Shop', link: 'https://shop.example/' }];
	const created = await valueOf('POST /preparedMessages', { name: 'menu', text: '', buttons });
	await control('POST /clock', { advanceMs: 5000 });
	const assigned = { id: 'mine', accountId: 'mine', createdTs: '2001-01-01T00:00:00Z', createdByTbUserId: 'mine' };
	const replaced = await valueOf(`PUT /preparedMessages/${String(created.id)}`, { text: 'new', ...assigned });
	const { id, accountId, createdTs, createdByTbUserId } = created;
	expect(replaced).toEqual({
		...{ id, accountId, createdTs, createdByTbUserId },
		...{ text: 'new', attachments: [], buttons: [] },
		lastModifiedTs: expect.any(String),
	});
	expect(Date.parse(String(replaced.lastModifiedTs)) - Date.parse(String(createdTs))).toBeGreaterThanOrEqual(5000);
});

test('the message of an action shows what it holds now', async () => {
	const path = '/endUserNotifications/chainActions';
	const buttons = [{ type: 'ActionButton', text: 'b', payload: 'p' }];
	const prepared = await valueOf('POST /preparedMessages', { text: 'x', buttons });
	const created = await valueOf(`POST ${path}`, { action: 'nothing', message: { id: prepared.id } });
	expect(created).toMatchObject({ message: { id: prepared.id, buttons, attachments: [] }, enabled: true });
	expect((await api(`GET ${path}`)).body).toMatchObject({ $count: 1, $items: [{ id: created.id }] });
	await api(`PUT /preparedMessages/${String(prepared.id)}`, { text: 'x' });
	expect(await valueOf(`GET ${path}/${String(created.id)}`)).toMatchObject({ message: { buttons: [] } });
});

test('keeps to the number of widgets of each plan, and takes 50 settings of 1 KB', async () => {
	const settings = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`my-${index}`, 'x'.repeat(1022)]));
	const create = async () => (await api('POST /widgets', { channels: [{ channel: 'tg', id: 'bot' }], ...settings })).status;
	for (const [plan, most] of [
		['start', 2],
		['pro', 10],
	] as const) {
		await control('PATCH /settings', { plan });
		while (running.sandbox.state.widgets.length < most) expect(await create()).toBe(200);
		expect(await create()).toBe(402);
	}
});

test('registers webhooks for any names, and removes them', async () => {
	const url = 'http://127.0.0.1:9/hook?x=1';
	const webhooks = async (request: string, body?: object) =>
		await call(running.sandbox, request.replace(' ', ' /notifications/webhooks'), { body });
	for (const events of [['new_message', 'CommandOfTomorrow', ''], []]) {
		const { status, body } = await webhooks('POST ', { url, events });
		expect([status, Object.keys(body)]).toEqual([200, ['id']]);
		expect(running.sandbox.state.webhooks).toMatchObject([{ id: body.id, url, events }]);
		expect((await webhooks(`DELETE /${String(body.id)}`)).status).toBe(200);
		expect(running.sandbox.state.webhooks).toEqual([]);
	}
});
