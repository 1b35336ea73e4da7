import { clip } from '../../shared/texts';
import { type Field, rowOf } from '../../shared/field';
import type { Item } from '../run/item';
import { fieldValues } from './formProperties';

/** The kinds of fields that a form can have, by the names that n8n's own forms have for them. */
export const FIELD_TYPES = ['text', 'textarea', 'number', 'email', 'date', 'dropdown', 'radio', 'checkbox'] as const;
export type FieldType = (typeof FIELD_TYPES)[number];

/** A field of a form, checked. */
export interface FormField {
	/** What the output calls it. */
	name: string;
	/** What stands above it; empty where the page's heading says enough. */
	label: string;
	type: FieldType;
	required: boolean;
	placeholder: string;
	/** What it holds at first; of checkboxes several, with commas between them. */
	defaultValue: string;
	/** What can be chosen, of a dropdown, radio buttons and checkboxes. */
	options: string[];
}

/** Fields of one form. */
export const MAX_FIELDS = 50;

/** Choices of one field. */
export const MAX_OPTIONS = 100;

const CHOOSING: readonly FieldType[] = ['dropdown', 'radio', 'checkbox'];

/** Whether a field is filled in by choosing. */
export function isChosen({ type }: FormField): boolean {
	return CHOOSING.includes(type);
}

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

/**
 * Reads the fields of a form.
 *
 * @param item the item
 * @returns at least one and at most {@link MAX_FIELDS}
 * @throws NodeOperationError for a field without a label, of a kind that there is not or without choices, for a name that two
 * fields have, and for too many of them
 */
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
