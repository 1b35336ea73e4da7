import { type RealN8n, restart, runByHand } from '../helpers/realN8n';
import { call, newTextsTo, textsTo } from '../helpers/sandbox';
import { findTable, insertRows, rowsOf, testDataTables } from './dataTables';
import { testDialog } from './dialogCases';
import { testNextChannel } from './nextChannelCases';
import { replacing, useRecipe } from './recipe';

const CHAT = '70001';
const OPTED_OUT = '70003';
const QUESTION = 'See you tomorrow at 14:30! Does the time still suit you?';

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
		expect(await texts(1, twoAtOnce)).toEqual([QUESTION]);
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
