import { EVENT_NAMES } from '../../../sandbox/events/catalogue';
import type { JsonObject } from '../../../sandbox/core/json';
import { startTrigger, type Trigger } from '../../helpers/startTrigger';
import { call, Receiver, runSandbox } from '../../helpers/sandbox';

const running = runSandbox();
const { api, control } = running;

let trigger: Trigger;
let offsetMs = 0;

beforeEach(async () => {
	offsetMs = 0;
	// Keys of earlier tests are not remembered: each test has a trigger of its own. Its clock runs ahead with each
	// delivery, so that its pauses after a failed fetch are over when the service sends again.
	const { apiToken, baseUrl, notificationUrl, issuer } = running.sandbox;
	trigger = await startTrigger({
		credential: { apiToken, baseUrl, notificationUrl, issuer, keyOrigins: '' },
		accountId: running.sandbox.state.accountId,
		parameters: { events: ['*'] },
		now: () => Date.now() + offsetMs,
		beforeHandling: async () => {
			offsetMs += 3000;
		},
	});
	const body = { url: trigger.url, events: [...EVENT_NAMES, 'FutureCommand'] };
	await call(running.sandbox, 'POST /notifications/webhooks', { body });
});

afterEach(async () => {
	await running.sandbox.settled();
	await trigger.close();
});

const fault = async (body: object) => expect((await control('POST /faults', body)).status).toBe(200);

/** An end user writes, and the service sends until it is done. */
async function write(text: string): Promise<{ status: string; statuses: unknown[] }> {
	await control('POST /chats/9223372036854775807/messages', { text });
	await running.sandbox.settled();
	const { body } = await control('GET /deliveries');
	const last = (body.$items as JsonObject[]).at(-1) ?? {};
	return { status: String(last.status), statuses: (last.attempts as JsonObject[]).map((one) => one.status) };
}

const executed = () => trigger.executions.flat().map((item) => item.json.text);

test('starts an execution for what an end user writes, ids digit for digit', async () => {
	expect(await write('hello')).toEqual({ status: 'delivered', statuses: [200] });
	expect(trigger.executions.flat()[0]?.json).toMatchObject({
		event: 'new_message',
		text: 'hello',
		tbChatId: '9223372036854775807',
		chatRef: 'tg_4100_314159265',
	});
});

describe("a delivery that is not the service's", () => {
	test.each([
		['foreignKey', {}],
		['expiredToken', { ageSeconds: 7200 }],
		['noToken', {}],
		['token', { claims: { aud: 'other.example' } }],
		['token', { claims: { iss: 'OTHER' } }],
		['token', { claims: { sub: 'another-account' } }],
		['token', { claims: { exp: null } }],
		['token', { header: { alg: 'none' } }],
		['token', { header: { alg: 'HS512' } }],
		['token', { header: { x5u: 'http://127.0.0.1:9/key.pem' } }],
		['tamper', { body: '{"accountId":"another","id":"1","name":"new_message","message":{"text":"forged"}}' }],
		['tamper', { body: '{"broken' }],
	])('%s %j is refused every time and starts nothing; the next true one does', async (kind, settings) => {
		await fault({ kind, ...settings });
		const { status, statuses } = await write('bad');
		expect([status, statuses.length]).toEqual(['failed', 5]);
		// 422 is n8n's own answer to what is no JSON.
		for (const one of statuses) expect([400, 401, 403, 422]).toContain(one);
		expect(await write('good')).toEqual({ status: 'delivered', statuses: [200] });
		expect(executed()).toEqual(['good']);
	});
});

describe('the key server', () => {
	test.each([
		['keyDown', {}],
		['keyDown', { drop: true }],
		['keyDown', { status: 500 }],
	])('%s %j: answered 503 and delivered once it is back', async (kind, settings) => {
		await fault({ kind, ...settings, count: 2 });
		expect(await write('late')).toEqual({ status: 'delivered', statuses: [503, 503, 200] });
		expect(executed()).toEqual(['late']);
	});

	test('slow: waited for', async () => {
		await fault({ kind: 'keySlow', delayMs: 150 });
		expect(await write('patient')).toEqual({ status: 'delivered', statuses: [200] });
	});

	test.each(['keyHuge', 'keyGarbage', 'keyWrong'])('%s: nothing is accepted by it', async (kind) => {
		await fault({ kind, count: 0 });
		const { status, statuses } = await write('bad');
		expect([status, executed()]).toEqual(['failed', []]);
		for (const one of statuses) expect(one).not.toBe(200);
	});

	test('redirects elsewhere: not followed', async () => {
		const foreign = await Receiver.start();
		await fault({ kind: 'keyRedirect', location: foreign.url, count: 0 });
		expect((await write('bad')).status).toBe('failed');
		await foreign.close();
		expect([executed(), foreign.received]).toEqual([[], []]);
	});

	test('rotates its key: both are accepted', async () => {
		await write('old key');
		await control('POST /keys/rotate');
		expect(await write('new key')).toEqual({ status: 'delivered', statuses: [200] });
		expect(executed()).toEqual(['old key', 'new key']);
	});

	test('withdraws its key: the delivery is not accepted', async () => {
		await fault({ kind: 'refusedKey' });
		expect((await write('bad')).status).toBe('failed');
		expect(executed()).toEqual([]);
	});
});

test('a send that fails on its way reaches the workflow as a status', async () => {
	await fault({ kind: 'deliveryStatus', deliveryStatus: 'PHONE_OFFLINE' });
	await api('POST /messages', { channel: 'tg', channelId: 4100, tbChatId: 70001, text: 'x' });
	await running.sandbox.settled();
	const statuses = trigger.executions.flat().filter((item) => item.json.event === 'MessageDeliveryCommand');
	expect(statuses.map((item) => item.json.deliveryStatus).sort()).toEqual(['PHONE_OFFLINE', 'QUEUED']);
});

test('duplicate deliveries start one execution', async () => {
	await fault({ kind: 'duplicate', times: 4 });
	await write('once');
	expect(executed()).toEqual(['once']);
	const { body } = await control('GET /deliveries');
	expect((body.$items as JsonObject[]).map((one) => one.status)).toEqual(Array(4).fill('delivered'));
});

test('reordered deliveries all arrive', async () => {
	await fault({ kind: 'reorder', after: 1 });
	await control('POST /chats/70001/messages', { text: 'first' });
	await write('second');
	expect(executed()).toEqual(['second', 'first']);
});

test.each(['nested', 'flat'])('every event of the catalogue passes, and one of tomorrow (%s)', async (eventLayout) => {
	await control('PATCH /settings', { eventLayout });
	await control('POST /chats/70001/tags/x');
	await control('PUT /chats/70001/operator/tags/vip');
	await control('POST /chats/70001/operator/memo', { memo: 'x' });
	await control('POST /channels/tg/4100/disconnect', { reason: 'token_expired' });
	await control('POST /events', { name: 'FutureCommand', fields: { any: 1 }, unchecked: true });
	await running.sandbox.settled();
	expect(
		trigger.executions
			.flat()
			.map((item) => item.json.event)
			.sort(),
	).toEqual(['ChannelDisconnected', 'ChatMemoChanged', 'FutureCommand', 'TagAssignedOnChatCommand']);
	await control('PATCH /settings', { eventLayout: 'nested' });
});
