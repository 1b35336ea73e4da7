import type { JsonObject } from '../../../sandbox/core/json';
import { failure, runSandbox } from '../../helpers/sandbox';

const running = runSandbox({ pageSize: 5 });
const { api, control } = running;

/** The first name of a listed chat's person. */
const firstName = ({ remoteContact }: JsonObject) =>
	(remoteContact as { nationalName?: { firstName?: string } }).nationalName?.firstName;

/** The chats of all pages, following $nextPage until an empty page. */
async function allPages(first: string): Promise<{ chats: JsonObject[]; pages: number[] }> {
	const chats: JsonObject[] = [];
	const pages: number[] = [];
	let request = first;
	for (;;) {
		const { body } = await api(request);
		const items = (body.$items ?? []) as JsonObject[];
		expect(body.$count).toBe(items.length);
		chats.push(...items);
		pages.push(items.length);
		if (typeof body.$nextPage !== 'string') return { chats, pages };
		expect(body.$nextPage.startsWith(running.sandbox.baseUrl)).toBe(true);
		request = `GET ${body.$nextPage.slice(running.sandbox.baseUrl.length)}`;
	}
}

test.each(['/v1/chats', '/chats'])('%s pages through every chat of the last 3 months once', async (path) => {
	const { chats, pages } = await allPages(`GET ${path}?from=0`);
	expect(pages).toEqual([5, 5, 3, 0]);
	expect(new Set(chats.map((one) => one.id)).size).toBe(13);
	expect(chats.map(firstName)).toContain('محمد');
	expect(chats.map((one) => String(one.tbChatId))).toContain('9223372036854775807');
	expect(chats.map((one) => one.id)).toContain('instagram_17841400008460056_yuki_san_77');
});

test('lists only chats with a message since `from`', async () => {
	const { chats } = await allPages(`GET /v1/chats?from=${Date.now() - 10 * 60_000}`);
	expect(chats.map(firstName)).toEqual(['Zoë', 'Мария']);
	expect(chats[0]).toMatchObject({
		id: 'tg_4100_271828182',
		lastMessage: { direction: 'inbound', text: 'Good morning!' },
		unreadCount: 1,
		blocked: false,
		address: { tbChatId: 70001 },
	});
	expect(chats[0]).not.toHaveProperty('blockedTs');
});

test('puts all chats on one page when there is no page size, and still links on', async () => {
	await control('PATCH /settings', { pageSize: 0 });
	expect((await allPages('GET /chats?from=-1&$skip=-1')).pages).toEqual([13, 0]);
	await control('PATCH /settings', { pageSize: 5 });
});

test('blocks and unblocks, answering 202, and shows it only while blocked', async () => {
	const blocked = await api('PATCH /chats/9007199254740993', { blocked: true });
	expect([blocked.status, blocked.text]).toEqual([202, '']);
	const listed = await api('GET /chats?from=0&blocked=true');
	expect(listed.body.$items).toMatchObject([
		{ tbChatId: 9007199254740993n, blocked: true, blockedTs: expect.stringMatching(/T.*Z$/) },
	]);
	expect((await api('PATCH /chats/9007199254740993', { blocked: false })).status).toBe(202);
	expect((await api('GET /chats?from=0&blocked=true')).body.$count).toBe(0);
});

test('keeps a blocked chat silent both ways', async () => {
	await api('PATCH /chats/70001', { blocked: true });
	const sent = await api('POST /messages', { channel: 'tg', channelId: 4100, tbChatId: 70001, text: 'x' });
	expect(failure(sent)).toEqual([400, 400, 'INVALID_REQUEST']);
	expect(sent.text).toContain('blocked');
	const written = await control('POST /chats/70001/messages', { text: 'hear me' });
	expect(written.body.$value).toBeNull();
	expect((await control('GET /chats/70001/messages')).text).not.toContain('hear me');
});
