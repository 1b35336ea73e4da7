import { loadExample } from '../../sandbox/demo/provision';
import type { WorkflowDefinition } from '../../sandbox/demo/rest';
import { createAndPublish, type RealN8n, runByHand, unpublishWorkflow } from '../helpers/realN8n';
import { call, newTextsTo, pressNewest, textsTo } from '../helpers/sandbox';
import { findTable, insertRows, rowsOf, testDataTables } from './dataTables';
import { testDialog } from './dialogCases';
import { type Restartable, testNextChannel } from './nextChannelCases';

const [CHAT, OPTED_OUT] = ['70001', '70003'];
const QUESTION = 'See you tomorrow at 14:30! Does the time still suit you?';

/** Runs appointment-reminder.json. */
function testAppointments(started: () => Restartable): void {
	let real: RealN8n;
	let workflowId: string;

	beforeAll(() => ({ real } = started()));
	afterEach(async () => await unpublishWorkflow(real, workflowId));

	const states = async () => Object.fromEntries((await rowsOf(real, 'Appointments')).map(({ time, state }) => [time, state]));

	const runNow = async () => await runByHand(real.rest, workflowId, 'Run Every Hour');

	/** An appointment so many days from now. */
	function row(tbChatId: string, time: string, days = 1) {
		const chat = real.sandbox.state.chats.find((one) => String(one.tbChatId) === tbChatId);
		const day = new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
		return { chatRef: `${chat?.channel}_${chat?.channelId}_${chat?.chatId}`, tbChatId, day, time, state: 'planned' };
	}

	const press = async (index: number) => await pressNewest(real.sandbox, CHAT, index);

	test('reminds each person once, not those who opted out, and keeps the answer', async () => {
		const definition = JSON.stringify(await loadExample('appointment-reminder.json', real.credential));
		const inUtc = definition.replace('"executionOrder":"v1"', '$&,"timezone":"UTC"');
		({ id: workflowId } = await createAndPublish(real, JSON.parse(inUtc) as WorkflowDefinition));
		await runNow();
		await call(real.sandbox, `POST /api/chats/${OPTED_OUT}/tags/opted-out`);
		const gone = { ...row(CHAT, '10:30'), chatRef: 'tg_404_1', tbChatId: '404' };
		const rows = [gone, row(CHAT, '14:30'), row(OPTED_OUT, '15:00'), row(CHAT, '16:00', 3)];
		await insertRows(real, (await findTable(real, 'Appointments')) ?? '', rows);

		const twoAtOnce = async () => void (await Promise.all([runNow(), runNow()]));
		expect(await newTextsTo(real.sandbox, CHAT, 1, twoAtOnce)).toEqual([QUESTION]);
		expect(await states()).toEqual({ '10:30': 'failed', '14:30': 'reminded', '15:00': 'reminded', '16:00': 'planned' });
		expect(await textsTo(real.sandbox, OPTED_OUT)).not.toContainEqual(expect.stringContaining('See you tomorrow'));

		await started().restart();
		const thanks = 'Thank you! Your appointment is cancelled.';
		expect(await newTextsTo(real.sandbox, CHAT, 1, async () => await press(1))).toEqual([thanks]);
		expect(await newTextsTo(real.sandbox, CHAT, 0, async () => await press(0))).toEqual([]);
		expect(await states()).toMatchObject({ '14:30': 'cancelled', '16:00': 'planned' });
	});
}

/** Runs the recipes that keep something in data tables. */
export function testTables(started: () => Restartable): void {
	describe('events that come at the same moment', () => testDataTables(() => started().real));
	describe('dialog-in-steps.json', () => testDialog(started));
	describe('appointment-reminder.json', () => testAppointments(started));
	// after the tests that wait for every event: here statuses come a day late
	describe('next-channel.json', () => testNextChannel(started));
}
