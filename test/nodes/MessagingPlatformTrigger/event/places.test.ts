import { readChatAddress } from '../../../../nodes/MessagingPlatformTrigger/event/chatAddress';

const SOURCES = ['message', 'chatAddress', 'address', 'chat', 'firstMessage', 'fullChannel'];
const at = (channel: string) => ({ channel, channelId: 1, chatId: '7_7', tbChatId: 5 });
const whole = (channel: string) => ({ ...at(channel), chatRef: `${channel}_1_7_7` });

test.each(SOURCES.map((_source, index) => SOURCES.slice(index)))(
	"an event's chat is in %s, before what follows",
	(...sources) => {
		const fields = Object.fromEntries([...sources].reverse().map((source) => [source, at(source)]));
		expect(readChatAddress(fields)).toEqual(whole(sources[0] ?? ''));
		expect(readChatAddress({ ...fields, ...at('event') })).toEqual(whole('event'));
	},
);

test.each([
	[
		'put together of parts in several places',
		{ tbChatId: 5, chatAddress: { chatId: '7_7' }, fullChannel: { channel: 'tg', channelId: 1 } },
		whole('tg'),
	],
	[
		'in the substitutions, whose IDs are texts',
		{ message: { direction: 'inbound' }, substitutions: { channel: 'whatsapp', channelId: '2311', chatId: '7' } },
		{ channel: 'whatsapp', channelId: 2311, chatId: '7', chatRef: 'whatsapp_2311_7' },
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
		{ message: { channel: 'tg', chatId: '7_7' }, chat: { ...at('tg'), chatId: '8' }, substitutions: { channelId: '1' } },
		{ channel: 'tg', channelId: 1, chatId: '7_7', chatRef: 'tg_1_7_7' },
	],
	['half known, if all else is about another chat', { message: { chatId: '7' }, chat: at('tg') }, { chatId: '7' }],
	[
		'without a chatRef, if that would be another address',
		{ channel: 'tg', channelId: '1', chatId: '7 ' },
		{ channel: 'tg', channelId: 1, chatId: '7 ' },
	],
	['without a chatRef, if it has an underscore', at('t_g'), at('t_g')],
])('is %s', (_where, fields, address) => {
	expect(readChatAddress(fields)).toEqual(address);
});
