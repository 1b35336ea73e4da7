import type { JsonObject } from '../../../sandbox/core/json';
import { failure, runSandbox } from '../../helpers/sandbox';

const { api, control } = runSandbox();

const CHANNELS = [{ channel: 'tg', id: 'flower_shop_bot', slug: null, enabled: true }];

test('creates a widget with settings of every sort and replaces it as a whole', async () => {
	const body = {
		channels: CHANNELS,
		'widget-size': 60,
		'custom-channel-id1': 4,
		'shop-color': { any: ['thing'] },
	};
	const created = (await api('POST /widgets', body)).body.$value as JsonObject;
	expect(created).toMatchObject({
		...body,
		id: expect.stringMatching(/^[0-9a-f-]{36}$/),
		userId: expect.any(String),
	});
	const channels = [{ channel: 'vk', id: '4100' }];
	const replaced = (await api(`PUT /widgets/${String(created.id)}`, { channels, id: 'mine', userId: 'mine', accountId: 'mine' }))
		.body.$value;
	expect(replaced).toEqual({
		id: created.id,
		userId: created.userId,
		accountId: created.accountId,
		channels,
	});
	expect((await api('GET /widgets/by_user/@me')).body).toEqual({ $count: 1, $items: [replaced] });
});

test('keeps to the number of widgets of each plan', async () => {
	await control('PATCH /settings', { plan: 'start' });
	const statuses = [];
	for (let index = 0; index < 3; index += 1) statuses.push((await api('POST /widgets', { channels: CHANNELS })).status);
	expect(statuses).toEqual([200, 200, 402]);
	await control('PATCH /settings', { plan: 'pro' });
	for (let index = 0; index < 8; index += 1) expect((await api('POST /widgets', { channels: CHANNELS })).status).toBe(200);
	expect((await api('POST /widgets', { channels: CHANNELS })).status).toBe(402);
});

const settings = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`my-${index}`, index]));

test.each([
	['no channels', {}, 'channels'],
	['an empty list of channels', { channels: [] }, 'channels'],
	['a channel without id', { channels: [{ channel: 'tg' }] }, 'channels[0].id'],
	['a channel of a wrong type', { channels: [{ channel: 'sms', id: 'x' }] }, 'channels[0].channel'],
	['a built-in setting of a wrong type', { channels: CHANNELS, 'show-mobile': 'yes' }, 'show-mobile'],
	['an icon that there is not', { channels: CHANNELS, 'widget-mobile-icon': 'desktopPhone' }, 'widget-mobile-icon'],
	['a second custom channel of a wrong type', { channels: CHANNELS, 'is-custom-wide1': 1 }, 'is-custom-wide1'],
	['51 custom settings', { channels: CHANNELS, ...settings(51) }, ''],
	['a custom setting beyond 1 KB', { channels: CHANNELS, 'my-x': 'я'.repeat(512) }, 'my-x'],
])('refuses %s', async (_case, body, path) => {
	expect(failure(await api('POST /widgets', body))).toEqual([400, 1001, 'BODY_VALIDATION_ERROR', path]);
});

test('takes 50 custom settings of 1 KB each', async () => {
	const large = Object.fromEntries(Object.keys(settings(50)).map((key) => [key, 'x'.repeat(1022)]));
	expect((await api('POST /widgets', { channels: CHANNELS, ...large })).status).toBe(200);
});

test('refuses an unknown id', async () => {
	expect(failure(await api('PUT /widgets/nope', { channels: CHANNELS }))).toEqual([404, 404, 'NOT_FOUND']);
});
