import type { INodeParameters } from 'n8n-workflow';
import { contract } from '../../sandbox/contract/validator';
import { runOperation, searchList } from '../helpers/runAction';
import { startScriptedServer, type Received, type Reply, type ScriptedServer } from '../helpers/servers';
import { bodiesIn, objectOf, textOf } from './bodies';

/** What the platform answers to each path, unchanged, and nothing on a second page. */
const ANSWERS: Array<[method: string, path: RegExp, file: string]> = [
	['GET', /^\/api\/v1\/chats\?(?!.*skip)/, 'responses/chats.json'],
	['GET', /^\/api\/v1\/chats\?.*skip/, 'responses/tags-of-chat.json'],
	['GET', /^\/api\/chats\/67599999\/tags$/, 'responses/tags-of-chat.json'],
	['POST', /^\/api\/messages$/, 'responses/message-sent.json'],
];

let platform: ScriptedServer;
let storage: ScriptedServer;
beforeAll(async () => {
	const answer = ({ method, url }: Received): Reply => {
		const [, , file] = ANSWERS.find(([verb, path]) => verb === method && path.test(url)) ?? [];
		return file === undefined ? { body: { $items: [] } } : { body: textOf(file) };
	};
	platform = await startScriptedServer(answer);
	storage = await startScriptedServer(() => ({ headers: { 'Content-Type': 'image/jpeg' }, body: 'a picture' }));
});
beforeEach(() => void (platform.requests.length = 0));
afterAll(async () => {
	await platform.close();
	await storage.close();
});

const run = async (parameters: INodeParameters) => {
	const credential = { ...platform.credential, fileOrigins: storage.origin };
	const { error, items } = await runOperation({ parameters, credential });
	expect(error).toBeUndefined();
	return items;
};

const asked = () => platform.requests.map(({ method, url }) => `${method} ${decodeURIComponent(url)}`);

const TO_MARIA = { sendTo: 'chat', chat: { __rl: true, mode: 'id', value: 'tg_14999_1009990001' } };

const MARIA = {
	chatRef: 'tg_14999_1009990001',
	name: 'Мария',
	username: 'MariaExample',
	tags: ['Оптовик', 'Вторая линия', 'Сайт', 'Новая область'],
};

test('the editor lists the chat with its name, finds it by its nick, and asks for the second page', async () => {
	const { results, paginationToken } = await searchList('searchChats', platform.credential);
	expect(results).toEqual([{ name: expect.stringContaining('Мария'), value: 'tg_14999_1009990001' }]);
	expect((await searchList('searchChats', platform.credential, 'mariaexample')).results).toHaveLength(1);
	const pages = asked().filter((line) => line.includes('chats'));
	if (paginationToken === undefined) expect(pages.some((line) => line.includes('$skip=10'))).toBe(true);
	else expect((await searchList('searchChats', platform.credential, undefined, paginationToken)).results).toEqual([]);
});

test('Chat: Get Many outputs the name, the nick and the tags, and continues with the second page at its own address', async () => {
	const items = await run({ resource: 'chat', operation: 'getAll', returnAll: true });
	expect(items.map(({ json }) => json)).toMatchObject([MARIA]);
	expect(Object.keys(items[0]?.json ?? {}).length).toBeLessThanOrEqual(10);
	expect(asked().at(-1)).toMatch(/^GET \/api\/v1\/chats\?.*\$skip=10/);
});

test('Chat: Get outputs the same', async () => {
	const [item] = await run({
		resource: 'chat',
		operation: 'get',
		chat: { __rl: true, mode: 'id', value: 'tg_14999_1009990001' },
	});
	expect(item?.json).toMatchObject(MARIA);
});

test('a chat without tags has none', async () => {
	const chat = { __rl: true, mode: 'id', value: '67599999' };
	expect(
		(await run({ resource: 'tag', operation: 'getForChat', chat })).filter(({ json }) => Object.keys(json).length > 0),
	).toEqual([]);
	expect(asked()).toEqual(['GET /api/chats/67599999/tags']);
});

test('a message is sent, though the answer has only its ID', async () => {
	const [item] = await run({ resource: 'message', operation: 'send', ...TO_MARIA, text: 'Здравствуйте!' });
	expect(item?.json).toMatchObject({ id: '5d6e7f80-91a2-43b4-85c6-d7e8f9a0b1c3' });
});

test('a file is downloaded by its signed link, which gets no token', async () => {
	const link = new URL(String(objectOf('responses/file-url.json').url));
	const [item] = await run({ resource: 'file', operation: 'download', url: storage.origin + link.pathname + link.search });
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
	const read = ANSWERS.map(([, , file]) => file.replace('responses/', ''));
	expect([...new Set([...read, 'file-url.json'])].sort()).toEqual(bodiesIn('responses'));
});
