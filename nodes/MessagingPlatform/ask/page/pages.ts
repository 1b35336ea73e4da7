import { clip } from '../../../shared/texts';
import { isChoice } from '../formFields';
import type { FormField, PageTexts } from '../question';
import { Html, markup } from './html';
import { POLICY, SCRIPT, STYLE } from './style';
import { MAX_TEXT, type Sent, inputName } from './submission';

/** The name of the buttons of a page with choices. */
export const CHOICE_NAME = 'choice';

function documentOf(title: string, main: Html): string {
	const page = markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
<style>${new Html(STYLE)}</style>
<script>${new Html(SCRIPT)}</script>
</head>
<body>
<main>${main}</main>
</body>
</html>
`;
	return page.text;
}

/** n8n takes the answer to a form in no other encoding. */
const FORM = new Html('method="post" enctype="multipart/form-data"');

/** The ID of the heading, which labels a field that has no label of its own. */
const HEADING = 'question';

function headingOf({ title, description }: PageTexts): Html {
	if (title === '') return markup`<h1 class="question" id="${HEADING}" dir="auto">${description}</h1>`;
	return markup`<h1 id="${HEADING}" dir="auto">${title}</h1>${description === '' ? undefined : markup`<p dir="auto">${description}</p>`}`;
}

function pageOf(texts: PageTexts, rest: Html): string {
	const title = texts.title || texts.description.trim().split('\n')[0] || texts.button;
	return documentOf(clip(title, 60), markup`${headingOf(texts)}${rest}`);
}

/** Returns the values of a field on the page: what was sent before, or otherwise its initial value. */
function valuesOf(field: FormField, index: number, sent: Sent | undefined): readonly string[] {
	if (sent !== undefined) return sent.get(inputName(index)) ?? [];
	if (field.type !== 'checkbox') return [field.defaultValue];
	return field.defaultValue.split(',').map((label) => label.trim());
}

const INPUT_TYPES: Partial<Record<FormField['type'], string>> = { number: 'number', email: 'email', date: 'date' };

/** Attributes that say what is asked of a field, to people and to screen readers. */
function attributesOf(field: FormField, index: number, problem: string | undefined): Html {
	const id = inputName(index);
	const called = field.label === '' ? markup` aria-labelledby="${HEADING}"` : undefined;
	const wrong = problem === undefined ? undefined : markup` aria-invalid="true" aria-describedby="${id}-problem"`;
	const placeholder = field.placeholder === '' ? undefined : markup` placeholder="${field.placeholder}"`;
	return markup`id="${id}" name="${id}"${field.required ? markup` required` : undefined}${called}${wrong}${placeholder} dir="auto"`;
}

function inputOf(field: FormField, index: number, values: readonly string[], problem: string | undefined): Html {
	const attributes = attributesOf(field, index, problem);
	const value = values[0] ?? '';
	switch (field.type) {
		case 'textarea':
			// browsers drop the first line break of the content
			return markup`<textarea ${attributes} maxlength="${MAX_TEXT}" rows="5">
${value}</textarea>`;
		case 'dropdown': {
			const options = field.options.map(
				(option) => markup`<option${values.includes(option) ? markup` selected` : undefined}>${option}</option>`,
			);
			return markup`<select ${attributes}><option value=""></option>${options}</select>`;
		}
		case 'number':
			return markup`<input ${attributes} type="number" step="any" value="${value}">`;
		default:
			return markup`<input ${attributes} type="${INPUT_TYPES[field.type] ?? 'text'}" maxlength="${MAX_TEXT}" value="${value}">`;
	}
}

function choicesOf(field: FormField, index: number, values: readonly string[]): Html[] {
	const type = field.type === 'radio' ? 'radio' : 'checkbox';
	// if a checkbox is required, browsers want this very one
	const required = field.required && type === 'radio' ? markup` required` : undefined;
	return field.options.map(
		(option) =>
			markup`<label class="choice"><input type="${type}" name="${inputName(index)}" value="${option}"${required}${values.includes(option) ? markup` checked` : undefined}><span dir="auto">${option}</span></label>`,
	);
}

function fieldOf(field: FormField, index: number, sent: Sent | undefined, problem: string | undefined): Html {
	const values = valuesOf(field, index, sent);
	const id = inputName(index);
	const mark = field.required ? markup` <span class="mark" aria-hidden="true">*</span>` : undefined;
	const said = problem === undefined ? undefined : markup`<p class="problem" id="${id}-problem" role="alert">${problem}</p>`;
	if (isChoice(field) && field.type !== 'dropdown') {
		const wrong = problem === undefined ? undefined : markup` aria-describedby="${id}-problem"`;
		return markup`<fieldset${wrong}><legend dir="auto">${field.label}${mark}</legend>${choicesOf(field, index, values)}${said}</fieldset>`;
	}
	const label = field.label === '' ? undefined : markup`<label for="${id}" dir="auto">${field.label}${mark}</label>`;
	return markup`<div>${label}${inputOf(field, index, values, problem)}${said}</div>`;
}

/** Writes the page of a form, which sends the form to its own address. */
export function formPage(
	texts: PageTexts,
	fields: readonly FormField[],
	sent?: Sent,
	problems: ReadonlyMap<number, string> = new Map(),
): string {
	const inputs = fields.map((field, index) => fieldOf(field, index, sent, problems.get(index)));
	return pageOf(texts, markup`<form ${FORM}>${inputs}<button dir="auto">${texts.button}</button></form>`);
}

/** Writes a page with a button for each choice. Opening it answers nothing: programs that check links in messages do that. */
export function choicePage(texts: PageTexts, choices: ReadonlyArray<{ choice: number; caption: string }>): string {
	const buttons = choices.map(
		({ choice, caption }) => markup`<button name="${CHOICE_NAME}" value="${choice}" dir="auto">${caption}</button>`,
	);
	return pageOf(texts, markup`<form ${FORM}>${buttons}</form>`);
}

/** Writes a page that asks nothing. */
export function noticePage(title: string, text: string): string {
	return documentOf(title, markup`<h1>${title}</h1><p>${text}</p>`);
}
