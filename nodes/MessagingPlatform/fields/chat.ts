import type { INodeProperties, INodePropertyMode } from 'n8n-workflow';
import { picker } from './shapes';

const byId = (placeholder: string, hint: string, regex: string, errorMessage: string): Partial<INodePropertyMode> => ({
	placeholder,
	hint,
	validation: [{ type: 'regex', properties: { regex: `^\\s*(${regex}|)\\s*$`, errorMessage } }],
});

const chatField = (mode: Partial<INodePropertyMode>, description: string): INodeProperties =>
	picker('Chat', 'chat', { method: 'searchChats', placeholder: 'Select a chat…' }, mode, {
		description: `${description} People appear here once they have written to one of your channels.`,
	});

const ADDRESS = '[^_\\s]+_-?\\d+_.+';

const messageChat = chatField(
	byId(
		'e.g. tg_12345_67890',
		'As the trigger and Chat: Get Many output it: chatRef, like tg_12345_67890',
		ADDRESS,
		'This is not the address of a chat: choose the chat from the list, or enter its chatRef.',
	),
	'The chat to write to.',
);

const numberedChat = chatField(
	byId(
		'e.g. 1234567',
		'As the trigger and Chat: Get Many output it: tbChatId, like 1234567',
		'-?\\d+',
		'This is not the number of a chat: choose the chat from the list, or enter its tbChatId.',
	),
	'The chat to use.',
);

const notedChat = chatField(
	byId(
		'e.g. tg_12345_67890',
		'As the trigger and Chat: Get Many output it: chatRef, like tg_12345_67890, or tbChatId, like 1234567',
		`${ADDRESS}|-?\\d+`,
		'This is neither the address nor the number of a chat: choose the chat from the list, or enter its chatRef or its tbChatId.',
	),
	'The chat whose notes are meant.',
);

/*
 * A chat that is saved without `chatFrom` is meant to be used, and a node without either means the trigger's. n8n fills in
 * defaults one field after the other and then drops what is not shown, so the default of `chatFrom` depends on the chat,
 * and the chat has to be there before: `savedChat` is shown only as long as `chatFrom` is not known, so that no editor ever
 * draws it. The paths begin with a slash because n8n looks for circles among names without one.
 */
const HAS_CHAT = { '/chat': [{ _cnd: { exists: true as const } }] };

const savedChat: INodeProperties = {
	...notedChat,
	required: false,
	displayOptions: { hide: { '/chatFrom': ['trigger', 'chat'] } },
};

const chatFrom: INodeProperties = {
	displayName: 'Which Chat',
	name: 'chatFrom',
	type: 'options',
	noDataExpression: true,
	options: [
		{
			name: 'Choose',
			value: 'chat',
			description: 'A chat from the list, or from an expression',
		},
		{
			name: 'From the Trigger',
			value: 'trigger',
			description: 'The chat of the event that started the workflow; nothing to fill in',
		},
	],
	default: 'trigger',
	description: 'The chat that started the workflow, also when other nodes stand in between, or another one',
};

/** In a tool the field decides whom a stranger's message can reach. */
const modelNotice: INodeProperties = {
	displayName:
		'This tool acts on the chat that you choose here, every time. If you let the AI model define the chat, whoever writes to you can talk it into any chat.',
	name: 'chatNotice',
	type: 'notice',
	default: '',
	displayOptions: { show: { '@tool': [true], '/chatFrom': ['chat'] } },
};

const whichChat: INodeProperties[] = [
	savedChat,
	{ ...chatFrom, displayOptions: { hide: HAS_CHAT } },
	{ ...chatFrom, default: 'chat', displayOptions: { show: HAS_CHAT } },
	modelNotice,
];

const CHOSEN = { displayOptions: { show: { '/chatFrom': ['chat'] } } };

export const chatToWriteTo: INodeProperties = { ...messageChat, displayOptions: { show: { '/sendTo': ['chat'] } } };

/** For operations that take the platform's own number of a chat: blocking and tags. */
export const numberedChatFields: INodeProperties[] = [...whichChat, { ...numberedChat, ...CHOSEN }];

/** For operations that take the number or the composite address. */
export const notedChatFields: INodeProperties[] = [...whichChat, { ...notedChat, ...CHOSEN }];
