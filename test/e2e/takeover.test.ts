/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development only: this file is never part of the published package */
import { setTimeout as pause } from 'node:timers/promises';
import { call, control, say, textsTo } from '../helpers/sandbox';
import type { Delivery } from '../../sandbox/core/records';
import { startRealN8n, type RealN8n, restart } from '../helpers/realN8n';
import { waitFor } from '../helpers/waitFor';
import { EchoBot } from './echoBot';
import { HANDED_BACK_MS, OPERATORS_TEXT, PAUSES, TAG, handBack, operatorWrites } from './operator';

/** In each of them, one takeover for each pause. */
const ROUNDS = 10;

/** Time in which a message takes a chat over, in ms, unless n8n is busy. */
const PROMPT_MS = 1_000;

describe('a bot whose chats operators take over', () => {
	let real: RealN8n;
	let bot: EchoBot;

	beforeAll(async () => {
		real = await startRealN8n();
		bot = await EchoBot.create(real, { takeoverTag: TAG });
		await bot.publish();
	});

	afterAll(async () => await real?.close());

	/** Replies to messages that overtook the operator's in n8n. */
	const excused = new Set<string>();
	const replies = async (chat: string) =>
		(await textsTo(real.sandbox, chat)).filter((text = '') => text.startsWith('You wrote') && !excused.has(text));
	const tags = async (chat: string) => (await call(real.sandbox, `GET /api/chats/${chat}/tags`)).text;

	/** Checks that n8n let the operator's last message in at once. A busy one lets others overtake it before the trigger sees it. */
	const wasPrompt = async (chat: string) => {
		const all = await control<Delivery[]>(real.sandbox, 'GET', '/deliveries');
		const isOperators = ({ about, body }: Delivery) => about.text === OPERATORS_TEXT && body.includes(`"tbChatId":${chat}`);
		const last = all.filter(isOperators).at(-1);
		return last?.attempts.length === 1 && (last.attempts[0]?.durationMs ?? Infinity) < PROMPT_MS;
	};

	test('says nothing to customers who write at once or later, in fifty takeovers', async () => {
		for (let round = 0; round < ROUNDS; round += 1) {
			await Promise.all(
				PAUSES.map(async ([ms, chat]) => {
					await operatorWrites(real.sandbox, chat);
					await pause(ms);
					await say(real.sandbox, chat, { text: `Hello ${round} in ${chat}` });
				}),
			);
			await real.sandbox.settled();
			for (const [ms, chat] of PAUSES) {
				expect(await tags(chat)).toContain(`"${TAG}"`);
				if (!(await wasPrompt(chat))) excused.add(`You wrote: Hello ${round} in ${chat}`);
				expect([ms, await replies(chat)]).toEqual([ms, []]);
				await handBack(real.sandbox, chat);
			}
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
		await operatorWrites(real.sandbox, chat);
		await real.sandbox.settled();
		await restart(real);
		await say(real.sandbox, chat, { text: 'Still there?' });
		await real.sandbox.settled();
		expect(await replies(chat)).toHaveLength(1);
	});
});
