/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- development only: this file is never part of the published package */
import type { ServerResponse } from 'node:http';
import { makeButtonKey } from '../../../../nodes/shared/buttonKey';
import { type ChatNames, type Press, PRESS, readSigned } from '../../../../nodes/shared/handOver';
import { keysOf, pressIn } from '../../../helpers/handOver';
import { type Received, type Reply, type ScriptedServer, startScriptedServer } from '../../../helpers/servers';
import { ACCOUNT, deliveryOf } from '../../../helpers/deliveries';
import type { N8nSetup } from '../../../helpers/fakeN8n';
import { waitFor } from '../../../helpers/waitFor';
import { useTriggers } from '../../../helpers/useTriggers';
import { Offers, type Outcome } from '../../../../nodes/shared/api/offer';
import { Presses } from '../../../../nodes/MessagingPlatformTrigger/deliver/press';
import { Refusal } from '../../../../nodes/MessagingPlatformTrigger/verify/refusals';

/** A question is new for so long that n8n may still save that it waits, in ms. */
const SAVED_WITHIN_MS = 3 * 60_000;
const OFFERED_AT_ONCE = 4;
/** Time that a press has for its outcome, in ms. */
const ANSWER_WITHIN_MS = 8_000;
const stage = useTriggers();
const TOKEN = 'a'.repeat(64);
const NOW = Math.floor(Date.now() / 60_000) * 60_000;
let n8n: ScriptedServer;
let answers: Array<Reply | undefined>;
let onRequest: ((request: Received, response: ServerResponse) => void) | undefined;
let executions = 0;
/** The pauses between offers, in ms: they pass at once. */
let pauses: number[];
/** The time limits of presses in hand, which end when the test says so. */
let limits: AbortController[];

beforeEach(async () => {
	answers = [];
	onRequest = undefined;
	[pauses, limits] = [[], []];
	const { setTimeout: later } = globalThis;
	jest.spyOn(globalThis, 'setTimeout').mockImplementation((run, ms = 0, ...args) => {
		const isPause = ms >= 250 && ms <= 2_000 && ms % 250 === 0;
		if (isPause) pauses.push(ms);
		return later(run, isPause ? 0 : ms, ...args);
	});
	const timeout = AbortSignal.timeout.bind(AbortSignal);
	jest.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
		if (ms !== ANSWER_WITHIN_MS) return timeout(ms);
		const limit = new AbortController();
		limits.push(limit);
		return limit.signal;
	});
	n8n = await startScriptedServer((request, response) => {
		onRequest?.(request, response);
		return answers.length > 1 ? answers.shift() : answers[0];
	});
	await start();
});
afterEach(async () => {
	jest.restoreAllMocks();
	await n8n.close();
});

const keys = () => keysOf(stage.platform.credential.apiToken);
const RUNNING = { status: 409, body: { code: 0, message: 'The execution "1" is running already.' } };

async function start(setup: Partial<N8nSetup> = {}): Promise<void> {
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
	test('has the press alone, at the URL of the execution, in a message that counts for a minute, and starts no workflow', async () => {
		await start({ parameters: { events: ['*'] } });
		answers = [{}];
		expect(await press(NOW, '4711')).toBe('handed_over');
		const url = `/base/webhook-waiting/4711/messaging-platform-answer?signature=${TOKEN}`;
		expect(n8n.requests).toMatchObject([{ method: 'POST', url, headers: { 'content-type': 'application/json' } }]);
		const { headers, body } = n8n.requests[0] as Received;
		expect(headers.authorization).toBeUndefined();
		expect(JSON.stringify(headers)).not.toContain(stage.platform.credential.apiToken);
		const read = (at: number) => readSigned(body, headers['x-messaging-platform-signature'], PRESS, at, keys());
		const chat = { channel: 'tg', channelId: '1', chatId: '77' };
		expect(read(NOW)).toMatchObject({ accountId: ACCOUNT, executionId: '4711', tag: 'abcd', given: { choice: 0 }, chat });
		expect([read(NOW - 60_000), read(NOW + 60_000)]).toEqual(['stale', 'stale']);
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
	/** The answers to a press and to the same one again, and the number of requests to n8n. */
	type Outcome = [first: string, second: string, requests: number];
	const TAKEN: Outcome = ['handed_over', 'handed_over', 1];
	const ENDED: Outcome = ['over', 'over', 1];
	const NOT_TAKEN: Outcome = ['over', 'handed_over', 2];
	/** It says nothing about the execution, so the press must come again. */
	const UNKNOWN: Outcome = ['503 hand_over', 'handed_over', 2];

	test.each<[number, object | string, Outcome]>([
		[299, 'anything', TAKEN],
		[404, said('The execution "17" does not exist.'), ENDED],
		[500, said('The execution "17 has finished already.'), ENDED],
		[401, { error: 'Invalid token' }, NOT_TAKEN],
		[403, { error: 'forbidden' }, NOT_TAKEN],
		[404, said('no waiting webhook'), NOT_TAKEN],
		[500, said('a problem of the execution'), UNKNOWN],
		[404, { code: '0', message: 'The execution "17" does not exist.' }, UNKNOWN],
		// gateways between
		[401, { message: 'Unauthorized' }, UNKNOWN],
		[404, { statusCode: 404, message: 'The service does not exist' }, UNKNOWN],
		[404, '<html>The page does not exist.</html>', UNKNOWN],
		// it is read only at its beginning
		[403, said(`${'x'.repeat(20_000)} has finished`), UNKNOWN],
	])('%i %.60j: %j', async (status, body, [first, second, requests]) => {
		answers = [{ status, body, headers: { location: `${n8n.origin}/elsewhere` } }, {}];
		expect([await press(NOW, '17'), await press(NOW, '17')]).toEqual([first, second]);
		expect(n8n.requests).toHaveLength(requests);
		const unknown = `(${new URL(n8n.origin).host} responded with HTTP ${status})`;
		expect(stage.trigger.logs.join().includes(unknown)).toBe(first === '503 hand_over');
	});

	test('its database is slow to answer: the press is offered again, because the platform may have made its last attempt', async () => {
		answers = [{ status: 503, body: said('Database is not ready!') }, {}];
		expect(await press(NOW - SAVED_WITHIN_MS)).toBe('handed_over');
		expect(n8n.requests).toHaveLength(2);
	});

	test.each<[string, Reply, number, number]>([
		['its database is slow for five minutes', { status: 503, body: said('Database is not ready!') }, 1, 300],
		['it saves for 8 s that it waits', RUNNING, 2, 8],
	])('%s: the press must come again', async (_what, reply, offers, seconds) => {
		answers = [reply];
		// the clock of pauses stands still, and moves by so much when n8n has been asked so many times
		const begun = Math.floor(performance.now());
		const passed = () => (n8n.requests.length >= offers ? seconds * 1_000 : 0);
		jest.spyOn(performance, 'now').mockImplementation(() => begun + passed());
		expect(await press()).toBe('503 hand_over');
		expect(n8n.requests).toHaveLength(offers);
		const told = `(${new URL(n8n.origin).host}: took longer than ${seconds} s)`;
		expect(stage.trigger.logs).toEqual([expect.stringContaining(told)]);
	});
});

describe('an execution that runs', () => {
	const contested = (message = 'There was a problem executing the workflow') => ({ status: 500, body: { code: 0, message } });

	test('may not have saved yet that it waits: while its question is new, the press is offered ever more rarely', async () => {
		answers = [RUNNING, RUNNING, RUNNING, {}];
		expect(await press(NOW - SAVED_WITHIN_MS + 60_000)).toBe('handed_over');
		expect(pauses).toEqual([250, 500, 1_000]);
	});

	test.each([NOW, NOW - SAVED_WITHIN_MS])('that could not be resumed is offered the press again and again', async (askedAt) => {
		answers = [contested(), contested('Execution is already being resumed by another process'), {}];
		expect(await press(askedAt)).toBe('handed_over');
		expect(n8n.requests).toHaveLength(3);
	});

	test('has passed its question when that is older, and may ask again', async () => {
		answers = [RUNNING, {}];
		expect([await press(NOW - SAVED_WITHIN_MS, '17'), await press(NOW, '17')]).toEqual(['over', 'handed_over']);
		expect(n8n.requests).toHaveLength(2);
	});

	test.each([NOW, NOW - SAVED_WITHIN_MS])('has its answer when another press came first', async (askedAt) => {
		answers = [contested(), RUNNING];
		expect([await press(askedAt, '17'), await press(askedAt, '17')]).toEqual(['over', 'over']);
		expect(n8n.requests).toHaveLength(2);
	});
});

describe('a press that the platform sends again', () => {
	let held: Array<(status?: number) => void>;
	// n8n answers when the test says so
	beforeEach(async () => {
		held = [];
		onRequest = (_request, response) => void held.push((status = 200) => void response.writeHead(status).end());
		answers = [undefined];
	});

	test('is answered 200 when the first took too long but the execution continued', async () => {
		const first = press(NOW, '17');
		await waitFor(() => held.length === 1);
		limits[0]?.abort();
		expect(await first).toBe('503 hand_over');
		const copy = press(NOW, '17');
		held[0]?.();
		expect(await copy).toBe('handed_over');
		expect(n8n.requests).toHaveLength(1);
	});

	test('and that waited longer than 8 s for its turn is still handed over', async () => {
		const many = Array.from({ length: 2 * OFFERED_AT_ONCE }, async (_, index) => await press(NOW, `${100 + index}`));
		await waitFor(() => limits.length === many.length && held.length === OFFERED_AT_ONCE);
		limits.forEach((limit) => limit.abort());
		expect(new Set(await Promise.all(many))).toEqual(new Set(['503 hand_over']));
		held.forEach((answer) => answer());
		await waitFor(() => held.length === 2 * OFFERED_AT_ONCE);
		held.slice(OFFERED_AT_ONCE).forEach((answer) => answer());
		for (const index of many.keys()) expect(await press(NOW, `${100 + index}`)).toBe('handed_over');
		expect(n8n.requests).toHaveLength(2 * OFFERED_AT_ONCE);
	});
});

const MAX_PER_QUESTION = 3;
const REFUSED_FOR_MS = 60_000;
const key = { executionId: '7', choice: 0, tag: 'abcd', askedAt: 0, resumeToken: '0'.repeat(64) };

type Change = Partial<Press> & { choice?: number; resumeToken?: string; channelUserId?: string };

const pressed = ({ resumeToken = key.resumeToken, channelUserId, choice = 0, ...change }: Change = {}) => ({
	press: {
		...{ accountId: 'account', executionId: '7', tag: 'abcd', chat: { channel: 'tg', channelId: '1' } },
		...{ given: { choice }, sender: { channelUserId }, pressedAt: '' },
		...change,
	},
	key: { ...key, choice, resumeToken },
});

const by = (channelUserId: string, executionId = '7') => pressed({ executionId, channelUserId });

function pending() {
	let end: (outcome: Outcome) => void = () => undefined;
	const outcome = new Promise<Outcome>((resolve) => (end = resolve));
	return { handing: async () => await outcome, end };
}

const ending = (outcome: Outcome) => jest.fn(async () => await Promise.resolve(outcome));

describe('Presses', () => {
	let now: number;
	let presses: Presses;
	beforeEach(() => {
		now = 1_000_000;
		presses = new Presses(() => now, new Offers(() => now));
	});

	test('keeps the places of a question free of keys with another secret', async () => {
		for (let made = 1; made <= MAX_PER_QUESTION; made += 1) {
			void presses.handOver(pressed({ resumeToken: String(made).repeat(64) }), pending().handing);
		}
		expect(await presses.handOver(pressed(), ending('taken'))).toBe('taken');
	});

	test('hands the presses of a question over one at a time: the next after a refusal, none after the answer', async () => {
		const each = [pending(), pending(), pending()];
		const started: number[] = [];
		const outcomes = each.map(
			async ({ handing }, index) =>
				await presses.handOver(by(`${index}`), async () => {
					started.push(index);
					return await handing();
				}),
		);
		each[0]?.end('refused');
		each[1]?.end('taken');
		expect(await Promise.all(outcomes)).toEqual(['refused', 'taken', 'ended']);
		expect(started).toEqual([0, 1]);
	});

	test('has three different presses of a question in hand, and sends a fourth away at once', async () => {
		const { handing, end } = pending();
		const people = Array.from({ length: MAX_PER_QUESTION }, (_, index) => `${index}`);
		const inHand = people.map(async (person) => await presses.handOver(by(person), handing));
		const message = expect.stringContaining('(other answers to the same question come first)');
		await expect(presses.handOver(by('late'), handing)).rejects.toMatchObject({ code: 'hand_over', status: 503, message });
		const copies = people.map(async (person) => await presses.handOver(by(person), handing));
		end('not_taken');
		expect(await Promise.all([...inHand, ...copies])).toEqual(Array.from({ length: 6 }, () => 'not_taken'));
		expect(await presses.handOver(by('late'), handing)).toBe('not_taken');
	});

	test('offers ten made-up keys of an execution per person and minute, and every press of anyone else', async () => {
		const vain = ending('ended');
		const madeUp = async (tag: string) =>
			await Promise.all(
				Array.from({ length: 100 }, async (_, index) => {
					const resumeToken = String(index).padStart(64, tag);
					return await presses.handOver(pressed({ resumeToken, channelUserId: 'stranger' }), vain);
				}),
			);
		await madeUp('a');
		expect(vain).toHaveBeenCalledTimes(10);
		const unknown = async () => await Promise.reject(new Refusal('hand_over', 'n8n failed'));
		for (let time = 0; time < 20; time += 1) await expect(presses.handOver(by('boss'), unknown)).rejects.toThrow('n8n failed');
		expect(await presses.handOver(by('boss'), ending('taken'))).toBe('taken');
		expect(await presses.handOver(by('stranger', '8'), ending('taken'))).toBe('taken');
		now += REFUSED_FOR_MS;
		await madeUp('b');
		expect(vain).toHaveBeenCalledTimes(20);
	});

	test('takes presses for equal only if all that is compared is equal', async () => {
		const chat: ChatNames = { channel: 'tg', channelId: '1', chatId: '2', tbChatId: '3', remoteAddress: '4' };
		const press = { chat, channelUserId: '5' };
		const others: Change[] = [
			...Object.keys(chat).flatMap((name) => ['other', undefined].map((value) => ({ chat: { ...chat, [name]: value } }))),
			...[{ channelUserId: 'other' }, { channelUserId: undefined }],
			...[{ choice: 1 }, { tag: 'abce' }, { executionId: '8' }, { resumeToken: '1'.repeat(64) }],
		];
		const refusing = ending('refused');
		const all = [press, ...others.map((other) => ({ ...press, ...other }))];
		for (const one of [...all, { ...press, chatRef: 'tg_1_3', pressedAt: 'later' }])
			await presses.handOver(pressed(one), refusing);
		expect(refusing).toHaveBeenCalledTimes(all.length);
	});
});

describe('the press in an event', () => {
	const NOW = Date.UTC(2026, 10, 26);
	const at = { channel: 'tg', channelId: 1, chatId: '77' };
	function pressOf(fields: object) {
		const payload = makeButtonKey({ ...key, askedAt: NOW }, keysOf('token'));
		const event = { id: 'an event', accountId: 'account', name: 'EndUserActionCommand', command: { ...at, payload, ...fields } };
		return pressIn(JSON.stringify(event), 'token', NOW);
	}

	test('has the ID of the person who pressed, or none', () => {
		const chat = { remoteContact: { channelUserId: 'another' } };
		expect(pressOf({ chat }).sender.channelUserId).toBeUndefined();
		expect(pressOf({ chat, remoteContact: { channelUserId: 5 } }).sender.channelUserId).toBe('5');
	});

	test.each<[unknown, string]>([
		[0, '1970-01-01T00:00:00.000Z'],
		['2026-01-31T09:00:00Z', '2026-01-31T09:00:00.000Z'],
		...[8.64e15 + 1, -8.64e15 - 1, null].map((none): [unknown, string] => [none, '2026-11-26T00:00:00.000Z']),
	])('at %j was at %s: now, if it has no time', (timestamp, pressedAt) => {
		expect(pressOf({ timestamp }).pressedAt).toBe(pressedAt);
	});
});
