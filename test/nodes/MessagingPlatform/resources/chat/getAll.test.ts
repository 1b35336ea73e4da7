import { runOperation } from '../../../../helpers/runAction';
import { type Received, type Reply, type ScriptedServer, startScriptedServer } from '../../../../helpers/servers';

const parameters = { resource: 'chat', operation: 'getAll' };
const DAY_MS = 86_400_000;

describe('chat: getAll', () => {
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

	test.each([
		[11, 2, 11],
		[20, 2, 20],
		[21, 3, 21],
	])('makes for a limit of %i %i requests', async (limit, requests, count) => {
		answer = pages(1000);
		expect((await run({ limit })).items).toHaveLength(count);
		expect(service.requests).toHaveLength(requests);
	});

	test('follows the links with "Return All" to the empty page, with the token', async () => {
		answer = pages(95);
		const { items } = await run({ returnAll: true });
		expect(items.map(({ json }) => json.tbChatId)).toEqual(Array.from({ length: 95 }, (_, index) => index));
		expect(service.requests).toHaveLength(11);
		expect(service.requests.every(({ headers }) => headers.authorization === 'Bearer test-token')).toBe(true);
	});

	test.each(['//evil.invalid/x', 'http://user:pass@127.0.0.1:1/', 'javascript:alert(1)', 'https://127.0.0.1/', 'http://OTHER/x'])(
		'takes the query alone from the link %s, and asks its own path with it',
		async (link) => {
			const other = await startScriptedServer(() => page([chat(9)]));
			const next = `${link.replace('http://OTHER', other.origin)}?$skip=1`;
			answer = ({ url }) => (url.includes('skip') ? page([chat(2)]) : page([chat(1)], next));
			const { items, error } = await run({ returnAll: true });
			await other.close();
			expect(error).toBeUndefined();
			expect(items.map(({ json }) => json.tbChatId)).toEqual([1, 2]);
			expect(service.requests.map(({ url }) => url.replace(/from=\d+/, ''))).toEqual(['/api/v1/chats?', '/api/v1/chats?$skip=1']);
			expect(other.requests).toEqual([]);
		},
	);

	test.each<[string, (now: number) => string, number]>([
		['milliseconds', (now) => `={{ ${now - DAY_MS} }}`, DAY_MS],
		['a Luxon date', () => '={{ $now.minus({ days: 1 }) }}', DAY_MS],
		['a JavaScript date', (now) => `={{ new Date(${now - DAY_MS}) }}`, DAY_MS],
	])('takes active since as %s', async (_name, value, age) => {
		answer = pages(1);
		const now = Date.now();
		const { error } = await run({ filters: { from: value(now) } });
		expect(error).toBeUndefined();
		expect(Math.abs(now - age - Number(sent().searchParams.get('from')))).toBeLessThan(10_000);
	});

	test.each([
		['Asia/Tokyo', (local: string) => local, '+09:00'],
		['Asia/Tokyo', (local: string) => ` ${local.replace('T', ' ')} `, '+09:00'],
		['Asia/Kolkata', (local: string) => local, '+05:30'],
		['Asia/Kolkata', (local: string) => `${local}-02:00`, '-02:00'],
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

	test.each(['={{ "yesterday" }}', '={{ 1e30 }}', '={{ {} }}'])('refuses the date %s', async (from) => {
		answer = pages(1);
		const { error } = await run({ filters: { from } });
		expect(error?.message).toMatch(/^Active Since isn't a date/);
		expect(service.requests).toEqual([]);
	});

	test('makes one error of an item whose page fails with "Continue on Fail", and no half list', async () => {
		answer = ({ url }) => (url.includes('skip') ? { status: 500 } : page([chat(1)], '/api/v1/chats?$skip=1'));
		const { items } = await run({ returnAll: true }, { continueOnFail: true });
		expect(items).toHaveLength(1);
		expect(items[0]?.json.error).toBe('The platform failed to process the request');
	});
});
