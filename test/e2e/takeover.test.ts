/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development only: this file is never part of the published package */
import { setTimeout as pause } from 'node:timers/promises';
import { control, call, say, textsTo } from '../helpers/sandbox';
import { startRealN8n, type RealN8n } from '../helpers/realN8n';
import { waitFor } from '../helpers/waitFor';
import { EchoBot, restart } from './echoBot';

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

const ROUNDS = 5;

describe('a bot whose chats operators take over', () => {
	let real: RealN8n;
	let bot: EchoBot;

	beforeAll(async () => {
		real = await startRealN8n();
		bot = await EchoBot.create(real, { takeoverTag: TAG });
		await bot.publish();
	});

	afterAll(async () => await real?.close());

	const operatorWrites = async (chat: string) =>
		await control(real.sandbox, 'POST', `/chats/${chat}/operator/messages`, { text: 'This is Zoë' });
	const handBack = async (chat: string) => await control(real.sandbox, 'DELETE', `/chats/${chat}/operator/tags/${TAG}`);
	const replies = async (chat: string) => (await textsTo(real.sandbox, chat)).filter((text) => text?.startsWith('You wrote'));
	const tags = async (chat: string) => (await call(real.sandbox, `GET /api/chats/${chat}/tags`)).text;

	test.each(PAUSES)('says nothing to a customer who writes %d ms after the operator', async (ms, chat) => {
		for (let round = 0; round < ROUNDS; round += 1) {
			await operatorWrites(chat);
			await pause(ms);
			await say(real.sandbox, chat, { text: `Hello ${round}` });
			await real.sandbox.settled();
			expect(await tags(chat)).toContain(`"${TAG}"`);
			expect(await replies(chat)).toEqual([]);
			await handBack(chat);
			await pause(HANDED_BACK_MS);
		}
	});

	test('answers once the chat is handed back', async () => {
		for (const [, chat] of PAUSES) {
			await say(real.sandbox, chat, { text: 'And now?' });
			await waitFor(async () => (await replies(chat)).length === 1, 'the answer');
		}
	});

	test('is still silent after n8n was restarted', async () => {
		const [[, chat] = [0, '70001']] = PAUSES;
		await operatorWrites(chat);
		await real.sandbox.settled();
		await restart(real);
		await say(real.sandbox, chat, { text: 'Still there?' });
		await real.sandbox.settled();
		expect(await replies(chat)).toHaveLength(1);
	});
});
