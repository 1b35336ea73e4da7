import { rowOf } from '../../shared/field';
import { choice, itself, jsonText, membersOf, table, text, toggle } from '../../shared/parameter';
import { clip } from '../../shared/texts';
import type { Composite, Item } from '../run/item';
import type { FormField } from './question';
import { repeated, responseType } from './responses';

const MAX_FIELDS = 50;

const MAX_OPTIONS = 100;

/** The kinds of fields that a form can have, by the names that n8n's own forms have for them. */
const fieldType = choice<FormField['type']>('Element Type', 'fieldType', {
	choices: {
		text: ['Text Input', 'One line'],
		textarea: ['Textarea', 'Several lines'],
		number: ['Number'],
		email: ['Email'],
		date: ['Date', 'The output looks like 2026-12-31'],
		dropdown: ['Dropdown', 'One of several choices, in a list that opens'],
		radio: ['Radio Buttons', 'One of several choices, all visible at once'],
		checkbox: ['Checkboxes', 'Any number of choices. The output is a list.'],
	},
	default: 'text',
	description: 'The kind of field',
});

const CHOOSING = ['dropdown', 'radio', 'checkbox'];

export function isChoice({ type }: Pick<FormField, 'type'>): boolean {
	return CHOOSING.includes(type);
}

const fieldOptions = table(
	'Field Options',
	'fieldOptions',
	['Field Option', 'values'],
	{ option: text('Option', 'option', 'One of the choices', { placeholder: 'e.g. Before noon' }) },
	{
		typeOptions: { sortable: true },
		displayOptions: { show: { fieldType: CHOOSING } },
		description: 'The choices',
	},
).map((rows, given) => {
	const options = rows.map(({ values }) => values.option).filter((option) => option !== '');
	if (options.length === 0) throw given.refuse('is empty', 'Add at least one choice.');
	if (options.length > MAX_OPTIONS) {
		throw given.refuse(`has ${options.length} entries, but a field can have up to ${MAX_OPTIONS} choices`);
	}
	const twice = repeated(options);
	if (twice === undefined) return options;
	throw given.refuse(`has "${clip(twice)}" twice`, 'Give each choice a different label.');
});

/** The parts of a field of a form, by the names that n8n's own forms have for them. */
const parts = {
	label: text('Label', 'fieldLabel', "The field's label on the page", {
		required: true,
		placeholder: 'e.g. Delivery address',
	}).as(itself),
	type: fieldType,
	options: fieldOptions,
	placeholder: text('Placeholder', 'placeholder', 'The text to show while the field is empty', {
		displayOptions: { show: { fieldType: ['text', 'textarea', 'number', 'email'] } },
	}).as((field) => field.text()),
	defaultValue: text(
		'Default Value',
		'defaultValue',
		'The initial value. For a date, write 2026-12-31. For checkboxes, write their labels, separated by commas.',
	).as((field) => field.text()),
	required: toggle('Required Field', 'requiredField', 'Whether the person must fill in this field to send the form', {
		default: false,
	}),
	name: text('Custom Field Name', 'fieldName', 'The name of the field in the output. If empty, the label is used.', {
		placeholder: 'e.g. address',
	}),
};

const EXAMPLE = `[
  { "fieldLabel": "Name", "requiredField": true },
  { "fieldLabel": "Number of guests", "fieldType": "number" },
  {
    "fieldLabel": "Time",
    "fieldType": "radio",
    "fieldOptions": { "values": [{ "option": "Noon" }, { "option": "Evening" }] }
  }
]`;

const defineForm = choice('Define Form', 'defineForm', {
	choices: {
		fields: ['Using Fields Below', 'Each field with its label, type and choices'],
		json: ['Using JSON'],
	},
	noDataExpression: true,
	default: 'fields',
	displayOptions: { show: { responseType: ['customForm'] } },
	description: 'How to define the fields of the form',
});

const formFields = table('Form Fields', 'formFields', ['Form Field', 'values'], parts, {
	displayOptions: { show: { responseType: ['customForm'], defineForm: ['fields'] } },
	typeOptions: { sortable: true },
	description: 'The fields for the person to fill in',
});

const jsonFields = jsonText(
	'Form Fields (JSON)',
	'jsonOutput',
	"The fields, in the format of n8n's own forms. Files, hidden fields, passwords and HTML aren't supported.",
	{
		typeOptions: { rows: 8 },
		default: EXAMPLE,
		displayOptions: { show: { responseType: ['customForm'], defineForm: ['json'] } },
	},
).as((source) => {
	const list = source.plainJson();
	if (!Array.isArray(list)) {
		throw source.refuse('must be a list of fields', 'Write it like [{"fieldLabel": "Name", "fieldType": "text"}].');
	}
	const inside = Object.values(parts).map(({ property }) => property);
	const rows = list.map((one, index) => rowOf(`Form Field ${index + 1}`, one, { inside }));
	const valuesOf = membersOf(parts);
	return rows.map((row) => ({ row, values: valuesOf(row) }));
});

function readField({ row, values }: ReturnType<typeof formFields.read>[number]): FormField {
	const label = values.label.text().trim();
	const name = values.name || label;
	if (label === '') throw values.label.refuse('is empty', 'Every field of a form needs a label.');
	// such a member is never an ordinary one
	if (name === '__proto__') throw row.refuse('can\'t have the name "__proto__"', 'Choose another name.');
	const { type, required, placeholder, defaultValue } = values;
	return { name, label, type, required, placeholder, defaultValue, options: isChoice({ type }) ? values.options : [] };
}

function customForm(item: Item): FormField[] {
	const given = item.read(defineForm) === 'fields' ? formFields : jsonFields;
	const rows = item.read(given);
	const source = item.field(given.property);
	if (rows.length === 0) throw source.refuse('is empty', 'Add at least one field.');
	if (rows.length > MAX_FIELDS) {
		throw source.refuse(`has ${rows.length} entries, but a form can have up to ${MAX_FIELDS} fields`);
	}
	const fields = rows.map(readField);
	const twice = repeated(fields.map(({ name }) => name));
	if (twice === undefined) return fields;
	throw source.refuse(`has the name "${clip(twice)}" twice`, 'Give each field a different name.');
}

/** The page's heading is the question, so the field needs no label. */
const FREE_TEXT: FormField = {
	name: 'text',
	label: '',
	type: 'textarea',
	required: true,
	placeholder: '',
	defaultValue: '',
	options: [],
};

/** The fields of a form, by the response type: a text is a form with one field, and nothing else is a form. */
export const answerForm: Composite<FormField[]> = {
	parts: [defineForm, formFields, jsonFields],
	readItem: (item) => {
		const type = item.read(responseType);
		if (type === 'freeText') return [FREE_TEXT];
		return type === 'customForm' ? customForm(item) : [];
	},
};
