import { hasChat, readChatAddress } from '../../../../nodes/MessagingPlatformTrigger/event/chatAddress';
import { readEvent } from '../../../../nodes/MessagingPlatformTrigger/event/event';
import { findOtherAccount } from '../../../../nodes/MessagingPlatformTrigger/event/otherAccount';

describe("the address of an event's chat", () => {
	const SOURCES = ['message', 'chatAddress', 'address', 'chat', 'firstMessage', 'fullChannel'];
	const at = (channel: string) => ({ channel, channelId: 1, chatId: '7_7', tbChatId: 5 });
	const whole = (channel: string) => ({ ...at(channel), chatRef: `${channel}_1_7_7` });

	test.each(SOURCES.map((_source, index) => SOURCES.slice(index)))('is in %s, before what follows', (...sources) => {
		const [first = ''] = sources;
		const fields = Object.fromEntries([...sources].reverse().map((source) => [source, at(source)]));
		expect(readChatAddress(fields)).toEqual(whole(first));
		expect(readChatAddress({ ...fields, ...at('event') })).toEqual(whole('event'));
	});

	test('is put together of parts in several places', () => {
		expect(
			readChatAddress({ tbChatId: 5, chatAddress: { chatId: '7_7' }, fullChannel: { channel: 'tg', channelId: 1 } }),
		).toEqual(whole('tg'));
	});

	test.each([
		[
			'in the substitutions, whose IDs are texts',
			{ message: { direction: 'inbound' }, substitutions: { channel: 'whatsapp', channelId: '2311', chatId: '79990000001' } },
			{ channel: 'whatsapp', channelId: 2311, chatId: '79990000001', chatRef: 'whatsapp_2311_79990000001' },
		],
		[
			'in the message, although the substitutions name another chat',
			{ message: at('tg'), substitutions: { ...at('vk'), chatId: '8' } },
			whole('tg'),
		],
		[
			'in the message, completed by its chat',
			{ message: { channel: 'tg', chat: { channelId: '1', chatId: '7_7' } }, chat: { address: { tbChatId: '5' } } },
			whole('tg'),
		],
		[
			'in the message, but not completed by another chat',
			{
				message: { channel: 'tg', chatId: '7_7' },
				chat: { channelId: 2, chatId: '8', tbChatId: 6 },
				substitutions: { channelId: '1' },
			},
			{ channel: 'tg', channelId: 1, chatId: '7_7', chatRef: 'tg_1_7_7' },
		],
		[
			'half known, if all else is about another chat',
			{ message: { chatId: '7' }, chat: { ...at('tg'), chatId: '8' } },
			{ chatId: '7' },
		],
		[
			'without a chatRef, if that would be another address',
			{ channel: 'tg', channelId: '1', chatId: '7 ' },
			{ channel: 'tg', channelId: 1, chatId: '7 ' },
		],
		['without a chatRef, if it has an underscore', { ...at('t_g') }, { ...at('t_g') }],
	])('is %s', (_where, fields, address) => {
		expect(readChatAddress(fields)).toEqual(address);
	});

	test.each([
		[
			{ channel: 'tg', channelId: 0, chatId: 7 },
			{ channel: 'tg', channelId: 0, chatId: '7', chatRef: 'tg_0_7' },
		],
		[
			{ channel: 'tg', channelId: '12345678901234567890' },
			{ channel: 'tg', channelId: '12345678901234567890' },
		],
		[
			{ channel: 'tg', chatId: '7' },
			{ channel: 'tg', chatId: '7' },
		],
		[
			{ channelId: 1, chatId: '7' },
			{ channelId: 1, chatId: '7' },
		],
		[{ tbChatId: '12345678901234567890' }, { tbChatId: '12345678901234567890' }],
		[{ channel: '', channelId: [], chatId: {}, tbChatId: true }, {}],
		[{ message: 'tg_1_7', chat: [at('tg')] }, {}],
		[{}, {}],
	])('%j: %j', (fields, address) => {
		expect(readChatAddress(fields)).toEqual(address);
		expect(Object.values(readChatAddress(fields))).not.toContain(undefined);
	});

	test.each([
		[{ chatId: '7' }, true],
		[{ tbChatId: 5 }, true],
		[{ channel: 'tg', channelId: 1 }, false],
		[{}, false],
	])('%j is that of a chat: %s', (address, expected) => {
		expect(hasChat(address)).toBe(expected);
	});
});

describe('the accounts that an event names', () => {
	/** An event whose member at a path ("message.childMessages[1]") names an account, and all other members ours. */
	function eventWith(path: string, accountId: unknown, own = 'ours') {
		const steps = path.split('.');
		const command: Record<string, unknown> = {};
		let place = command;
		for (const step of steps) {
			const [, name = '', index] = /^(\w+)(?:\[(\d)\])?$/.exec(step) ?? [];
			const next: Record<string, unknown> = { accountId: 'ours' };
			place[name] = index === undefined ? next : [...Array.from({ length: Number(index) }, () => ({ accountId: 'ours' })), next];
			place = next;
		}
		place.accountId = accountId;
		const body = Buffer.from(JSON.stringify({ id: 'e-1', accountId: own, name: 'x', command }));
		return readEvent(body, (text) => text);
	}

	test.each([
		'message',
		'firstMessage',
		'chat',
		'address',
		'chatAddress',
		'fullChannel',
		'tag',
		'widget',
		'subscription',
		'message.chat',
		'message.childMessages[0]',
		'message.childMessages[2].chat',
		'message.replyToMessage',
		'message.rawMessage',
		'chat.address',
		'chat.lastMessage',
		'subscription.address',
		'subscription.user',
		'firstMessage.replyToMessage.chat.lastMessage.chat.address',
	])('the one of %s must be ours', (path) => {
		expect(findOtherAccount(eventWith(path, 'theirs'), 'ours')).toBe(`${path}.accountId`);
		expect(findOtherAccount(eventWith(path, 7), 'ours')).toBe(`${path}.accountId`);
		expect(findOtherAccount(eventWith(path, 'ours'), 'ours')).toBeUndefined();
		expect(findOtherAccount(eventWith(path, null), 'ours')).toBeUndefined();
	});

	test.each([
		'parameters',
		'chat.metadata',
		'message.metadata',
		'tag.chat',
		'address.chat',
		'fullChannel.address',
		'widget.user',
	])('are not read from %s, which people fill in', (path) => {
		expect(findOtherAccount(eventWith(path, 'theirs'), 'ours')).toBeUndefined();
	});

	test("the event's own comes first", () => {
		expect(findOtherAccount(eventWith('message', 'theirs', 'theirs'), 'ours')).toBe('accountId');
	});
});
