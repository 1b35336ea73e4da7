import fc from 'fast-check';
import { type Person, personOf, personOfChat } from '../../../nodes/shared/person';
import type { JsonObject } from '../../../nodes/shared/json';
import { channelRefOf, chatRefOf, splitChannelRef, splitChatRef } from '../../../nodes/shared/chatRef';
import { originOf } from '../../../nodes/shared/origin';
import { readTagList, readTagNames, tagsOf } from '../../../nodes/shared/tagNames';

/** Members that are known. */
const known = (person: Person) => JSON.parse(JSON.stringify(person)) as object;

const MARIA = { name: 'Мария Иванова', firstName: 'Мария', lastName: 'Иванова' };
const parts = { firstName: ' Мария', lastName: 'Иванова ' };

test.each<[string, JsonObject, Person]>([
	['nothing', {}, {}],
	['names', { remoteFirstName: 'Мария ', remoteLastName: ' Иванова' }, MARIA],
	['a contact with an empty shown name', { remoteContact: { nationalName: { ...parts, displayName: ' ' } } }, MARIA],
	[
		'a contact as the chat list has it',
		{
			remoteFirstName: null,
			remoteContact: { nationalName: { firstName: 'Мария', displayName: 'Мария ' }, channelUsername: 'MariaExample' },
		},
		{ name: 'Мария', firstName: 'Мария', username: 'MariaExample' },
	],
	['a shown name', { remoteContact: { nationalName: { displayName: ' Мария\t' } } }, { name: 'Мария' }],
	['an international name as text', { remoteContact: { nationalName: {}, internationalName: ' Maria ' } }, { name: 'Maria' }],
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
	['a phone', { remoteContact: { phone: ' +7999 ', phoneNumbers: [{ number: 'tel:+7000' }] } }, { phone: '+7999' }],
	['a phone with tel:', { remoteContact: { phone: 'tel:+7999' } }, { phone: '+7999' }],
	['a list of phones', { remoteContact: { phone: '', phoneNumbers: [{ number: 'tel:+7999' }] } }, { phone: '+7999' }],
	['the first usable phone', { remoteContact: { phoneNumbers: [{}, { number: '' }, { number: '+7' }] } }, { phone: '+7' }],
	['members of another type', { remoteFirstName: 5, remoteContact: { phone: 7, nationalName: 'x', phoneNumbers: {} } }, {}],
	[
		'an email and a picture',
		{ remoteContact: { email: ' a@b.example', userPicUrl: 'x' } },
		{ email: 'a@b.example', picture: 'x' },
	],
])('a person is read from %s', (_what, record, person) => {
	expect(known(personOf([record]))).toEqual(person);
});

test('a person is read from the records first, then from their contacts, then from the substitutions', () => {
	const substitutions = { remoteUsername: 'Substitution', remoteFirstName: 'Substitution' };
	const contact = { remoteContact: { channelUsername: 'contact', nationalName: { displayName: 'Contact' } } };
	expect(personOf([{}, { remoteUsername: 'record' }, contact], substitutions)).toMatchObject({
		username: 'record',
		name: 'Contact',
	});
	expect(personOf([{}, contact], substitutions)).toMatchObject({ username: 'contact', name: 'Contact' });
	expect(personOf([{}], substitutions)).toMatchObject({ username: 'Substitution', name: 'Substitution' });
	const chat = { address: { remoteAddress: 'tel:+7' }, remoteContact: { phone: '+8' } };
	expect(personOfChat(chat).phone).toBe('+8');
	expect(personOfChat({ ...chat, remoteContact: null }).phone).toBe('+7');
	expect(personOfChat({ remoteAddress: '1009990001' }).phone).toBeUndefined();
});

const NAMES = [
	...['remoteFirstName', 'remoteLastName', 'remoteUsername', 'remoteAddress', 'userPicUrl', 'displayName', 'firstName'],
	...['lastName', 'channelUsername', 'phone', 'phoneNumbers', 'number', 'email', 'nationalName', 'internationalName'],
	...['remoteContact', 'address'],
];

test('reads trimmed texts from values of any type', () => {
	const { anything } = fc.letrec<{ anything: unknown }>((tie) => ({
		anything: fc.oneof(
			{ maxDepth: 4 },
			fc.constantFrom(null, true, 5, '', ' ', ' Мария ', 'tel:+7999', 'tel:'),
			fc.array(tie('anything'), { maxLength: 2 }),
			fc.dictionary(fc.constantFrom(...NAMES), tie('anything'), { minKeys: 2 }),
		),
	}));
	const records = fc.dictionary(fc.constantFrom(...NAMES), anything) as fc.Arbitrary<JsonObject>;
	fc.assert(
		fc.property(records, records, (chat, substitutions) => {
			for (const person of [personOfChat(chat), personOf([chat], substitutions)]) {
				for (const value of Object.values(person)) {
					expect(value === undefined || (typeof value === 'string' && value !== '' && value === value.trim())).toBe(true);
					expect(value ?? '').not.toContain('[object');
				}
			}
		}),
		{ numRuns: 500 },
	);
});

describe('chatRef', () => {
	/** Texts that look like parts of an address, and such that almost do. */
	const part = fc.oneof(
		fc.string({ unit: fc.constantFrom('a', '1', '_', ' ', '\n', '\u00A0', 'Ж'), maxLength: 5 }),
		fc.constantFrom('tg', '4100', '-5', '1.5', ''),
		fc.integer(),
		fc.constantFrom(null, true, undefined),
	);

	const text = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : undefined);

	test('builds the address of a chat only if it splits into the same parts again', () => {
		fc.assert(
			fc.property(part, part, part, (channel, channelId, chatId) => {
				const parts = { channel: text(channel), channelId: text(channelId), chatId: text(chatId) };
				const split = splitChatRef(`${parts.channel}_${parts.channelId}_${parts.chatId}`);
				const isSplitAgain = Object.values(parts).every((one) => one !== undefined) && split !== undefined;
				const isSame = isSplitAgain && split.channel === parts.channel && split.chatId === parts.chatId;
				expect(chatRefOf({ channel, channelId, chatId })).toBe(
					isSame ? `${parts.channel}_${parts.channelId}_${parts.chatId}` : undefined,
				);
			}),
			{ numRuns: 5_000 },
		);
	});

	test.each<[object, string | undefined]>([
		[{ channel: 'tg', channelId: 4100, chatId: 'a_b c' }, 'tg_4100_a_b c'],
		[{ channel: 'tg', channelId: -4100, chatId: 7 }, 'tg_-4100_7'],
		[{ channel: 'tg', channelId: '9223372036854775807', chatId: '7' }, 'tg_9223372036854775807_7'],
		[{ channel: 'tg', channelId: '9223372036854775808', chatId: '7' }, undefined],
		[{ channel: 'tg', channelId: '04100', chatId: '7' }, undefined],
		[{ channel: 'tg', channelId: '-0', chatId: '7' }, undefined],
		[{ channel: 'tg', channelId: '4100', chatId: 'ends with space ' }, undefined],
		[{ channel: 't_g', channelId: '4100', chatId: '7' }, undefined],
		[{ channel: 'tg', channelId: 4100 }, undefined],
	])('the address of %j', (record, address) => {
		expect(chatRefOf(record as JsonObject)).toBe(address);
	});

	test.each<[string, ReturnType<typeof splitChatRef>]>([
		[' tg_4100_a_b c\n', { channel: 'tg', channelId: '4100', chatId: 'a_b c' }],
		['tg_4100_a\nb', { channel: 'tg', channelId: '4100', chatId: 'a\nb' }],
		['tg_4100__', { channel: 'tg', channelId: '4100', chatId: '_' }],
		['tg_-4100_-7', { channel: 'tg', channelId: '-4100', chatId: '-7' }],
		...['tg_-_7', 'tg_4100_', 'tg_4100', 'tg__7', '_4100_7', 'tg_41x_7', 't g_4100_7', 'x tg_4100_7', ''].map(
			(text): [string, undefined] => [text, undefined],
		),
	])('the parts of %j', (chatRef, parts) => {
		expect(splitChatRef(chatRef)).toEqual(parts);
		if (parts) expect(chatRefOf(parts)).toBe(chatRef.trim());
	});

	test('the reference of a channel splits into its parts, and nothing else does', () => {
		expect(splitChannelRef(' tg_4100\n')).toEqual({ channel: 'tg', channelId: '4100' });
		expect(splitChannelRef('tg_-4100')).toEqual({ channel: 'tg', channelId: '-4100' });
		expect(['tg_4100_7', 'tg_', '_4100', 'tg_4100x', 't g_4100'].map(splitChannelRef).filter(Boolean)).toEqual([]);
	});

	test.each<[Parameters<typeof channelRefOf>[0], string | undefined]>([
		[{ channel: 'tg', channelId: 4100 }, 'tg_4100'],
		[{ channel: 'tg', channelId: '9007199254740993' }, 'tg_9007199254740993'],
		[{ channel: 'tg', channelId: -1 }, 'tg_-1'],
		[{ channel: 'tg' }, undefined],
		[{ channelId: 4100 }, undefined],
		[{ channel: 5, channelId: 4100 }, undefined],
		[{ channel: 'tg', channelId: [4100] }, undefined],
		[{ channel: 't_4', channelId: 4100 }, undefined],
		[{ channel: ' tg', channelId: 4100 }, undefined],
		[{ channel: 'tg', channelId: '4100 ' }, undefined],
		[{ channel: '', channelId: 4100 }, undefined],
	])('the reference of the channel %j', (record, channelRef) => {
		expect(channelRefOf(record)).toBe(channelRef);
	});
});

describe('the sender of a message', () => {
	const out = (reason?: string, endpointType?: string, more: object = {}) => ({
		direction: 'outbound',
		...(reason === undefined ? {} : { reason }),
		...(endpointType === undefined ? {} : { senderInfo: { endpointType } }),
		...more,
	});

	test.each([
		['contact', { direction: 'inbound', reason: 'operator_sent_message' }],
		['messenger', out('operator_sent_reply_from_messenger', 'REST_API')],
		['mailing', out('tb_sent_end_user_notification', 'REST_API')],
		['automatic', out('tb_sent_subscription_welcome_message', 'REST_API')],
		['automatic', out('tb_sent_auto_reply_message', 'REST_API')],
		['automatic', out('tb_sent_interactive_action_response', 'REST_API')],
		['automatic', out('tb_sent_operator_notification', 'REST_API')],
		['mailing', out('operator_sent_message', 'REST_API', { notificationId: 'n-1' })],
		['api', out('operator_sent_message', 'REST_API', { notificationId: '' })],
		['api', out('operator_sent_message', 'REST_API', { notificationId: 7 })],
		['api', out(undefined, 'BOT_API')],
		['operator', out(undefined, 'SERVICE_WEB')],
		// SERVICE stands for the vendor's name (specification, introduction)
		['operator', out('something_new', 'ACME_WEB')],
		['operator', out(undefined, 'NORTH_STAR_2_WEB')],
		['unknown', out(undefined, 'WEB')],
		['unknown', out(undefined, 'ACME_WEBHOOK')],
		['messenger', out('operator_sent_message', 'FROM_CHANNEL')],
		['mailing', out(undefined, 'END_USER_NOTIFICATION_API')],
		['automatic', out(undefined, 'CHANNEL_NOTIFICATION')],
		['operator', out('operator_sent_message', 'UNKNOWN')],
		['operator', out('operator_sent_message')],
		['unknown', out('something_new', 'UNKNOWN')],
		['unknown', out()],
		['unknown', {}],
	])('%s: %j', (origin, message) => {
		expect(originOf(message)).toBe(origin);
	});
});

describe('tagNames', () => {
	test.each([
		['VIP', ['VIP']],
		[{ name: 'VIP', id: 7 }, ['VIP']],
		[
			['VIP', { name: 'gold' }, ['blue']],
			['VIP', 'gold', 'blue'],
		],
		[[7, null, {}, { name: 5 }], []],
		[7, []],
		[undefined, []],
	])('the names in %j are %j', (value, names) => {
		expect(readTagNames(value)).toEqual(names);
	});

	test.each([
		[{ tags: ['VIP', 'gold'] }, ['VIP', 'gold']],
		[{ tagSet: [{ name: 'VIP', reason: 'operator_assigned' }, 'gold'] }, ['VIP', 'gold']],
		[{ tags: ['gold', 'VIP ', ''], tagSet: [{ name: 'VIP' }, { name: 'gold' }, null, {}] }, ['gold', 'VIP ', 'VIP']],
		[{ tags: null, tagSet: [] }, []],
		[{ tags: { a: 1 }, tagSet: 7 }, []],
		[{}, []],
	])('the tags of the chat %j are %j', (chat, names) => {
		expect(tagsOf(chat)).toEqual(names);
	});

	test.each([
		[{ $items: [{ name: 'VIP' }, { tagId: 7 }], $count: 2 }, ['VIP']],
		[{ $items: [] }, []],
		[{ $count: 0 }, []],
		[{ $items: null, $count: 0 }, []],
		[{ $count: 1 }, undefined],
		[{ $items: {} }, undefined],
		[{}, undefined],
		[[], undefined],
		[undefined, undefined],
	])('the list in %j is %j', (body, names) => {
		expect(readTagList(body)).toEqual(names);
	});
});
