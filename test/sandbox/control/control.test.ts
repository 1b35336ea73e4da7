/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development only: this file is never part of the published package */
import { get } from 'node:http';
import { parseJson, type JsonObject } from '../../../sandbox/core/json';
import { call, failure, runSandbox } from '../../helpers/sandbox';

const running = runSandbox();
const { api, control } = running;
const valueOf = async (request: string, body?: object) => (await control(request, body)).body.$value as JsonObject;

describe('the end user', () => {
	test('sends several files by a form, with a kind and a text', async () => {
		const form = new FormData();
		form.append('kind', 'sticker');
		form.append('text', 'look');
		form.append('file', new Blob(['one'], { type: 'image/webp' }), 'a.webp');
		form.append('file', new Blob(['two'], { type: 'text/plain' }), 'b "c".txt');
		const url = `${running.sandbox.origin}/sandbox/chats/70001/attachments`;
		const response = await fetch(url, { method: 'POST', body: form });
		const { $value } = parseJson(await response.text()) as { $value: JsonObject };
		expect($value).toMatchObject({
			text: 'look',
			attachments: [
				{ kind: 'sticker', fileName: 'a.webp', fileSize: 3, mimeType: 'image/webp' },
				{ fileName: 'b "c".txt', mimeType: 'text/plain' },
			],
		});
		const { body } = await control('GET /state');
		const shown = (body.messages as JsonObject[]).find((one) => one.id === $value.id);
		expect(shown?.attachments).toMatchObject([{ kind: 'sticker' }, { kind: 'sticker' }]);
		const [file] = (shown?.attachments ?? []) as JsonObject[];
		const bytes = await call(running.sandbox, `GET ${String(file?.url)}`, { token: null });
		expect([bytes.text, bytes.headers.get('content-security-policy')]).toEqual(['one', expect.stringContaining('sandbox')]);
	});

	test('shares a location and answers a message', async () => {
		const [seeded] = ((await control('GET /chats/70001/messages')).body.$items ?? []) as JsonObject[];
		const body = { location: { latitude: 52.5, longitude: 13.4 }, replyToMessageId: seeded?.id };
		expect(await valueOf('POST /chats/70001/messages', body)).toMatchObject({
			location: { latitude: 52.5, longitude: 13.4 },
			replyToMessage: { id: seeded?.id },
		});
	});

	test('opens a chat once, on a channel that there is', async () => {
		const who = { channel: 'whatsappb', channelId: '9007199254740993', phone: '+7 (900) 123-45-67', firstName: 'Я' };
		expect(await valueOf('POST /chats', who)).toMatchObject({
			chatRef: 'whatsappb_9007199254740993_79001234567',
			remoteAddress: 'tel:+79001234567',
		});
		expect(failure(await control('POST /chats', who))).toEqual([400, 1003, 'UNIQUE_CONSTRAINT_FAILED']);
		expect((await control('POST /chats', { channel: 'tg', channelId: 5 })).status).toBe(400);
		expect((await control('POST /chats/nobody/messages', { text: 'x' })).status).toBe(404);
	});
});

describe('the cabinet', () => {
	test('adds a template', async () => {
		await control('POST /templates', { channel: 'vk', templateId: 'late', text: 'Late by {{min}}' });
		const to = { channel: 'vk', channelId: 4100, remoteAddress: 'tel:+79001112233' };
		const { body } = await api('POST /messages', { ...to, templateId: 'late', substitutions: { min: 5 } });
		expect(body.$value).toMatchObject({ text: 'Late by 5' });
	});

	test("closes the 24-hour window until the person's next message, where there is one", async () => {
		const window = async () => {
			const { body } = await control('GET /state');
			return (body.chats as JsonObject[]).find((one) => one.tbChatId === '9007199254740995')?.wabaWindowOpened;
		};
		expect(await window()).toBe(true);
		expect(await valueOf('POST /chats/9007199254740995/operator/closeWindow')).toEqual({ wabaWindowOpened: false });
		expect(await window()).toBe(false);
		await control('POST /chats/9007199254740995/messages', { text: 'hello' });
		expect(await window()).toBe(true);
		expect((await control('POST /chats/70001/operator/closeWindow')).status).toBe(400);
	});

	test('sets a delivery status by hand', async () => {
		const { body } = await api('POST /messages', { channel: 'tg', channelId: 4100, tbChatId: 70001, text: 'x' });
		await running.sandbox.settled();
		const { id } = body.$value as { id: string };
		await control(`POST /messages/${id}/deliveryStatus`, { deliveryStatus: 'PHONE_OFFLINE' });
		const messages = (await control('GET /chats/70001/messages')).body.$items as JsonObject[];
		expect(messages.at(-1)).toMatchObject({ currentDeliveryStatus: [{ deliveryStatus: 'PHONE_OFFLINE' }] });
		expect((await control('POST /messages/x/deliveryStatus', { deliveryStatus: 'SENT' })).status).toBe(404);
	});
});

describe('settings', () => {
	test.each([
		{ eventLayout: 'round' },
		{ pageSize: -1 },
		{ rules: { nothing: true } },
		{ rules: { nulls: 1 } },
		{ resendDelaysMs: [-1] },
		{ issuer: 'x' },
	])('refuses %j', async (body) => {
		expect((await control('PATCH /settings', body)).status).toBe(400);
	});

	test('logs requests with their body, without the token', async () => {
		await control('DELETE /requests');
		await api('POST /messages?x=1', { channel: 'tg', channelId: 4100, tbChatId: 70001, text: 'logged' });
		await api('GET /channels', undefined, { token: 'wrong' });
		const { body, text } = await control('GET /requests');
		expect(body.$items).toMatchObject([
			{ method: 'POST', path: '/api/messages', query: { x: '1' }, body: expect.stringContaining('logged'), status: 200 },
			{ method: 'GET', path: '/api/channels', status: 401, headers: { authorization: '(redacted)' } },
		]);
		expect(text).not.toContain(running.sandbox.apiToken);
	});

	test('resets to the seeds but keeps tokens, keys and webhooks', async () => {
		const body = { url: 'http://127.0.0.1:9/', events: ['ChatMemoChanged'] };
		await call(running.sandbox, 'POST /notifications/webhooks', { body });
		await api('POST /chats/70001/tags/x');
		await control('POST /reset');
		expect((await api('GET /tags')).body.$items).not.toContainEqual(expect.objectContaining({ name: 'x' }));
		expect((await control('GET /webhooks')).body.$count).toBe(1);
	});
});

test('the snapshot holds everything with ids as strings, and no secret', async () => {
	await api('POST /chats/70001/tags/vip');
	await control('POST /faults', { kind: 'slow', delayMs: 0 });
	const { text, body } = await control('GET /state');
	expect(body).toMatchObject({
		tags: ['bouquet', 'prices', 'human', 'newsletter', 'opted-out', 'vip'],
		faults: [{ kind: 'slow' }],
		info: { issuer: 'SERVICE' },
	});
	expect(body.channels).toHaveLength(11);
	expect(body.chats).toHaveLength(14);
	expect((body.chats as JsonObject[])[0]).toMatchObject({ name: 'Zoë Müller', tags: ['vip'], tbChatId: '70001' });
	expect(body.messages).toHaveLength(14);
	for (const ids of ['channelId', 'tbChatId']) expect(text).not.toMatch(new RegExp(`"${ids}":\\d`));
	for (const secret of [running.sandbox.apiToken, 'PRIVATE KEY']) expect(text).not.toContain(secret);
});

test('answers control calls on loopback only, and to no page of another origin', async () => {
	const refused = async (headers: Record<string, string>) =>
		(await call(running.sandbox, 'POST /sandbox/reset', { token: null, headers })).status;
	expect(await refused({ origin: 'https://evil.example' })).toBe(403);
	expect(await refused({ origin: 'null' })).toBe(403);
	expect(await refused({ origin: running.sandbox.origin })).toBe(200);
	// A name that an attacker points to 127.0.0.1 (DNS rebinding); fetch would not send it.
	const rebound = await new Promise<number | undefined>((resolve) => {
		const options = { headers: { host: 'evil.example' } };
		get(`${running.sandbox.origin}/sandbox/info`, options, (response) => resolve(response.resume().statusCode));
	});
	expect(rebound).toBe(403);
});
