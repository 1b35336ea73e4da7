import type { IDisplayOptions, ILoadOptionsFunctions, INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { ALL_EVENTS, MESSAGE_EVENT, PRESS_EVENT, READ_EVENT, STATUS_EVENT, type EventName } from '../../shared/catalogue';
import { allChannels } from '../../shared/listSearch/channels';
import { allTags } from '../../shared/listSearch/tags';

/** Lists the account's channels for the channel filter; the value is channel_channelId. */
export async function getChannels(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	return await allChannels(this);
}

const TAG_FILTERS = ['options.tags', 'options.excludedTags'];

/**
 * Lists the account's tags for the tag filters, by name. Names that the filters already have are offered even if there is no such tag, as
 * in an imported workflow: the editor marks a value that it is not offered as wrong.
 */
export async function getTags(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const offered = await allTags(this);
	const named = TAG_FILTERS.flatMap((filter) => {
		const value: unknown = this.getCurrentNodeParameter(filter);
		return Array.isArray(value) ? value.filter((name): name is string => typeof name === 'string' && name !== '') : [];
	});
	const missing = [...new Set(named)].filter((name) => !offered.some(({ value }) => value === name));
	return [...offered, ...missing.map((name) => ({ name, value: name, description: 'There is no such tag yet' }))];
}

/** Shows an option only if one of these events can come. */
export const forEvent = (...names: EventName[]): IDisplayOptions => ({ show: { '/events': [...names, ALL_EVENTS] } });

const forOutgoing: IDisplayOptions = { show: { '/events': [MESSAGE_EVENT, ALL_EVENTS], direction: ['outbound', 'both'] } };

/** Senders on the account's side, as `originOf` names them. */
const SENDERS: INodePropertyOptions[] = [
	{
		name: 'API',
		value: 'api',
		description: 'Your own workflows and other programs. Take care not to answer them: that never stops.',
	},
	{
		name: 'Automatic',
		value: 'automatic',
		description: 'Replies to buttons, welcome messages, automatic answers and notices that the platform sends by itself',
	},
	{ name: 'Mailing', value: 'mailing', description: 'Notifications and bulk mailings' },
	{ name: 'Operator in the Account', value: 'operator', description: 'A person who writes on the pages of the platform' },
	{ name: 'Operator in the Messenger', value: 'messenger', description: 'A person who answers in the messenger itself' },
	{
		name: 'Unknown',
		value: 'unknown',
		description: 'The platform does not say who, or says something that this version does not know',
	},
];

/** The options that decide which of the chosen events start the workflow. */
export const filterOptions: INodeProperties[] = [
	{
		displayName: 'Button Keys',
		name: 'buttonKeys',
		displayOptions: forEvent(PRESS_EVENT),
		type: 'string',
		default: '',
		placeholder: 'e.g. yes, no',
		description:
			'Only presses of buttons with these keys, exactly as they are in the message, separated by commas. Leave empty for all. An expression may return a list, for keys with a comma in them.',
	},
	{
		displayName: 'Channel Names or IDs',
		name: 'channels',
		type: 'multiOptions',
		typeOptions: { loadOptionsMethod: 'getChannels' },
		default: [],
		description:
			'Only events from these channels. Leave empty for all. An expression may also return channel types such as tg. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
	},
	{
		displayName: 'Chats',
		name: 'chats',
		type: 'string',
		default: '',
		placeholder: 'e.g. tg_12345_67890',
		description:
			'Only events from these chats: the chatRef or tbChatId from the output of this trigger, separated by commas. Leave empty for all.',
	},
	{
		displayName: 'Delivery Status',
		name: 'deliveryStatus',
		displayOptions: forEvent(STATUS_EVENT),
		type: 'options',
		options: [
			{ name: 'All', value: 'all', description: 'Every step, such as queued, sent and delivered' },
			{ name: 'Failed', value: 'failed', description: 'Only the last status, and only if the message was not delivered' },
			{ name: 'Final', value: 'final', description: 'Only the last status of a message, delivered or failed' },
		],
		default: 'all',
		description: 'Which delivery statuses start the workflow',
	},
	{
		displayName: 'Each Part of a Split Message',
		name: 'eachPart',
		displayOptions: forEvent(MESSAGE_EVENT, READ_EVENT, STATUS_EVENT),
		type: 'boolean',
		default: false,
		description:
			'Whether each part of a message that the platform split starts the workflow. Otherwise, such a message counts once.',
	},
	{
		displayName: 'Excluded Tag Names or IDs',
		name: 'excludedTags',
		type: 'multiOptions',
		typeOptions: { loadOptionsMethod: 'getTags' },
		default: [],
		description:
			'Skip events whose chat has one of these tags, for example because a person has taken over. Tags that an event comes without are read from the platform. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
	},
	{
		displayName: 'Ignore Buttons That Reply Automatically',
		name: 'ignoreAnsweredPresses',
		displayOptions: forEvent(PRESS_EVENT),
		type: 'boolean',
		default: false,
		description:
			'Whether to skip presses of buttons that the platform answers by itself. Their key is a UUID such as 3f2b8c1e-6a4d-4f0b-9c7e-1d2a3b4c5d6e, so a key of your own must not look like one.',
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
			'Whether to skip messages that were sent through the API, such as those from your own workflows. If Outgoing Messages Sent By is set, that decides instead.',
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
				description: 'Only messages with a file, a voice message, a photo or a video',
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
			{ name: 'Incoming', value: 'inbound', description: 'Messages that contacts send to you' },
			{ name: 'Incoming and Outgoing', value: 'both', description: 'All messages' },
			{ name: 'Outgoing', value: 'outbound', description: 'Messages that operators, bots or the API send to contacts' },
		],
		default: 'inbound',
		description:
			'Which new messages start the workflow. Take care with outgoing ones: a workflow that answers its own messages never stops.',
	},
	{
		displayName: 'Outgoing Messages Sent By',
		name: 'sentBy',
		displayOptions: forOutgoing,
		type: 'multiOptions',
		options: SENDERS,
		default: [],
		description: 'Only outgoing messages that were sent by one of these. Leave empty for all.',
	},
	{
		displayName: 'Tag Names or IDs',
		name: 'tags',
		type: 'multiOptions',
		typeOptions: { loadOptionsMethod: 'getTags' },
		default: [],
		description:
			'Only events whose chat has at least one of these tags. Leave empty for all. Tags that an event comes without are read from the platform. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
	},
	{
		displayName: 'Text Begins With',
		name: 'textBeginnings',
		displayOptions: forEvent(MESSAGE_EVENT),
		type: 'string',
		default: '',
		placeholder: 'e.g. /start, /help, price',
		description:
			'Only messages whose text begins with one of these, separated by commas, in upper or lower case. Leave empty for all. The last word must be whole: "stop" doesn\'t take "stopping". A command such as /start must be the whole first word. /start@my_bot counts as /start.',
	},
];
