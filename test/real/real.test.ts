import type { INodeParameters } from 'n8n-workflow';
import { contract } from '../../sandbox/contract/validator';
import { deliveryOf, startSigningPlatform } from '../helpers/deliveries';
import { FakeN8n } from '../helpers/fakeN8n';
import { credentialOf } from '../helpers/publishTrigger';
import { byId, runOperation, searchList } from '../helpers/runAction';
import { call, runSandbox } from '../helpers/sandbox';
import { type Received, type ScriptedServer, startScriptedServer } from '../helpers/servers';
import { ACCOUNT, bodiesIn, objectOf, textOf, tokenOf } from './bodies';

const MESSAGE = 'webhooks/new_message-2018.json';

const running = runSandbox();

describe('requests', () => {
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

	const { tagsOfChat, ...queries } = objectOf('requests/query-strings.json');

	test.each(Object.entries(queries))('the sandbox lists chats by the query %s', async (_name, one) => {
		const { path, query } = one as { path: string; query: Record<string, unknown> };
		const pairs = Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]);
		const { status, body } = await running.api(`GET ${path}?${new URLSearchParams(pairs)}`);
		const numbers = new Set((body.$items as Array<{ channelId: number }>).map(({ channelId }) => channelId));
		expect([status, numbers.size > 0, query.channelId === undefined || numbers.size === 1]).toEqual([200, true, true]);
	});

	test('the sandbox reads the tags of a chat', async () => {
		const { path } = tagsOfChat as { path: string };
		const answer = await running.api(`GET ${path.replace('67599999', '70001')}`);
		expect([answer.status, answer.body.$items]).toEqual([200, []]);
	});

	test("the sandbox takes an integrator's address and headers", async () => {
		const { path, headers } = objectOf('requests/integrator-settings.json') as { path: string; headers: Record<string, string> };
		const token = (value: string) => value.replace('<token>', running.sandbox.apiToken);
		const more = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), token(value)]);
		const body = objectOf('requests/message-to-phone.json');
		const answer = await call(running.sandbox, `POST ${path}`, { body, token: null, headers: Object.fromEntries(more) });
		expect(answer.status).toBe(200);
	});
});

describe('responses', () => {
	/** What the platform answers to each path, unchanged, and nothing on a second page. */
	const ANSWERS: Array<[method: string, path: RegExp, file: string]> = [
		['GET', /^\/api\/v1\/chats\?(?!.*skip)/, 'chats.json'],
		['GET', /^\/api\/v1\/chats\?.*skip/, 'tags-of-chat.json'],
		['GET', /^\/api\/chats\/67599999\/tags$/, 'tags-of-chat.json'],
		['POST', /^\/api\/messages$/, 'message-sent.json'],
	];
	const MARIA = {
		chatRef: 'tg_14999_1009990001',
		name: 'Мария',
		username: 'MariaExample',
		tags: ['Оптовик', 'Вторая линия', 'Сайт', 'Новая область'],
	};
	const chat = byId(MARIA.chatRef);

	let platform: ScriptedServer;
	let storage: ScriptedServer;
	beforeAll(async () => {
		platform = await startScriptedServer(({ method, url }: Received) => {
			const [, , file] = ANSWERS.find(([verb, path]) => verb === method && path.test(url)) ?? [];
			return { body: file === undefined ? { $items: [] } : textOf(`responses/${file}`) };
		});
		storage = await startScriptedServer(() => ({ headers: { 'Content-Type': 'image/jpeg' }, body: 'a picture' }));
	});
	beforeEach(() => void (platform.requests.length = 0));
	afterAll(async () => {
		await platform.close();
		await storage.close();
	});

	const run = async (resource: string, operation: string, more: INodeParameters) => {
		const credential = { ...platform.credential, fileOrigins: storage.origin };
		const { error, items } = await runOperation({ parameters: { resource, operation, ...more }, credential });
		expect(error).toBeUndefined();
		return items;
	};

	const asked = () => platform.requests.map(({ method, url }) => `${method} ${decodeURIComponent(url)}`);

	test('the editor lists the chat with its name, finds it by its nick, and asks for the second page', async () => {
		const { results, paginationToken } = await searchList('searchChats', platform.credential);
		expect(results).toEqual([{ name: expect.stringContaining('Мария'), value: MARIA.chatRef }]);
		expect((await searchList('searchChats', platform.credential, 'mariaexample')).results).toHaveLength(1);
		const pages = asked().filter((line) => line.includes('chats'));
		if (paginationToken === undefined) expect(pages.some((line) => line.includes('$skip=10'))).toBe(true);
		else expect((await searchList('searchChats', platform.credential, undefined, paginationToken)).results).toEqual([]);
	});

	test('Chat: Get Many outputs the name, the nick and the tags, and continues with the second page at its own address', async () => {
		const items = await run('chat', 'getAll', { returnAll: true });
		expect(items.map(({ json }) => json)).toMatchObject([MARIA]);
		expect(Object.keys(items[0]?.json ?? {}).length).toBeLessThanOrEqual(10);
		expect(asked().at(-1)).toMatch(/^GET \/api\/v1\/chats\?.*\$skip=10/);
	});

	test('Chat: Get outputs the same', async () => {
		expect((await run('chat', 'get', { chat })).map(({ json }) => json)).toMatchObject([MARIA]);
	});

	test('a chat without tags has none', async () => {
		const items = await run('tag', 'getForChat', { chat: byId('67599999') });
		expect(items.filter(({ json }) => Object.keys(json).length > 0)).toEqual([]);
		expect(asked()).toEqual(['GET /api/chats/67599999/tags']);
	});

	test('a message is sent, though the answer has only its ID', async () => {
		const [item] = await run('message', 'send', { sendTo: 'chat', chat, text: 'Здравствуйте!' });
		expect(item?.json).toMatchObject({ id: '5d6e7f80-91a2-43b4-85c6-d7e8f9a0b1c3' });
	});

	test('a file is downloaded by its signed link, which gets no token', async () => {
		const link = new URL(String(objectOf('responses/file-url.json').url));
		const [item] = await run('file', 'download', { url: storage.origin + link.pathname + link.search });
		expect(Buffer.from(item?.binary?.data?.data ?? '', 'base64').toString()).toBe('a picture');
		expect(storage.requests.map(({ url }) => url)).toEqual([link.pathname + link.search]);
		expect(storage.requests[0]?.headers.authorization).toBeUndefined();
	});

	test.each([
		['chats.json', 'getChatsV1'],
		['tags-of-chat.json', 'getChatTags'],
		['message-sent.json', 'sendMessage'],
	])('%s fits the contract of %s', (file, operation) => {
		expect(contract().answerProblems(operation, 200, objectOf(`responses/${file}`))).toEqual([]);
	});

	test('every response is read here', () => {
		const read = ANSWERS.map(([, , file]) => file);
		expect([...new Set([...read, 'file-url.json'])].sort()).toEqual(bodiesIn('responses'));
	});
});

describe.each(bodiesIn('token').filter((file) => file.includes('claims')))('a token with the claims of %s', (file) => {
	const token = tokenOf(`token/${file}`);
	const credential = () => ({ ...credentialOf(running.sandbox), apiToken: token });
	beforeEach(() => running.sandbox.state.tokens.push({ token, expiresMs: Infinity, revoked: false, rights: 'all' }));

	test('is about 1,400 characters long, as those of the sandbox are', () => {
		for (const one of [token, running.sandbox.apiToken]) expect(Math.round(one.length / 100)).toBe(14);
	});

	test.each(['', '/'])('reads the chats, with the Base URL ending in /api%s', async (ending) => {
		const fields = { ...credential(), baseUrl: `${running.sandbox.baseUrl}${ending}` };
		const parameters = { resource: 'chat', operation: 'getAll', limit: 3 };
		const { error, items } = await runOperation({ parameters, credential: fields });
		expect([error, items.length]).toEqual([undefined, 3]);
	});

	test('names the account whose events are accepted, and the account needs no channel for that', async () => {
		running.sandbox.state.channels = [];
		const workflow = new FakeN8n({ credential: credential() });
		await workflow.publish();
		expect(JSON.stringify(workflow.database)).toContain(ACCOUNT);
		await workflow.unpublish();
	});
});

test('the addresses of clients differ from each other only by the slash and the scheme', () => {
	const { baseUrl, baseUrlAsSomeClientsWriteIt } = objectOf('addresses.json');
	const same = (baseUrlAsSomeClientsWriteIt as string[]).map((url) => url.replace(/^http:/, 'https:').replace(/\/$/, ''));
	expect(new Set(same)).toEqual(new Set([baseUrl]));
});

test('a message of 2018 becomes an item with its person, its text and a chat to answer', async () => {
	const platform = await startSigningPlatform();
	const trigger = await FakeN8n.start({ credential: platform.credential, accountId: ACCOUNT });
	const { status } = await trigger.send(deliveryOf(textOf(MESSAGE), platform.token({ accountId: ACCOUNT })));
	await trigger.close();
	await platform.close();
	expect(status).toBe(200);
	expect(trigger.executions.map((items) => items.map(({ json }) => json))).toMatchObject([
		[
			{
				event: 'new_message',
				text: 'Здравствуйте',
				chatRef: 'whatsapp_2311_79990000001',
				sender: { username: 'Мария', phone: '+79990000001', email: 'maria@shop.example' },
			},
		],
	]);
});

test('it fits the contract, and no other was seen', () => {
	expect(contract().eventProblems('new_message', 'nested', objectOf(MESSAGE))).toEqual([]);
	expect(bodiesIn('webhooks').map((file) => `webhooks/${file}`)).toEqual([MESSAGE]);
});
