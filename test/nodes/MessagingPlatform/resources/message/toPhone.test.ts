import { runOperation } from '../../../../helpers/runAction';
import { type ScriptedPlatform, startScriptedPlatform } from '../../../../helpers/scriptedPlatform';

describe('message to a phone number', () => {
	let platform: ScriptedPlatform;
	beforeEach(async () => (platform = await startScriptedPlatform()));
	afterEach(async () => await platform.close());

	const send = async (channel: string, phoneNumber: unknown, more: object = {}) =>
		await runOperation({
			parameters: {
				resource: 'message',
				operation: 'send',
				sendTo: 'phone',
				channel: { __rl: true, mode: 'id', value: channel },
				phoneNumber: phoneNumber as string,
				text: 'Hi',
				...more,
			},
			credential: platform.credential,
		});

	test('on vk only a template may open a dialog', async () => {
		const { error } = await send('vk_1', '+442079460958');
		expect(error?.message).toBe('On VK only a template can be sent to a phone number');
		const template = await send('vk_1', '+442079460958', { operation: 'sendTemplate', templateId: 'order_status' });
		expect(template.error).toBeUndefined();
		expect(platform.bodies('/messages')).toEqual([
			{ channel: 'vk', channelId: 1, remoteAddress: 'tel:+442079460958', templateId: 'order_status' },
		]);
	});

	test('a recipient that there is not', async () => {
		const { error } = await send('viber_1', '+442079460958', {
			sendTo: '={{ "everyone" }}',
			chat: { __rl: true, mode: 'id', value: 'tg_1_2' },
		});
		expect(error?.message).toBe('Send To cannot be "everyone"');
		expect(platform.requests).toEqual([]);
	});

	test.each(['viber', 'whatsapp', 'whatsappb'])('%s may open a dialog by number', async (type) => {
		const { error } = await send(`${type}_9007199254740993`, '+44 (0)20 7946-0958');
		expect(error).toBeUndefined();
		expect(String(platform.requests[0]?.body)).toBe(
			`{"channel":"${type}","channelId":9007199254740993,"remoteAddress":"tel:+442079460958","text":"Hi"}`,
		);
	});

	test.each(['tg', 'sms', 'facebook', 'vibersm', 'instagram', 'tgp'])('%s may not', async (type) => {
		const { error } = await send(`${type}_1`, '+442079460958');
		expect(error?.message).toBe(`Channel cannot write to a phone number: ${type}_1`);
		expect(error?.description).toContain('viber, vk, whatsapp, whatsappb');
		expect(platform.requests).toEqual([]);
	});

	test.each([
		['={{ "" }}', 'Phone Number is empty', 'Fill in the field'],
		['020 7946 0958', 'Phone Number is not valid: 020 7946 0958', 'country is not known'],
		['+123456', 'Phone Number is not valid: +123456', 'only 6 digits (7 to 15 are allowed)'],
		['+1234567890123456', 'Phone Number is not valid: +1234567890123456', '16 digits (7 to 15 are allowed)'],
	])('a wrong number is refused before the request: %s', async (number, message, description) => {
		const { error } = await send('whatsappb_1', number);
		expect(error?.message).toBe(message);
		expect(error?.description).toContain(description);
		expect(platform.requests).toEqual([]);
	});

	test('a number that an expression gives as a number', async () => {
		const { error } = await send('whatsappb_1', '={{ 442079460958 }}');
		expect(error).toBeUndefined();
		expect(platform.bodies('/messages')).toMatchObject([{ remoteAddress: 'tel:+442079460958' }]);
	});

	test('a channel that is none', async () => {
		const { error } = await send('={{ "whatsappb" }}', '+442079460958');
		expect(error?.message).toBe("Channel is not a channel's address: whatsappb");
	});
});
