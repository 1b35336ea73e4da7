import type { INodeParameters } from 'n8n-workflow';
import { ACCOUNT, newMessage } from '../../../helpers/deliveries';
import { useTriggers } from '../../../helpers/useTriggers';

/** Time for which the first event of a split message keeps the others out, in ms. */
const PARTS_KEPT_MS = 10 * 60_000;

/** n8n's answers to the executions that start, in this order; 200 beyond them. */
let statuses: number[] = [];

const startStatus = async () => await Promise.resolve(statuses.shift() ?? 200);
const stage = useTriggers({ startStatus });
beforeEach(() => {
	statuses = [];
});

let count = 0;
const CHAT = { channel: 'tg', channelId: 4100, chatId: '271828182', tbChatId: 70001 };

/** Fields about how a message was split, in "TbUniMessage" of the specification and in its events. */
interface Composed {
	compositeMessageType?: string | null;
	masterMessageId?: string | null;
	messageId?: string;
}

const part = (masterMessageId?: string): Composed => ({ compositeMessageType: 'CHILD_MESSAGE', masterMessageId });
const whole = (messageId: string): Composed => ({ compositeMessageType: 'MASTER_MESSAGE', messageId });

/** An event of the specification's table, in which the fields are the event's or those of the message in it. */
function event(name: string, composed: Composed, fields: object = {}, within: 'event' | 'message' = 'event'): string {
	count += 1;
	const { messageId = `part-${count}`, ...members } = composed;
	const message = { id: messageId, direction: 'outbound', ...CHAT, text: `text ${count}` };
	const command =
		within === 'event'
			? { ...CHAT, ...members, messageId, message, ...fields }
			: { ...CHAT, messageId, message: { ...message, ...members }, ...fields };
	return JSON.stringify({ id: `part-event-${count}`, accountId: ACCOUNT, name, command });
}

const status = (deliveryStatus: string, composed: Composed, within: 'event' | 'message' = 'event') =>
	event(
		'MessageDeliveryCommand',
		composed,
		{ deliveryStatus, isFinal: true, isDelivered: deliveryStatus === 'DELIVERED' },
		within,
	);
const sent = (composed: Composed) => newMessage({ direction: 'outbound', ...composed });
const read = (composed: Composed) => event('ChannelMessageReadCommand', composed);

const EACH_PART = { eachPart: true };

/** Delivers events one after the other; gives true for each that started the workflow, and the answer for the others. */
async function started(filters: INodeParameters, bodies: string[], options: INodeParameters = {}): Promise<Array<true | string>> {
	const { trigger } = stage;
	trigger.setParameters({ events: ['*'], filters: { direction: 'both', ignoreOwn: false, ...filters }, options });
	const results: Array<true | string> = [];
	for (const body of bodies) {
		const before = trigger.executions.length;
		const { status: answered, text } = await stage.send(body);
		results.push(trigger.executions.length > before || `${answered} ${text}`);
	}
	return results;
}

const AGAIN = '200 {"status":"duplicate"}';

describe('a delivery status', () => {
	test('starts once for a failed message, whichever part failed, even if the whole has no status of its own', async () => {
		const bodies = [
			status('DELIVERED', part('m2')),
			status('MESSAGE_OUTSIDE_OF_ALLOWED_WINDOW', part('m2')),
			status('ERROR', part('m2'), 'message'),
			status('PARTIALLY_SENT_WITH_ERROR', whole('m2')),
			status('ERROR', part('m3'), 'message'),
			status('ERROR', {}),
			status('ERROR', {}),
		];
		expect(await started({ deliveryStatus: 'failed' }, bodies)).toEqual([
			'200 {"status":"filtered","reason":"status"}',
			true,
			AGAIN,
			AGAIN,
			true,
			true,
			true,
		]);
	});

	test('starts when the whole fails, and not when its parts fail afterwards', async () => {
		const bodies = [status('ALL_CHILD_SENT_WITH_ERROR', whole('m4')), status('ERROR', part('m4'))];
		expect(await started({ deliveryStatus: 'failed' }, bodies)).toEqual([true, AGAIN]);
	});

	test('starts for a failure again after ten minutes', async () => {
		const failed = async () => await started({ deliveryStatus: 'failed' }, [status('ERROR', part('m5'))]);
		expect(await failed()).toEqual([true]);
		stage.now += PARTS_KEPT_MS - 1_000;
		expect(await failed()).toEqual([AGAIN]);
		stage.now += 1_000;
		expect(await failed()).toEqual([true]);
	});

	test('does not count when n8n did not take it: the next failure starts, or its own copy', async () => {
		const [first, second] = [status('ERROR', part('m6')), status('ERROR', part('m6'))];
		statuses = [500];
		expect(await started({ deliveryStatus: 'failed' }, [first, second, first])).toEqual([
			expect.stringMatching(/^500/),
			true,
			AGAIN,
		]);
		const third = status('ERROR', part('m7'));
		statuses = [500];
		expect(await started({ deliveryStatus: 'failed' }, [third, third, third])).toEqual([
			expect.stringMatching(/^500/),
			true,
			AGAIN,
		]);
	});

	test('is never lost when a failed part has no ID of the whole', async () => {
		const bodies = [status('ERROR', part()), status('ERROR', part())];
		expect(await started({ deliveryStatus: 'failed' }, bodies)).toEqual([true, true]);
	});
});

describe.each([
	['a message that was sent', sent],
	['a message that was read', read],
])('%s', (_what, make) => {
	test('in parts counts once, whether the platform reports the parts, the whole or both', async () => {
		const m = String(Math.random());
		const [parts, only] = [`parts ${m}`, `only ${m}`];
		const id = (masterId: string) => ({ ...whole(masterId), id: masterId });
		expect(await started({}, [make(part(parts)), make(part(parts)), make(id(parts))])).toEqual([true, AGAIN, AGAIN]);
		expect(await started({}, [make(id(only)), make(part(only))])).toEqual([true, AGAIN]);
		expect(await started({}, [make({ compositeMessageType: 'REGULAR_MESSAGE' }), make({}), make(part())])).toEqual([
			true,
			true,
			true,
		]);
	});

	test('in parts counts for each of them when that is chosen', async () => {
		const m = String(Math.random());
		expect(await started({}, [make(part(m)), make(part(m))], EACH_PART)).toEqual([true, true]);
	});
});

test('a message that comes in counts, whatever it says of how it was split', async () => {
	const inbound = newMessage({ ...part('m9') });
	expect(await started({}, [inbound, newMessage({ ...part('m9') })])).toEqual([true, true]);
});
