import * as catalogue from '../../../nodes/shared/catalogue';
import { EVENT_NAMES as SPECIFIED } from '../../../sandbox/events/catalogue';

const { ALL_EVENTS, EVENT_NAMES, findNameFault, hasOwnId, isChosen } = catalogue;

test('the catalogue has each event of the specification once', () => {
	const missing = EVENT_NAMES.filter((name) => !SPECIFIED.includes(name));
	expect(missing.map((name) => `sandbox/events/catalogue.ts: add ${name}`)).toEqual([]);
	expect([...EVENT_NAMES].sort()).toEqual([...SPECIFIED].sort());
	const { PRESS_EVENT, MESSAGE_EVENT, STATUS_EVENT } = catalogue;
	expect([PRESS_EVENT, MESSAGE_EVENT, STATUS_EVENT]).toEqual(['EndUserActionCommand', 'new_message', 'MessageDeliveryCommand']);
	const ownIds = [...SPECIFIED, 'SomethingNew'].filter(hasOwnId);
	expect(ownIds).toEqual(['ChannelMessageReadCommand', 'ConversationStartContextUpdateCommand']);
});

// what is registered for the names: MessagingPlatformTrigger/furtherEvents.test.ts
describe('a name that the user typed', () => {
	test('may have any sign that separates no names', () => {
		const faults = ['SomethingNew', 'chat.closed/v2:é_1-x', 'x'.repeat(200), 'new_message', ALL_EVENTS].map((name) =>
			findNameFault([name]),
		);
		expect(faults.filter(Boolean)).toEqual([]);
	});

	test('is shown if it is something else, but not all of a long one', () => {
		const signs = '"\'`*,;()<>[]{}'.split('').map((sign) => `a${sign}b`);
		for (const name of ['', 'a b', 'a\tb', 'a\u0000b', 'a\u200bb', ...signs, 'x'.repeat(201)])
			expect(findNameFault(['Good', name])).toEqual({
				problem: expect.stringMatching(/^contains something that isn't the name of an event: "/) as string,
				advice: expect.stringMatching(/^Enter the names as the platform documents them, .*commas/) as string,
			});
		expect(findNameFault(['y'.repeat(300)])?.problem).toContain(`"${'y'.repeat(60)}…"`);
	});

	test('is one of up to a hundred; those of the catalogue do not count', () => {
		const names = (count: number) => Array.from({ length: count }, (_, index) => `Event${index}`);
		expect(findNameFault([...names(100), ...SPECIFIED])).toBeUndefined();
		expect(findNameFault(names(101))).toEqual({ problem: 'has 101 names', advice: 'Enter 100 or fewer.' });
	});
});

test.each<[string, string[], string, boolean]>([
	['chosen', ['new_message'], 'new_message', true],
	['not chosen', ['new_message'], 'ChatMemoChanged', false],
	['new, and everything is wanted', [ALL_EVENTS], 'SomethingNew', true],
	['new, and every event is ticked', [...EVENT_NAMES], 'SomethingNew', true],
	['new, and one is not ticked', EVENT_NAMES.slice(1), 'SomethingNew', false],
	['typed', ['SomethingNew'], 'SomethingNew', true],
	['new, and nothing is chosen', [], 'SomethingNew', false],
])('an event that is %s', (_what, chosen, name, wanted) => {
	expect(isChosen(chosen, name)).toBe(wanted);
});
