import type { Field } from '../../shared/field';
import type { JsonValue } from '../../shared/json';
import { choice, itself, jsonText, table, text, toggle } from '../../shared/parameter';
import { tagList } from '../fields/tagLists';
import { askModel, forTools } from '../agent/modelFields';

const EXAMPLE = `[
  { "type": "ActionButton", "text": "Yes", "payload": "yes" },
  { "type": "HyperLinkButton", "text": "Our site", "link": "https://example.com" }
]`;

/** As given: the checks are those of a button in JSON. */
const given = ({ value }: Field) => value as JsonValue | undefined;

const NEEDED = 'A press starts a workflow only if Message: Button Pressed is among the events of its trigger';

const row = {
	text: text('Caption', 'text', 'The text on the button', { required: true, placeholder: 'e.g. Yes, please' }).as(given),
	type: choice('Type', 'type', {
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
	}).as(given),
	link: text('Link', 'link', 'The URL that the button opens', {
		required: true,
		displayOptions: { show: { type: ['HyperLinkButton'] } },
		placeholder: 'e.g. https://example.com',
	}).as(given),
	whenPressed: choice('When Pressed', 'whenPressed', {
		choices: {
			answer: [
				'Reply Automatically',
				'The platform replies, and assigns tags to the chat if you choose some. No workflow is needed.',
			],
			payload: [
				'Notify the Workflow',
				"The trigger outputs Button Pressed with the key below. If it's a button action's ID, that action runs.",
			],
			'tags.remove': ['Reply and Remove Tags', 'The platform replies and takes tags off the chat'],
			'notifications.subscribe': ['Reply and Subscribe', 'The platform replies and subscribes the person to notifications'],
			'notifications.unsubscribe': [
				'Reply and Unsubscribe',
				'The platform replies and unsubscribes the person from notifications',
			],
		},
		default: 'answer',
		displayOptions: { show: { type: ['ActionButton'] } },
		description: 'What happens when someone presses the button',
	}),
	payload: text(
		'Key (Payload)',
		'payload',
		'The value you get back when someone presses the button: a key of your own, or the ID of a button action. If empty, the caption is used, shortened if it is long.',
		{
			displayOptions: { show: { type: ['ActionButton'], whenPressed: ['payload'] } },
			hint: NEEDED,
			placeholder: 'e.g. order-42-confirmed',
		},
	).as(given),
	answerText: text(
		'Reply',
		'answerText',
		'The reply to send when someone presses the button. Can be empty if the button does something else. Each distinct reply is stored in your account permanently, so avoid names, order numbers and other changing text.',
		{
			typeOptions: { rows: 2 },
			displayOptions: { show: { type: ['ActionButton'] }, hide: { whenPressed: ['payload'] } },
			placeholder: 'e.g. Thank you! We will call you soon.',
		},
	).as(given),
	answerTags: tagList('Assigned Tag Names or IDs', 'answerTags', 'The tags to put on the chat.', {
		displayOptions: { show: { type: ['ActionButton'], whenPressed: ['answer'] } },
	}),
	removedTags: tagList('Removed Tag Names or IDs', 'removedTags', 'The tags to take off the chat.', {
		displayOptions: { show: { type: ['ActionButton'], whenPressed: ['tags.remove'] } },
	}),
	contactPayload: text(
		'Key (Payload)',
		'contactPayload',
		"The value you get back when someone presses the button. On channels other than Telegram, it's an Action button: it doesn't share the number, and you get its key. If empty, the caption is the key there, and on Telegram there's none.",
		{ displayOptions: { show: { type: ['GetContactButton'] } }, placeholder: 'e.g. contact-shared' },
	).as(given),
	oneTime: toggle('Collapse Keyboard', 'oneTime', 'Whether the keyboard with the button collapses when someone presses it', {
		displayOptions: { show: { type: ['GetContactButton'] } },
	}).as((field) => field.flag()),
	removeKeyboard: toggle(
		'Remove Keyboard',
		'removeKeyboard',
		'Whether to remove the keyboard once the reply is sent. Works only with a key.',
		{ displayOptions: { show: { type: ['GetContactButton'] } } },
	).as((field) => field.flag()),
};

const json = jsonText(
	'Buttons (JSON)',
	'buttonsJson',
	'A list of buttons with type (ActionButton, HyperLinkButton or GetContactButton), text, and link or payload. If an ActionButton has no payload, its text is used. On channels other than Telegram, a GetContactButton is sent as an ActionButton. Instead of a payload, you can give an ActionButton an answer, for example {"text": "Thank you!", "action": "tags.assign", "tags": ["buyer"]}.',
	{ typeOptions: { rows: 6 }, default: EXAMPLE, required: true, displayOptions: { show: { buttonsInput: ['json'] } } },
).as(itself);

export const buttonsInput = choice('Buttons', 'buttonsInput', {
	choices: {
		none: ['None'],
		list: ['Quick List', 'One caption per line, for a workflow that starts when a button is pressed'],
		fields: ['Using Fields Below', 'Each button with its reply, tags or link'],
		json: ['Using JSON', 'Buttons from a list, for example one that an earlier node made'],
	},
	default: 'none',
	noDataExpression: true,
	description: 'Whether to add buttons to the message (up to 10). A button that asks for a contact must be the only one.',
});

export const captions = text(
	'Captions',
	'buttonsList',
	'The captions of the buttons, one per line. The trigger outputs the caption as the key, shortened if it is long.',
	{
		typeOptions: { rows: 3 },
		default: 'Yes\nNo',
		required: true,
		displayOptions: { show: { buttonsInput: ['list'] } },
		hint: NEEDED,
	},
).as(itself);

export const buttonRows = table('Button Fields', 'buttons', ['Button', 'button'], row, {
	// the first one is there, without a caption: people type into the field and don't clear it before
	default: { button: [{ text: '' }] },
	displayOptions: { show: { buttonsInput: ['fields'] } },
	typeOptions: { sortable: true, fixedCollection: { itemTitle: '={{ $collection.item.value.text || "Button" }}' } },
});

export const buttonsJson = forTools(json, {
	default: askModel({
		key: 'Buttons',
		// n8n doesn't take an empty list for a JSON argument, so it couldn't be left out
		type: 'string',
		description:
			'Up to 10 buttons below the text, as a JSON list. Leave out for none. [{"text": "Yes", "payload": "yes"}] lets the person answer, and you get the payload back. {"type": "HyperLinkButton", "text": "Our site", "link": "https://example.com"} opens a page.',
		fallback: '[]',
	}),
});
