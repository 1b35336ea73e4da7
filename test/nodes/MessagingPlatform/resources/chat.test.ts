import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { byId, itemsOf, overWire, loadChoices, listOf, type Run } from '../../../helpers/runAction';
import { type AgentKind, runAgent } from '../../../helpers/runAgent';
import { type Received, startScriptedServer } from '../../../helpers/servers';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const getAll = { resource: 'chat', operation: 'getAll' };

/** Serves some chats per page; the service links on from every page that has a chat. */
const serving =
	(chats: string[], perPage = 1) =>
	({ url }: Received) => {
		const skip = Number(new URL(url, 'http://localhost').searchParams.get('$skip') ?? 0);
		const page = chats.slice(skip, skip + perPage);
		const next = page.length > 0 ? `,"$nextPage":"/api/v1/chats?$skip=${skip + page.length}"` : '';
		return { body: `{"$items":[${page.join(',')}]${next}}` };
	};
const fromOf = (requests: Received[]) =>
	Number(new URL(requests[0]?.url ?? '', 'http://localhost').searchParams.get('from') ?? NaN);

describe('chat: get', () => {
	const BIG = '9223372036854775807';
	const get = { resource: 'chat', operation: 'get' };
	const chosen = (value: string) => ({ ...get, chat: byId(value) });

	const inbound = '{"direction":"inbound","text":"Hello?","sentTimestamp":"2026-11-20T10:00:00.000+01:00","id":"m"}';
	const outbound = '{"direction":"outbound","sentTimestamp":1763632800000,"senderInfo":{"endpointType":"SERVICE_WEB"}}';
	const pages = serving([
		`{"id":"tg_1_a","channel":"tg","channelId":1,"chatId":"a","tbChatId":7,"remoteAddress":"x","tags":["VIP"],"lastMessage":${inbound}}`,
		`{"tbChatId":${BIG},"address":{"channel":"vk","channelId":2,"chatId":"b_c"},"lastMessage":${outbound}}`,
		'{"tbChatId":9,"channel":"tg","channelId":1,"chatId":"d"}',
	]);
	const daysOf = (requests: Received[]) => (Date.now() - fromOf(requests)) / DAY;

	test.each<[string, number, unknown[]]>([
		['tg_1_a', 1, [7, true, '2026-11-20T09:00:00.000Z', 'contact']],
		[BIG, 2, [BIG, false, undefined, 'operator']],
		['009', 3, [9, false, undefined, undefined]],
	])('finds %s on page %d, stops there, and says whether the person is waiting', async (chat, requests, known) => {
		const { items, calls, error } = await overWire(chosen(chat), pages);
		expect(error).toBeUndefined();
		const { tbChatId, waitingForReply, waitingSince, lastSender } = items[0]?.json ?? {};
		expect([tbChatId, waitingForReply, waitingSince, lastSender]).toEqual(known);
		expect(calls).toHaveLength(requests);
		expect(calls[0]).toMatch(/^GET \/api\/v1\/chats\?from=\d+$/);
	});

	const event = (ago: number, more: object = {}) => {
		const message = { sentTimestamp: new Date(Date.now() - ago).toISOString() };
		return itemsOf({ event: 'new_message', chatRef: 'tg_1_a', tbChatId: 7, message, ...more });
	};

	test.each([
		['before the 3 months', { message: { sentTimestamp: 1 } }],
		['that is missing', { message: undefined }],
	])("looks through the 3 months for an event's message %s", async (_when, more) => {
		for (const between of [undefined, 'paired'] as const) {
			const { requests, items } = await overWire(get, pages, { items: event(DAY / 24, more), trigger: true, between });
			expect(items[0]?.json.tbChatId).toBe(7);
			expect(Math.abs(daysOf(requests) - 90)).toBeLessThan(3);
		}
	});

	test('says how far back it looked if it finds no such chat', async () => {
		const activeSince = '={{ $now.minus({ days: 10 }).startOf("hour") }}';
		const { error, requests } = await overWire({ ...chosen('tg_1_z'), options: { activeSince } }, pages);
		const since = new Date(fromOf(requests)).toISOString();
		expect(since).toMatch(/:00:00\.000Z$/);
		expect(error?.message).toBe(`The chat tg_1_z isn't among the chats with a message since ${since}`);
		expect(error?.description).toContain('Set "Active Since" to an earlier time');
	});

	test.each<AgentKind>(['engine', 'direct'])('returns as a tool only the chat of the conversation: %s', async (kind) => {
		const service = await startScriptedServer(pages);
		const input: IDataObject = { chat: BIG, chatRef: 'vk_2_b_c', tbChatId: BIG, message: { sentTimestamp: 1 } };
		const calls = [{ itemIndex: 0, input }];
		const given = { kind, parameters: get, items: event(DAY / 24), calls, credential: service.credential };
		const answer = JSON.stringify(await runAgent(given));
		expect(answer).toContain('"waitingForReply":true');
		expect(answer).toContain('"tbChatId":7');
		// simplified, as a model reads every character
		expect(answer).not.toContain('remoteAddress');
		expect(service.requests).toHaveLength(1);
		expect(daysOf(service.requests)).toBeLessThan(0.1);
		await service.close();
	});
});

describe('chat: getAll', () => {
	const chats = (count: number) => Array.from({ length: count }, (_, tbChatId) => `{"tbChatId":${tbChatId},"channel":"tg"}`);
	const run = async (more: object = {}, options: Partial<Run> = {}) =>
		await overWire({ ...getAll, ...more }, serving(chats(95), 10), options);

	test.each([
		[{ limit: 21 }, 21, 3],
		[{ returnAll: true }, 95, 11],
	])('with %j has %d chats after %d requests', async (parameters, count, requests) => {
		const { items, calls, error } = await run(parameters);
		expect(error).toBeUndefined();
		expect(items.map(({ json }) => json.tbChatId)).toEqual(Array.from({ length: count }, (_, index) => index));
		expect(items.at(-1)?.pairedItem).toEqual({ item: 0 });
		expect(calls).toHaveLength(requests);
	});

	test('reads a text without a time zone in that of the workflow', async () => {
		const day = new Date(Date.now() - 30 * DAY).toISOString().slice(0, 10);
		const settings = { timezone: 'Asia/Tokyo' };
		const { requests } = await run({ limit: 1, filters: { from: ` ${day} 23:30:00 ` } }, { settings });
		expect(fromOf(requests)).toBe(Date.parse(`${day}T23:30:00+09:00`));
	});

	test('limits dates, here in milliseconds, to 3 months: a minute later passes, a minute earlier is refused before the request', async () => {
		const limit = new Date();
		limit.setUTCMonth(limit.getUTCMonth() - 3);
		const at = (time: number) => ({ filters: { from: `={{ ${time} }}` } });
		expect((await run(at(limit.getTime() + 60_000))).error).toBeUndefined();
		const { error, calls } = await run(at(limit.getTime() - 60_000));
		expect(error?.message).toMatch(/^Active Since is .*, but the platform lists only chats of the last 3 months$/);
		expect(error?.description).toContain('Choose a date after');
		expect(calls).toEqual([]);
	});
});

describe('the filters of chat: getAll that the node applies', () => {
	const ago = (minutes: number) => new Date(Date.now() - minutes * MINUTE).toISOString();
	const CHATS = [
		{
			...{ tbChatId: 1, channel: 'tg', channelId: 41, remoteFirstName: 'Zoë', remoteLastName: 'Fox', tags: ['VIP'] },
			lastMessage: { direction: 'inbound', sentTimestamp: ago(5) },
		},
		{ tbChatId: 2, tagSet: ['VIP', 'human'], lastMessage: { direction: 'outbound', sentTimestamp: ago(50) } },
		{ tbChatId: 3, tags: null, lastMessage: { direction: 'inbound', sentTimestamp: Date.now() - 500 * MINUTE } },
		{ tbChatId: 4, address: { channel: 'tg', channelId: 42 }, remoteUsername: 'foxy', tags: ['vip'] },
		{ tbChatId: 5, tags: [{ name: 'VIP' }], lastMessage: { direction: 'outbound', sentTimestamp: 'soon' } },
	];
	const pages = serving(CHATS.map((chat) => JSON.stringify(chat)));

	test.each<[object, number[], object?, number?]>([
		[{ tags: [], excludedTags: [], waitingForReply: 'any', idleMinutes: 0, channel: [], name: ' ' }, [1, 2, 3, 4, 5]],
		[{ tags: '={{ "human, VIP" }}' }, [1, 2, 5]],
		[{ excludedTags: ['VIP'] }, [3, 4]],
		[{ tags: ['VIP'], excludedTags: ['human'] }, [1, 5]],
		[{ channel: ['tg_41'] }, [1]],
		[{ channel: '={{ "tg" }}' }, [1, 4]],
		[{ name: 'fox' }, [1, 4]],
		[{ waitingForReply: 'yes' }, [1, 3]],
		[{ idleMinutes: 10 }, [2, 3]],
		[{ idleMinutes: 100 }, [3], { limit: 2 }, 6],
	])('with %j list %j', async (filters, ids, more = { returnAll: true }, requests = 6) => {
		const { items, calls } = await overWire({ ...getAll, ...more, filters: { ...filters } }, pages);
		expect([items.map(({ json }) => json.tbChatId), calls.length]).toEqual([ids, requests]);
	});

	test("offer the account's tags, and those that a filter names", async () => {
		const service = await startScriptedServer(() => listOf('{"name":"VIP"}'));
		const offered = async (chosen: INodeParameters) =>
			(await loadChoices('getTags', service.credential, chosen)).map(({ value }) => value);
		expect(await offered({ filters: { excludedTags: ['human'] } })).toEqual(['VIP', 'human']);
		const buttons = { button: [{ answerTags: ['VIP', 'new'] }, { removedTags: ['old'] }, { answerTags: '={{ [] }}' }] };
		expect(await offered({ buttons })).toEqual(['VIP', 'new', 'old']);
		await service.close();
	});
});
