import { actionName, isEnabled, usesTags } from '../../../../nodes/MessagingPlatform/fields/actions';

describe('actions of buttons', () => {
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
