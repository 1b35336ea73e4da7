import type { INodePropertyMode } from 'n8n-workflow';
import { type Parameter, choice, itself, notice, picker } from '../../shared/parameter';

const byId = (placeholder: string, hint: string, regex: string, errorMessage: string): Partial<INodePropertyMode> => ({
	placeholder,
	hint,
	validation: [{ type: 'regex', properties: { regex: `^\\s*(${regex}|)\\s*$`, errorMessage } }],
});

const chatField = (mode: Partial<INodePropertyMode>, description: string) =>
	picker('Chat', 'chat', { method: 'searchChats', placeholder: 'Select a chat…' }, mode, {
		description: `${description} People appear here once they have written to one of your channels.`,
	}).as(itself);

const ADDRESS = '[^_\\s]+_-?\\d+_.+';

const messageChat = chatField(
	byId(
		'e.g. tg_12345_67890',
		'The chatRef from the trigger or from Chat: Get Many, for example tg_12345_67890',
		ADDRESS,
		"This isn't a chatRef. Choose the chat from the list, or enter its chatRef, like tg_12345_67890.",
	),
	'The chat to write to.',
);

const numberedChat = chatField(
	byId(
		'e.g. 1234567',
		'The tbChatId from the trigger or from Chat: Get Many, for example 1234567',
		'-?\\d+',
		"This isn't a tbChatId. Choose the chat from the list, or enter its tbChatId, like 1234567.",
	),
	'The chat to use.',
);

const notedChat = chatField(
	byId(
		'e.g. tg_12345_67890',
		'The chatRef or tbChatId from the trigger or from Chat: Get Many, for example tg_12345_67890 or 1234567',
		`${ADDRESS}|-?\\d+`,
		'This is neither a chatRef nor a tbChatId. Choose the chat from the list, or enter one of the two.',
	),
	'The chat to use.',
);

/*
 * A chat that is saved without `chatFrom` is used, and a node without either uses the trigger's. n8n fills in defaults
 * field by field and then drops hidden fields, so the default of `chatFrom` depends on the chat, which must come first.
 * `savedChat` is shown only while `chatFrom` is unknown, so no editor ever draws it. The paths begin with a slash because
 * n8n looks for circles among names without one.
 */
const HAS_CHAT = { '/chat': [{ _cnd: { exists: true as const } }] };

const savedChat = notedChat.with({ required: false, displayOptions: { hide: { '/chatFrom': ['trigger', 'chat'] } } });

export const chatFrom = choice('Which Chat', 'chatFrom', {
	choices: {
		chat: ['Choose', 'A chat from the list, or from an expression'],
		trigger: ['From the Trigger', "The chat that started the workflow. You don't have to fill in anything."],
	},
	noDataExpression: true,
	default: 'trigger',
	description: 'Use the chat that started the workflow, even if there are other nodes in between, or choose another one',
}).as(itself);

/** Warns that in a tool, the field decides whom a stranger's message can reach. */
const modelNotice = notice(
	'chatNotice',
	"This tool always acts on the chat you choose here. If you let the AI model choose, anyone who writes to you could trick it into acting on someone else's chat.",
	{ show: { '@tool': [true], '/chatFrom': ['chat'] } },
);

const CHOSEN = { displayOptions: { show: { '/chatFrom': ['chat'] } } };

export const chatToWriteTo = messageChat.with({ displayOptions: { show: { '/sendTo': ['chat'] } } });

/** For operations that take a tbChatId: blocking and tags. */
export const chosenByNumber = numberedChat.with(CHOSEN);

/** For operations that take a tbChatId or a chatRef. */
export const chosenByRef = notedChat.with(CHOSEN);

const beforeChat: Parameter[] = [
	savedChat,
	chatFrom.with({ displayOptions: { hide: HAS_CHAT } }),
	chatFrom.with({ default: 'chat', displayOptions: { show: HAS_CHAT } }),
	modelNotice,
];

export const whichChat = (chosen: Parameter): Parameter[] => [...beforeChat, chosen];
