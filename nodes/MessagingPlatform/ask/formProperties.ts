import type { INodeProperties } from 'n8n-workflow';
import { rows, text } from '../fields/shapes';

const TYPED = ['text', 'textarea', 'number', 'email'];
const CHOSEN = ['dropdown', 'radio', 'checkbox'];

/** The parts of a field of a form, by the names that n8n's own forms have for them. */
export const fieldValues: INodeProperties[] = [
	text('Label', 'fieldLabel', 'What stands above the field', { required: true, placeholder: 'e.g. Delivery address' }),
	{
		displayName: 'Element Type',
		name: 'fieldType',
		type: 'options',
		options: [
			{ name: 'Checkboxes', value: 'checkbox', description: 'Any number of choices; the output has a list' },
			{ name: 'Date', value: 'date', description: 'The output has it like 2026-12-31' },
			{ name: 'Dropdown', value: 'dropdown', description: 'One of several choices, in a list that opens' },
			{ name: 'Email', value: 'email' },
			{ name: 'Number', value: 'number' },
			{ name: 'Radio Buttons', value: 'radio', description: 'One of several choices, all of them in sight' },
			{ name: 'Text Input', value: 'text', description: 'One line' },
			{ name: 'Textarea', value: 'textarea', description: 'Several lines' },
		],
		default: 'text',
		description: 'What the person fills in',
	},
	rows(
		'Field Options',
		'fieldOptions',
		['Field Option', 'values'],
		[text('Option', 'option', 'What can be chosen', { placeholder: 'e.g. Before noon' })],
		{
			typeOptions: { sortable: true },
			displayOptions: { show: { fieldType: CHOSEN } },
			description: 'What can be chosen',
		},
	),
	text('Placeholder', 'placeholder', 'An example that the field shows while it is empty', {
		displayOptions: { show: { fieldType: TYPED } },
	}),
	text(
		'Default Value',
		'defaultValue',
		'What the field holds at first. A date is written like 2026-12-31; of several checkboxes the labels, separated by commas.',
	),
	{
		displayName: 'Required Field',
		name: 'requiredField',
		type: 'boolean',
		default: false,
		description: 'Whether the form can only be sent with this field filled in',
	},
	text('Custom Field Name', 'fieldName', 'What the output calls the field. Leave empty for the label.', {
		placeholder: 'e.g. address',
	}),
];

const EXAMPLE = `[
  { "fieldLabel": "Name", "requiredField": true },
  { "fieldLabel": "Number of guests", "fieldType": "number" },
  {
    "fieldLabel": "Time",
    "fieldType": "radio",
    "fieldOptions": { "values": [{ "option": "Noon" }, { "option": "Evening" }] }
  }
]`;

/** The form of a question that is answered with one. */
export const formProperties: INodeProperties[] = [
	{
		displayName: 'Define Form',
		name: 'defineForm',
		type: 'options',
		noDataExpression: true,
		options: [
			{ name: 'Using Fields Below', value: 'fields' },
			{ name: 'Using JSON', value: 'json' },
		],
		default: 'fields',
		displayOptions: { show: { responseType: ['customForm'] } },
		description: 'How the fields of the form are given',
	},
	rows('Form Fields', 'formFields', ['Form Field', 'values'], fieldValues, {
		displayOptions: { show: { responseType: ['customForm'], defineForm: ['fields'] } },
		typeOptions: { sortable: true },
		description: 'What the person fills in',
	}),
	{
		displayName: 'Form Fields (JSON)',
		name: 'jsonOutput',
		type: 'json',
		typeOptions: { rows: 8 },
		default: EXAMPLE,
		displayOptions: { show: { responseType: ['customForm'], defineForm: ['json'] } },
		description:
			"The fields in the words of n8n's own forms. Files, hidden fields, passwords and HTML are not among the kinds of fields here.",
	},
];
