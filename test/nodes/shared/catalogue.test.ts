import {
	ALL_EVENTS,
	EVENT_NAMES,
	MESSAGE_EVENT,
	PRESS_EVENT,
	STATUS_EVENT,
	findNameFault,
	hasOwnId,
	isChosen,
	registeredNames,
} from '../../../nodes/shared/catalogue';

/** The specification, "Events", "Event names". */
const SPECIFIED =
	'new_message, MessageDeliveryCommand, ChannelMessageReadCommand, EndUserActionCommand, NewChatCreatedCommand, FirstMessageFromEndUserInChatCommand, EndUserSubscribedOnNotification, EndUserUnsubscribedFromNotification, EndUserActivatedNotificationDeepLink, ConversationStartContextUpdateCommand, TagAssignedOnChatCommand, TagRemovedFromChatCommand, ChatMemoChanged, OperatorReadChatCommand, OperatorUnReadChatCommand, ChannelConnected, ChannelCreationCommand, ChannelDisconnected, WidgetCreateCommand, WidgetDeleteCommand, WidgetDisableCommand, WidgetEnableCommand, WidgetUpdateCommand'.split(
		', ',
	);

describe('the catalogue of events', () => {
	test('has each name of the specification once', () => {
		expect([...EVENT_NAMES].sort()).toEqual([...SPECIFIED].sort());
		expect([PRESS_EVENT, MESSAGE_EVENT, STATUS_EVENT]).toEqual(['EndUserActionCommand', 'new_message', 'MessageDeliveryCommand']);
	});

	test('knows the events that have a field id of their own', () => {
		expect(SPECIFIED.filter(hasOwnId)).toEqual(['ChannelMessageReadCommand', 'ConversationStartContextUpdateCommand']);
		expect(hasOwnId('SomethingNew')).toBe(false);
	});
});

describe('the names that are registered', () => {
	test.each<[string, string[], readonly string[]]>([
		['nothing', [], []],
		['one', ['ChatMemoChanged'], ['ChatMemoChanged', PRESS_EVENT, MESSAGE_EVENT]],
		['the press itself', [PRESS_EVENT], [PRESS_EVENT, MESSAGE_EVENT]],
		['in whatever order', ['new_message', 'ChannelConnected'], ['ChannelConnected', PRESS_EVENT, 'new_message']],
		['everything', [ALL_EVENTS], EVENT_NAMES],
		['everything and one of it', [ALL_EVENTS, 'new_message'], EVENT_NAMES],
		['names that the user typed', ['Zeta', 'Alpha', 'Zeta'], [PRESS_EVENT, MESSAGE_EVENT, 'Alpha', 'Zeta']],
		['both', [ALL_EVENTS, 'Zeta', 'Alpha'], [...EVENT_NAMES, 'Alpha', 'Zeta']],
	])('for %s', (_what, chosen, names) => {
		expect(registeredNames(chosen)).toEqual(names);
	});
});

describe('a name that the user typed', () => {
	test.each(['SomethingNew', 'chat.closed/v2:é_1-x', 'x'.repeat(200), 'new_message', ALL_EVENTS])('may be %.40s', (name) => {
		expect(findNameFault([name])).toBeUndefined();
	});

	test.each([
		...['', 'a b', 'a\tb', 'a\u0000b', 'a\u200bb'],
		...'"\'`*,;()<>[]{}'.split('').map((sign) => `a${sign}b`),
		'x'.repeat(201),
	])('is not %.40j', (name) => {
		expect(findNameFault(['Good', name])).toEqual({
			problem: expect.stringMatching(/^contains something that isn't the name of an event: "/),
			advice: expect.stringMatching(/^Enter the names as the platform documents them, .*commas/),
		});
	});

	test('is shown, but not all of a long one', () => {
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
	['one of everything', [ALL_EVENTS], 'new_message', true],
	['new, where everything is wanted', [ALL_EVENTS], 'SomethingNew', true],
	['new, where every event is ticked', [...EVENT_NAMES], 'SomethingNew', true],
	['new, where one is not ticked', EVENT_NAMES.slice(1), 'SomethingNew', false],
	['not chosen, where all the others are', EVENT_NAMES.slice(1), EVENT_NAMES[0] ?? '', false],
	['typed', ['SomethingNew'], 'SomethingNew', true],
	['new, where nothing is chosen', [], 'SomethingNew', false],
])('an event that is %s', (_what, chosen, name, wanted) => {
	expect(isChosen(chosen, name)).toBe(wanted);
});
