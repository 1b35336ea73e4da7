import type { INodeProperties } from 'n8n-workflow';
import { choice, field, rows, text } from '../../../shared/shapes';
import { excludedTags } from './excludedTags';

export const locationValues: INodeProperties[] = [
	text('Latitude', 'latitude', 'In degrees, from -90 to 90, with a decimal point', { placeholder: 'e.g. 52.5163' }),
	text('Longitude', 'longitude', 'In degrees, from -180 to 180, with a decimal point', { placeholder: 'e.g. 13.3777' }),
];

export const textMarkup: INodeProperties = choice('Text Markup', 'textMarkup', {
	choices: {
		HTML: ['HTML', 'Formatting with tags, such as &lt;b&gt;bold&lt;/b&gt;'],
		MARKDOWN: ['Markdown', 'Formatting with signs, such as *bold*'],
		PLAIN: ['Plain', 'No formatting. The text is shown unchanged.'],
	},
	default: 'PLAIN',
	description: 'The kind of formatting in the text. Not every channel shows it.',
});

export const furtherFields: INodeProperties = field(
	'Further Message Fields',
	'furtherFields',
	'json',
	"Message fields that this node doesn't offer, as a JSON object. They are sent unchanged. The platform's API documentation lists the fields it accepts.",
	{ default: '{}', placeholder: 'e.g. { "notificationId": "8f14e45f-ceea-467f-a1d4-0242ac120002" }' },
);

/** For "Additional Fields". */
export const messageFields: readonly INodeProperties[] = [
	rows(
		'Contact',
		'contact',
		['Detail', 'detail'],
		[
			text(
				'Name',
				'name',
				"The platform's name for the detail, for example phone. The platform's documentation doesn't list them.",
				{
					placeholder: 'e.g. phone',
				},
			),
			text('Value', 'value', 'The detail itself', { placeholder: 'e.g. +442079460958' }),
		],
		{ description: 'A contact to send, with or without text' },
	),
	text(
		'Delivery Timeout',
		'deliveryTimeout',
		'The time in which the platform tries to deliver the message. PT30M means 30 minutes (an ISO 8601 duration).',
		{
			placeholder: 'e.g. PT30M',
		},
	),
	excludedTags,
	furtherFields,
	rows('Location', 'location', ['Location', 'point'], locationValues, {
		typeOptions: { multipleValues: false },
		description: 'A place to show on a map, with or without text',
	}),
	choice('Push Notification', 'pushType', {
		choices: {
			NO_PUSH: ['None'],
			REGULAR: ['Regular'],
			SILENT_PUSH: ['Silent'],
		},
		default: 'REGULAR',
		description: 'The notification that the person gets. Only Facebook supports this.',
	}),
	field('Remove Keyboard', 'removeKeyboard', 'boolean', 'Whether to remove the keyboard with the buttons of an earlier message', {
		default: true,
	}),
	text('Reply to Message', 'replyToChannelMessageId', 'The channelMessageId of the message to reply to', {
		placeholder: "e.g. {{ $('Messaging Platform Trigger').item.json.message.channelMessageId }}",
	}),
	text('Subject', 'subject', 'The subject of the message', { placeholder: 'e.g. Your order' }),
];
