import type { JsonObject } from '../../../sandbox/core/json';
import { failure, runSandbox } from '../../helpers/sandbox';

const { api, control } = runSandbox();

test('lists the channels of every type, with every digit of their ids', async () => {
	const { status, text, body, headers } = await api('GET /channels');
	expect(status).toBe(200);
	expect(headers.get('x-correlation-id')).toMatch(/./);
	expect(body.$count).toBe(11);
	expect(text).toContain('"channelId":9007199254740993,"channel":"whatsappb","id":"whatsappb_9007199254740993"');
	expect(body.$items).toEqual(
		expect.arrayContaining([
			expect.objectContaining({ channel: 'tg', channelId: 4100, botUsername: 'flower_shop_bot', botName: null }),
			expect.objectContaining({ channel: 'vk', channelId: 4100 }),
			expect.objectContaining({ channel: 'sms', phone: '79005550103' }),
		]),
	);
});

test('answers version 1.0.0 by type, with the capability common to all', async () => {
	const { body } = await api('GET /channels?v=1.0.0');
	expect(Object.keys(body).sort()).toEqual(
		['capability', 'facebook', 'instagram', 'sms', 'tg', 'tgp', 'viber', 'vibersm', 'vk', 'whatsapp', 'whatsappb'].sort(),
	);
	expect(body.tg).toHaveLength(2);
	expect(body.tg).toMatchObject([
		{ channel: { botUserName: 'flower_shop_bot' }, freeTextCapability: { textRestrictions: { maxSize: 4096 } } },
		{},
	]);
	expect(body.capability).toMatchObject({
		textRestrictions: { maxSize: 670 },
		buttonsRestrictions: null,
		maxAttachmentsPerMessage: 0,
		messageSendIntervalMs: 100,
	});
	expect(body).not.toHaveProperty('$items');
});

describe('a channel that a test changes', () => {
	const ofViber = async () => (await api('GET /channels?v=1.0.0')).body.viber;
	const put = async (body: object) => await control('PUT /channels/viber/310/capability', body);

	test('its capability can be null or absent', async () => {
		await put({ capability: null });
		expect(await ofViber()).toMatchObject([{ freeTextCapability: null }]);
		await put({});
		const [entry] = (await ofViber()) as JsonObject[];
		expect(Object.keys(entry ?? {})).not.toContain('freeTextCapability');
		expect((await control('GET /state')).status).toBe(200);
	});

	test('a new channel has the capability that it is made with', async () => {
		await control('POST /channels', { channel: 'viber', channelId: 311, capability: { textRestrictions: null } });
		expect(await ofViber()).toMatchObject([{}, { freeTextCapability: { textRestrictions: null } }]);
	});

	test('a single restriction can be made null', async () => {
		await control('PATCH /channels/viber/310', { capability: { buttonsRestrictions: null } });
		expect(await ofViber()).toMatchObject([{ freeTextCapability: { buttonsRestrictions: null, locationSupported: true } }]);
	});

	test.each([{ capability: 5 }, { capability: { textRestrictions: 'none' } }])(
		'is refused when its capability is not one: %j',
		async (body) => {
			expect((await put(body)).status).toBe(400);
		},
	);
});

test.each([
	['no token', null, 401, 'UNAUTHORIZED'],
	['a wrong token', 'eyJhbGciOiJIUzI1NiJ9.e30.c2ln', 401, 'UNAUTHORIZED'],
	['a token with a stray part', 'a b', 401, 'UNAUTHORIZED'],
])('refuses %s', async (_case, token, status, scn) => {
	expect(failure(await api('GET /channels', undefined, { token }))).toEqual([status, status, scn]);
});

test('refuses a token that has expired, was revoked, lacks rights or is unpaid', async () => {
	const issue = async (body: object) => {
		const { $value } = (await control('POST /tokens', body)).body;
		return String((($value ?? {}) as { token: string }).token);
	};
	const short = await issue({ lifetimeMs: 60_000 });
	const revoked = await issue({});
	expect((await api('GET /channels', undefined, { token: short })).status).toBe(200);
	await control('POST /clock', { advanceMs: 61_000 });
	await control('POST /tokens/revoke', { token: revoked });
	const answers = await Promise.all(
		[short, revoked, await issue({ rights: 'none' }), await issue({ rights: 'unpaid' })].map(
			async (token) => await api('GET /channels', undefined, { token }),
		),
	);
	expect(answers.map((one) => one.status)).toEqual([401, 401, 403, 402]);
});
