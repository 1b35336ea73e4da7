import type { IDisplayOptions, ILoadOptionsFunctions, INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { ALL_EVENTS, MESSAGE_EVENT, PRESS_EVENT, STATUS_EVENT, type EventName } from '../../shared/catalogue';
import { chatChoices } from '../../shared/listSearch/chats';
import { tagChoices } from '../../shared/listSearch/tags';
import { choice, field, several, text } from '../../shared/shapes';

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
	text(
		'Button Keys',
		'buttonKeys',
		'Only buttons with these keys, exactly as in the message, separated by commas. Leave empty for all. If a key contains a comma, use an expression that returns a list.',
		{ displayOptions: forEvent(PRESS_EVENT), placeholder: 'e.g. yes, no' },
	),
	several(
		'Channel Names or IDs',
		'channels',
		'Only events from these channels. Leave empty for all. An expression can also return channel types such as tg.',
		{ loadOptionsMethod: 'getChannels' },
	),
	several(
		'Chat Names or IDs',
		'chats',
		'Only events from these chats. Leave empty for all. An expression can return the chatRef or tbChatId of several chats, as a list or separated by commas.',
		{ loadOptionsMethod: 'getChats' },
	),
	choice('Delivery Status', 'deliveryStatus', {
		choices: {
			all: ['All', 'Every step, such as queued, sent and delivered'],
			failed: ['Failed', "Only the last status, and only if the message wasn't delivered"],
			final: ['Final', 'Only the last status of a message, delivered or failed'],
		},
		default: 'all',
		displayOptions: forEvent(STATUS_EVENT),
		description: 'Which delivery statuses start the workflow',
	}),
	several(
		'Excluded Tag Names or IDs',
		'excludedTags',
		"Skip events whose chat has one of these tags, for example because a person has taken over. If an event doesn't include the chat's tags, they are fetched.",
		{ loadOptionsMethod: 'getTags' },
	),
	field(
		'Ignore Buttons That Reply Automatically',
		'ignoreAnsweredPresses',
		'boolean',
		"Whether to skip buttons that the platform replies to automatically. Their keys are UUIDs such as 3f2b8c1e-6a4d-4f0b-9c7e-1d2a3b4c5d6e, so don't use a UUID as a key of your own.",
		{ displayOptions: forEvent(PRESS_EVENT) },
	),
	field(
		'Ignore Events Older Than (Minutes)',
		'maxAgeMinutes',
		'number',
		'Skip events older than this, for example after an outage. 0 means no limit.',
		{ typeOptions: { minValue: 0 } },
	),
	field(
		'Ignore Messages Sent by the API',
		'ignoreOwn',
		'boolean',
		'Whether to skip messages that were sent through the API, such as those from your own workflows. Has no effect if Outgoing Messages Sent By is set.',
		{ displayOptions: forOutgoing, default: true },
	),
	choice('Message Content', 'content', {
		choices: {
			any: ['Any', 'All messages'],
			attachments: ['With Attachments', 'Only messages with a file, a voice message, an image or a video'],
			text: ['With Text', 'Only messages that contain text'],
		},
		default: 'any',
		displayOptions: forEvent(MESSAGE_EVENT),
		description: 'Which new messages start the workflow',
	}),
	choice('Message Direction', 'direction', {
		choices: {
			inbound: ['Incoming', 'Messages that people send to you'],
			both: ['Incoming and Outgoing', 'All messages'],
			outbound: ['Outgoing', 'Messages that operators, bots or the API send to people'],
		},
		default: 'inbound',
		displayOptions: forEvent(MESSAGE_EVENT),
		description:
			'Which new messages start the workflow. Be careful with outgoing ones: a workflow that replies to its own messages never stops.',
	}),
	{
		displayName: 'Outgoing Messages Sent By',
		name: 'sentBy',
		displayOptions: forOutgoing,
		type: 'multiOptions',
		options: SENDERS,
		default: [],
		description: 'Only outgoing messages sent by one of these. Leave empty for all.',
	},
	several(
		'Tag Names or IDs',
		'tags',
		"Only events whose chat has at least one of these tags. Leave empty for all. If an event doesn't include the chat's tags, they are fetched.",
		{ loadOptionsMethod: 'getTags' },
	),
	text(
		'Text Begins With',
		'textBeginnings',
		'Only messages whose text begins with one of these, separated by commas, in upper or lower case. Leave empty for all. The last word must be whole: "stop" doesn\'t match "stopping". A command such as /start must be the whole first word. /start@my_bot counts as /start.',
		{ displayOptions: forEvent(MESSAGE_EVENT), placeholder: 'e.g. /start, /help, price' },
	),
	text(
		'Text Is',
		'textIs',
		'Only messages whose whole text is one of these, separated by commas. Leave empty for all. Upper and lower case, spaces and punctuation around the text make no difference: "stop" matches "Stop!" but not "stop it".',
		{ displayOptions: forEvent(MESSAGE_EVENT), placeholder: 'e.g. stop, unsubscribe' },
	),
];
