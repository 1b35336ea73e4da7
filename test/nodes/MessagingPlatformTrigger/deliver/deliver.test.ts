import { createDeliver } from '../../../../nodes/MessagingPlatformTrigger/deliver/deliver';
import { DeliveryLog } from '../../../../nodes/MessagingPlatformTrigger/deliver/log';
import { useTriggers } from '../../../helpers/useTriggers';
import { deliveryOf, newMessage } from '../../../helpers/deliveries';

const stage = useTriggers();

beforeEach(async () => {
	await stage.start();
});

test('starts an execution for a verified incoming message, with the chat at the top', async () => {
	const answer = await stage.trigger.send(deliveryOf(newMessage({}, { id: 'event-a' }), stage.platform.token()));

	expect(answer).toMatchObject({ status: 200, text: '' });
	expect(stage.trigger.logs).toEqual([]);
	expect(stage.trigger.executions).toHaveLength(1);
	expect(stage.trigger.executions[0]?.[0]?.json).toMatchObject({
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
	const answer = await stage.trigger.send(deliveryOf(newMessage(), stage.platform.token({ key: stage.platform.otherKey })));

	expect(answer).toMatchObject({ status: 401, code: 'signature' });
	expect(stage.trigger.executions).toEqual([]);
	expect(stage.trigger.logs).toEqual([expect.stringContaining('[signature]')]);
});

test('answers 503 when an option cannot be read, so that nothing is lost, and logs it without its value', async () => {
	await stage.start({ parameters: { security: { webhookHost: '={{ "a-value"( }}' } } });
	const answer = await stage.trigger.send(deliveryOf(newMessage(), stage.platform.token()));

	expect(answer).toMatchObject({ status: 503, code: 'setting' });
	expect(stage.trigger.executions).toEqual([]);
	expect(stage.trigger.logs).toEqual([expect.stringMatching(/\[setting\]/)]);
	expect(stage.trigger.logs[0]).not.toContain('a-value');
});

test('keeps the message and the stack of an unexpected error at debug level, without the API token or any other', async () => {
	const token = stage.platform.token();
	const broken = () => {
		throw new Error(`${stage.platform.credential.apiToken}\nand ${token} at 127.0.0.1`);
	};
	const told = new Promise<string>((resolve) => {
		void stage
			.start({ deliver: createDeliver(undefined, broken, new DeliveryLog(Date.now)), onDebug: resolve })
			.then(async (trigger) => await trigger.send(deliveryOf(newMessage(), token)));
	});
	expect(await told).toMatch(
		/^Unexpected error: Error: \[API token\] and \[token\] at 127\.0\.0\.1 +at \S*broken .*deliver\.test\.ts.*$/,
	);
	expect(stage.trigger.logs).toEqual([expect.stringMatching(/\[internal\].*Report this line .* "debug"/)]);
});
