import { randomUUID } from 'node:crypto';
import { deliverSigned } from '../e2e/delivery';
import { control, sendTwice } from '../helpers/sandbox';
import { useRecipe } from './recipe';

const TAG = 'opted-out';
const STOPPED = "You won't get any more messages that you didn't ask for. To get them again, write START.";
const STARTED = 'Welcome back! You will get our messages again. To stop them, write STOP.';
const CHAT = '70001';
const OTHER = '70003';
const recipe = useRecipe();
beforeEach(async () => await recipe.publish('opt-out.json'));

const isTagged = (chat: string) => recipe.tagsOf(chat).includes(TAG);
const writes = async (chat: string, text: string) => await recipe.replies(chat, async () => await recipe.say(chat, text));

/** The person presses a button with a key of its own: one that any message may have had. */
async function press(payload: string): Promise<Array<string | undefined>> {
	const { channel, channelId, chatId } = recipe.chat(CHAT);
	const command = { channel, channelId: Number(channelId), chatId, tbChatId: Number(CHAT), payload };
	const body = { id: randomUUID(), accountId: recipe.sandbox.accountId, name: 'EndUserActionCommand', command };
	return await recipe.replies(CHAT, async () => {
		for (const { url } of recipe.sandbox.state.webhooks) expect(await deliverSigned(recipe.real, url, {}, body)).toBe(200);
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
	expect(await press('opt-out')).toEqual([STOPPED]);
	expect(isTagged(CHAT)).toBe(true);
	expect(await press('opt-in')).toEqual([STARTED]);
	expect(isTagged(CHAT)).toBe(false);
	expect(await press('order')).toEqual([]);
});

test('tags the chat without a reply when a subscription ends', async () => {
	const unsubscribe = async () => await control(recipe.sandbox, 'POST', `/chats/${CHAT}/unsubscribe`, {});
	expect(await recipe.replies(CHAT, unsubscribe)).toEqual([]);
	expect(isTagged(CHAT)).toBe(true);
});

test('replies once to an event that comes twice, and to each of two people who write at once', async () => {
	await sendTwice(recipe.sandbox);
	expect(await Promise.all([CHAT, OTHER].map(async (chat) => await writes(chat, 'stop')))).toEqual([[STOPPED], [STOPPED]]);
	expect([CHAT, OTHER].map(isTagged)).toEqual([true, true]);
});

test('tries again if the tag cannot be assigned, and replies only after it was', async () => {
	await writes(CHAT, 'start');
	const match = { method: 'POST', path: '^/api/chats/.*/tags/' };
	await recipe.fault({ kind: 'error', status: 503, count: 1, match });
	expect(await writes(CHAT, 'stop')).toEqual([STOPPED]);
	expect(isTagged(CHAT)).toBe(true);
	await writes(CHAT, 'start');
	await recipe.fault({ kind: 'error', status: 503, count: 3, match });
	expect(await writes(CHAT, 'stop')).toEqual([]);
	expect((await recipe.quiet())[0]).toBe('error');
	expect(isTagged(CHAT)).toBe(false);
});
