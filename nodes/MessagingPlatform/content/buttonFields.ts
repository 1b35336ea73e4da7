import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { type PlannedButton, planButtons, readButtonsJson } from './buttons';
import { valueError } from '../../shared/platform/errors';
import { type Item, readText } from '../engine/item';
import { type JsonObject, type JsonValue, isObject } from '../../shared/json';
import { clip } from '../../shared/words';

const EXAMPLE = `[
  { "type": "ActionButton", "text": "Yes", "payload": "yes" },
  { "type": "HyperLinkButton", "text": "Our site", "link": "https://example.com" }
]`;

const value = (parameter: unknown) => parameter as JsonValue | undefined;

/** The row of a button in the form as the same object that the JSON way takes. */
function fromRow(row: IDataObject): JsonObject {
	const { type, text, link, payload } = row;
	const button: JsonObject = { type: value(type), text: value(text) };
	if (type === 'HyperLinkButton') return { ...button, link: value(link) };
	if (type === 'GetContactButton') {
		// true is the service's default for both
		return {
			...button,
			payload: value(row.contactPayload),
			...(row.oneTime === false ? { oneTime: false } : {}),
			...(row.removeKeyboard === false ? { removeKeyboard: false } : {}),
		};
	}
	if (row.whenPressed !== 'answer') return { ...button, payload: value(payload) };
	return { ...button, answer: { text: value(row.answerText), action: value(row.answerAction), tags: value(row.answerTags) } };
}

/**
 * Reads and checks the buttons of an item, whichever way they are given.
 *
 * @param item the item
 * @returns the buttons, none where the message has none
 * @throws NodeOperationError naming the button and what is wrong with it
 */
export function readButtons(item: Item): PlannedButton[] {
	const input = readText(item, item.parameter('buttonsInput'), 'Buttons').trim();
	switch (input) {
		case 'json':
			return planButtons(item, readButtonsJson(item, item.parameter('buttonsJson')));
		case 'fields': {
			const collection = item.parameter('buttons');
			const rows = isObject(collection) && Array.isArray(collection.button) ? (collection.button as unknown[]) : [];
			return planButtons(item, rows.filter(isObject).map(fromRow));
		}
		case 'none':
			return [];
		default:
			throw valueError(item.node, item.index, `Buttons cannot be "${clip(input)}"`, 'It is one of: none, fields, json.');
	}
}

/** The fields of one button, in the order in which one fills them in. */
const buttonRow: INodeProperties[] = [
	{
		displayName: 'Type',
		name: 'type',
		type: 'options',
		options: [
			{ name: 'Action', value: 'ActionButton', description: 'Answers by itself, or tells a workflow that it was pressed' },
			{
				name: 'Ask for Contact',
				value: 'GetContactButton',
				description: "Asks for the person's phone number; no other button may be beside it",
			},
			{ name: 'Link', value: 'HyperLinkButton', description: 'Opens a web page' },
		],
		default: 'ActionButton',
		description: 'What the button is for',
	},
	{
		displayName: 'Caption',
		name: 'text',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. Yes, please',
		description: 'What is written on the button',
	},
	{
		displayName: 'Link',
		name: 'link',
		type: 'string',
		default: '',
		required: true,
		displayOptions: { show: { type: ['HyperLinkButton'] } },
		placeholder: 'e.g. https://example.com',
		description: 'The address that the button opens',
	},
	{
		displayName: 'When Pressed',
		name: 'whenPressed',
		type: 'options',
		options: [
			{
				name: 'Answer by Itself',
				value: 'answer',
				description: 'The service replies, tags or subscribes, with no workflow needed',
			},
			{
				name: 'Send a Key',
				value: 'payload',
				description:
					'The trigger gets the event EndUserActionCommand with the key; or the service runs the chain action with this ID',
			},
		],
		default: 'payload',
		displayOptions: { show: { type: ['ActionButton'] } },
		description: 'What happens when the button is pressed',
	},
	{
		displayName: 'Key (Payload)',
		name: 'payload',
		type: 'string',
		default: '',
		required: true,
		displayOptions: { show: { type: ['ActionButton'], whenPressed: ['payload'] } },
		placeholder: 'e.g. order-42-confirmed',
		description: 'Comes back when the button is pressed: a key of your own, or the ID of a chain action',
	},
	{
		displayName: 'Reply',
		name: 'answerText',
		type: 'string',
		typeOptions: { rows: 2 },
		default: '',
		displayOptions: { show: { type: ['ActionButton'], whenPressed: ['answer'] } },
		placeholder: 'e.g. Thank you! We will call you soon.',
		description: 'What the service replies when the button is pressed. May be left empty if something else happens.',
	},
	{
		displayName: 'Also',
		name: 'answerAction',
		type: 'options',
		options: [
			{ name: 'Assign Tags', value: 'tags.assign' },
			{ name: 'Nothing Else', value: 'nothing' },
			{ name: 'Remove Tags', value: 'tags.remove' },
			{ name: 'Subscribe to Notifications', value: 'notifications.subscribe' },
			{ name: 'Unsubscribe From Notifications', value: 'notifications.unsubscribe' },
		],
		default: 'nothing',
		displayOptions: { show: { type: ['ActionButton'], whenPressed: ['answer'] } },
		description: 'What happens besides the reply',
	},
	{
		displayName: 'Tags',
		name: 'answerTags',
		type: 'string',
		default: '',
		required: true,
		displayOptions: {
			show: { type: ['ActionButton'], whenPressed: ['answer'], answerAction: ['tags.assign', 'tags.remove'] },
		},
		placeholder: 'e.g. customer, newsletter',
		description: 'The tags to assign to the chat or to remove from it, separated by commas',
	},
	{
		displayName: 'Key (Payload)',
		name: 'contactPayload',
		type: 'string',
		default: '',
		displayOptions: { show: { type: ['GetContactButton'] } },
		placeholder: 'e.g. contact-shared',
		description: 'Comes back when the button is pressed; may be left empty',
	},
	{
		displayName: 'Collapse Keyboard When Pressed',
		name: 'oneTime',
		type: 'boolean',
		default: true,
		displayOptions: { show: { type: ['GetContactButton'] } },
		description: 'Whether the keyboard with the button collapses when it is pressed',
	},
	{
		displayName: 'Remove Keyboard After the Reply',
		name: 'removeKeyboard',
		type: 'boolean',
		default: true,
		displayOptions: { show: { type: ['GetContactButton'] } },
		description: 'Whether the keyboard is removed once the reply was sent; only with a key',
	},
];

/** The buttons of a message. */
export const buttonProperties: INodeProperties[] = [
	{
		displayName: 'Buttons',
		name: 'buttonsInput',
		type: 'options',
		options: [
			{ name: 'None', value: 'none' },
			{ name: 'Using Fields Below', value: 'fields' },
			{ name: 'Using JSON', value: 'json', description: 'From data, for example a list that an earlier node made' },
		],
		default: 'none',
		description: 'Whether the message has buttons, at most 10; a button that asks for the contact must be alone',
	},
	{
		displayName: 'Buttons',
		name: 'buttons',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Button', sortable: true },
		default: {},
		placeholder: 'Add Button',
		displayOptions: { show: { buttonsInput: ['fields'] } },
		options: [
			{
				displayName: 'Button',
				name: 'button',
				values: buttonRow,
			},
		],
	},
	{
		displayName: 'Buttons (JSON)',
		name: 'buttonsJson',
		type: 'json',
		typeOptions: { rows: 6 },
		default: EXAMPLE,
		required: true,
		displayOptions: { show: { buttonsInput: ['json'] } },
		description:
			'A list of buttons with type (ActionButton, HyperLinkButton or GetContactButton), text, and link or payload. An ActionButton can have, in place of payload, an answer like {"text": "Thank you!", "action": "tags.assign", "tags": ["buyer"]}.',
	},
	{
		displayName: 'If Buttons Are Not Supported',
		name: 'ifButtonsUnsupported',
		type: 'options',
		options: [
			{ name: 'Fail', value: 'fail', description: 'Send nothing and report an error' },
			{ name: 'Send Anyway', value: 'send', description: 'Leave it to the service what becomes of them' },
			{ name: 'Send as Numbered Text', value: 'numberedText', description: 'Put the captions below the text as a numbered list' },
		],
		default: 'fail',
		displayOptions: { show: { buttonsInput: ['fields', 'json'] } },
		description: 'What to do on a channel that has no buttons, such as SMS',
	},
];
