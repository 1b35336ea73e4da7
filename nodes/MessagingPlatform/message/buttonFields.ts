import type { INodeProperties } from 'n8n-workflow';
import { choice, field, rows, text } from '../../shared/shapes';
import { tagList } from '../fields/tagLists';
import { askModel, forTools } from '../agent/modelFields';

const EXAMPLE = `[
  { "type": "ActionButton", "text": "Yes", "payload": "yes" },
  { "type": "HyperLinkButton", "text": "Our site", "link": "https://example.com" }
]`;

const buttonRow: INodeProperties[] = [
	text('Caption', 'text', 'The text on the button', { required: true, placeholder: 'e.g. Yes, please' }),
	choice('Type', 'type', {
		choices: {
			ActionButton: ['Action', 'Replies automatically, or notifies a workflow'],
			GetContactButton: [
				'Ask for Contact',
				"Asks for the phone number on Telegram. On other channels it's an Action button. It must be the only button.",
			],
			HyperLinkButton: ['Link', 'Opens a web page'],
		},
		default: 'ActionButton',
		description: 'What the button does',
	}),
	text('Link', 'link', 'The URL that the button opens', {
		required: true,
		displayOptions: { show: { type: ['HyperLinkButton'] } },
		placeholder: 'e.g. https://example.com',
	}),
	choice('When Pressed', 'whenPressed', {
		choices: {
			payload: [
				'Notify the Workflow',
				"The trigger outputs Button Pressed with the key below. If it's the ID of a chain action, that action runs.",
			],
			'tags.remove': ['Reply and Remove Tags', 'The platform replies and takes tags off the chat'],
			'notifications.subscribe': ['Reply and Subscribe', 'The platform replies and subscribes the person to notifications'],
			'notifications.unsubscribe': [
				'Reply and Unsubscribe',
				'The platform replies and unsubscribes the person from notifications',
			],
			answer: [
				'Reply Automatically',
				'The platform replies, and assigns tags to the chat if you choose some. No workflow is needed.',
			],
		},
		default: 'answer',
		displayOptions: { show: { type: ['ActionButton'] } },
		description: 'What happens when someone presses the button',
	}),
	text(
		'Key (Payload)',
		'payload',
		'The value you get back when someone presses the button: a key of your own, or the ID of a chain action. If empty, the caption is used, shortened if it is long.',
		{
			displayOptions: { show: { type: ['ActionButton'], whenPressed: ['payload'] } },
			placeholder: 'e.g. order-42-confirmed',
		},
	),
	text(
		'Reply',
		'answerText',
		'The reply to send when someone presses the button. Can be empty if the button does something else. Each distinct reply is stored in your account permanently, so avoid names, order numbers and other changing text.',
		{
			typeOptions: { rows: 2 },
			displayOptions: { show: { type: ['ActionButton'] }, hide: { whenPressed: ['payload'] } },
			placeholder: 'e.g. Thank you! We will call you soon.',
		},
	),
	{
		...tagList('Assigned Tag Names or IDs', 'answerTags', 'The tags to put on the chat.'),
		displayOptions: { show: { type: ['ActionButton'], whenPressed: ['answer'] } },
	},
	{
		...tagList('Removed Tag Names or IDs', 'removedTags', 'The tags to take off the chat.'),
		displayOptions: { show: { type: ['ActionButton'], whenPressed: ['tags.remove'] } },
	},
	text(
		'Key (Payload)',
		'contactPayload',
		"The value you get back when someone presses the button. On channels other than Telegram, it's an Action button: you get only the key, not the phone number. If empty, the caption is the key there, and on Telegram there's none.",
		{ displayOptions: { show: { type: ['GetContactButton'] } }, placeholder: 'e.g. contact-shared' },
	),
	field(
		'Collapse Keyboard When Pressed',
		'oneTime',
		'boolean',
		'Whether the keyboard with the button collapses when someone presses it',
		{ default: true, displayOptions: { show: { type: ['GetContactButton'] } } },
	),
	field(
		'Remove Keyboard After the Reply',
		'removeKeyboard',
		'boolean',
		'Whether to remove the keyboard once the reply is sent. Works only with a key.',
		{ default: true, displayOptions: { show: { type: ['GetContactButton'] } } },
	),
];

const buttonsJson: INodeProperties = field(
	'Buttons (JSON)',
	'buttonsJson',
	'json',
	'A list of buttons with type (ActionButton, HyperLinkButton or GetContactButton), text, and link or payload. If an ActionButton has no payload, its text is used. On channels other than Telegram, a GetContactButton is sent as an ActionButton. Instead of a payload, you can give an ActionButton an answer, for example {"text": "Thank you!", "action": "tags.assign", "tags": ["buyer"]}.',
	{ typeOptions: { rows: 6 }, default: EXAMPLE, required: true, displayOptions: { show: { buttonsInput: ['json'] } } },
);

export const buttonProperties: INodeProperties[] = [
	choice('Buttons', 'buttonsInput', {
		choices: {
			none: ['None'],
			list: ['Quick List', 'One caption per line. Each press notifies the workflow.'],
			fields: ['Using Fields Below'],
			json: ['Using JSON', 'Buttons from a list, for example one that an earlier node made'],
		},
		default: 'none',
		description: 'Whether to add buttons to the message (up to 10). A button that asks for a contact must be the only one.',
	}),
	text(
		'Captions',
		'buttonsList',
		'The captions of the buttons, one per line. The trigger outputs the caption as the key, shortened if it is long.',
		{
			typeOptions: { rows: 3 },
			// filled in, because n8n checks it even if the choice is an expression
			default: 'Yes\nNo',
			required: true,
			displayOptions: { show: { buttonsInput: ['list'] } },
		},
	),
	rows('Button Fields', 'buttons', ['Button', 'button'], buttonRow, {
		// one with a caption, for the same reason
		default: { button: [{ text: 'Yes' }] },
		displayOptions: { show: { buttonsInput: ['fields'] } },
		typeOptions: { sortable: true },
	}),
	...forTools(buttonsJson, {
		default: askModel({
			key: 'Buttons',
			// n8n doesn't take an empty list for a JSON argument, so it couldn't be left out
			type: 'string',
			description:
				'Up to 10 buttons below the text, as a JSON list. Leave out for none. [{"text": "Yes", "payload": "yes"}] lets the person answer, and you get the payload back. {"type": "HyperLinkButton", "text": "Our site", "link": "https://example.com"} opens a page.',
			fallback: '[]',
		}),
	}),
];

/** For free-form messages; templates and prepared messages have no such choice. */
export const ifButtonsUnsupported: INodeProperties = choice('If Buttons Are Not Supported', 'ifButtonsUnsupported', {
	choices: {
		fail: ['Fail', 'Send nothing and stop with an error'],
		send: ['Send Anyway', 'Let the platform decide what happens to them'],
		numberedText: ['Send as Numbered Text', 'Put the captions below the text as a numbered list'],
	},
	default: 'numberedText',
	displayOptions: { show: { buttonsInput: ['list', 'fields', 'json'] } },
	description: 'What to do on channels that have no buttons, such as SMS',
});
