import { startTrigger, type Trigger } from '../../../helpers/startTrigger';
import { startSigningPlatform, deliveryOf, newMessage, type SigningPlatform } from '../../../helpers/signedDeliveries';

let platform: SigningPlatform;
let trigger: Trigger;

beforeAll(async () => {
	platform = await startSigningPlatform();
});

beforeEach(async () => {
	trigger = await startTrigger({ credential: platform.credential });
});

afterEach(async () => {
	await trigger.close();
});

afterAll(async () => {
	await platform.close();
});

test('starts an execution for a verified incoming message, with the chat at the top', async () => {
	const answer = await trigger.send(deliveryOf(newMessage({}, { id: 'event-a' }), platform.token()));

	expect(answer).toMatchObject({ status: 200, text: '' });
	expect(trigger.logs).toEqual([]);
	expect(trigger.executions).toHaveLength(1);
	expect(trigger.executions[0]?.[0]?.json).toMatchObject({
		event: 'new_message',
		eventId: 'event-a',
		channel: 'tg',
		channelId: 4100,
		chatId: '271828182',
		tbChatId: 70001,
		chatRef: 'tg_4100_271828182',
		direction: 'inbound',
		text: 'Hello',
		sender: { name: 'Ada Lovelace' },
		attachments: [],
	});
});

test('refuses a token that another key signed, and starts nothing', async () => {
	const answer = await trigger.send(deliveryOf(newMessage(), platform.token({ key: platform.otherKey })));

	expect(answer).toMatchObject({ status: 401, code: 'signature' });
	expect(trigger.executions).toEqual([]);
	expect(trigger.logs).toEqual([expect.stringContaining('[signature]')]);
});
