import type { JsonObject } from '../../../sandbox/core/json';
import { failure, runSandbox } from '../../helpers/sandbox';

const running = runSandbox();
const { api, control } = running;
const fault = async (body: object) => expect((await control('POST /faults', body)).status).toBe(200);
const TO_ZOE = { channel: 'tg', channelId: 4100, tbChatId: 70001 };
const messageCount = async () => (await control('GET /chats/70001/messages')).body.$count;

test('slow: the answer is late', async () => {
	await fault({ kind: 'slow', delayMs: 80, match: { path: '^/api/tags$' } });
	const [started, other] = [Date.now(), await api('GET /channels')];
	expect(other.status).toBe(200);
	expect((await api('GET /tags')).status).toBe(200);
	expect(Date.now() - started).toBeGreaterThanOrEqual(75);
});

test.each([
	[{}, [500, 500, 'INTERNAL_ERROR']],
	[{ status: 429 }, [429, 429, 'INVALID_REQUEST']],
	[{ status: 400, body: { $error: { sc: 7, scn: 'NEW' } } }, [400, 7, 'NEW']],
	[{ status: 503, retryAfterSeconds: 2 }, [503, 503, 'INTERNAL_ERROR']],
])('error %j: nothing is done', async (settings, expected) => {
	const before = await messageCount();
	await fault({ kind: 'error', ...settings, match: { method: 'POST', body: '"text":"now"' } });
	const struck = await api('POST /messages', { ...TO_ZOE, text: 'now' });
	expect(failure(struck)).toEqual(expected);
	expect(struck.headers.get('x-correlation-id')).toMatch(/./);
	expect(struck.headers.get('retry-after')).toBe('retryAfterSeconds' in settings ? '2' : null);
	expect(await messageCount()).toBe(before);
});

test.each([
	['before', 0],
	['after', 1],
	['body', 1],
])('drop %s: the connection ends, %d messages are sent', async (when, sent) => {
	const before = Number(await messageCount());
	await fault({ kind: 'drop', when, match: { path: '/messages' } });
	await expect(api('POST /messages', { ...TO_ZOE, text: 'x' })).rejects.toThrow();
	expect(Number(await messageCount()) - before).toBe(sent);
});

test.each([
	[{ kind: 'html', status: 502 }, 502, 'text/html', /^<!DOCTYPE html>/],
	[{ kind: 'errorIn200', error: { sc: 402, scn: 'PAYMENT', msg: 'pay' } }, 200, 'application/json', /"\$error":{"sc":402,"scn"/],
	[{ kind: 'emptyBody' }, 200, '', /^$/],
])('%j is in the place of the answer', async (order, status, type, text) => {
	await fault(order);
	const answer = await api('GET /channels');
	expect([answer.status, answer.headers.get('content-type') ?? '']).toEqual([status, expect.stringContaining(type)]);
	expect(answer.text).toMatch(text);
});

test('brokenJson: the answer is cut in half, with a right Content-Length', async () => {
	await fault({ kind: 'brokenJson' });
	const { status, headers, text } = await api('GET /channels');
	expect([status, headers.get('content-length')]).toEqual([200, String(Buffer.byteLength(text))]);
	expect(() => JSON.parse(text) as unknown).toThrow();
});

test.each([301, 307])('redirect %d', async (status) => {
	await fault({ kind: 'redirect', status, location: 'http://127.0.0.1:9/elsewhere' });
	const answer = await api('GET /channels');
	expect([answer.status, answer.headers.get('location')]).toEqual([status, 'http://127.0.0.1:9/elsewhere']);
});

test('redirect of a download', async () => {
	const written = await control('POST /chats/70001/messages', { attachments: [{ contentBase64: 'eA==' }] });
	const [, file = ''] = /"publicUrl":"([^"]+)"/.exec(written.text) ?? [];
	await fault({ kind: 'redirect', strikes: 'file', location: 'http://127.0.0.1:9/' });
	const answer = await fetch(file, { redirect: 'manual' });
	expect([answer.status, answer.headers.get('location')]).toEqual([302, 'http://127.0.0.1:9/']);
});

test('unknownFields: everywhere, in addition to the known ones', async () => {
	await fault({ kind: 'unknownFields' });
	const { body } = await api('GET /channels');
	expect(body).toMatchObject({ $count: 11, futureNull: null });
	expect((body.$items as JsonObject[])[0]).toMatchObject({ channel: 'tg', futureField: expect.anything() });
});

test('hugePage: many chats, each with ids of its own', async () => {
	await fault({ kind: 'hugePage', items: 1_000, match: { path: '/chats$' } });
	const { body } = await api('GET /v1/chats?from=0');
	const items = body.$items as JsonObject[];
	expect([body.$count, items.length]).toEqual([1_000, 1_000]);
	expect(new Set(items.map((one) => String(one.tbChatId))).size).toBe(1_000);
});

test.each([
	['https://evil.example/api/chats?$skip=10', 'https://evil.example/api/chats?$skip=10'],
	['same', expect.stringMatching(/\/api\/chats\?from=0$/)],
	['none', undefined],
])('nextPage %s', async (to, expected) => {
	await fault({ kind: 'nextPage', to });
	expect((await api('GET /chats?from=0')).body.$nextPage).toEqual(expected);
});

test('deliveryStatus: the send ends in it', async () => {
	await fault({ kind: 'deliveryStatus', deliveryStatus: 'SPAM', errorCode: 7, match: { chatRef: 'tg_4100_271828182' } });
	await api('POST /messages', { ...TO_ZOE, text: 'x' });
	await running.sandbox.settled();
	const { body } = await control('GET /chats/70001/messages');
	expect((body.$items as JsonObject[]).at(-1)).toMatchObject({
		currentDeliveryStatus: [{ deliveryStatus: 'SPAM', isFinal: true, isDelivered: false }],
	});
});

test.each([[{ kind: 'nonsense' }], [{ kind: 'slow', count: -1 }], [{ kind: 'slow', match: { path: '(' } }]])(
	'refuses to order %j',
	async (body) => {
		expect(failure(await control('POST /faults', body))).toEqual([400, 400, 'INVALID_REQUEST']);
	},
);

test('strikes without end until it is removed', async () => {
	const { body } = await control('POST /faults', { kind: 'error', count: 0 });
	for (let time = 0; time < 4; time += 1) expect((await api('GET /tags')).status).toBe(500);
	await control(`DELETE /faults/${String((body.$value as JsonObject).id)}`);
	expect((await api('GET /tags')).status).toBe(200);
	expect((await control('DELETE /faults/x')).status).toBe(404);
});
