/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- development only: this file is never part of the published package */
import { setTimeout as pause } from 'node:timers/promises';
import { runByHand } from '../helpers/realN8n';
import { control, textsTo } from '../helpers/sandbox';
import { waitFor } from '../helpers/waitFor';
import { startGate } from '../queue/servers';
import { type Change, useRecipe } from './recipe';
import { holdBehind } from './dataTables';

/** The takeover tag of the example. */
const TAG = 'human';
/** Time after which a removed tag counts, in ms. */
const HANDED_BACK_MS = 2_500;
/** Chats of the sandbox, one for each pause between the operator's message and the customer's, in ms. */
const PAUSES: Array<[ms: number, chat: string]> = [
	[0, '70001'],
	[15, '70003'],
	[100, '70005'],
	[300, '70008'],
	[1_000, '70009'],
];
const CHATS = PAUSES.map(([, chat]) => chat);
const [CHAT = '', OTHER = ''] = CHATS;
/** How often every chat is taken over. */
const ROUNDS = Number(process.env.ROUNDS ?? 3);
const MINUTE_MS = 60_000;
const recipe = useRecipe();

const operatorWrites = async (chat: string) =>
	await control(recipe.sandbox, 'POST', `/chats/${chat}/operator/messages`, { text: 'This is Zoë' });
const handBack = async (chat: string) => await control(recipe.sandbox, 'DELETE', `/chats/${chat}/operator/tags/${TAG}`);
const publish = async (...changes: Change[]) => await recipe.publish('human-takeover.json', ...changes);

beforeEach(async () => {
	await publish();
	// the test before has removed its tags
	await pause(HANDED_BACK_MS);
});
afterEach(async () => {
	for (const chat of CHATS) await handBack(chat);
	await recipe.quiet();
});

const count = (texts: Array<string | undefined>) => texts.filter((text) => text?.includes('I am a bot')).length;
const answers = async (chat: string) => count(await textsTo(recipe.sandbox, chat));
const isTagged = (chat: string) => recipe.tagsOf(chat).includes(TAG);

/** The number of answers that come while something is done, until everything has ended. */
const answersTo = async (chat: string, act: () => Promise<unknown>) => count(await recipe.replies(chat, act));

/** The operator wrote, then the person; the answer has to wait. */
async function takeOver(chat: string): Promise<void> {
	expect(
		await answersTo(chat, async () => {
			await operatorWrites(chat);
			await recipe.say(chat, 'Thank you, Zoë');
		}),
	).toBe(0);
}

test('says nothing to customers who write after an operator, and answers each once when the chat is handed back', async () => {
	for (let round = 0; round < ROUNDS; round += 1) {
		await Promise.all(
			PAUSES.map(async ([ms, chat]) => {
				await operatorWrites(chat);
				await pause(ms);
				await recipe.say(chat, `Hello ${round}`);
			}),
		);
		await recipe.quiet();
		expect(CHATS.filter(isTagged)).toEqual(CHATS);
		expect(await Promise.all(CHATS.map(answers))).toEqual(CHATS.map(() => round));
		for (const chat of CHATS) await handBack(chat);
		await recipe.quiet();
		expect(await Promise.all(CHATS.map(answers))).toEqual(CHATS.map(() => round + 1));
	}
});

test('sends nothing if an operator writes while the bot thinks', async () => {
	const gate = await startGate();
	await recipe.unpublish();
	await publish(holdBehind('Handed Back?', gate));
	const before = await Promise.all(CHATS.map(answers));
	for (let round = 0; round < ROUNDS; round += 1) {
		gate.shut();
		for (const chat of CHATS) await recipe.say(chat, 'Are you there?');
		await waitFor(() => gate.waiting().length === CHATS.length, 'the bot thinks');
		await Promise.all(CHATS.map(async (chat) => await operatorWrites(chat)));
		await recipe.sandbox.settled();
		gate.open();
		await recipe.quiet();
		for (const { id } of (await recipe.real.rest.listExecutions(recipe.id)).slice(0, CHATS.length)) {
			const { output } = await recipe.real.rest.getExecution(id);
			expect(output['Send Answer']).toMatchObject([{ outcome: 'skipped', skippedBecause: 'tag', tag: TAG }]);
		}
		for (const chat of CHATS) await handBack(chat);
		await recipe.quiet();
		await pause(HANDED_BACK_MS);
	}
	await gate.close();
	expect(await Promise.all(CHATS.map(answers))).toEqual(before);
});

test('says nothing when a chat is handed back in which the operator wrote last', async () => {
	await takeOver(CHAT);
	await operatorWrites(CHAT);
	expect(await answersTo(CHAT, async () => await handBack(CHAT))).toBe(0);
});

test('hands back the idle chats alone, and in the next run those for which the platform failed', async () => {
	await takeOver(CHAT);
	await takeOver(OTHER);
	await operatorWrites(CHATS[2] ?? '');
	await recipe.quiet();
	for (const chat of [CHAT, OTHER]) {
		const last = recipe.chat(chat).messages.at(-1);
		if (!last) throw new Error('the person has written');
		last.sentTimestamp = new Date(Date.now() - 31 * MINUTE_MS).toISOString();
	}
	const match = { method: 'DELETE', path: `^/api/chats/${CHAT}/tags/` };
	await recipe.fault({ kind: 'error', status: 500, count: 1, match });
	const run = async () => await runByHand(recipe.real.rest, recipe.id, 'Run Every 5 Minutes');
	expect(await answersTo(OTHER, run)).toBe(1);
	expect([CHAT, OTHER, CHATS[2] ?? ''].map(isTagged)).toEqual([true, false, true]);
	expect(await answersTo(CHAT, run)).toBe(1);
	expect([CHAT, OTHER, CHATS[2] ?? ''].map(isTagged)).toEqual([false, false, true]);
});
