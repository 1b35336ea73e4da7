/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development only: this file is never part of the published package */
import { get } from 'node:http';
import type { JsonObject } from '../../../sandbox/core/json';
import { call, failure, runSandbox } from '../../helpers/sandbox';

const running = runSandbox();
const { api, control } = running;

test('opens a chat once, on a channel that there is', async () => {
	const who = { channel: 'whatsappb', channelId: '9007199254740993', phone: '+7 (900) 123-45-67', firstName: 'Я' };
	expect((await control('POST /chats', who)).body.$value).toMatchObject({
		chatRef: 'whatsappb_9007199254740993_79001234567',
		remoteAddress: 'tel:+79001234567',
	});
	expect(failure(await control('POST /chats', who))).toEqual([400, 1003, 'UNIQUE_CONSTRAINT_FAILED']);
	expect((await control('POST /chats', { channel: 'tg', channelId: 5 })).status).toBe(400);
	expect((await control('POST /chats/nobody/messages', { text: 'x' })).status).toBe(404);
});

test('adds a template', async () => {
	await control('POST /templates', { channel: 'vk', templateId: 'late', text: 'Late by {{min}}' });
	const to = { channel: 'vk', channelId: 4100, remoteAddress: 'tel:+79001112233' };
	const { body } = await api('POST /messages', { ...to, templateId: 'late', substitutions: { min: 5 } });
	expect(body.$value).toMatchObject({ text: 'Late by 5' });
});

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

test('the snapshot holds everything with ids as strings, and no secret', async () => {
	await api('POST /chats/70001/tags/vip');
	await control('POST /faults', { kind: 'slow', delayMs: 0 });
	const { text, body } = await control('GET /state');
	expect(body).toMatchObject({ faults: [{ kind: 'slow' }], info: { issuer: 'SERVICE' } });
	expect(body.tags).toEqual(['bouquet', 'prices', 'human', 'newsletter', 'opted-out', 'vip']);
	const lists = [body.channels, body.chats, body.messages] as JsonObject[][];
	expect(lists.map(({ length }) => length)).toEqual([11, 14, 14]);
	expect(lists[1]?.[0]).toMatchObject({ name: 'Zoë Müller', tags: ['vip'], tbChatId: '70001' });
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
