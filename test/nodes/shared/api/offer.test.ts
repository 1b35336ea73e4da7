/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development only: this file is never part of the published package */
import type { ServerResponse } from 'node:http';
import { WebhookContext } from 'n8n-core';
import { makeButtonKey } from '../../../../nodes/shared/buttonKey';
import { readMessage } from '../../../../nodes/shared/handOver';
import { keysOf } from '../../../helpers/handOver';
import { type Received, type Reply, type ScriptedServer, startScriptedServer } from '../../../helpers/servers';
import { ACCOUNT, deliveryOf } from '../../../helpers/deliveries';
import type { TriggerSetup } from '../../../helpers/startTrigger';
import { waitFor } from '../../../helpers/waitFor';
import { useTriggers } from '../../../helpers/useTriggers';

const MAX_LINES = 10;
const WINDOW_MS = 60_000;

/** A question is new for so long that n8n may still save that it waits, in ms. */
const SAVED_WITHIN_MS = 3 * 60_000;

const OFFERED_AT_ONCE = 4;

const stage = useTriggers();
const TOKEN = 'a'.repeat(64);
const NOW = Math.floor(Date.now() / 60_000) * 60_000;
let n8n: ScriptedServer;
let answers: Array<Reply | undefined>;
let onRequest: ((request: Received, response: ServerResponse) => void) | undefined;
let executions = 0;

beforeEach(async () => {
	answers = [];
	onRequest = undefined;
	n8n = await startScriptedServer((request, response) => {
		onRequest?.(request, response);
		return answers.length > 1 ? answers.shift() : answers[0];
	});
});
afterEach(async () => {
	jest.restoreAllMocks();
	await n8n.close();
});

const keys = () => keysOf(stage.platform.credential.apiToken);

async function start(setup: Partial<TriggerSetup> = {}): Promise<void> {
	await stage.start({ waitingBaseUrl: `${n8n.origin}/base/webhook-waiting`, now: () => NOW, ...setup });
}

/** Presses a button of an unanswered question; gives the body of the answer, or the code of the refusal. */
async function press(askedAt = NOW, executionId = String((executions += 1)), change: object = {}): Promise<string | undefined> {
	const key = { executionId, choice: 0, tag: 'abcd', askedAt, resumeToken: TOKEN };
	const payload = makeButtonKey(key, keys());
	const command = { channel: 'tg', channelId: 1, chatId: '77', payload, ...change };
	const body = JSON.stringify({ id: 'an event', accountId: ACCOUNT, name: 'EndUserActionCommand', command });
	const { status, code } = await stage.trigger.send(deliveryOf(body, stage.platform.token({ now: NOW })));
	return status === 200 ? code : `${status} ${code}`;
}

describe('the request to a waiting execution', () => {
	test('has the press alone, at the URL of the execution, in a message that counts for a minute', async () => {
		await start();
		answers = [{}];
		expect(await press(NOW, '4711')).toBe('handed_over');
		const [{ method, url, headers, body } = { method: '', url: '', headers: {}, body: Buffer.alloc(0) }] = n8n.requests;
		expect([method, url]).toEqual(['POST', `/base/webhook-waiting/4711/messaging-platform-answer?signature=${TOKEN}`]);
		expect(headers['content-type']).toBe('application/json');
		const read = (at: number) => readMessage(body, headers['x-messaging-platform-signature'], at, keys());
		const names = {
			executionId: '4711',
			tag: 'abcd',
			given: { choice: 0 },
			chat: { channel: 'tg', channelId: '1', chatId: '77' },
		};
		expect(read(NOW)).toMatchObject({ accountId: ACCOUNT, ...names });
		expect([read(NOW - 60_000), read(NOW + 60_000)]).toEqual(['stale', 'stale']);
	});

	test('has a new message each time', async () => {
		let now = NOW;
		await start({ now: () => (now += 1_000) });
		answers = [{ status: 409, body: { code: 0, message: 'The execution "1" is running already.' } }, {}];
		expect(await press()).toBe('handed_over');
		const offeredAt = n8n.requests.map(({ body }) => (JSON.parse(body.toString()) as { offeredAt: number }).offeredAt);
		expect(offeredAt[1]).toBeGreaterThan(offeredAt[0] ?? NaN);
	});

	test("goes to an address that n8n's expressions were asked for once: each evaluation costs milliseconds", async () => {
		await start();
		const evaluate = jest.spyOn(WebhookContext.prototype, 'evaluateExpression');
		answers = [{}];
		expect([await press(), await press()]).toEqual(['handed_over', 'handed_over']);
		expect(evaluate).toHaveBeenCalledTimes(1);
	});

	test('is all that happens: the trigger starts no workflow, even when it wants all events', async () => {
		await start({ parameters: { events: ['*'] } });
		answers = [{}];
		expect(await press()).toBe('handed_over');
		expect(stage.trigger.executions).toEqual([]);
	});

	test('is not made while n8n shows no URL of its executions: the press must be sent again', async () => {
		await start({ waitingBaseUrl: '' });
		expect(await press()).toBe('503 hand_over');
		expect(stage.trigger.logs).toEqual([expect.stringContaining('(n8n shows no URL of waiting executions)')]);
		expect(n8n.requests).toEqual([]);
	});
});

describe('the response of n8n about an execution', () => {
	const said = (message: unknown) => ({ code: 0, message });

	test.each<[number, object | string]>([
		[200, {}],
		[201, ''],
		[204, ''],
		[299, 'anything'],
	])('%i %j: it continues with the press, and takes no other', async (status, body) => {
		await start();
		answers = [{ status, body }];
		expect(await press(NOW, '17')).toBe('handed_over');
		expect(await press(NOW, '17', { chatId: '78' })).toBe('over');
		expect(n8n.requests).toHaveLength(1);
	});

	test.each<[number, object]>([
		[404, said('The execution "17" does not exist.')],
		[409, said('The execution "17 has finished already.')],
		[500, said('The execution "17 has finished already.')],
	])('%i %j: it has ended, and n8n is not asked again', async (status, body) => {
		await start();
		answers = [{ status, body }];
		expect([await press(NOW, '17'), await press(NOW, '17')]).toEqual(['over', 'over']);
		expect(n8n.requests).toHaveLength(1);
	});

	test.each<[number, object]>([
		[401, { error: 'Invalid token' }],
		[403, { error: 'forbidden' }],
		[404, said('no waiting webhook')],
		[409, said('it waits elsewhere')],
		[409, said('it is runninglate')],
		[404, said('it doesnot exist')],
	])('%i %j: it did not take this press, and may take the next one', async (status, body) => {
		await start();
		answers = [{ status, body }, {}];
		expect([await press(NOW, '17'), await press(NOW, '17')]).toEqual(['over', 'handed_over']);
		expect(n8n.requests).toHaveLength(2);
	});

	test.each<[number, object | string]>([
		[300, {}],
		[400, said('no')],
		[410, { error: 'gone' }],
		[500, said('something else')],
		[500, said('a problem of the execution')],
		[404, {}],
		[404, { message: ['it does not exist'], error: 404 }],
		[404, { code: 0, message: ['The execution "17" does not exist.'] }],
		[404, { code: '0', message: 'The execution "17" does not exist.' }],
		[403, { error: 'The execution "17" does not exist.' }],
		// gateways between
		[404, { message: 'no Route matched with those values' }],
		[403, { message: 'Forbidden' }],
		[401, { message: 'Unauthorized' }],
		[404, { statusCode: 404, message: 'Resource not found' }],
		[404, { message: 'The service does not exist' }],
		[404, 'null'],
		[404, '<html>The page does not exist.</html>'],
		[403, ''],
	])('%i %j: says nothing about the execution, so the press must come again', async (status, body) => {
		await start();
		answers = [{ status, body }];
		expect(await press()).toBe('503 hand_over');
		expect(stage.trigger.logs).toEqual([expect.stringContaining(`(${new URL(n8n.origin).host} responded with HTTP ${status})`)]);
	});

	test('its database is slow to answer: the press is offered again, because the platform may have made its last attempt', async () => {
		await start();
		const unready = { status: 503, body: said('Database is not ready!') };
		answers = [unready, {}];
		expect(await press(NOW - SAVED_WITHIN_MS)).toBe('handed_over');
		expect(n8n.requests).toHaveLength(2);
	});

	/** Holds the clock of pauses, and moves it by so much when n8n has been asked so many times. */
	function jumpAfter(offers: number, ms: number) {
		const begun = Math.floor(performance.now());
		jest.spyOn(performance, 'now').mockImplementation(() => begun + (n8n.requests.length >= offers ? ms : 0));
	}

	test.each<[string, Reply, number, number]>([
		['its database is slow for five minutes', { status: 503, body: said('Database is not ready!') }, 1, 300],
		['it saves for 8 s that it waits', { status: 409, body: said('The execution "1" is running already.') }, 2, 8],
	])('%s: the press must come again', async (_what, reply, offers, seconds) => {
		await start();
		answers = [reply];
		jumpAfter(offers, seconds * 1_000);
		expect(await press()).toBe('503 hand_over');
		expect(n8n.requests).toHaveLength(offers);
		const told = `(${new URL(n8n.origin).host}: took longer than ${seconds} s)`;
		expect(stage.trigger.logs).toEqual([expect.stringContaining(told)]);
	});

	test('is read only at its beginning when it is long, and then says nothing', async () => {
		await start();
		answers = [{ status: 403, body: said(`${'x'.repeat(20_000)} has finished`) }];
		expect(await press()).toBe('503 hand_over');
	});

	test('says nothing about the execution if its status is one that HTTP does not have', async () => {
		await start();
		onRequest = (_request, response) => void response.socket?.end('HTTP/1.1 099 Odd\r\nContent-Length: 0\r\n\r\n');
		answers = [undefined];
		expect(await press()).toBe('503 hand_over');
		expect(stage.trigger.logs.join()).toContain('responded with HTTP 99');
	});

	test('is ignored when it breaks off', async () => {
		await start();
		onRequest = (_request, response) => void response.writeHead(404).write('{"mess', () => response.destroy());
		answers = [undefined];
		expect(await press()).toBe('503 hand_over');
		expect(stage.trigger.logs.join()).toMatch(/\(127\.0\.0\.1:\d+: (ECONNRESET|ERR_STREAM_PREMATURE_CLOSE)\)/);
	});
});

describe('an execution that runs', () => {
	const running = { status: 409, body: { code: 0, message: 'The execution "1" is running already.' } };
	const contested = { status: 500, body: { code: 0, message: 'There was a problem executing the workflow' } };

	test('may not have saved yet that it waits: while its question is new, the press is offered again and again', async () => {
		await start();
		answers = [running, running, {}];
		expect(await press(NOW - SAVED_WITHIN_MS + 60_000)).toBe('handed_over');
		expect(n8n.requests).toHaveLength(3);
	});

	test.each([NOW, NOW - SAVED_WITHIN_MS])('and could not be resumed is offered the press again and again', async (askedAt) => {
		await start();
		answers = [contested, contested, {}];
		expect(await press(askedAt)).toBe('handed_over');
		expect(n8n.requests).toHaveLength(3);
	});

	test('has passed its question when that is older, and may ask again', async () => {
		await start();
		answers = [running, {}];
		expect([await press(NOW - SAVED_WITHIN_MS, '17'), await press(NOW, '17')]).toEqual(['over', 'handed_over']);
		expect(n8n.requests).toHaveLength(2);
	});

	test.each([NOW, NOW - SAVED_WITHIN_MS])('has its answer when another press came first', async (askedAt) => {
		await start();
		answers = [contested, running];
		expect([await press(askedAt, '17'), await press(askedAt, '17')]).toEqual(['over', 'over']);
		expect(n8n.requests).toHaveLength(2);
	});
});

describe('a press that the platform sends again', () => {
	/** Has n8n answer when the test says so. */
	function holdAnswers() {
		const held: Array<(status?: number) => void> = [];
		onRequest = (_request, response) => void held.push((status = 200) => void response.writeHead(status).end());
		answers = [undefined];
		return held;
	}

	test('is handed over once', async () => {
		await start();
		answers = [{}];
		expect([await press(NOW, '17'), await press(NOW, '17')]).toEqual(['handed_over', 'handed_over']);
		expect(n8n.requests).toHaveLength(1);
		expect(stage.trigger.logs).toEqual([]);
	});

	test('gets its chance when it could not be handed over before', async () => {
		await start();
		answers = [{ status: 500 }, {}];
		expect([await press(NOW, '17'), await press(NOW, '17')]).toEqual(['503 hand_over', 'handed_over']);
	});

	test('shares the outcome of the first while that is in hand', async () => {
		await start();
		const held = holdAnswers();
		const first = press(NOW, '17');
		await waitFor(() => held.length === 1);
		const copies = Array.from({ length: 5 }, async () => await press(NOW, '17'));
		await waitFor(() => stage.trigger.handled() === 6);
		held[0]?.();
		expect(await first).toBe('handed_over');
		expect(new Set(await Promise.all(copies))).toEqual(new Set(['handed_over']));
		expect(n8n.requests).toHaveLength(1);
	});

	test('is answered 200 when the first took too long but the execution continued', async () => {
		await start();
		const held = holdAnswers();
		expect(await press(NOW, '17')).toBe('503 hand_over');
		const copy = press(NOW, '17');
		held[0]?.();
		expect(await copy).toBe('handed_over');
		expect(await press(NOW, '17')).toBe('handed_over');
		expect(n8n.requests).toHaveLength(1);
	});

	test('and that waited longer than 8 s for its turn is still handed over', async () => {
		await start();
		const held = holdAnswers();
		const many = Array.from({ length: 2 * OFFERED_AT_ONCE }, async (_, index) => await press(NOW, `${100 + index}`));
		expect(new Set(await Promise.all(many))).toEqual(new Set(['503 hand_over']));
		expect(held).toHaveLength(OFFERED_AT_ONCE);
		held.forEach((answer) => answer());
		await waitFor(() => held.length === 2 * OFFERED_AT_ONCE);
		held.slice(OFFERED_AT_ONCE).forEach((answer) => answer());
		for (const index of many.keys()) expect(await press(NOW, `${100 + index}`)).toBe('handed_over');
		expect(n8n.requests).toHaveLength(2 * OFFERED_AT_ONCE);
	});
});

describe('a press by someone who may not answer', () => {
	const refusing = (status: number, error: unknown) => ({ status, body: { error } });

	test('is not handed over again when the waiting node has refused it, and another person is', async () => {
		await start();
		answers = [refusing(403, 'refused')];
		for (let times = 0; times < 50; times += 1) expect(await press(NOW, '17', { id: times })).toBe('over');
		expect(n8n.requests).toHaveLength(1);
		await press(NOW, '17', { remoteContact: { channelUserId: '5' } });
		expect(n8n.requests).toHaveLength(2);
	});

	test('is handed over again when the waiting node refuses it for another reason', async () => {
		await start();
		answers = [refusing(403, 'forbidden')];
		expect([await press(NOW, '17'), await press(NOW, '17')]).toEqual(['over', 'over']);
		expect(n8n.requests).toHaveLength(2);
	});

	test.each<[number, unknown]>([
		[403, ['refused']],
		[404, 'refused'],
		[503, 'refused'],
		[503, 'unavailable'],
	])('is sent again by the platform after %i %j', async (status, error) => {
		await start();
		answers = [refusing(status, error), {}];
		expect([await press(NOW, '17'), await press(NOW, '17')]).toEqual(['503 hand_over', 'handed_over']);
	});
});

test('logs a limited number of lines per minute for presses without effect, and counts the rest', async () => {
	let now = NOW;
	const ids = { workflow: 'workflow', node: 'one' };
	await start({ now: () => now, ids });
	answers = [{ status: 404, body: { code: 0, message: 'The execution "17" does not exist.' } }];
	for (let times = 0; times < MAX_LINES + 2; times += 1) expect(await press(NOW, '17')).toBe('over');
	expect(stage.trigger.logs).toHaveLength(MAX_LINES);
	expect(stage.trigger.logs[0]).toBe("A button was pressed for execution 17, which isn't waiting for this answer.");
	ids.node = 'other';
	await press(NOW, '17');
	expect(stage.trigger.logs).toHaveLength(MAX_LINES + 1);
	ids.node = 'one';
	now += WINDOW_MS;
	await press(NOW, '17');
	expect(stage.trigger.logs.slice(MAX_LINES + 1)).toEqual([
		expect.stringMatching(/^Buttons pressed: 2 more like the lines above/),
		expect.stringContaining('for execution 17'),
	]);
});
