import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { byId, itemsOf, overWire, runOperation, loadChoices, listOf } from '../../../helpers/runAction';
import { type AgentKind, runAgent } from '../../../helpers/runAgent';
import { type Received, startScriptedServer, type Reply, type ScriptedServer } from '../../../helpers/servers';

describe('chat: get', () => {
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

	test.each([
		['tg_1_a', 7, 1],
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
		['sent in milliseconds', 2, { message: { sentTimestamp: Date.now() - 2 * DAY } }],
		['before the 3 months', 90, { message: { sentTimestamp: 1 } }],
		['without a time', 90, { message: {} }],
		['that is missing', 90, { message: undefined }],
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

describe('chat: getAll', () => {
	const parameters = { resource: 'chat', operation: 'getAll' };
	const DAY_MS = 86_400_000;

	let service: ScriptedServer;
	let answer: (request: Received) => Reply;
	beforeEach(async () => {
		service = await startScriptedServer((request) => answer(request));
	});
	afterEach(async () => await service.close());
	const run = async (more: object = {}, options: object = {}) =>
		await runOperation({ parameters: { ...parameters, ...more }, credential: service.credential, ...options });
	const chat = (number: number | string) => `{"tbChatId":${number},"channel":"tg"}`;
	const page = (chats: string[], next?: string): Reply => ({
		body: `{"$count":${chats.length},"$items":[${chats.join(',')}]${next === undefined ? '' : `,"$nextPage":"${next}"`}}`,
	});
	/** `total` chats in pages of ten; the service links on from every page that has a chat. */
	const pages = (total: number) => (request: Received) => {
		const url = new URL(request.url, service.origin);
		const skip = Number(url.searchParams.get('$skip') ?? 0);
		const chats = Array.from({ length: Math.max(0, Math.min(10, total - skip)) }, (_, index) => chat(skip + index));
		url.searchParams.set('$skip', String(skip + chats.length));
		return page(chats, chats.length > 0 ? url.href : undefined);
	};
	const sent = (index = 0) => new URL(service.requests[index]?.url ?? '', service.origin);

	test('requests the first page, from almost 3 months ago, and no more than the limit', async () => {
		answer = pages(1000);
		const before = Date.now();
		const { items, error } = await run({ limit: 10 });
		expect(error).toBeUndefined();
		expect(items).toHaveLength(10);
		expect(items[9]).toEqual({ json: { tbChatId: 9, channel: 'tg' }, pairedItem: { item: 0 } });
		expect(service.requests).toHaveLength(1);
		expect(sent().pathname).toBe('/api/v1/chats');
		expect([...sent().searchParams.keys()]).toEqual(['from']);
		const age = before - Number(sent().searchParams.get('from'));
		expect(age).toBeGreaterThan(88 * DAY_MS);
		expect(age).toBeLessThan(92 * DAY_MS);
	});

	test('makes for a limit of 21 chats 3 requests', async () => {
		answer = pages(1000);
		expect((await run({ limit: 21 })).items).toHaveLength(21);
		expect(service.requests).toHaveLength(3);
	});

	test('follows the links with "Return All" to the empty page, with the token', async () => {
		answer = pages(95);
		const { items } = await run({ returnAll: true });
		expect(items.map(({ json }) => json.tbChatId)).toEqual(Array.from({ length: 95 }, (_, index) => index));
		expect(service.requests).toHaveLength(11);
		expect(service.requests.every(({ headers }) => headers.authorization === 'Bearer test-token')).toBe(true);
	});

	test.each<[string, (now: number) => string, number]>([
		['milliseconds', (now) => `={{ ${now - DAY_MS} }}`, DAY_MS],
		['a Luxon date', () => '={{ $now.minus({ days: 1 }) }}', DAY_MS],
	])('takes active since as %s', async (_name, value, age) => {
		answer = pages(1);
		const now = Date.now();
		const { error } = await run({ filters: { from: value(now) } });
		expect(error).toBeUndefined();
		expect(Math.abs(now - age - Number(sent().searchParams.get('from')))).toBeLessThan(10_000);
	});

	test.each([
		['Asia/Tokyo', (local: string) => ` ${local.replace('T', ' ')} `, '+09:00'],
		['Asia/Kolkata', (local: string) => local, '+05:30'],
	])('reads a text without a time zone in that of the workflow: %s', async (timezone, write, offset) => {
		answer = pages(1);
		const local = `${new Date(Date.now() - 30 * DAY_MS).toISOString().slice(0, 10)}T23:30:00`;
		const { error } = await run({ limit: 1, filters: { from: write(local) } }, { settings: { timezone } });
		expect(error).toBeUndefined();
		expect(Number(sent().searchParams.get('from'))).toBe(Date.parse(`${local}${offset}`));
	});

	test('limits dates to 3 months: a minute later passes, a minute earlier is refused before the request', async () => {
		answer = pages(1);
		const limit = new Date();
		limit.setUTCMonth(limit.getUTCMonth() - 3);
		const at = (time: number) => ({ filters: { from: new Date(time).toISOString() } });
		expect((await run(at(limit.getTime() + 60_000))).error).toBeUndefined();
		const count = service.requests.length;
		const { error } = await run(at(limit.getTime() - 60_000));
		expect(error?.message).toMatch(/^Active Since is .*, but the platform lists only chats of the last 3 months$/);
		expect(error?.description).toContain('Choose a date after');
		expect(service.requests).toHaveLength(count);
	});

	test('makes one error of an item whose page fails with "Continue on Fail", and no half list', async () => {
		answer = ({ url }) => (url.includes('skip') ? { status: 500 } : page([chat(1)], '/api/v1/chats?$skip=1'));
		const { items } = await run({ returnAll: true }, { continueOnFail: true });
		expect(items).toHaveLength(1);
		expect(items[0]?.json.error).toBe('The platform failed to process the request');
	});
});

describe('the filters of chat: getAll that the node applies', () => {
	const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

	const CHATS = [
		{
			tbChatId: 1,
			channel: 'tg',
			channelId: 41,
			remoteFirstName: 'Zoë',
			remoteLastName: 'Fox',
			tags: ['VIP'],
			lastMessage: { direction: 'inbound', sentTimestamp: ago(5) },
		},
		{ tbChatId: 2, tagSet: ['VIP', 'human'], lastMessage: { direction: 'outbound', sentTimestamp: ago(50) } },
		{ tbChatId: 3, tags: null, lastMessage: { direction: 'inbound', sentTimestamp: Date.now() - 500 * 60_000 } },
		{ tbChatId: 4, address: { channel: 'tg', channelId: 42 }, remoteUsername: 'foxy', tags: ['vip'] },
		{ tbChatId: 5, tags: [{ name: 'VIP' }], lastMessage: { direction: 'outbound', sentTimestamp: 'soon' } },
	];

	/** Serves one chat per page. */
	const pages = ({ url }: Received) => {
		const skip = Number(new URL(url, 'http://localhost').searchParams.get('$skip') ?? 0);
		const chat = CHATS[skip];
		return { body: { $items: chat === undefined ? [] : [chat], $nextPage: `/api/v1/chats?$skip=${skip + 1}` } };
	};

	async function list(filters: object, more: object = { returnAll: true }) {
		const { items, calls, error } = await overWire(
			{ resource: 'chat', operation: 'getAll', ...more, filters: { ...filters } },
			pages,
		);
		return { ids: items.map(({ json }) => json.tbChatId), requests: calls.length, error };
	}

	test.each<[object, number[]]>([
		[{ tags: [], excludedTags: [], waitingForReply: 'any', idleMinutes: 0 }, [1, 2, 3, 4, 5]],
		[{ tags: '={{ "human, VIP" }}' }, [1, 2, 5]],
		[{ excludedTags: ['VIP'] }, [3, 4]],
		[{ tags: ['VIP'], excludedTags: ['human'] }, [1, 5]],
		[{ channel: [], name: ' ' }, [1, 2, 3, 4, 5]],
		[{ channel: ['tg_41'] }, [1]],
		[{ channel: '={{ "tg" }}' }, [1, 4]],
		[{ name: 'ZOË F' }, [1]],
		[{ name: 'fox' }, [1, 4]],
		[{ waitingForReply: 'yes' }, [1, 3]],
		[{ waitingForReply: 'no' }, [2, 4, 5]],
		[{ idleMinutes: 10 }, [2, 3]],
		[{ idleMinutes: '={{ "60" }}' }, [3]],
	])('with %j list %j', async (filters, ids) => {
		expect(await list(filters)).toEqual({ ids, requests: 6, error: undefined });
	});

	test.each([
		[{ tags: ['VIP'] }, 2, [1, 2], 2],
		[{ idleMinutes: 100 }, 2, [3], 6],
	])('apply %j before a limit of %d', async (filters, limit, ids, requests) => {
		expect(await list(filters, { limit })).toEqual({ ids, requests, error: undefined });
	});

	test.each([
		[{ idleMinutes: -1 }, 'Idle Minutes must be a number of 0 or more, but it is -1'],
		[{ waitingForReply: '={{ "maybe" }}' }, 'Waiting for Reply can\'t be "maybe"'],
	])('refuse %j before a request', async (filters, message) => {
		expect(await list(filters)).toMatchObject({ requests: 0, error: { message } });
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
