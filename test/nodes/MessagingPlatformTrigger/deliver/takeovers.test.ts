import { type INodeParameters, sleep } from 'n8n-workflow';
import { createDeliver } from '../../../../nodes/MessagingPlatformTrigger/deliver/deliver';
import { listOf } from '../../../helpers/runAction';
import { type Received, type Reply, type ScriptedServer, startScriptedServer } from '../../../helpers/servers';
import { ACCOUNT, CHAT, FIELDS, ISSUER, newMessage } from '../../../helpers/deliveries';
import type { FakeN8n, N8nSetup } from '../../../helpers/fakeN8n';
import { useTriggers } from '../../../helpers/useTriggers';
import { waitFor } from '../../../helpers/waitFor';

const stage = useTriggers();
/** Time for which tags are remembered, and a takeover after its tag was assigned, in ms. */
const HOLD_MS = 2_000;
const TAG = 'human';
const SILENT = [200, 'takeover'];
const STARTED = [200, undefined];
const EXCLUDED = [200, 'excluded_tag'];
/** A platform with the tags of chats, which the test can slow down or break. */
let service: ScriptedServer;
let tags: Map<string, Set<string>>;
let interfere: (request: Received) => Reply | undefined | Promise<Reply | undefined>;
const tagsOf = (chat: string): Set<string> => tags.get(chat) ?? tags.set(chat, new Set()).get(chat) ?? new Set();

function answerOf({ method, url }: Received): Reply {
	const [, chat = '', tag] = /^\/api\/chats\/(-?\d+)\/tags(?:\/(.+))?$/.exec(url) ?? [];
	if (method !== 'POST' || tag === undefined) return listOf(...[...tagsOf(chat)].map((name) => JSON.stringify({ name })));
	tagsOf(chat).add(decodeURIComponent(tag));
	return { status: 202 };
}

beforeEach(async () => {
	tags = new Map();
	interfere = () => undefined;
	service = await startScriptedServer(async (request) => (await interfere(request)) ?? answerOf(request));
});
afterEach(async () => {
	jest.restoreAllMocks();
	await service.close();
});

/** Ends the time for a request of the platform, 4 s, at once; any other ends the test. */
function endInTime(): void {
	const timeout = AbortSignal.timeout.bind(AbortSignal);
	jest.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => timeout(ms === 4_000 ? 50 : 1e9));
}

const setupOf = (parameters: INodeParameters = {}, more: Partial<N8nSetup> = {}): N8nSetup => ({
	credential: { ...service.credential, issuer: ISSUER, keyOrigins: stage.platform.keyServer.origin },
	parameters: { events: ['*'], options: { takeoverTag: TAG }, ...parameters },
	...more,
});

const start = async (...setup: Parameters<typeof setupOf>) => await stage.start(setupOf(...setup));
const deliver = async (body = newMessage(), trigger = stage.trigger) => await stage.outcome(body, {}, trigger);
const calls = (method: string) => service.requests.filter((one) => one.method === method).map(({ url }) => url);

const byOperator = (message: object = {}) =>
	newMessage({ direction: 'outbound', senderInfo: { endpointType: 'SERVICE_WEB' }, ...message });

const eventOf = (name: string, fields: object) =>
	JSON.stringify({ id: `${name}-1`, accountId: ACCOUNT, name, command: { ...fields } });

/** Lets requests of a kind wait until they are released; a list then has the tags of its own time. */
function holdBack(method: string): { waiting: () => number; release: () => void } {
	const waiting: Array<() => void> = [];
	interfere = async (request) => {
		if (request.method !== method) return undefined;
		const asked = answerOf(request);
		await new Promise<void>((resolve) => waiting.push(resolve));
		return asked;
	};
	return {
		waiting: () => waiting.length,
		release: () => {
			interfere = () => undefined;
			for (const go of waiting.splice(0)) go();
		},
	};
}

describe('an operator who writes', () => {
	test('takes the chat over, whatever the trigger filters: it has the tag before the response, and nothing starts', async () => {
		await start({ events: ['EndUserActionCommand'], filters: { direction: 'inbound', sentBy: ['api'], content: 'attachments' } });
		const assigning = holdBack('POST');
		let isAnswered = false;
		const answered = deliver(byOperator()).finally(() => (isAnswered = true));
		await waitFor(() => assigning.waiting() === 1);
		expect(isAnswered).toBe(false);
		assigning.release();
		expect(await answered).toEqual(SILENT);
		expect(tagsOf('70001')).toEqual(new Set([TAG]));
		expect(calls('POST')).toEqual([`/api/chats/70001/tags/${TAG}`]);
		expect(service.requests[0]?.headers.authorization).toBe('Bearer test-token');
		expect(stage.trigger.executions).toEqual([]);
	});

	test('is an operator or writes in the messenger, and neither the API nor a person', async () => {
		await start({ filters: { direction: 'both', ignoreOwn: false } });
		const api = { senderInfo: { endpointType: 'REST_API' }, reason: 'operator_sent_message' };
		for (const other of [api, { direction: 'inbound' }, { direction: undefined }])
			expect(await deliver(byOperator(other))).toEqual(STARTED);
		expect(calls('POST')).toEqual([]);
		expect(await deliver(byOperator({ senderInfo: { endpointType: 'FROM_CHANNEL' } }))).toEqual(SILENT);
	});

	test("takes over only chats of the trigger's channels and chats", async () => {
		for (const filters of [{ channels: ['vk_1'] }, { chats: '70002' }]) {
			await start({ filters });
			expect(await deliver(byOperator())).toEqual([200, 'direction']);
		}
		expect(calls('POST')).toEqual([]);
		await start({ filters: { channels: ['tg_4100'], chats: '70001' } });
		expect(await deliver(byOperator())).toEqual(SILENT);
	});

	test('takes over a chat whose ID is beyond 2^53, with a tag of any name', async () => {
		await start({ options: { takeoverTag: { __rl: true, mode: 'list', value: ' bei uns / Zoë? ' } } });
		const body = byOperator().replace('"tbChatId":70001', '"tbChatId":9223372036854775807');
		expect(await deliver(body)).toEqual(SILENT);
		expect(tagsOf('9223372036854775807')).toEqual(new Set(['bei uns / Zoë?']));
	});

	test("doesn't take over a chat without an ID, which is logged", async () => {
		await start({ filters: { direction: 'both' } });
		for (const tbChatId of ['../70001', undefined]) expect(await deliver(byOperator({ tbChatId }))).toEqual(STARTED);
		expect(service.requests).toEqual([]);
		expect(stage.trigger.logs).toEqual([expect.stringContaining('came without a tbChatId')]);
	});

	test.each([true, false])(
		'takes a chat over once: a copy that comes after it was handed back changes nothing (deduplicate: %s)',
		async (deduplicate) => {
			await start({ options: { takeoverTag: TAG, deduplicate } });
			const body = byOperator();
			expect(await deliver(body)).toEqual(SILENT);
			tags.clear();
			expect(await deliver(body)).toEqual([200, 'duplicate']);
			expect(tagsOf('70001').size).toBe(0);
		},
	);
});

describe('a customer who writes after the operator starts nothing', () => {
	test.each([
		{ afterMs: 0, chat: undefined },
		{ afterMs: 1_000, chat: { tags: ['VIP'] } },
	])('during and after the assignment, each time $afterMs ms later, carried $chat', async ({ afterMs, chat }) => {
		await start();
		expect(await deliver()).toEqual(STARTED);
		const assigning = holdBack('POST');
		const operator = deliver(byOperator());
		await waitFor(() => assigning.waiting() === 1);
		stage.now += afterMs;
		expect(await deliver(newMessage({ chat }))).toEqual(SILENT);
		assigning.release();
		expect(await operator).toEqual(SILENT);
		// the platform shows the tag some time later
		tags.clear();
		stage.now += afterMs;
		expect(await deliver(newMessage({ chat }))).toEqual(SILENT);
	});

	test.each([true, false])('in the same moment, arriving first, with tags that are kept: %s', async (isKept) => {
		await start();
		if (isKept) expect(await deliver()).toEqual(STARTED);
		const both = [deliver(newMessage({ chat: { tags: [] } })), deliver(byOperator())];
		expect(await Promise.all(both)).toEqual([SILENT, SILENT]);
	});

	test('in the same moment, arriving first while n8n is busy', async () => {
		await start();
		expect(await deliver()).toEqual(STARTED);
		let answered = false;
		const customer = deliver().finally(() => (answered = true));
		const operators: Array<Promise<unknown[]>> = [];
		for (let turn = 0; !answered; turn += 1) {
			// each turn of the event loop takes longer than the whole pause before a workflow starts
			const end = performance.now() + 110;
			while (performance.now() < end);
			if (turn === 1) operators.push(deliver(byOperator()));
			await sleep(0);
		}
		expect(await Promise.all([customer, ...operators])).toEqual([SILENT, SILENT]);
	});

	test("if the tags come without the new one while it's being assigned", async () => {
		await start();
		const reading = holdBack('GET');
		const customer = deliver();
		await waitFor(() => reading.waiting() === 1);
		await deliver(byOperator());
		reading.release();
		expect(await customer).toEqual(SILENT);
		expect(calls('GET')).toHaveLength(1);
	});

	test('after the process forgot it: tags that were read during the takeover are read again', async () => {
		await start();
		await deliver(byOperator());
		stage.now += HOLD_MS - 1;
		expect(await deliver()).toEqual(SILENT);
		expect(calls('GET')).toEqual([]);
		stage.now += 1;
		expect(await deliver(newMessage({ chat: { tags: [] } }))).toEqual(SILENT);
		expect(calls('GET')).toEqual(['/api/chats/70001/tags']);
	});
});

describe('while a chat is taken over', () => {
	const events = Object.entries(FIELDS);
	const ofChat = events.filter(([, { tbChatId, chatAddress }]) => tbChatId ?? chatAddress);
	const others = events.filter((one) => !ofChat.includes(one));
	const deliverAll = async (bodies: Array<[name: string, fields: object]>) =>
		await Promise.all(bodies.map(async ([name, fields]) => [name, await deliver(eventOf(name, { ...fields, tag: TAG }))]));

	test.each([0, HOLD_MS])('none of its events starts the workflow except Tag Removed, %i ms later', async (ms) => {
		await start();
		await deliver(byOperator({ chatId: CHAT.chatId }));
		stage.now += ms;
		expect(await deliverAll(ofChat)).toEqual(
			ofChat.map(([name]) => [name, name === 'TagRemovedFromChatCommand' ? STARTED : SILENT]),
		);
		expect(await deliver(newMessage({ tbChatId: 70002 }))).toEqual(STARTED);
		expect(await deliverAll(others)).toEqual(others.map(([name]) => [name, STARTED]));
	});

	test('the removal of its tag counts within 2.5 s, no matter what the event carries', async () => {
		await start();
		await deliver(byOperator());
		stage.now += HOLD_MS;
		expect(await deliver()).toEqual(SILENT);
		tags.clear();
		stage.now += 2_000;
		expect(await deliver(newMessage({ chat: { tags: [TAG] } }))).toEqual(STARTED);
	});
});

describe('when the platform fails', () => {
	test('to assign the tag: the message must be sent again, and nothing starts meanwhile', async () => {
		await start();
		const body = byOperator();
		interfere = () => ({ status: 500, body: { $error: { msg: 'no test-token' } } });
		expect(await deliver(body)).toEqual([503, 'takeover']);
		expect(stage.trigger.logs).toEqual([expect.stringMatching(/^Delivery rejected \[takeover\].*HTTP 500/)]);
		expect(stage.trigger.logs.join()).not.toContain('test-token');
		stage.now += 60_000;
		expect(await deliver()).toEqual(SILENT);
		interfere = () => undefined;
		expect(await deliver(body)).toEqual(SILENT);
		expect(tagsOf('70001')).toEqual(new Set([TAG]));
		tags.clear();
		stage.now += HOLD_MS;
		expect(await deliver()).toEqual(STARTED);
	});

	test("to assign the tag in time, or at all: the chat is the bot's again after ten minutes", async () => {
		await start();
		endInTime();
		const assigning = holdBack('POST');
		expect(await deliver(byOperator())).toEqual([503, 'takeover']);
		assigning.release();
		tags.clear();
		stage.now += 599_999;
		expect(await deliver()).toEqual(SILENT);
		stage.now += 1;
		expect(await deliver()).toEqual(STARTED);
	});
});

describe('two triggers with the same tag', () => {
	const ids = { workflow: 'workflow-2', node: 'trigger-2' };

	/** Starts two triggers of one process; the second with other parameters. */
	async function startBoth(parameters: INodeParameters = {}): Promise<FakeN8n> {
		const shared = createDeliver(undefined, () => stage.now);
		await start({}, { deliver: shared });
		return await stage.startAnother(setupOf(parameters, { deliver: shared, ids }));
	}

	test("agree in one process, even if only one of them received the operator's message", async () => {
		const other = await startBoth();
		const assigning = holdBack('POST');
		const operator = deliver(byOperator());
		await waitFor(() => assigning.waiting() === 1);
		expect(await deliver(newMessage(), other)).toEqual(SILENT);
		assigning.release();
		expect(await operator).toEqual(SILENT);
		expect(await deliver(newMessage(), other)).toEqual(SILENT);
	});

	test('read the tags again that another trigger has read during the takeover', async () => {
		const other = await startBoth({ filters: { excludedTags: [TAG] }, options: {} });
		await deliver(byOperator());
		// the platform shows the tag some time later
		tags.clear();
		stage.now += HOLD_MS - 1;
		expect(await deliver(newMessage(), other)).toEqual(STARTED);
		tagsOf('70001').add(TAG);
		stage.now += 1;
		expect(await deliver()).toEqual(SILENT);
		expect(calls('GET')).toHaveLength(2);
	});

	test('are independent with different tags or without one', async () => {
		const other = await startBoth({ options: { takeoverTag: 'other' } });
		await deliver(byOperator());
		expect(await deliver(newMessage(), other)).toEqual(STARTED);
		other.setParameters({ events: ['*'] });
		expect(await deliver(newMessage(), other)).toEqual(STARTED);
	});
});

describe('a filter by the tags of a chat', () => {
	/** A trigger that leaves out chats with the tag "operator", unless it has other filters. */
	const filtered = (filters: INodeParameters = {}) => ({ filters: { excludedTags: ['operator'], ...filters }, options: {} });
	const startFiltered = async (filters?: INodeParameters) => await start(filtered(filters));

	/** Delivers 20 messages of one chat at once; their different outcomes. */
	async function deliverMany(): Promise<string[]> {
		const outcomes = await Promise.all(Array.from({ length: 20 }, async () => await deliver()));
		return [...new Set(outcomes.map((outcome) => outcome.join()))];
	}

	test("checks an event against the platform's tags, requested at the API's address with the token", async () => {
		await startFiltered();
		tagsOf('70001').add('VIP').add('operator');
		expect(await deliver()).toEqual(EXCLUDED);
		expect(calls('GET')).toEqual(['/api/chats/70001/tags']);
		expect(service.requests[0]?.headers).toMatchObject({ authorization: 'Bearer test-token', accept: 'application/json' });
		for (const chat of [{ tags: ['gold'], tagSet: [{ reason: 'x' }] }, { tags: 'gold' }])
			expect(await deliver(newMessage({ chat }))).toEqual(EXCLUDED);
		stage.now += HOLD_MS;
		tags.set('70001', new Set(['Operator']));
		expect(await deliver()).toEqual(STARTED);
		stage.now += HOLD_MS;
		interfere = () => ({ body: { $count: 0 } });
		expect(await deliver()).toEqual(STARTED);
	});

	test('requests nothing if the event carries the tags or has no chat or no ID of it, or another filter leaves it out', async () => {
		const expectEach = async (filters: INodeParameters, deliveries: Array<[outcome: string | undefined, body: string]>) => {
			await startFiltered(filters);
			for (const [outcome, body] of deliveries) expect(await deliver(body)).toEqual([200, outcome]);
		};
		await expectEach({}, [
			['excluded_tag', newMessage({ chat: { tags: ['operator'] } })],
			[undefined, newMessage({ chat: { tagSet: [] } })],
			['excluded_tag', eventOf('TagAssignedOnChatCommand', { ...CHAT, tag: 'operator' })],
			[undefined, eventOf('WidgetEnableCommand', { widget: {} })],
			...['../70001', undefined, { toString: 1 }].map((tbChatId): [undefined, string] => [undefined, newMessage({ tbChatId })]),
		]);
		await expectEach({ tags: ['VIP'] }, [['tag', newMessage({ tbChatId: undefined })]]);
		await expectEach({ content: 'attachments', maxAgeMinutes: 5, chats: 'tg_4100_271_828, 70001', buttonKeys: 'yes' }, [
			['content', newMessage()],
			['age', eventOf('OperatorReadChatCommand', { ...CHAT, timestamp: stage.now - 600_000 })],
			['chat', eventOf('OperatorUnReadChatCommand', { ...CHAT, chatId: '1', tbChatId: 2 })],
			['button', eventOf('EndUserActionCommand', { ...CHAT, payload: 'no' })],
		]);
		await start({ options: {} });
		expect(await deliver()).toEqual(STARTED);
		expect(service.requests).toEqual([]);
	});

	test.each<[string, Reply, string]>([
		['an $error in a 200', { body: { $error: { msg: 'no test-token' } } }, 'no '],
		['no list', { body: { $items: { name: 'operator' } } }, 'the response has no list'],
		['a way out', { status: 302, headers: { location: 'http://attacker.example/x' } }, 'redirects to http://attacker.example'],
	])('has the event sent again that meets %s, and then starts the workflow with it', async (_what, reply, told) => {
		await startFiltered();
		interfere = () => reply;
		const body = newMessage();
		expect(await deliver(body)).toEqual([503, 'chat_tags']);
		expect(stage.trigger.logs).toEqual([expect.stringContaining(told)]);
		expect(stage.trigger.logs.join()).not.toMatch(/test-token|HTTP \D/);
		interfere = () => undefined;
		expect(await deliver(body)).toEqual(STARTED);
	});

	test('gives up in time if the answer never comes, or is to come in a minute', async () => {
		await startFiltered();
		await deliver(newMessage({ tbChatId: 70004 }));
		interfere = async () => await new Promise(() => undefined);
		endInTime();
		expect(await deliver()).toEqual([503, 'chat_tags']);
		interfere = () => ({ status: 429, headers: { 'retry-after': '60' } });
		// eight seconds pass once the platform has been asked
		const [begun, asked] = [Math.floor(performance.now()), service.requests.length];
		jest.spyOn(performance, 'now').mockImplementation(() => begun + (service.requests.length > asked ? 8_000 : 0));
		expect(await deliver(newMessage({ tbChatId: 70003 }))).toEqual([503, 'chat_tags']);
		expect(stage.trigger.logs.join()).toMatch(/didn't respond in time.*Too many requests at once", HTTP 429/s);
	});

	test('shares one request for a chat, and remembers its tags for a moment only', async () => {
		await startFiltered();
		tagsOf('70001').add('operator');
		const reading = holdBack('GET');
		const all = deliverMany();
		await waitFor(() => reading.waiting() === 1 && stage.trigger.handled === 20);
		reading.release();
		expect(await all).toEqual([EXCLUDED.join()]);
		expect(calls('GET')).toHaveLength(1);
		tags.clear();
		stage.now += HOLD_MS - 1;
		expect(await deliver()).toEqual(EXCLUDED);
		stage.now += 1;
		expect(await deliver()).toEqual(STARTED);
		stage.now -= 60_000;
		expect(await deliver()).toEqual(STARTED);
		expect(calls('GET')).toHaveLength(3);
	});

	test('shares the next request, too, if one that began too long before comes first', async () => {
		await startFiltered();
		const reading = holdBack('GET');
		const early = deliver();
		await waitFor(() => reading.waiting() === 1);
		stage.now += HOLD_MS;
		const late = deliverMany();
		await waitFor(() => stage.trigger.handled === 21);
		tagsOf('70001').add('operator');
		reading.release();
		expect(await early).toEqual(STARTED);
		expect(await late).toEqual([EXCLUDED.join()]);
		expect(calls('GET')).toHaveLength(2);
	});

	test('keeps the tags of two accounts apart that have chats of the same ID: with another token, or at another origin', async () => {
		tagsOf('70001').add('operator');
		const elsewhere = await startScriptedServer(() => listOf());
		interfere = ({ headers }) => (headers.authorization === 'Bearer test-token' ? undefined : listOf());
		const shared = createDeliver(undefined, () => stage.now);
		await start(filtered(), { deliver: shared });
		const { credential, parameters } = setupOf(filtered());
		for (const [name, value] of Object.entries({ apiToken: 'another-token', baseUrl: elsewhere.credential.baseUrl })) {
			const ids = { workflow: name, node: 'trigger-2' };
			const other = await stage.startAnother({ parameters, deliver: shared, ids, credential: { ...credential, [name]: value } });
			for (let round = 0; round < 2; round += 1) {
				expect(await deliver()).toEqual(EXCLUDED);
				expect(await deliver(newMessage(), other)).toEqual(STARTED);
			}
		}
		await elsewhere.close();
		expect([calls('GET').length, elsewhere.requests.length]).toEqual([2, 1]);
	});
});
