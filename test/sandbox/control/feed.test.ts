/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development only: this file is never part of the published package */
import { get } from 'node:http';
import { parseJson, type JsonObject } from '../../../sandbox/core/json';
import { Receiver, call, runSandbox } from '../../helpers/sandbox';

const running = runSandbox();
const { api, control } = running;
type FeedEvent = { id: number; event: string; data: JsonObject };

/** Reads the live feed until an event fits, then ends it. */
async function feedUntil(fits: (event: FeedEvent) => boolean, act: () => Promise<unknown>): Promise<FeedEvent[]> {
	const end = new AbortController();
	const response = await fetch(`${running.sandbox.origin}/sandbox/feed`, { signal: end.signal });
	expect(response.headers.get('content-type')).toContain('text/event-stream');
	const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
	const events: FeedEvent[] = [];
	let text = '';
	let acted: Promise<unknown> | undefined;
	while (reader && !events.some(fits)) {
		const { value = '' } = await reader.read();
		acted ??= act();
		const blocks = (text + value).split('\n\n');
		text = blocks.pop() ?? '';
		for (const block of blocks) {
			const [, id, event, data] = /^id: (\d+)\nevent: (\w+)\ndata: (.*)$/s.exec(block) ?? [];
			if (event) events.push({ id: Number(id), event, data: parseJson(data ?? '') as JsonObject });
		}
	}
	await acted;
	end.abort();
	return events;
}

test('begins with hello and carries messages, chats and their statuses, numbered', async () => {
	const events = await feedUntil(
		({ event, data }) => event === 'message' && data.deliveryStatus === 'DELIVERED',
		async () => {
			await control('POST /chats/9223372036854775807/messages', { text: 'Привет' });
			await api('POST /messages', { channel: 'tg', channelId: 4100, chatId: '314159265', text: 'hello' });
		},
	);
	expect(events[0]).toMatchObject({ event: 'hello', data: { nowTs: expect.any(String) } });
	expect(events.map((one) => one.id)).toEqual(events.map((one) => one.id).sort((one, other) => one - other));
	const messages = events.filter((one) => one.event === 'message').map((one) => one.data);
	expect(messages[0]).toMatchObject({ chatRef: 'tg_4100_314159265', sender: 'endUser', text: 'Привет', buttons: [] });
	expect(messages.at(-1)).toMatchObject({ sender: 'api', deliveryStatus: 'DELIVERED', isFinal: true });
	const chat = events.find((one) => one.event === 'chat')?.data;
	expect(chat).toMatchObject({ tbChatId: '9223372036854775807', name: 'Мария Иванова', unreadCount: 2 });
});

test("carries each attempt of a delivery with the receiver's reason, never the token", async () => {
	const receiver = await Receiver.start();
	receiver.statuses.push(401);
	await call(running.sandbox, 'POST /notifications/webhooks', { body: { url: receiver.url, events: ['new_message'] } });
	const events = await feedUntil(
		({ event, data }) => event === 'delivery' && data.status === 'delivered',
		async () => await control('POST /chats/70001/messages', { text: 'x' }),
	);
	await receiver.close();
	const deliveries = events.filter((one) => one.event === 'delivery').map((one) => one.data);
	expect(deliveries.map((one) => [one.status, (one.attempts as JsonObject[]).map((attempt) => attempt.status)])).toEqual([
		['pending', []],
		['pending', [401]],
		['delivered', [401, 200]],
	]);
	expect(deliveries.at(-1)).toMatchObject({ chatRef: 'tg_4100_271828182', attempts: [{ response: '{}' }, {}] });
	const secret = receiver.received[0]?.headers.authorization?.split('.')[2] ?? '?';
	expect(JSON.stringify(deliveries)).not.toContain(secret);
});

/** The tags of a fresh sandbox. */
const TAGS = ['bouquet', 'prices', 'human', 'newsletter', 'opted-out'];

test('the snapshot holds everything with ids as strings, and no secret', async () => {
	await api('POST /chats/70001/tags/vip');
	await control('POST /faults', { kind: 'slow', delayMs: 0 });
	const { text, body } = await control('GET /state');
	expect(body).toMatchObject({ tags: [...TAGS, 'vip'], faults: [{ kind: 'slow' }], info: { issuer: 'SERVICE' } });
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
