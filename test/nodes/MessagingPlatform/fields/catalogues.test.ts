import { ACTIONS, ACTION_VALUES, actionName, isEnabled, usesTags } from '../../../../nodes/MessagingPlatform/fields/actions';
import { PHONE_CHANNELS, channelTypeName } from '../../../../nodes/shared/channelTypes';

describe('actions of buttons', () => {
	test('are those of the API documentation ("ChainAction")', () => {
		const values = ['nothing', 'notifications.subscribe', 'notifications.unsubscribe', 'tags.assign', 'tags.remove'];
		expect(ACTION_VALUES).toEqual(values);
	});

	test.each([
		['tags.assign', 'Assign Tags', /^Put tags on/],
		['tags.remove', 'Remove Tags', /^Take tags off/],
		['nothing', 'Nothing', /^Only send the reply/],
		['notifications.subscribe', 'Subscribe to Notifications', /^Subscribe the person/],
		['notifications.unsubscribe', 'Unsubscribe From Notifications', /^Unsubscribe the person/],
	])('%s is called "%s"', (value, name, description) => {
		expect(new Map<string, string[]>(Object.entries(ACTIONS)).get(value)).toEqual([name, expect.stringMatching(description)]);
		expect(actionName(value)).toBe(name);
	});

	test.each(['something.new', 'constructor', ''])('have their value as name when they are unknown: %j', (value) => {
		expect(actionName(value)).toBe(value);
	});

	test.each<[unknown, boolean]>([
		['tags.assign', true],
		['tags.remove', true],
		['nothing', false],
		['notifications.tags.assign', false],
		['tags', false],
		[undefined, false],
		[['tags.'], false],
	])('need tags for %j: %p', (action, uses) => {
		expect(usesTags(action)).toBe(uses);
	});

	test.each<[unknown, boolean]>([
		[undefined, true],
		[true, true],
		[null, true],
		['true', true],
		['', true],
		[0, true],
		[false, false],
		['false', false],
		[' FALSE ', false],
	])('are on with enabled %j: %p', (enabled, on) => {
		expect(isEnabled(enabled)).toBe(on);
	});
});

describe('channel types', () => {
	test.each([
		['facebook', 'Facebook'],
		['instagram', 'Instagram'],
		['sms', 'SMS'],
		['tg', 'Telegram'],
		['viber', 'Viber'],
		['vibersm', 'Viber Service'],
		['vk', 'VK'],
		['whatsapp', 'WhatsApp'],
		['whatsappb', 'WhatsApp Business'],
		['tgp', 'tgp'],
		['constructor', 'constructor'],
	])('%s is called %s', (channel, name) => {
		expect(channelTypeName(channel)).toBe(name);
	});

	test('can open a chat by phone number if the API documentation says so', () => {
		expect(PHONE_CHANNELS).toEqual(['viber', 'vk', 'whatsapp', 'whatsappb']);
	});
});
