import { type JsonObject, isJsonObject, isObject } from '../../shared/json';
import { MAX_BUTTON_KEY_BYTES } from '../../shared/buttonKey';
import { Failure } from '../../shared/failure';
import { clip } from '../../shared/texts';
import { type Field, rowOf } from '../../shared/field';
import { type ActionValue, ACTION_VALUES, actionName, usesTags } from '../fields/actions';
import type { Composite, Item } from '../run/item';
import { buttonRows, buttonsInput, buttonsJson, captions } from './buttonFields';
import type { TextMarkup } from './markupPlaces';

/** An automatic reply: the node makes a prepared message and a chain action of it. */
interface ButtonAnswer {
	/** May be empty (specification, "PreparedMessage", text). */
	text: string;
	action: ActionValue;
	/** For tags.assign and tags.remove. */
	tags: string[];
}

/** A button, checked; with `answer` its payload is still to be made. */
export interface PlannedButton {
	button: JsonObject & { type: (typeof BUTTON_TYPES)[number]; text: string };
	answer?: ButtonAnswer;
	/** The payload is the caption, because the user gave none. */
	isKeyCaption?: true;
}

/** The types that can be sent (specification, "Button"). */
const BUTTON_TYPES = ['ActionButton', 'GetContactButton', 'HyperLinkButton'] as const;

/** ActionButton and HyperLinkButton together (specification, "Limits": buttons per message). */
const MAX_BUTTONS = 10;

const MEMBERS = ['type', 'text', 'link', 'payload', 'oneTime', 'removeKeyboard', 'answer', 'clickCount'];

/** A whole URL (RFC 3986, 3.1); without // only what a phone opens. */
const LINK = /^(?:(?:mailto|tel|sms):|[a-z][a-z0-9+.-]*:\/\/)./i;

function readAnswer(button: Field, answer: Field): ButtonAnswer {
	if (!isObject(answer.value)) {
		throw answer.refuse("isn't an object", 'Write it like {"text": "Thank you!", "action": "tags.assign", "tags": ["buyer"]}.');
	}
	const action = answer.member('action').oneOf(ACTION_VALUES, 'nothing');
	const written = answer.member('text').text();
	// a reply that no one can see isn't sent
	const text = written.trim() === '' ? '' : written;
	if (action === 'nothing' && text === '') {
		throw button.refuse(
			'has neither a reply nor an action',
			'Enter a reply or choose tags, or set "When Pressed" to "Notify the Workflow". In JSON, give the button a text, an action or a payload.',
		);
	}
	if (!usesTags(action)) return { text, action, tags: [] };
	const field = answer.member('tags');
	// in a list the spaces at the ends of a name are part of it, in one text they only separate; a tag given twice stays twice
	const tags = Array.isArray(field.value)
		? field.value.map((entry) => field.with(entry).name())
		: field
				.whole()
				.split(',')
				.flatMap((tag) => tag.trim() || []);
	if (tags.length > 0) return { text, action, tags };
	throw button.refuse(
		`has no tags, but "${actionName(action)}" needs at least one`,
		'Choose the tags. In JSON, enter their names in "tags".',
	);
}

/** A caption as a key: as much of it as every messenger takes, without a character that was cut through. */
function keyOf(caption: string): string {
	return new TextDecoder().decode(Buffer.from(caption.trim()).subarray(0, MAX_BUTTON_KEY_BYTES), { stream: true });
}

/** One button with its own rules (specification, "Button"). */
function planButton(button: Field, channel: string | undefined): PlannedButton {
	const unknown = button.added.find((name) => !MEMBERS.includes(name));
	if (unknown !== undefined) {
		throw button.refuse(`has no field "${clip(unknown)}"`, `The fields are: ${MEMBERS.slice(0, 7).join(', ')}.`);
	}
	const given = button.member('type');
	const type = given.value === undefined || given.value === null ? 'ActionButton' : given.oneOf(BUTTON_TYPES);
	const text = button.member('text').text();
	if (text.trim() === '') throw button.refuse('has no caption', 'Enter the text on the button. In JSON, it\'s "text".');
	const payload = button.member('payload').text();
	if (type === 'HyperLinkButton') {
		const field = button.member('link');
		const link = field.href(LINK);
		if (link !== undefined) return { button: { type, text, link } };
		const given = clip(field.text().trim()) || 'it is empty';
		throw field.refuse(`isn't a valid URL: ${given}`, 'Enter a complete URL, like https://example.com.');
	}
	if (type === 'GetContactButton') {
		const flags = { oneTime: button.member('oneTime').flag(), removeKeyboard: button.member('removeKeyboard').flag() };
		// elsewhere it is sent as an ActionButton (specification, "Button flow"), whose payload is required
		const key = payload.trim() === '' && channel !== 'tg' ? keyOf(text) : payload;
		return { button: { type, text, ...(key === '' ? {} : { payload: key }), ...flags } };
	}
	const answer = button.member('answer');
	if (answer.value !== undefined && answer.value !== null) return { button: { type, text }, answer: readAnswer(button, answer) };
	if (payload.trim() !== '') return { button: { type, text, payload } };
	return { button: { type, text, payload: keyOf(text) }, isKeyCaption: true };
}

/** A caption that stands in for a key still has to show which button was pressed. */
function checkKeys(planned: PlannedButton[]): void {
	for (const [index, { button, isKeyCaption }] of planned.entries()) {
		if (!isKeyCaption) continue;
		const other = planned.findIndex((one) => one.button !== button && one.button.payload === button.payload);
		if (other < 0) continue;
		throw Failure.ofValue(
			`Button ${Math.min(index, other) + 1} and Button ${Math.max(index, other) + 1} would have the same key: ${clip(String(button.payload))}`,
			'A button without a key uses its caption as the key. Change one of the captions, or give a button a key of its own, so that you can see which one was pressed.',
		);
	}
}

/** A button of the form as the object that the JSON way takes. */
function fromRow({ values: given }: ReturnType<typeof buttonRows.read>[number]): JsonObject {
	const { type } = given;
	const button: JsonObject = { type, text: given.text };
	if (type === 'HyperLinkButton') return { ...button, link: given.link };
	if (type === 'GetContactButton') {
		// true is the platform's default for both
		return {
			...button,
			payload: given.contactPayload,
			...(given.oneTime === false ? { oneTime: false } : {}),
			...(given.removeKeyboard === false ? { removeKeyboard: false } : {}),
		};
	}
	const does = given.whenPressed;
	if (does === 'payload') return { ...button, payload: given.payload };
	const tags = does === 'answer' ? given.answerTags : given.removedTags;
	const action = does !== 'answer' ? does : tags.length > 0 ? 'tags.assign' : undefined;
	return { ...button, answer: { text: given.answerText, action, tags } };
}

/** Reads buttons given as captions: a list of texts, or one text with a caption per line. */
function fromList(field: Field): JsonObject[] {
	const lines = Array.isArray(field.value) ? field.value.map((entry) => field.with(entry).text()) : field.text().split('\n');
	return lines.flatMap((line) => (line.trim() === '' ? [] : [{ text: line.trim() }]));
}

/** Reads buttons given as JSON: a list of buttons, one button, JSON text of either, or nothing. */
function fromJson(field: Field): JsonObject[] {
	const buttons = field.plainJson();
	if (buttons === undefined || buttons === null) return [];
	if (isJsonObject(buttons)) return [buttons];
	if (Array.isArray(buttons) && buttons.every(isJsonObject)) return buttons;
	throw field.refuse(
		'isn\'t a list like [{"type": "ActionButton", "text": "Yes", "payload": "yes"}]',
		'Check quotes, commas and brackets.',
	);
}

function givenButtons(item: Item): JsonObject[] {
	switch (item.read(buttonsInput)) {
		case 'list':
			return fromList(item.read(captions));
		case 'fields':
			return item.read(buttonRows).map(fromRow);
		case 'json':
			return fromJson(item.read(buttonsJson));
		default:
			return [];
	}
}

function planButtons(item: Item, channel?: string): PlannedButton[] {
	const planned = givenButtons(item).map((button, index) => planButton(rowOf(`Button ${index + 1}`, button), channel));
	const contact = planned.findIndex(({ button }) => button.type === 'GetContactButton');
	if (contact >= 0 && planned.length > 1) {
		throw Failure.ofValue(
			`Button ${contact + 1}: a GetContactButton must be the only button in a message, but there are ${planned.length}`,
			'Send it in a separate message.',
		);
	}
	checkKeys(planned);
	if (planned.length <= MAX_BUTTONS) return planned;
	throw Failure.ofValue(
		`Buttons has ${planned.length} entries, but a message can have up to ${MAX_BUTTONS} buttons`,
		'Send the others in another message.',
	);
}

/** The buttons of an item, checked, whichever way they are given (specification, "Button" and "Limits", buttons per message). */
export const buttons: Composite<(channel?: string) => PlannedButton[]> = {
	parts: [buttonsInput, captions, buttonRows, ...buttonsJson.parts],
	readItem: (item) => (channel) => planButtons(item, channel),
};

/** Makes a text fit for a message that is read as HTML. */
export function escapeHtml(text: string): string {
	return text.replace(/[&<>]/g, (character) => ({ '&': '&amp;', '<': '&lt;' })[character] ?? '&gt;');
}

/** Writes buttons as a numbered list below the text, for a channel that has none; links show their URL. */
export function withNumberedButtons(text: string, buttons: PlannedButton[], markup: TextMarkup): string {
	const lines = buttons.map(({ button }, index) => {
		const line = `${index + 1}. ${button.text}${typeof button.link === 'string' ? `: ${button.link}` : ''}`;
		return markup === 'HTML' ? escapeHtml(line) : line;
	});
	return [...(text === '' ? [] : [text, '']), ...lines].join('\n');
}
