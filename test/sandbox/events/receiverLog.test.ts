import { ReceiverLog } from '../../../sandbox/events/receiverLog';
import type { JsonObject } from '../../../sandbox/core/json';
import { FakeN8n } from '../../helpers/fakeN8n';
import { call, runSandbox } from '../../helpers/sandbox';

const MAX_LINES = 10;
const log = new ReceiverLog();
const running = runSandbox({ findReason: log.find });
const { control } = running;
let trigger: FakeN8n;

beforeEach(async () => {
	const { apiToken, baseUrl, notificationUrl, issuer } = running.sandbox;
	const credential = { apiToken, baseUrl, notificationUrl, issuer, keyOrigins: '' };
	const { accountId } = running.sandbox;
	trigger = await FakeN8n.start({ credential, accountId, parameters: { events: ['*'] }, onLog: (line) => log.read(line) });
	await call(running.sandbox, 'POST /notifications/webhooks', { body: { url: trigger.url, events: ['new_message'] } });
});

afterEach(async () => {
	await running.sandbox.settled();
	await trigger.close();
});

/** Writes so many messages at once as a person; returns the result of each attempt. */
async function write(messages = 1): Promise<JsonObject[]> {
	const texts = Array.from({ length: messages }, (_, index) => `message ${index}`);
	await Promise.all(texts.map(async (text) => await control('POST /chats/70001/messages', { text })));
	await running.sandbox.settled();
	const { body } = await control('GET /deliveries');
	return (body.$items as JsonObject[]).slice(-messages).flatMap((one) => one.attempts as JsonObject[]);
}

test.each([
	['foreignKey', {}, 401, 'signature'],
	['refusedKey', {}, 401, 'key_not_found'],
	['expiredToken', {}, 401, 'expired'],
	['noToken', {}, 401, 'token_missing'],
	['token', { claims: { aud: 'other.example' } }, 401, 'audience'],
	['token', { claims: { iss: 'OTHER' } }, 401, 'issuer'],
	['tamper', { body: '[]' }, 400, 'not_an_event'],
	['keyDown', { count: 0 }, 503, 'key_unavailable'],
])('%s %j: each answer is %i, and the log says %s', async (kind, settings, status, code) => {
	await control('POST /faults', { kind, ...settings });
	const attempts = await write();
	expect(attempts).toHaveLength(5);
	for (const attempt of attempts) {
		expect([attempt.status, attempt.reason]).toEqual([status, { codes: [code], line: expect.stringMatching(/^\w.*\.$/) }]);
		expect(attempt.response).not.toContain(code);
	}
});

test('knows which faults of the key server struck meanwhile', async () => {
	await control('POST /faults', { kind: 'keyGarbage', count: 0 });
	const [first] = await write();
	expect([first?.faults, first?.reason]).toEqual([['keyGarbage'], expect.objectContaining({ codes: ['key_malformed'] })]);
});

test('still knows the reason when the log only counts', async () => {
	await control('POST /faults', { kind: 'foreignKey', count: 0 });
	const attempts = await write(4);
	expect(attempts).toHaveLength(20);
	for (const attempt of attempts) expect(attempt.reason).toMatchObject({ codes: ['signature'] });
	const told = attempts.filter((attempt) => 'line' in (attempt.reason as JsonObject));
	expect([told.length, trigger.logs.length]).toEqual([MAX_LINES, MAX_LINES]);
});

test('gives nothing to an accepted delivery, nor to one that another receiver refused', async () => {
	expect((await write())[0]).not.toHaveProperty('reason');
	running.sandbox.state.webhooks = [];
	await call(running.sandbox, 'POST /notifications/webhooks', {
		body: { url: `${running.sandbox.origin}/nowhere`, events: ['new_message'] },
	});
	const attempts = await write();
	expect(attempts[0]?.status).toBe(404);
	expect(attempts[0]).not.toHaveProperty('reason');
});
