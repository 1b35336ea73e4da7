/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development only: this file is never part of the published package */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { ROOT } from '../../sandbox/demo/paths';
import { messageOf } from '../e2e/delivery';
import { type RealN8n, restart, runByHand } from '../helpers/realN8n';
import { call, newTextsTo, textsTo } from '../helpers/sandbox';
import { waitFor } from '../helpers/waitFor';
import { startGate, type Gate } from '../queue/servers';
import { createTable, deliverAll, findTable, holdBehind, insertRows, rowsOf, testDataTables } from './dataTables';
import { testNextChannel } from './nextChannelCases';
import { type Change, replacing, useRecipe } from './recipe';

const QUESTIONS = 'Questions';
/** Chats of the sandbox on different channels, one for each test, and those in which two messages come at once. */
const [GOOD, WRONG, EXPIRED] = ['70001', '70008', '70010'] as const;
const AT_ONCE = ['70005', '70009'];
const TWICE = ['70003', '9007199254740993'];
const NAME = 'Which name is the table for?';
const DAY = 'Which day? Please write it like 24.12. You can also write: back, again';

/** The rows of the CSV file that the recipe's page names. */
async function questions(): Promise<Array<Record<string, string>>> {
	const text = await readFile(path.join(ROOT, 'examples', 'dialog-in-steps.csv'), 'utf8');
	const [header = [], ...rows] = text
		.trimEnd()
		.split('\n')
		.map((line) => [...line.matchAll(/(?:^|,)(?:"([^"]*)"|([^,]*))/g)].map(([, quoted, plain]) => quoted ?? plain ?? ''));
	return rows.map((row) => Object.fromEntries(header.map((name, index) => [name, row[index] ?? ''])));
}

/** The example after its setup: with the questions, and started by each copy of an event, as in several processes. */
const setUp = replacing(
	['"mode":"list","value":""', `"mode":"name","value":"${QUESTIONS}"`],
	['"takeoverTag":', '"deduplicate":false,"takeoverTag":'],
);

/** Runs dialog-in-steps.json. */
function testDialog(started: () => RealN8n): void {
	const recipe = useRecipe(started);
	let gate: Gate;

	beforeAll(async () => {
		gate = await startGate();
		const rows = await questions();
		await insertRows(recipe.real, await createTable(recipe.real, QUESTIONS, Object.keys(rows[0] ?? {})), rows);
	}, 900_000);
	afterEach(() => gate.open());
	afterAll(async () => await gate?.close());

	const publish = async (...changes: Change[]) => await recipe.publish('dialog-in-steps.json', setUp, ...changes);

	/** Writes in a chat, and returns the reply. */
	async function ask(chat: string, text: string): Promise<string> {
		const [reply = '', ...others] = await recipe.replies(chat, async () => await recipe.say(chat, text), 1);
		expect(others).toEqual([]);
		return reply;
	}

	/** The oldest row of a chat, which is the one that counts. */
	async function dialog(tbChatId: string): Promise<Record<string, unknown> | undefined> {
		const rows = (await rowsOf(recipe.real, 'Answers')).filter(({ chatRef }) => chatRef === recipe.refOf(tbChatId));
		return rows.sort((one, other) => Number(one.id) - Number(other.id))[0];
	}

	const messageIn = (tbChatId: string, text: string) => {
		const { channel, channelId, chatId } = recipe.chat(tbChatId);
		// numbers beyond 2^53 would lose digits in JSON.stringify
		const ids = { channelId: String(channelId), tbChatId };
		return messageOf(recipe.sandbox.accountId, { channel, chatId, text, ...ids });
	};

	/** Delivers messages, all of whose executions have read the step before one of them continues. */
	async function deliverAtOnce(messages: object[]): Promise<void> {
		gate.shut();
		await deliverAll(recipe.real, recipe.url, messages);
		await waitFor(() => gate.waiting().length === messages.length, 'all executions are at the gate');
		gate.open();
		await recipe.quiet();
	}

	const publishHeld = async () => {
		await publish(holdBehind('Get Chat', gate), replacing(['={{ $json.step }}', "={{ $('Get Chat').first().json.step }}"]));
	};

	test('asks one question after the other, and keeps the answers in the row of the chat', async () => {
		await publish();
		expect(await ask(GOOD, 'Book, please')).toBe(NAME);
		expect(await ask(GOOD, 'Ada Byron')).toBe(DAY);
		expect(await ask(GOOD, '24.12.')).toBe('How many people?');
		expect(await ask(GOOD, '4')).toBe("Thank you! We've reserved your table.");
		expect(await dialog(GOOD)).toMatchObject({
			step: 'start',
			start: 'Book, please',
			name: 'Ada Byron',
			day: '24.12.',
			people: '4',
		});
		expect(await ask(GOOD, 'Thanks')).toBe('To book a table, write: book');
		expect((await rowsOf(recipe.real, 'Answers')).filter(({ name }) => name === 'Ada Byron')).toHaveLength(1);
	});

	test('explains a wrong answer, goes back, and starts again', async () => {
		await publish();
		await ask(WRONG, 'book');
		expect(await ask(WRONG, 'Grace')).toBe(DAY);
		expect(await ask(WRONG, 'tomorrow')).toBe('Please write the day like 24.12, or write: back, again');
		expect(await ask(WRONG, 'Back')).toBe(NAME);
		await ask(WRONG, 'Ada');
		await ask(WRONG, '1.5');
		expect(await ask(WRONG, 'AGAIN')).toBe(NAME);
		expect(await dialog(WRONG)).toMatchObject({ step: 'name', name: 'Ada' });
	});

	test('starts over when an answer comes too late', async () => {
		await publish();
		expect(await ask(EXPIRED, 'book')).toBe(NAME);
		await recipe.unpublish();
		await publish(replacing(['{ hours: 2 }', '{ seconds: 0 }']));
		expect(await ask(EXPIRED, 'Ada')).toBe('To book a table, write: book');
	});

	test('takes one of two answers that come at once, and asks the next question once', async () => {
		await publish();
		for (const chat of AT_ONCE) expect(await ask(chat, 'book')).toBe(NAME);
		await recipe.unpublish();
		await publishHeld();
		const before = await Promise.all(AT_ONCE.map(async (chat) => (await textsTo(recipe.sandbox, chat)).length));
		await deliverAtOnce(AT_ONCE.flatMap((chat) => [messageIn(chat, 'Ada'), messageIn(chat, 'Grace')]));
		for (const [index, chat] of AT_ONCE.entries()) {
			expect((await textsTo(recipe.sandbox, chat)).slice(before[index])).toEqual([DAY]);
			expect(await dialog(chat)).toMatchObject({ step: 'day', name: expect.stringMatching(/^(Ada|Grace)$/) as string });
		}
	});

	test('answers an event once if it comes twice at once or again later, even the first of a chat', async () => {
		await publishHeld();
		const events = TWICE.map((chat) => messageIn(chat, 'book'));
		await deliverAtOnce([...events, ...events]);
		for (const chat of TWICE) expect(await textsTo(recipe.sandbox, chat)).toEqual([NAME]);
		await deliverAtOnce(events);
		for (const chat of TWICE) expect(await textsTo(recipe.sandbox, chat)).toEqual([NAME]);
	});
}

const CHAT = '70001';
const OPTED_OUT = '70003';
const REMINDER = 'See you tomorrow at 14:30! Does the time still suit you?';

/** Runs appointment-reminder.json. */
function testAppointments(started: () => RealN8n): void {
	const recipe = useRecipe(started);

	const states = async () =>
		Object.fromEntries((await rowsOf(recipe.real, 'Appointments')).map(({ time, state }) => [time, state]));
	const runNow = async () => await runByHand(recipe.real.rest, recipe.id, 'Run Every Hour');

	/** An appointment so many days from now. */
	function row(tbChatId: string, time: string, days = 1) {
		const day = new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
		return { chatRef: recipe.refOf(tbChatId), tbChatId, day, time, state: 'planned' };
	}

	const texts = async (count: number, act: () => Promise<void>) => await newTextsTo(recipe.sandbox, CHAT, count, act);

	test('reminds each person once, not those who opted out, and keeps the answer', async () => {
		const inUtc = replacing(['"executionOrder":"v1"', '"executionOrder":"v1","timezone":"UTC"']);
		await recipe.publish('appointment-reminder.json', inUtc);
		await runNow();
		await call(recipe.sandbox, `POST /api/chats/${OPTED_OUT}/tags/opted-out`);
		const gone = { ...row(CHAT, '10:30'), chatRef: 'tg_404_1', tbChatId: '404' };
		const rows = [gone, row(CHAT, '14:30'), row(OPTED_OUT, '15:00'), row(CHAT, '16:00', 3)];
		await insertRows(recipe.real, (await findTable(recipe.real, 'Appointments')) ?? '', rows);

		const twoAtOnce = async () => void (await Promise.all([runNow(), runNow()]));
		expect(await texts(1, twoAtOnce)).toEqual([REMINDER]);
		expect(await states()).toEqual({ '10:30': 'failed', '14:30': 'reminded', '15:00': 'reminded', '16:00': 'planned' });
		expect(await textsTo(recipe.sandbox, OPTED_OUT)).not.toContainEqual(expect.stringContaining('See you tomorrow'));

		await restart(recipe.real);
		const thanks = 'Thank you! Your appointment is cancelled.';
		expect(await texts(1, async () => await recipe.press(CHAT, 1))).toEqual([thanks]);
		expect(await texts(0, async () => await recipe.press(CHAT, 0))).toEqual([]);
		expect(await states()).toMatchObject({ '14:30': 'cancelled', '16:00': 'planned' });
	});
}

/** Runs the recipes that keep something in data tables. */
export function testTables(started: () => RealN8n): void {
	describe('events that come at the same moment', () => testDataTables(started));
	describe('dialog-in-steps.json', () => testDialog(started));
	describe('appointment-reminder.json', () => testAppointments(started));
	// after the tests that wait for every event: here statuses come a day late
	describe('next-channel.json', () => testNextChannel(started));
}
