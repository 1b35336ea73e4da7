import { type JsonValue, isObject, objectOf } from '../../../shared/json';
import { isChoice } from '../formFields';
import type { FormField } from '../question';

/** Characters of a whole form. */
const MAX_FORM = 200_000;

/** Characters of one field. */
export const MAX_TEXT = 20_000;

/** The fields of a form as a browser sends them. */
export type Sent = ReadonlyMap<string, readonly string[]>;

function textsOf(value: unknown): string[] | undefined {
	const values: unknown[] = Array.isArray(value) ? value : [value];
	return values.every((one) => typeof one === 'string') ? values : undefined;
}

/**
 * Reads the request of a browser, as n8n parses it (multipart/form-data, RFC 7578).
 * @returns undefined for anything but texts of this size
 */
export function readSent(contentType: string | undefined, body: unknown): Sent | undefined {
	if (!/^multipart\/form-data *;/i.test(contentType ?? '') || !isObject(body) || !isObject(body.data)) return undefined;
	if (Object.keys(objectOf(body.files)).length > 0) return undefined;
	const sent = new Map<string, string[]>();
	let characters = 0;
	for (const [name, value] of Object.entries(body.data)) {
		const texts = textsOf(value);
		if (texts === undefined) return undefined;
		characters += texts.reduce((sum, text) => sum + text.length, name.length);
		// a browser ends each line with two signs
		sent.set(
			name,
			texts.map((text) => text.replaceAll('\r\n', '\n')),
		);
	}
	return characters > MAX_FORM ? undefined : sent;
}

interface Submission {
	/** The members of the output. */
	answer: Array<[name: string, value: JsonValue]>;
	/** Keyed by the number of the field. */
	problems: Map<number, string>;
}

export const inputName = (index: number): string => `field-${index}`;

type Reading = { value: JsonValue } | { problem: string };

/** A number that JavaScript cannot count exactly stays its digits. */
function readNumber(text: string): Reading {
	const number = Number(text);
	if (!Number.isFinite(number)) return { problem: 'Enter a number.' };
	return { value: Number.isInteger(number) && !Number.isSafeInteger(number) ? text : number };
}

function isDate(text: string): boolean {
	if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
	const date = new Date(`${text}T00:00:00Z`);
	return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

function readTyped({ type }: FormField, text: string): Reading {
	const trimmed = text.trim();
	switch (type) {
		case 'number':
			return readNumber(trimmed);
		case 'date':
			return isDate(trimmed) ? { value: trimmed } : { problem: 'Enter a date like 2026-12-31.' };
		case 'email':
			return /^[^\s@]+@[^\s@]+$/.test(trimmed) ? { value: trimmed } : { problem: 'Enter an email address.' };
		default:
			return { value: text };
	}
}

function readField(field: FormField, sent: readonly string[]): Reading {
	const given = sent.filter((text) => text.trim() !== '');
	const [text, ...more] = given;
	if (field.required && text === undefined) return { problem: 'This field is required.' };
	if (isChoice(field) && given.some((one) => !field.options.includes(one))) return { problem: 'Choose one of the options.' };
	if (field.type === 'checkbox') return { value: [...new Set(given)] };
	if (text === undefined) return { value: null };
	if (more.length > 0) return { problem: 'Choose only one option.' };
	return text.length > MAX_TEXT ? { problem: `Enter ${MAX_TEXT} characters or fewer.` } : readTyped(field, text);
}

/** Reads and checks the values of a form, which anyone with the link can send; null for a field that was left empty. */
export function readSubmission(fields: readonly FormField[], sent: Sent): Submission {
	const problems = new Map<number, string>();
	const answer = fields.map((field, index): [string, JsonValue] => {
		const reading = readField(field, sent.get(inputName(index)) ?? []);
		if ('value' in reading) return [field.name, reading.value];
		problems.set(index, reading.problem);
		return [field.name, null];
	});
	return { answer, problems };
}
