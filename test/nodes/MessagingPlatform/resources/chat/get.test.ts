import type { IDataObject } from 'n8n-workflow';
import { type AgentKind, runAgent } from '../../../../helpers/runAgent';
import { byId, itemsOf, overWire } from '../../../../helpers/runAction';
import { type Received, startScriptedServer } from '../../../../helpers/servers';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const BIG = '9223372036854775807';
const get = { resource: 'chat', operation: 'get' };
const chosen = (value: string) => ({ ...get, chat: byId(value) });

const inbound = { direction: 'inbound', text: 'Hello?', sentTimestamp: '2026-11-20T10:00:00.000+01:00', id: 'm' };
const CHATS = [
	`{"id":"tg_1_a","channel":"tg","channelId":1,"chatId":"a","tbChatId":7,"remoteAddress":"x","tags":["VIP"],"lastMessage":${JSON.stringify(inbound)}}`,
	`{"tbChatId":${BIG},"address":{"channel":"vk","channelId":2,"chatId":"b_c"},"lastMessage":{"direction":"outbound","sentTimestamp":1763632800000,"senderInfo":{"endpointType":"SERVICE_WEB"}}}`,
	'{"tbChatId":9,"channel":"tg","channelId":1,"chatId":"d"}',
];

/** Serves one chat per page. */
const pages = ({ url }: Received) => {
	const skip = Number(new URL(url, 'http://localhost').searchParams.get('$skip') ?? 0);
	return { body: `{"$items":[${CHATS[skip] ?? ''}],"$nextPage":"/api/v1/chats?$skip=${skip + 1}"}` };
};

const fromOf = (requests: Received[]) =>
	Number(new URL(requests[0]?.url ?? '', 'http://localhost').searchParams.get('from') ?? NaN);

/** Returns the number of days from the start of the list to now. */
const daysOf = (requests: Received[]) => (Date.now() - fromOf(requests)) / DAY;

describe('chat: get', () => {
	test.each([
		['tg_1_a', 7, 1],
		['7', 7, 1],
		['vk_2_b_c', BIG, 2],
		[BIG, BIG, 2],
		['009', 9, 3],
	])('finds %s and stops there', async (chat, tbChatId, requests) => {
		const { items, calls, error } = await overWire(chosen(chat), pages);
		expect(error).toBeUndefined();
		expect(items.map(({ json }) => json.tbChatId)).toEqual([tbChatId]);
		expect(calls).toHaveLength(requests);
		expect(calls[0]).toMatch(/^GET \/api\/v1\/chats\?from=\d+$/);
	});

	test('outputs the chat like Get Many, and whether the person is waiting', async () => {
		for (const simplify of [true, false]) {
			const [one] = (await overWire({ ...chosen('7'), simplify }, pages)).items;
			const [listed] = (await overWire({ resource: 'chat', operation: 'getAll', limit: 1, simplify }, pages)).items;
			const waiting = { waitingForReply: true, waitingSince: '2026-11-20T09:00:00.000Z', lastSender: 'contact' };
			// simplified without what matters in lists
			const { channel, ...chat } = listed?.json ?? {};
			expect(one?.json).toEqual({ ...chat, ...(!simplify && { channel }), ...waiting });
		}
	});

	test('says who answered last, and nothing about a chat without a message', async () => {
		expect((await overWire(chosen(BIG), pages)).items[0]?.json).toMatchObject({ waitingForReply: false, lastSender: 'operator' });
		expect((await overWire(chosen(BIG), pages)).items[0]?.json).not.toHaveProperty('waitingSince');
		const { waitingForReply, ...chat } = (await overWire(chosen('9'), pages)).items[0]?.json ?? {};
		expect(waitingForReply).toBe(false);
		expect(chat).toEqual({ tbChatId: 9, chatRef: 'tg_1_d' });
	});

	const event = (ago: number, more: object = {}) => {
		const message = { sentTimestamp: new Date(Date.now() - ago).toISOString() };
		return itemsOf({ event: 'new_message', chatRef: 'tg_1_a', tbChatId: 7, message, ...more });
	};

	test.each<[string, number, object]>([
		['an hour ago', 1 / 24, {}],
		['sent in milliseconds', 2, { message: { sentTimestamp: Date.now() - 2 * DAY } }],
		['before the 3 months', 90, { message: { sentTimestamp: 1 } }],
		['in the future', 0, { message: { sentTimestamp: Date.now() + DAY } }],
		['without a time', 90, { message: {} }],
		['that is missing', 90, { message: undefined }],
		['of a chat with only a tbChatId', 1 / 24, { chatRef: undefined, channel: 'tg', channelId: 1 }],
	])("looks from shortly before the event's message: %s", async (_when, days, more) => {
		for (const between of [undefined, 'paired'] as const) {
			const { requests, items, error } = await overWire(get, pages, { items: event(DAY / 24, more), trigger: true, between });
			expect(error).toBeUndefined();
			expect(items[0]?.json.tbChatId).toBe(7);
			const tolerance = days === 90 ? 3 : 0.003;
			expect(Math.abs(daysOf(requests) - days - (days === 90 ? 0 : (5 * MINUTE) / DAY))).toBeLessThan(tolerance);
		}
	});

	test('says how far back it looked if it finds no such chat', async () => {
		const activeSince = '={{ $now.minus({ days: 10 }).startOf("hour") }}';
		const { error, requests } = await overWire({ ...chosen('tg_1_z'), options: { activeSince } }, pages);
		const since = new Date(fromOf(requests)).toISOString();
		expect(since).toMatch(/:00:00\.000Z$/);
		expect(error?.message).toBe(`The chat tg_1_z isn't among the chats with a message since ${since}`);
		expect(error?.description).toContain('Set "Active Since" to an earlier time');
		const { items } = await overWire(chosen('8'), pages, { continueOnFail: true });
		expect(items[0]?.json).toEqual({ error: expect.stringContaining('The chat 8'), details: { advice: expect.any(String) } });
	});

	test.each([
		[{ chat: byId('={{ "tg" }}') }, "Chat isn't a chatRef or tbChatId: tg"],
		[{ chat: byId('99999999999999999999') }, "Chat isn't a valid ID: 99999999999999999999"],
		[{ chat: byId('7'), options: { activeSince: '={{ "yesterday" }}' } }, "Active Since isn't a date: yesterday"],
		[{}, 'No chat to take from the trigger'],
	])('refuses %j before a request', async (parameters, message) => {
		const { error, calls } = await overWire({ ...get, ...parameters }, pages);
		expect(error?.message).toBe(message);
		expect(calls).toEqual([]);
	});

	test.each<AgentKind>(['engine', 'direct'])(
		'as a tool returns only the chat of the conversation, called by the %s',
		async (kind) => {
			const service = await startScriptedServer(pages);
			try {
				const input: IDataObject = { chat: BIG, chatRef: 'vk_2_b_c', tbChatId: BIG, message: { sentTimestamp: 1 } };
				const [answer] = await runAgent({
					kind,
					parameters: get,
					items: event(DAY / 24),
					calls: [{ itemIndex: 0, input }],
					credential: service.credential,
				});
				expect(JSON.stringify(answer)).toContain('"waitingForReply":true');
				expect(JSON.stringify(answer)).toContain('"tbChatId":7');
				// simplified, as a model reads every character
				expect(JSON.stringify(answer)).not.toContain('remoteAddress');
				expect(service.requests).toHaveLength(1);
				expect(daysOf(service.requests)).toBeLessThan(0.1);
			} finally {
				await service.close();
			}
		},
	);
});
