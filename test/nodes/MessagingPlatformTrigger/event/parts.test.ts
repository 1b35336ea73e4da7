import type { INodeParameters } from 'n8n-workflow';
import { ACCOUNT, newMessage } from '../../../helpers/deliveries';
import { useTriggers } from '../../../helpers/useTriggers';

/** Time for which the first event of a split message keeps the others out, in ms. */
const PARTS_KEPT_MS = 10 * 60_000;
/** n8n's answers to the executions that start, in this order; 200 beyond them. */
const statuses: number[] = [];
const stage = useTriggers({ startStatus: () => statuses.shift() ?? 200 });

let count = 0;
const CHAT = { channel: 'tg', channelId: 4100, chatId: '271828182', tbChatId: 70001 };

/** Fields about how a message was split, in "TbUniMessage" of the specification and in its events. */
type Composed = Partial<Record<'compositeMessageType' | 'masterMessageId' | 'messageId', string>>;

const part = (masterMessageId?: string): Composed => ({ compositeMessageType: 'CHILD_MESSAGE', masterMessageId });
const whole = (messageId: string): Composed => ({ compositeMessageType: 'MASTER_MESSAGE', messageId });

/** An event of the specification's table, in which the fields are the event's or those of the message in it. */
function event(name: string, composed: Composed, fields: object = {}, isInMessage = false): string {
	count += 1;
	const { messageId = `part-${count}`, ...members } = composed;
	const message = { id: messageId, direction: 'outbound', ...CHAT, text: `text ${count}`, ...(isInMessage && members) };
	const command = { ...CHAT, ...(!isInMessage && members), messageId, message, ...fields };
	return JSON.stringify({ id: `part-event-${count}`, accountId: ACCOUNT, name, command });
}

function status(deliveryStatus: string, composed: Composed, isInMessage = false): string {
	const fields = { deliveryStatus, isFinal: true, isDelivered: deliveryStatus === 'DELIVERED' };
	return event('MessageDeliveryCommand', composed, fields, isInMessage);
}
const sent = (composed: Composed) => newMessage({ direction: 'outbound', ...composed });
const read = (composed: Composed) => event('ChannelMessageReadCommand', composed);
const FAILED: INodeParameters = { deliveryStatus: 'failed' };
type Outcome = 'started' | 'duplicate' | 'status' | 'part' | 500;

/** Delivers events to a trigger, and expects for each that it starts the workflow, or why it doesn't. */
async function expectEach(filters: INodeParameters, events: Array<[Outcome, body: string]>, options: INodeParameters = {}) {
	const { trigger } = stage;
	trigger.setParameters({ events: ['*'], filters: { direction: 'both', ignoreOwn: false, ...filters }, options });
	for (const [outcome, body] of events) {
		trigger.executions.length = 0;
		const [answered, reason] = await stage.outcome(body);
		expect([body, trigger.executions.length > 0 ? 'started' : (reason ?? answered)]).toEqual([body, outcome]);
	}
}

describe('a delivery status', () => {
	test('starts for the whole message alone, unless failures are wanted', async () => {
		await expectEach({}, [
			['part', status('DELIVERED', part('m1'))],
			['part', status('ERROR', part('m1'), true)],
			['started', status('DELIVERED', whole('m1'))],
		]);
	});

	test('starts once for a failed message, whichever part failed, even if the whole has no status of its own', async () => {
		await expectEach(FAILED, [
			['status', status('DELIVERED', part('m2'))],
			['started', status('MESSAGE_OUTSIDE_OF_ALLOWED_WINDOW', part('m2'))],
			['duplicate', status('ERROR', part('m2'), true)],
			['duplicate', status('PARTIALLY_SENT_WITH_ERROR', whole('m2'))],
			['started', status('ERROR', part('m3'), true)],
			['started', status('ERROR', {})],
			['started', status('ERROR', {})],
			['started', status('ALL_CHILD_SENT_WITH_ERROR', whole('m4'))],
			['duplicate', status('ERROR', part('m4'))],
			// a failed part without an ID of the whole
			['started', status('ERROR', part())],
			['started', status('ERROR', part())],
		]);
	});

	test('starts for a failure again after ten minutes', async () => {
		const failed = () => status('ERROR', part('m5'));
		await expectEach(FAILED, [['started', failed()]]);
		stage.now += PARTS_KEPT_MS - 1_000;
		await expectEach(FAILED, [['duplicate', failed()]]);
		stage.now += 1_000;
		await expectEach(FAILED, [['started', failed()]]);
	});

	test.each([false, true])(
		'does not count when n8n did not take it: the next failure starts, or its own copy: %s',
		async (isCopy) => {
			const first = status('ERROR', part('m6'));
			const second = isCopy ? first : status('ERROR', part('m6'));
			statuses.push(500);
			await expectEach(FAILED, [
				[500, first],
				['started', second],
				['duplicate', first],
			]);
		},
	);
});

test.each([
	['sent', sent],
	['read', read],
])('a message that was %s in parts counts once, unless each of them is to count', async (_what, make) => {
	const id = (masterId: string) => ({ ...whole(masterId), id: masterId });
	await expectEach({}, [
		['started', make(part('parts'))],
		['duplicate', make(part('parts'))],
		['duplicate', make(id('parts'))],
		['started', make(id('only'))],
		['duplicate', make(part('only'))],
		['started', make({ compositeMessageType: 'REGULAR_MESSAGE' })],
		['started', make({})],
		['started', make(part())],
	]);
	const each: Array<[Outcome, string]> = [1, 2].map(() => ['started', make(part('each'))]);
	await expectEach({}, each, { eachPart: true });
});

test('a message that comes in counts, whatever it says of how it was split', async () => {
	const inbound = () => newMessage({ ...part('m9') });
	await expectEach({}, [
		['started', inbound()],
		['started', inbound()],
	]);
});
