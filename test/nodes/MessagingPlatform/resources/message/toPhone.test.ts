import { channelTypeName } from '../../../../../nodes/shared/channelTypes';
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

	test('can open a chat on vk only with a template', async () => {
		const { error } = await send('vk_1', '+442079460958');
		expect(error?.message).toBe('On VK, only a template can be sent to a phone number');
		const template = await send('vk_1', '+442079460958', { operation: 'sendTemplate', templateId: 'order_status' });
		expect(template.error).toBeUndefined();
		expect(platform.bodies('/messages')).toEqual([
			{ channel: 'vk', channelId: 1, remoteAddress: 'tel:+442079460958', templateId: 'order_status' },
		]);
	});

	test('refuses an unknown recipient', async () => {
		const { error } = await send('viber_1', '+442079460958', {
			sendTo: '={{ "everyone" }}',
			chat: { __rl: true, mode: 'id', value: 'tg_1_2' },
			tbChatId: '7',
		});
		expect(error?.message).toBe('Send To can\'t be "everyone"');
		expect(platform.requests).toEqual([]);
	});

	test.each(['tg', 'sms', 'facebook', 'vibersm', 'instagram', 'tgp'])('cannot open one on %s', async (type) => {
		const { error } = await send(`${type}_1`, '+442079460958');
		expect(error?.message).toBe(`Channel can't write to a phone number: the ${channelTypeName(type)} channel 1`);
		expect(error?.description).toContain('Viber, VK, WhatsApp, WhatsApp Business');
		expect(platform.requests).toEqual([]);
	});

	const PLUS = 'write it with a plus and the country code, like +44 20 7946 0958';

	test.each([
		['={{ "" }}', 'Phone Number is empty', 'Fill in this field'],
		['9005550101', "Phone Number isn't valid: 9005550101", `its country isn't known: ${PLUS}`],
		['8 (900) 555-01-01', "Phone Number isn't valid: 8 (900) 555-01-01", 'choose a Default Country'],
	])('refuses a wrong number before the request: %s', async (number, message, description) => {
		for (const operation of [{}, { operation: 'sendTemplate', templateId: '1' }]) {
			const { error } = await send('whatsappb_1', number, operation);
			expect(error?.message).toBe(message);
			expect(error?.description).toContain(description);
		}
		expect(platform.requests).toEqual([]);
	});

	test.each([
		['RU', '9005550101', 'tel:+79005550101'],
		['RU', '={{ 9005550101 }}', 'tel:+79005550101'],
		['={{ " gb " }}', '020 7946 0958', 'tel:+442079460958'],
		['={{ undefined }}', '0079005550101', 'tel:+79005550101'],
	])('uses Default Country %j to send %s to %s', async (defaultCountry, number, remoteAddress) => {
		for (const operation of [{}, { operation: 'sendTemplate', templateId: '1' }]) {
			expect((await send('whatsappb_1', number, { defaultCountry, ...operation })).error).toBeUndefined();
		}
		expect(platform.bodies('/messages')).toMatchObject([{ remoteAddress }, { remoteAddress }]);
	});

	test.each([
		['RU', '442079460958', "Phone Number isn't valid: 442079460958", "it isn't a valid number in the Default Country (RU)"],
		['={{ "Russia" }}', '9005550101', "Default Country isn't a country: RUSSIA", 'enter its two-letter code, like GB or RU'],
		['={{ "XX" }}', '+442079460958', "Default Country isn't a country: XX", 'Choose one from the list'],
		['={{ ["RU"] }}', '9005550101', 'Default Country must be text, but it is a list', 'Check the expression'],
	])('uses Default Country %j to refuse %s', async (defaultCountry, number, message, description) => {
		const { error } = await send('whatsappb_1', number, { defaultCountry });
		expect(error?.message).toBe(message);
		expect(error?.description).toContain(description);
		expect(platform.requests).toEqual([]);
	});
});
