import type { INodeProperties } from 'n8n-workflow';
import { clip } from '../../shared/texts';
import { type Field, rowOf } from '../../shared/field';
import type { Item } from '../run/item';
import { choice, field, rows, text } from '../../shared/shapes';

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
	text('Label', 'fieldLabel', "The field's label on the page", { required: true, placeholder: 'e.g. Delivery address' }),
	choice('Element Type', 'fieldType', {
		choices: {
			checkbox: ['Checkboxes', 'Any number of choices. The output is a list.'],
			date: ['Date', 'The output looks like 2026-12-31'],
			dropdown: ['Dropdown', 'One of several choices, in a list that opens'],
			email: ['Email'],
			number: ['Number'],
			radio: ['Radio Buttons', 'One of several choices, all visible at once'],
			text: ['Text Input', 'One line'],
			textarea: ['Textarea', 'Several lines'],
		},
		default: 'text',
		description: 'The kind of field',
	}),
	rows(
		'Field Options',
		'fieldOptions',
		['Field Option', 'values'],
		[text('Option', 'option', 'One of the choices', { placeholder: 'e.g. Before noon' })],
		{
			typeOptions: { sortable: true },
			displayOptions: { show: { fieldType: [...CHOOSING] } },
			description: 'The choices',
		},
	),
	text('Placeholder', 'placeholder', 'The text to show while the field is empty', {
		displayOptions: { show: { fieldType: TYPED } },
	}),
	text(
		'Default Value',
		'defaultValue',
		'The initial value. For a date, write 2026-12-31. For checkboxes, write their labels, separated by commas.',
	),
	field('Required Field', 'requiredField', 'boolean', 'Whether the person must fill in this field to send the form'),
	text('Custom Field Name', 'fieldName', 'The name of the field in the output. If empty, the label is used.', {
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
	choice('Define Form', 'defineForm', {
		choices: {
			fields: ['Using Fields Below'],
			json: ['Using JSON'],
		},
		noDataExpression: true,
		default: 'fields',
		displayOptions: { show: { responseType: ['customForm'] } },
		description: 'How to define the fields of the form',
	}),
	rows('Form Fields', 'formFields', ['Form Field', 'values'], fieldValues, {
		displayOptions: { show: { responseType: ['customForm'], defineForm: ['fields'] } },
		typeOptions: { sortable: true },
		description: 'The fields for the person to fill in',
	}),
	field(
		'Form Fields (JSON)',
		'jsonOutput',
		'json',
		"The fields, in the format of n8n's own forms. Files, hidden fields, passwords and HTML aren't supported.",
		{
			typeOptions: { rows: 8 },
			default: EXAMPLE,
			displayOptions: { show: { responseType: ['customForm'], defineForm: ['json'] } },
		},
	),
];

function readOptions(field: Field): string[] {
	const given = field.member('fieldOptions');
	const options = given
		.rows('values')
		.map((row) => row.member('option').text().trim())
		.filter((option) => option !== '');
	if (options.length === 0) throw given.refuse('is empty', 'Add at least one choice.');
	if (options.length > MAX_OPTIONS) {
		throw given.refuse(`has ${options.length} entries, but a field can have up to ${MAX_OPTIONS} choices`);
	}
	const twice = options.find((option, index) => options.indexOf(option) !== index);
	if (twice === undefined) return options;
	throw given.refuse(`has "${clip(twice)}" twice`, 'Give each choice a different label.');
}

function readField(field: Field): FormField {
	const label = field.member('fieldLabel').text().trim();
	const name = field.member('fieldName').text().trim() || label;
	if (label === '') throw field.member('fieldLabel').refuse('is empty', 'Every field of a form needs a label.');
	// such a member is never an ordinary one
	if (name === '__proto__') throw field.refuse('can\'t have the name "__proto__"', 'Choose another name.');
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
		throw source.refuse('must be a list of fields', 'Write it like [{"fieldLabel": "Name", "fieldType": "text"}].');
	}
	const rows = list.map((row, index) => rowOf(`Form Field ${index + 1}`, row, { inside: fieldValues }));
	return { source, rows };
}

export function readFormFields(item: Item): FormField[] {
	const { source, rows } = rowsOf(item);
	if (rows.length === 0) throw source.refuse('is empty', 'Add at least one field.');
	if (rows.length > MAX_FIELDS) {
		throw source.refuse(`has ${rows.length} entries, but a form can have up to ${MAX_FIELDS} fields`);
	}
	const fields = rows.map(readField);
	const twice = fields.find(({ name }, index) => fields.findIndex((other) => other.name === name) !== index);
	if (twice === undefined) return fields;
	throw source.refuse(`has the name "${clip(twice.name)}" twice`, 'Give each field a different name.');
}
