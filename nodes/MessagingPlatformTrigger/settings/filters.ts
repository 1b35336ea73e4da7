import type { IDisplayOptions, ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';
import { ALL_EVENTS, MESSAGE_EVENT, PRESS_EVENT, STATUS_EVENT, type EventName } from '../../shared/catalogue';
import type { Field } from '../../shared/field';
import { chatChoices } from '../../shared/listSearch/chats';
import { tagChoices } from '../../shared/listSearch/tags';
import { Parameter, amount, choice, group, several, text, toggle } from '../../shared/parameter';

export async function getChats(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	return await chatChoices(this, ['filters.chats']);
}

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

/** What separates the IDs in a list that is one text. */
export const BETWEEN = /[\s,;]+/;

const ids = (field: Field) => field.texts(BETWEEN);

const words = (...about: Parameters<typeof text>) => text(...about).as((field) => field.names());

/** For a switch that isn't off unless someone turns it off. */
export const usuallyOn = (field: Field) => field.flag() ?? true;

/** The fields inside Filters: they decide which of the chosen events start the workflow. An empty list means that there is no such filter. */
export const filters = group('Filters', 'filters', 'Add Filter', {
	buttonKeys: words(
		'Button Keys',
		'buttonKeys',
		'Only buttons with these keys, exactly as in the message, separated by commas. Leave empty for all. If a key contains a comma, use an expression that returns a list.',
		{ displayOptions: forEvent(PRESS_EVENT), placeholder: 'e.g. yes, no' },
	),
	/** Each is channel or channel_channelId. */
	channels: several(
		'Channel Names or IDs',
		'channels',
		'Only events from these channels. Leave empty for all. An expression can also return channel types such as tg.',
		{ loadOptionsMethod: 'getChannels' },
	).as(ids),
	/** Each is a composite address or a tbChatId. */
	chats: several(
		'Chat Names or IDs',
		'chats',
		'Only events from these chats. Leave empty for all. An expression can return the chatRef or tbChatId of several chats, as a list or separated by commas.',
		{ loadOptionsMethod: 'getChats' },
	).as(ids),
	deliveryStatus: choice('Delivery Status', 'deliveryStatus', {
		choices: {
			all: ['All', 'Every step, such as queued, sent and delivered'],
			final: ['Final', 'Only the last status of a message, delivered or failed'],
			failed: ['Failed', "Only the last status, and only if the message wasn't delivered"],
		},
		default: 'all',
		displayOptions: forEvent(STATUS_EVENT),
		description: 'Which delivery statuses start the workflow',
	}),
	excludedTags: several(
		'Excluded Tag Names or IDs',
		'excludedTags',
		"Skip events whose chat has one of these tags, for example because a person has taken over. If an event doesn't include the chat's tags, they are fetched.",
		{ loadOptionsMethod: 'getTags' },
	),
	ignoreAnsweredPresses: toggle(
		'Ignore Answered Buttons',
		'ignoreAnsweredPresses',
		"Whether to skip buttons that the platform replies to automatically. Their keys are UUIDs such as 3f2b8c1e-6a4d-4f0b-9c7e-1d2a3b4c5d6e, so don't use a UUID as a key of your own.",
		{ displayOptions: forEvent(PRESS_EVENT) },
	),
	/** Leaves out messages that the API itself sent (senderInfo.endpointType REST_API), while `sentBy` is empty. */
	ignoreOwn: toggle(
		'Ignore API Messages',
		'ignoreOwn',
		'Whether to skip messages that were sent through the API, such as those from your own workflows. Has no effect if Outgoing Messages Sent By is set.',
		{ displayOptions: forOutgoing },
	).as(usuallyOn),
	/** 0 for no limit. */
	maxAgeMs: amount(
		'Maximum Age (Minutes)',
		'maxAgeMinutes',
		'Skip events older than this, for example after an outage. 0 means no limit.',
		{ typeOptions: { minValue: 0 } },
	).map((minutes) => minutes * 60_000),
	content: choice('Message Content', 'content', {
		choices: {
			any: ['Any', 'All messages'],
			text: ['With Text', 'Only messages that contain text'],
			attachments: ['With Attachments', 'Only messages with a file, a voice message, an image or a video'],
		},
		default: 'any',
		displayOptions: forEvent(MESSAGE_EVENT),
		description: 'Which new messages start the workflow',
	}),
	direction: choice('Message Direction', 'direction', {
		choices: {
			inbound: ['Incoming', 'Messages that people send to you'],
			outbound: ['Outgoing', 'Messages that operators, bots or the API send to people'],
			both: ['Incoming and Outgoing', 'All messages'],
		},
		default: 'inbound',
		displayOptions: forEvent(MESSAGE_EVENT),
		description:
			'Which new messages start the workflow. Be careful with outgoing ones: a workflow that replies to its own messages never stops.',
	}),
	sentBy: new Parameter(
		{
			displayName: 'Outgoing Messages Sent By',
			name: 'sentBy',
			displayOptions: forOutgoing,
			type: 'multiOptions',
			options: SENDERS,
			default: [],
			description: 'Only outgoing messages sent by one of these. Leave empty for all.',
		},
		ids,
	),
	tags: several(
		'Tag Names or IDs',
		'tags',
		"Only events whose chat has at least one of these tags. Leave empty for all. If an event doesn't include the chat's tags, they are fetched.",
		{ loadOptionsMethod: 'getTags' },
	),
	textBeginnings: words(
		'Text Begins With',
		'textBeginnings',
		'Only messages whose text begins with one of these, separated by commas, in upper or lower case. Leave empty for all. The last word must be whole: "stop" doesn\'t match "stopping". A command such as /start must be the whole first word. /start@my_bot counts as /start.',
		{ displayOptions: forEvent(MESSAGE_EVENT), placeholder: 'e.g. /start, /help, price' },
	),
	textContains: words(
		'Text Contains',
		'textContains',
		'Only messages whose text has one of these anywhere, separated by commas, in upper or lower case. Leave empty for all. Parts of words count: "price" matches "prices".',
		{ displayOptions: forEvent(MESSAGE_EVENT), placeholder: 'e.g. price, invoice' },
	),
	textIs: words(
		'Text Is',
		'textIs',
		'Only messages whose whole text is one of these, separated by commas. Leave empty for all. Upper and lower case, spaces and punctuation around the text make no difference: "stop" matches "Stop!" but not "stop it".',
		{ displayOptions: forEvent(MESSAGE_EVENT), placeholder: 'e.g. stop, unsubscribe' },
	),
});
