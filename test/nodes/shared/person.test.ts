import * as catalogue from '../../../nodes/shared/catalogue';
import { type Person, personOf } from '../../../nodes/shared/person';
import type { JsonObject } from '../../../nodes/shared/json';
import { channelRefOf, chatRefOf, splitChannelRef, splitChatRef } from '../../../nodes/shared/chatRef';
import { readTagList, readTagNames, tagsOf } from '../../../nodes/shared/tagNames';
import { EVENT_NAMES as SPECIFIED } from '../../../sandbox/events/catalogue';

/** Members that are known. */
const known = (person: Person) => JSON.parse(JSON.stringify(person)) as object;
const MARIA = { name: 'Мария Иванова', firstName: 'Мария', lastName: 'Иванова' };
const parts = { firstName: ' Мария', lastName: 'Иванова ' };

test.each<[string, JsonObject, Person]>([
	['names', { remoteFirstName: 'Мария ', remoteLastName: ' Иванова' }, MARIA],
	['an international name as text', { remoteContact: { nationalName: {}, internationalName: ' Maria ' } }, { name: 'Maria' }],
	['a contact by its shown name', { remoteContact: { nationalName: { ...parts, displayName: 'M' } } }, { ...MARIA, name: 'M' }],
	['a contact with an empty shown name', { remoteContact: { nationalName: { ...parts, displayName: ' ' } } }, MARIA],
	[
		'a contact as the chat list has it',
		{
			remoteFirstName: null,
			remoteContact: { nationalName: { firstName: 'Мария', displayName: 'Мария ' }, channelUsername: 'MariaExample' },
		},
		{ name: 'Мария', firstName: 'Мария', username: 'MariaExample' },
	],
	['an international name in parts', { remoteContact: { nationalName: 'x', internationalName: parts } }, MARIA],
	[
		'one spelling of a name, not parts of both',
		{ remoteContact: { nationalName: { lastName: 'Иванова' }, internationalName: { firstName: 'Maria' } } },
		{ name: 'Иванова', lastName: 'Иванова' },
	],
	[
		'the record before its contact, member by member',
		{
			...{ remoteFirstName: 'Ada', remoteUsername: '', userPicUrl: 'https://files.example/top.jpg' },
			remoteContact: { nationalName: parts, channelUsername: 'ada', userPicUrl: 'https://files.example/contact.jpg' },
		},
		{ name: 'Ada', firstName: 'Ada', lastName: 'Иванова', username: 'ada', picture: 'https://files.example/top.jpg' },
	],
	['a list of phones', { remoteContact: { phone: '', phoneNumbers: [{ number: 'tel:+7999' }] } }, { phone: '+7999' }],
	['a number without digits', { remoteContact: { phone: 'tel:' } }, {}],
	['members of another type', { remoteFirstName: 5, remoteContact: { phone: 7, nationalName: 'x', phoneNumbers: {} } }, {}],
	['an email', { remoteContact: { email: ' a@b.example' } }, { email: 'a@b.example' }],
])('a person is read from %s', (_what, record, person) => {
	expect(known(personOf([record]))).toEqual(person);
});

test('a chatRef and a channelRef split into their parts, and nothing else does', () => {
	const chats = { ' tg_4100_a_b c\n': ['4100', 'a_b c'], tg_4100__: ['4100', '_'], 'tg_-4100_-7': ['-4100', '-7'] };
	for (const [chatRef, [channelId, chatId]] of Object.entries(chats)) {
		expect(splitChatRef(chatRef)).toEqual({ channel: 'tg', channelId, chatId });
		expect(chatRefOf({ channel: 'tg', channelId, chatId } as JsonObject)).toBe(chatRef.trim());
	}
	const others = ['tg-_7', 'tg_4100_', 'tg_4100', 'tg__7', '_4100_7', 'tg_41x_7', 't g_4100_7', 'x tg_4100_7', ''];
	expect(others.map(splitChatRef).filter(Boolean)).toEqual([]);
	expect([' tg_4100\n', 'tg_-7'].map(splitChannelRef)).toEqual(['4100', '-7'].map((channelId) => ({ channel: 'tg', channelId })));
	expect(['tg_4100_7', 'tg_', '_4100', 'tg_4100x', 't g_4100'].map(splitChannelRef).filter(Boolean)).toEqual([]);
	const refs = [4100, '9007199254740993', -1].map((channelId) => channelRefOf({ channel: 'tg', channelId }));
	expect(refs).toEqual(['tg_4100', 'tg_9007199254740993', 'tg_-1']);
	const parts = [
		...['t_4', ' tg', '', 5, undefined].map((channel) => ({ channel, channelId: 4100 })),
		...[undefined, [4100], '4100 '].map((channelId) => ({ channel: 'tg', channelId })),
	];
	expect(parts.map(channelRefOf).filter(Boolean)).toEqual([]);
});

test('tags are read by name, from a tag, a chat or a list', () => {
	const tags = ['VIP', { name: 'VIP', id: 7 }, ['VIP', { name: 'gold' }, ['blue']], [7, null, {}, { name: 5 }], 7, undefined];
	expect(tags.map(readTagNames)).toEqual([['VIP'], ['VIP'], ['VIP', 'gold', 'blue'], [], [], []]);
	const both = { tags: ['gold', 'VIP ', ''], tagSet: [{ name: 'VIP' }, { name: 'gold' }, null, {}] };
	const chats = [{ tags: ['VIP', 'gold'] }, { tagSet: [{ name: 'VIP' }, 'gold'] }, both, { tags: { a: 1 }, tagSet: 7 }];
	expect(chats.map(tagsOf)).toEqual([['VIP', 'gold'], ['VIP', 'gold'], ['gold', 'VIP ', 'VIP'], []]);
	const lists = [{ $items: [{ name: 'VIP' }, { tagId: 7 }], $count: 2 }, { $items: [] }, { $items: null, $count: 0 }];
	expect(lists.map(readTagList)).toEqual([['VIP'], [], []]);
	expect([{ $count: 1 }, { $items: {} }, {}, [], undefined].map(readTagList).filter(Boolean)).toEqual([]);
});

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

test('a name that the user typed is shown if it is something else, but not all of a long one', () => {
	const signs = '"\'`*,;()<>[]{}'.split('').map((sign) => `a${sign}b`);
	for (const name of ['', 'a b', 'a\tb', 'a\u0000b', 'a\u200bb', ...signs, 'x'.repeat(201)])
		expect(findNameFault(['Good', name])).toEqual({
			problem: expect.stringMatching(/^contains something that isn't the name of an event: "/) as string,
			advice: expect.stringMatching(/^Enter the names as the platform documents them, .*commas/) as string,
		});
	expect(findNameFault(['y'.repeat(300)])?.problem).toContain(`"${'y'.repeat(60)}…"`);
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
