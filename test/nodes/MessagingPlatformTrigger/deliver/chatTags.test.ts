/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development only: this file is never part of the published package */
import type { ServerResponse } from 'node:http';
import { makeButtonKey } from '../../../../nodes/shared/buttonKey';
import { keysOf } from '../../../helpers/handOver';
import { listOf } from '../../../helpers/runAction';
import { type Received, type Reply, type ScriptedServer, startScriptedServer } from '../../../helpers/servers';
import { ACCOUNT, ISSUER, newMessage } from '../../../helpers/deliveries';
import { useTriggers } from '../../../helpers/useTriggers';
import { waitFor } from '../../../helpers/waitFor';

const stage = useTriggers();
/** Time for which tags are remembered, in ms. */
const KEEP_TAGS_MS = 2_000;

const FILTERS = { excludedTags: ['operator'] };
let service: ScriptedServer;
let answer: (request: Received, response: ServerResponse) => Reply | undefined | Promise<Reply | undefined>;

beforeEach(async () => {
	answer = () => listOf();
	service = await startScriptedServer(async (request, response) => await answer(request, response));
});
afterEach(async () => await service.close());

/** Starts a trigger with a scripted API; the keys keep their place. */
async function start(filters: Record<string, unknown> = FILTERS, more = {}): Promise<void> {
	await stage.start({
		credential: { ...service.credential, issuer: ISSUER, keyOrigins: stage.platform.keyServer.origin },
		parameters: { events: ['*'], filters: filters as Record<string, string[]> },
		...more,
	});
}

const deliver = async (body = newMessage()) => await stage.outcome(body);

/** Delivers so many messages of one chat at once; their different outcomes. */
async function deliverMany(count: number): Promise<string[]> {
	const outcomes = await Promise.all(Array.from({ length: count }, async () => await deliver()));
	return [...new Set(outcomes.map((outcome) => outcome.join()))];
}

const asked = () => service.requests.map(({ method, url }) => `${method} ${url}`);

const tagsOf = (...names: string[]) => listOf(...names.map((name) => JSON.stringify({ chatId: 'tg_4100_1', name })));

/** Has each request wait until the test releases it. */
function holdAnswers(reply: () => Reply) {
	const waiting: Array<() => void> = [];
	answer = async () => {
		await new Promise<void>((resolve) => waiting.push(resolve));
		return reply();
	};
	return { waiting, release: () => waiting.forEach((go) => go()) };
}

const eventOf = (name: string, fields: object, id: string = name) =>
	JSON.stringify({ id, accountId: ACCOUNT, name, command: fields });

const CHAT = { channel: 'tg', channelId: 4100, chatId: '271828182', tbChatId: 70001 };

describe('an event that comes without the tags of its chat', () => {
	test("is checked against the platform's tags, requested at the API's address with the token", async () => {
		await start();
		answer = () => tagsOf('VIP', 'operator');
		expect(await deliver()).toEqual([200, 'excluded_tag']);
		expect(asked()).toEqual(['GET /api/chats/70001/tags']);
		expect(service.requests[0]?.headers).toMatchObject({ authorization: 'Bearer test-token', accept: 'application/json' });
		stage.now += KEEP_TAGS_MS;
		answer = () => tagsOf('VIP', 'Operator');
		expect(await deliver()).toEqual([200, undefined]);
		expect(stage.trigger.executions).toHaveLength(1);
		stage.now += KEEP_TAGS_MS;
		answer = () => ({ body: { $count: 0 } });
		expect(await deliver()).toEqual([200, undefined]);
	});

	test.each(['../70001', '70001/../../x?', undefined, { toString: 1 }])(
		'with the number %j asks for nothing, and counts as one without tags',
		async (tbChatId) => {
			await start();
			expect(await deliver(newMessage({ tbChatId }))).toEqual([200, undefined]);
			await start({ tags: ['VIP'] });
			expect(await deliver(newMessage({ tbChatId }))).toEqual([200, 'tag']);
			expect(asked()).toEqual([]);
		},
	);
});

test.each([{ tags: ['gold'], tagSet: [{ reason: 'x' }] }, { tags: 'gold' }])(
	'an event that comes with tags that cannot be read is checked in the same way: %j',
	async (chat) => {
		await start();
		answer = () => tagsOf('operator');
		expect(await deliver(newMessage({ chat }))).toEqual([200, 'excluded_tag']);
	},
);

describe('requests no tags', () => {
	async function expectNothingAsked(deliveries: Array<[outcome: string | undefined, body: string]>): Promise<void> {
		for (const [outcome, body] of deliveries) expect(await deliver(body)).toEqual([200, outcome]);
		expect(asked()).toEqual([]);
	}

	test('if the event carries them or has no chat, or no filter is about tags', async () => {
		await start();
		await expectNothingAsked([
			['excluded_tag', newMessage({ chat: { tags: ['operator'] } })],
			[undefined, newMessage({ chat: { tagSet: [] } })],
			['excluded_tag', eventOf('TagAssignedOnChatCommand', { ...CHAT, tag: 'operator' })],
			[undefined, eventOf('WidgetEnableCommand', { widget: {} })],
			[undefined, eventOf('ChannelCreationCommand', { channel: 'tg', channelId: 4100 })],
		]);
		await start({});
		await expectNothingAsked([[undefined, newMessage()]]);
	});

	test('if another filter leaves the event out', async () => {
		await start({ ...FILTERS, content: 'attachments', maxAgeMinutes: 5, chats: 'tg_4100_271828182', buttonKeys: 'yes' });
		await expectNothingAsked([
			['content', newMessage()],
			['direction', newMessage({ direction: 'outbound' })],
			['age', eventOf('OperatorReadChatCommand', { ...CHAT, timestamp: stage.now - 600_000 })],
			['chat', eventOf('OperatorReadChatCommand', { ...CHAT, chatId: '1', tbChatId: 2 })],
			['button', eventOf('EndUserActionCommand', { ...CHAT, payload: 'no' })],
		]);
	});

	test('if the event answers a question, which is handed over whatever the filters say', async () => {
		await start({ ...FILTERS, buttonKeys: 'yes', ignoreAnsweredPresses: true, chats: '1' }, { waitingBaseUrl: service.origin });
		answer = ({ url }) => (url.startsWith('/api') ? tagsOf('operator') : {});
		const key = { executionId: '7', choice: 0, tag: 'abcd', askedAt: stage.now, resumeToken: 'a'.repeat(64) };
		const payload = makeButtonKey(key, keysOf('test-token'));
		expect((await stage.send(eventOf('EndUserActionCommand', { ...CHAT, payload }))).text).toBe('{"status":"handed_over"}');
		expect(asked()).toEqual([expect.stringMatching(/^POST \/7\/messaging-platform-answer/)]);
	});
});

describe('a platform that cannot list the tags', () => {
	test.each<[string, Reply, string]>([
		['an expired token', { status: 401, body: {} }, "The API token wasn't accepted"],
		['an $error in a 200', { body: { $error: { msg: 'no test-token' } } }, 'no '],
		['no list', { body: { $items: { name: 'operator' } } }, 'the response has no list'],
		['a way out', { status: 302, headers: { location: 'http://attacker.example/x' } }, 'redirects to http://attacker.example'],
	])('%s: 503, so that the event is sent again, and once it can, the event starts the workflow', async (_what, reply, told) => {
		await start();
		answer = () => reply;
		const body = newMessage();
		expect(await deliver(body)).toEqual([503, 'chat_tags']);
		expect(stage.trigger.logs).toEqual([expect.stringContaining(told)]);
		expect(stage.trigger.logs.join()).not.toContain('test-token');
		expect(stage.trigger.logs.join()).not.toMatch(/HTTP \D/);
		answer = () => listOf();
		expect(await deliver(body)).toEqual([200, undefined]);
		expect(stage.trigger.executions).toHaveLength(1);
	});

	test('an answer that never comes, never ends or is to come in a minute is given up after some seconds', async () => {
		await start();
		const late = { status: 429, headers: { 'retry-after': '60' } };
		answer = ({ url }, response) => {
			if (url.includes('70001')) response.writeHead(200).write('{"$items":[');
			return url.includes('70003') ? late : undefined;
		};
		const all = [70_001, 70_002, 70_003].map(async (tbChatId) => await deliver(newMessage({ tbChatId })));
		expect(new Set((await Promise.all(all)).map((outcome) => outcome.join()))).toEqual(new Set(['503,chat_tags']));
		expect(stage.trigger.logs.join()).toMatch(/didn't respond in time.*Too many requests at once", HTTP 429/s);
	});
});

describe('many events', () => {
	test('share one request for their chat, and remember its tags for a moment only', async () => {
		await start();
		const { waiting, release } = holdAnswers(() => tagsOf('operator'));
		const all = deliverMany(20);
		await waitFor(() => waiting.length === 1 && stage.trigger.handled === 20);
		release();
		expect(await all).toEqual(['200,excluded_tag']);
		expect(asked()).toHaveLength(1);
		stage.now += KEEP_TAGS_MS - 1;
		answer = () => listOf();
		expect(await deliver()).toEqual([200, 'excluded_tag']);
		stage.now += 1;
		expect(await deliver()).toEqual([200, undefined]);
		expect(asked()).toHaveLength(2);
		stage.now -= 60_000;
		expect(await deliver()).toEqual([200, undefined]);
		expect(asked()).toHaveLength(3);
	});

	test('share the next request, too, if one that began too long before them comes first', async () => {
		await start();
		const { waiting, release } = holdAnswers(() => listOf());
		const early = deliver();
		await waitFor(() => waiting.length === 1);
		stage.now += KEEP_TAGS_MS;
		const late = deliverMany(20);
		await waitFor(() => stage.trigger.handled === 21);
		answer = () => tagsOf('operator');
		release();
		expect(await early).toEqual([200, undefined]);
		expect(await late).toEqual(['200,excluded_tag']);
		expect(asked()).toHaveLength(2);
	});

	test('make a limited number of requests at once for different chats, and the others wait for their turn', async () => {
		await start();
		const { waiting, release } = holdAnswers(() => listOf());
		const first = Array.from({ length: 20 }, async (_, index) => await deliver(newMessage({ tbChatId: index + 1 })));
		await waitFor(() => waiting.length === 20);
		const others = Array.from({ length: 100 }, async (_, index) => await deliver(newMessage({ tbChatId: 1_000 + index })));
		await waitFor(() => stage.trigger.handled === 120);
		// n8n keeps each event in memory
		expect(await deliver(newMessage({ tbChatId: 999 }))).toEqual([503, 'chat_tags']);
		expect(stage.trigger.logs).toEqual([expect.stringContaining('too many chats at once')]);
		expect(waiting).toHaveLength(20);
		answer = () => listOf();
		release();
		expect(new Set((await Promise.all([...first, ...others])).map(([status]) => status))).toEqual(new Set([200]));
	});

	test('that the platform refuses as too fast are asked again', async () => {
		await start();
		answer = () => (asked().length === 1 ? { status: 429, headers: { 'retry-after': '1' } } : tagsOf('operator'));
		expect(await deliver()).toEqual([200, 'excluded_tag']);
		expect(asked()).toHaveLength(2);
	});

	test('request the tags again with another token', async () => {
		await start();
		await deliver();
		const keyOrigins = stage.platform.keyServer.origin;
		stage.trigger.setCredential({ ...service.credential, apiToken: 'another-token', issuer: ISSUER, keyOrigins });
		stage.now += 31_000;
		await deliver();
		expect(service.requests.map(({ headers }) => headers.authorization)).toEqual(['Bearer test-token', 'Bearer another-token']);
	});
});
