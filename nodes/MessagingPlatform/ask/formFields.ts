import type { INodeProperties } from 'n8n-workflow';
import { clip } from '../../shared/texts';
import { type Field, rowOf } from '../../shared/field';
import type { Item } from '../run/item';
import { rows, text } from '../fields/shapes';

/** The kinds of fields that a form can have, by the names that n8n's own forms have for them. */
const FIELD_TYPES = ['text', 'textarea', 'number', 'email', 'date', 'dropdown', 'radio', 'checkbox'] as const;
type FieldType = (typeof FIELD_TYPES)[number];

export interface FormField {
	/** The name in the output. */
	name: string;
	/** Empty if the page's heading says enough. */
	label: string;
	type: FieldType;
	required: boolean;
	placeholder: string;
	/** The first value; for checkboxes several, separated by commas. */
	defaultValue: string;
	/** The choices of a dropdown, radio buttons and checkboxes. */
	options: string[];
}

const MAX_FIELDS = 50;

const MAX_OPTIONS = 100;

const CHOOSING: readonly FieldType[] = ['dropdown', 'radio', 'checkbox'];

export function isChosen({ type }: FormField): boolean {
	return CHOOSING.includes(type);
}

const TYPED = ['text', 'textarea', 'number', 'email'];

/** The parts of a field of a form, by the names that n8n's own forms have for them. */
const fieldValues: INodeProperties[] = [
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
			displayOptions: { show: { fieldType: [...CHOOSING] } },
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

function readOptions(field: Field): string[] {
	const given = field.member('fieldOptions');
	const options = given
		.rows('values')
		.map((row) => row.member('option').text().trim())
		.filter((option) => option !== '');
	if (options.length === 0) throw given.refuse('is empty', 'Add what can be chosen.');
	if (options.length > MAX_OPTIONS) {
		throw given.refuse(`has too many choices: ${options.length}, and a field can have at most ${MAX_OPTIONS}`);
	}
	const twice = options.find((option, index) => options.indexOf(option) !== index);
	if (twice === undefined) return options;
	throw given.refuse(`has "${clip(twice)}" twice`, 'Give each choice a label of its own.');
}

function readField(field: Field): FormField {
	const label = field.member('fieldLabel').text().trim();
	const name = field.member('fieldName').text().trim() || label;
	if (label === '') throw field.member('fieldLabel').refuse('is empty', 'Every field of a form needs a label.');
	// such a member is never an ordinary one
	if (name === '__proto__') throw field.refuse('cannot have the name "__proto__"', 'Choose another name.');
	const type = field.member('fieldType').oneOf(FIELD_TYPES, 'text');
	return {
		name,
		label,
		type,
		required: field.member('requiredField').flag() ?? false,
		placeholder: field.member('placeholder').text(),
		defaultValue: field.member('defaultValue').text(),
		options: CHOOSING.includes(type) ? readOptions(field) : [],
	};
}

function rowsOf(item: Item): { source: Field; rows: Field[] } {
	if (item.field('defineForm').oneOf(['fields', 'json'], 'fields') === 'fields') {
		const source = item.field('formFields');
		return { source, rows: source.rows('values') };
	}
	const source = item.field('jsonOutput');
	const list = source.plainJson();
	if (!Array.isArray(list)) {
		throw source.refuse('must be a list of fields', 'It is written like [{"fieldLabel": "Name", "fieldType": "text"}].');
	}
	const rows = list.map((row, index) => rowOf(item, `Form Field ${index + 1}`, row, { inside: fieldValues }));
	return { source, rows };
}

export function readFormFields(item: Item): FormField[] {
	const { source, rows } = rowsOf(item);
	if (rows.length === 0) throw source.refuse('is empty', 'Add at least one field.');
	if (rows.length > MAX_FIELDS) {
		throw source.refuse(`has too many fields: ${rows.length}, and a form can have at most ${MAX_FIELDS}`);
	}
	const fields = rows.map(readField);
	const twice = fields.find(({ name }, index) => fields.findIndex((other) => other.name === name) !== index);
	if (twice === undefined) return fields;
	throw source.refuse(`has the name "${clip(twice.name)}" twice`, 'Give each field a name of its own.');
}
