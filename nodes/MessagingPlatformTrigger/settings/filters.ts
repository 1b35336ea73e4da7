import type { IDisplayOptions, ILoadOptionsFunctions, INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { ALL_EVENTS, MESSAGE_EVENT, PRESS_EVENT, STATUS_EVENT, type EventName } from '../../shared/catalogue';
import { chatChoices } from '../../shared/listSearch/chats';
import { tagChoices } from '../../shared/listSearch/tags';

/** Lists chats for the chat filter, by the person's name; the value is the chatRef. */
export async function getChats(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	return await chatChoices(this, ['filters.chats']);
}

/** Lists the account's tags for the tag filters, by name. */
export async function getTags(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	return await tagChoices(this, ['filters.tags', 'filters.excludedTags']);
}

/** Shows a filter or an option only if one of these events can come. */
export const forEvent = (...names: EventName[]): IDisplayOptions => ({ show: { '/events': [...names, ALL_EVENTS] } });

const forOutgoing: IDisplayOptions = { show: { '/events': [MESSAGE_EVENT, ALL_EVENTS], direction: ['outbound', 'both'] } };

/** Senders on the account's side, as `originOf` names them. */
const SENDERS: INodePropertyOptions[] = [
	{
		name: 'API',
		value: 'api',
		description: "Your own workflows and other programs. Don't reply to these: a bot that answers itself never stops.",
	},
	{
		name: 'Automatic',
		value: 'automatic',
		description: 'Replies to buttons, welcome messages, notices and other messages that the platform sends automatically',
	},
	{ name: 'Mailing', value: 'mailing', description: 'Notifications and bulk mailings' },
	{ name: 'Operator in the Account', value: 'operator', description: "A colleague who writes in the platform's web app" },
	{ name: 'Operator in the Messenger', value: 'messenger', description: 'A colleague who writes in the messenger itself' },
	{
		name: 'Unknown',
		value: 'unknown',
		description: "The platform doesn't say, or names a sender that this version doesn't know",
	},
];

/** The fields inside Filters: they decide which of the chosen events start the workflow. */
export const filters: INodeProperties[] = [
	{
		displayName: 'Button Keys',
		name: 'buttonKeys',
		displayOptions: forEvent(PRESS_EVENT),
		type: 'string',
		default: '',
		placeholder: 'e.g. yes, no',
		description:
			'Only buttons with these keys, exactly as in the message, separated by commas. Leave empty for all. If a key contains a comma, use an expression that returns a list.',
	},
	{
		displayName: 'Channel Names or IDs',
		name: 'channels',
		type: 'multiOptions',
		typeOptions: { loadOptionsMethod: 'getChannels' },
		default: [],
		description:
			'Only events from these channels. Leave empty for all. An expression can also return channel types such as tg. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
	},
	{
		displayName: 'Chat Names or IDs',
		name: 'chats',
		type: 'multiOptions',
		typeOptions: { loadOptionsMethod: 'getChats' },
		default: [],
		description:
			'Only events from these chats. Leave empty for all. An expression can return the chatRef or tbChatId of several chats, as a list or separated by commas. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
	},
	{
		displayName: 'Delivery Status',
		name: 'deliveryStatus',
		displayOptions: forEvent(STATUS_EVENT),
		type: 'options',
		options: [
			{ name: 'All', value: 'all', description: 'Every step, such as queued, sent and delivered' },
			{ name: 'Failed', value: 'failed', description: "Only the last status, and only if the message wasn't delivered" },
			{ name: 'Final', value: 'final', description: 'Only the last status of a message, delivered or failed' },
		],
		default: 'all',
		description: 'Which delivery statuses start the workflow',
	},
	{
		displayName: 'Excluded Tag Names or IDs',
		name: 'excludedTags',
		type: 'multiOptions',
		typeOptions: { loadOptionsMethod: 'getTags' },
		default: [],
		description:
			'Skip events whose chat has one of these tags, for example because a person has taken over. If an event doesn\'t include the chat\'s tags, they are fetched. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
	},
	{
		displayName: 'Ignore Buttons That Reply Automatically',
		name: 'ignoreAnsweredPresses',
		displayOptions: forEvent(PRESS_EVENT),
		type: 'boolean',
		default: false,
		description:
			"Whether to skip buttons that the platform replies to automatically. Their keys are UUIDs such as 3f2b8c1e-6a4d-4f0b-9c7e-1d2a3b4c5d6e, so don't use a UUID as a key of your own.",
	},
	{
		displayName: 'Ignore Events Older Than (Minutes)',
		name: 'maxAgeMinutes',
		type: 'number',
		typeOptions: { minValue: 0 },
		default: 0,
		description: 'Skip events older than this, for example after an outage. 0 means no limit.',
	},
	{
		displayName: 'Ignore Messages Sent by the API',
		name: 'ignoreOwn',
		displayOptions: forOutgoing,
		type: 'boolean',
		default: true,
		description:
			'Whether to skip messages that were sent through the API, such as those from your own workflows. Has no effect if Outgoing Messages Sent By is set.',
	},
	{
		displayName: 'Message Content',
		name: 'content',
		displayOptions: forEvent(MESSAGE_EVENT),
		type: 'options',
		options: [
			{ name: 'Any', value: 'any', description: 'All messages' },
			{
				name: 'With Attachments',
				value: 'attachments',
				description: 'Only messages with a file, a voice message, an image or a video',
			},
			{ name: 'With Text', value: 'text', description: 'Only messages that contain text' },
		],
		default: 'any',
		description: 'Which new messages start the workflow',
	},
	{
		displayName: 'Message Direction',
		name: 'direction',
		displayOptions: forEvent(MESSAGE_EVENT),
		type: 'options',
		options: [
			{ name: 'Incoming', value: 'inbound', description: 'Messages that people send to you' },
			{ name: 'Incoming and Outgoing', value: 'both', description: 'All messages' },
			{ name: 'Outgoing', value: 'outbound', description: 'Messages that operators, bots or the API send to people' },
		],
		default: 'inbound',
		description:
			'Which new messages start the workflow. Be careful with outgoing ones: a workflow that replies to its own messages never stops.',
	},
	{
		displayName: 'Outgoing Messages Sent By',
		name: 'sentBy',
		displayOptions: forOutgoing,
		type: 'multiOptions',
		options: SENDERS,
		default: [],
		description: 'Only outgoing messages sent by one of these. Leave empty for all.',
	},
	{
		displayName: 'Tag Names or IDs',
		name: 'tags',
		type: 'multiOptions',
		typeOptions: { loadOptionsMethod: 'getTags' },
		default: [],
		description:
			'Only events whose chat has at least one of these tags. Leave empty for all. If an event doesn\'t include the chat\'s tags, they are fetched. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
	},
	{
		displayName: 'Text Begins With',
		name: 'textBeginnings',
		displayOptions: forEvent(MESSAGE_EVENT),
		type: 'string',
		default: '',
		placeholder: 'e.g. /start, /help, price',
		description:
			'Only messages whose text begins with one of these, separated by commas, in upper or lower case. Leave empty for all. The last word must be whole: "stop" doesn\'t match "stopping". A command such as /start must be the whole first word. /start@my_bot counts as /start.',
	},
	{
		displayName: 'Text Is',
		name: 'textIs',
		displayOptions: forEvent(MESSAGE_EVENT),
		type: 'string',
		default: '',
		placeholder: 'e.g. stop, unsubscribe',
		description:
			'Only messages whose whole text is one of these, separated by commas. Leave empty for all. Upper and lower case, spaces and punctuation around the text make no difference: "stop" matches "Stop!" but not "stop it".',
	},
];
