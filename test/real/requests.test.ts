import { isJsonObject } from '../../sandbox/core/json';
import { call, runSandbox } from '../helpers/sandbox';
import { bodiesIn, objectOf } from './bodies';

const running = runSandbox();

/** The chats that the requests name, with the channel of each. */
const CHATS = [
	{ channel: 'tg', channelId: 14999, chatId: '1009990001' },
	{ channel: 'whatsapp', channelId: 9898, chatId: '79990000001' },
	{ channel: 'whatsappb', channelId: 711, chatId: '79990000002', text: 'Hello' },
	{ channel: 'whatsapp', channelId: 2311 },
];

beforeEach(async () => {
	for (const chat of CHATS) {
		await running.control('POST /channels', chat);
		if (chat.chatId !== undefined) await running.control('POST /chats', chat);
	}
});

const files = bodiesIn('requests');

test.each(files.filter((file) => file.startsWith('message-')))('the sandbox sends %s', async (file) => {
	const body = objectOf(`requests/${file}`);
	const answer = await running.api('POST /messages', body);
	expect([answer.status, answer.body.$value]).toEqual([200, expect.objectContaining({ text: body.text })]);
});

test.each(files.filter((file) => file.startsWith('webhook')))('the sandbox registers %s', async (file) => {
	const { status, body } = await call(running.sandbox, 'POST /notifications/webhooks', { body: objectOf(`requests/${file}`) });
	expect([status, body]).toEqual([200, { id: expect.any(String) }]);
});

const queries = Object.entries(objectOf('requests/query-strings.json')).filter(([name]) => name !== 'tagsOfChat');

test.each(queries)('the sandbox lists chats by the query %s', async (_name, one) => {
	const { path, query } = one as { path: string; query: Record<string, unknown> };
	const pairs = Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]);
	const { status, body } = await running.api(`GET ${path}?${new URLSearchParams(pairs)}`);
	const numbers = new Set((body.$items as Array<{ channelId: number }>).map(({ channelId }) => channelId));
	expect([status, numbers.size > 0, query.channelId === undefined || numbers.size === 1]).toEqual([200, true, true]);
});

test('the sandbox reads the tags of a chat', async () => {
	const { path } = objectOf('requests/query-strings.json').tagsOfChat as { path: string };
	const answer = await running.api(`GET ${path.replace('67599999', '70001')}`);
	expect([answer.status, answer.body.$items]).toEqual([200, []]);
});

test("the sandbox takes an integrator's address and headers", async () => {
	const { path, headers } = objectOf('requests/integrator-settings.json');
	if (!isJsonObject(headers)) throw new Error('no headers');
	const more = Object.entries(headers).map(([name, value]) => [
		name.toLowerCase(),
		String(value).replace('<token>', running.sandbox.apiToken),
	]);
	const body = objectOf('requests/message-to-phone.json');
	const answer = await call(running.sandbox, `POST ${String(path)}`, { body, token: null, headers: Object.fromEntries(more) });
	expect(answer.status).toBe(200);
});
