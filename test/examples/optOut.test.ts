import { randomUUID } from 'node:crypto';
import { loadExample } from '../../sandbox/demo/provision';
import { deliverSigned } from '../e2e/delivery';
import { hasEnded, type RealN8n, startRealN8n, waitForWebhooks } from '../helpers/realN8n';
import { control, say, sendTwice, textsTo } from '../helpers/sandbox';
import { waitFor } from '../helpers/waitFor';

const TAG = 'opted-out';
const STOPPED = "You won't get any more messages that you didn't ask for. To get them again, write START.";
const STARTED = 'Welcome back! You will get our messages again. To stop them, write STOP.';
const CHAT = '70001';
const OTHER = '70003';
let real: RealN8n;
let workflowId: string;

beforeAll(async () => {
	real = await startRealN8n();
	({ id: workflowId } = await real.rest.createWorkflow(await loadExample('opt-out.json', real.credential)));
	await real.rest.publish(workflowId);
	await waitForWebhooks(real.sandbox, 2);
}, 900_000);
beforeEach(async () => await control(real.sandbox, 'DELETE', '/faults'));
afterAll(async () => await real?.close());

const isTagged = (chat: string) =>
	real.sandbox.state.chats.some(({ tbChatId, tags }) => String(tbChatId) === chat && tags.some(({ name }) => name === TAG));

/** What the person gets while something is done, until everything has ended. */
async function repliesTo(chat: string, act: () => Promise<unknown>): Promise<Array<string | undefined>> {
	const before = (await textsTo(real.sandbox, chat)).length;
	await act();
	await real.sandbox.settled();
	await waitFor(async () => (await real.rest.listExecutions(workflowId)).every(hasEnded), 'all executions have ended');
	await real.sandbox.settled();
	return (await textsTo(real.sandbox, chat)).slice(before);
}

const writes = async (chat: string, text: string) => await repliesTo(chat, async () => await say(real.sandbox, chat, { text }));

/** The person presses a button with a key of its own: one that any message may have had. */
async function press(chat: string, payload: string): Promise<Array<string | undefined>> {
	const [record] = real.sandbox.state.chats.filter(({ tbChatId }) => String(tbChatId) === chat);
	if (!record) throw new Error(`there is no chat ${chat}`);
	const command = {
		channel: record.channel,
		channelId: record.channelId,
		chatId: record.chatId,
		tbChatId: record.tbChatId,
		payload,
	};
	const body = JSON.parse(
		JSON.stringify(
			{ id: randomUUID(), accountId: real.sandbox.accountId, name: 'EndUserActionCommand', command },
			(_key, value: unknown) => (typeof value === 'bigint' ? Number(value) : value),
		),
	);
	return await repliesTo(chat, async () => {
		const statuses = await Promise.all(
			real.sandbox.state.webhooks.map(async ({ url }) => await deliverSigned(real, url, {}, body)),
		);
		expect(statuses).toEqual([200, 200]);
	});
}

test.each([' stop! ', 'Стоп'])('opts out a person who writes %j, and START undoes it', async (word) => {
	expect(await writes(CHAT, word)).toEqual([STOPPED]);
	expect(isTagged(CHAT)).toBe(true);
	expect(await writes(CHAT, 'Start')).toEqual([STARTED]);
	expect(isTagged(CHAT)).toBe(false);
});

test.each(['Please stop', 'Start the car'])('takes %j for no such word', async (text) => {
	expect(await writes(CHAT, text)).toEqual([]);
	expect(isTagged(CHAT)).toBe(false);
});

test('opts out with one button, and back in with the other', async () => {
	expect(await press(CHAT, 'opt-out')).toEqual([STOPPED]);
	expect(isTagged(CHAT)).toBe(true);
	expect(await press(CHAT, 'opt-in')).toEqual([STARTED]);
	expect(isTagged(CHAT)).toBe(false);
	expect(await press(CHAT, 'order')).toEqual([]);
});

test('tags the chat without a reply when a subscription ends', async () => {
	const unsubscribe = async () => await control(real.sandbox, 'POST', `/chats/${CHAT}/unsubscribe`, {});
	expect(await repliesTo(CHAT, unsubscribe)).toEqual([]);
	expect(isTagged(CHAT)).toBe(true);
});

test('replies once to an event that comes twice, and to each of two people who write at once', async () => {
	await sendTwice(real.sandbox);
	expect(await Promise.all([CHAT, OTHER].map(async (chat) => await writes(chat, 'stop')))).toEqual([[STOPPED], [STOPPED]]);
	expect([CHAT, OTHER].map(isTagged)).toEqual([true, true]);
});

test('tries again if the tag cannot be assigned, and replies only after it was', async () => {
	await writes(CHAT, 'start');
	const match = { method: 'POST', path: '^/api/chats/.*/tags/' };
	await control(real.sandbox, 'POST', '/faults', { kind: 'error', status: 503, count: 1, match });
	expect(await writes(CHAT, 'stop')).toEqual([STOPPED]);
	expect(isTagged(CHAT)).toBe(true);
	await writes(CHAT, 'start');
	await control(real.sandbox, 'POST', '/faults', { kind: 'error', status: 503, count: 3, match });
	expect(await writes(CHAT, 'stop')).toEqual([]);
	expect((await real.rest.listExecutions(workflowId))[0]?.status).toBe('error');
	expect(isTagged(CHAT)).toBe(false);
});
