import { valueError } from '../../shared/platform/errors';
import { type Item, readText } from '../engine/item';
import { type JsonObject, type JsonValue, isJsonObject, parseJson } from '../../shared/json';
import { clip } from '../../shared/words';

/** What a pressed button does by itself: the node makes a prepared message and a chain action of it. */
export interface ButtonAnswer {
	/** The reply; may be empty (specification, "PreparedMessage", text). */
	text: string;
	/** What happens besides (specification, "ChainAction", action). */
	action: ButtonAction;
	/** For tags.assign and tags.remove. */
	tags: string[];
}

/** A button, checked; with `answer` its payload is still to be made. */
export interface PlannedButton {
	button: JsonObject & { type: ButtonType; text: string };
	answer?: ButtonAnswer;
}

/** The types that can be sent (specification, "Button"). */
export const BUTTON_TYPES = ['ActionButton', 'GetContactButton', 'HyperLinkButton'] as const;
export type ButtonType = (typeof BUTTON_TYPES)[number];

/** What an action can do (specification, "ChainAction"). */
export const BUTTON_ACTIONS = [
	'notifications.subscribe',
	'notifications.unsubscribe',
	'nothing',
	'tags.assign',
	'tags.remove',
] as const;
export type ButtonAction = (typeof BUTTON_ACTIONS)[number];

/** ActionButton and HyperLinkButton together (specification, "Limits": buttons per message). */
export const MAX_BUTTONS = 10;

const MEMBERS = ['type', 'text', 'link', 'payload', 'oneTime', 'removeKeyboard', 'answer', 'clickCount'];

/** An error that names the button by its place, counted as people do. */
function refused(item: Item, index: number, message: string, description: string) {
	return valueError(item.node, item.index, `Button ${index + 1}: ${message}`, description);
}

function isLink(link: string): boolean {
	if (/\s/.test(link) || !URL.canParse(link)) return false;
	const { protocol, host } = new URL(link);
	if (protocol === 'http:' || protocol === 'https:') return host !== '';
	return /^(mailto|tel|sms):/i.test(link) || /^[a-z][a-z0-9+-]*:\/\/./i.test(link);
}

function readTags(item: Item, value: JsonValue | undefined, field: string): string[] {
	const list = Array.isArray(value) ? value : [value];
	return list
		.flatMap((one) => (Array.isArray(value) ? [readText(item, one, field)] : readText(item, one, field).split(',')))
		.map((tag) => tag.trim())
		.filter((tag) => tag !== '');
}

function readAnswer(item: Item, index: number, answer: JsonValue): ButtonAnswer {
	if (!isJsonObject(answer)) {
		throw refused(
			item,
			index,
			'answer is not an object',
			'It is written like {"text": "Thank you!", "action": "tags.assign", "tags": ["buyer"]}.',
		);
	}
	const given = readText(item, answer.action ?? 'nothing', `Button ${index + 1}: action`).trim() || 'nothing';
	const action = BUTTON_ACTIONS.find((one) => one === given);
	if (!action)
		throw refused(item, index, `there is no action "${clip(given)}"`, `The actions are: ${BUTTON_ACTIONS.join(', ')}.`);
	const text = readText(item, answer.text, `Button ${index + 1}: answer`);
	const tags = action.startsWith('tags.') ? readTags(item, answer.tags, `Button ${index + 1}: tags`) : [];
	if (action.startsWith('tags.') && tags.length === 0) {
		throw refused(
			item,
			index,
			`tags is empty, and the action ${action} needs at least one`,
			'Name the tags, separated by commas.',
		);
	}
	if (action === 'nothing' && text.trim() === '') {
		throw refused(
			item,
			index,
			'its answer is empty',
			'Enter a text to reply, or choose what happens when the button is pressed.',
		);
	}
	return { text, action, tags };
}

function readFlag(item: Item, index: number, button: JsonObject, name: 'oneTime' | 'removeKeyboard'): JsonObject {
	const value = button[name];
	if (value === undefined || value === null) return {};
	if (typeof value === 'boolean') return { [name]: value };
	throw refused(item, index, `${name} must be true or false`, `It is ${clip(String(value))}.`);
}

/** One button with its own rules (specification, "Button"). */
function planButton(item: Item, index: number, button: JsonObject): PlannedButton {
	const unknown = Object.keys(button).find((name) => !MEMBERS.includes(name));
	if (unknown !== undefined) {
		throw refused(item, index, `there is no field "${clip(unknown)}"`, `The fields are: ${MEMBERS.slice(0, 7).join(', ')}.`);
	}
	const given = readText(item, button.type ?? 'ActionButton', `Button ${index + 1}: type`).trim();
	const type = BUTTON_TYPES.find((one) => one === given);
	if (!type) throw refused(item, index, `the type "${clip(given)}" cannot be sent`, `The types are: ${BUTTON_TYPES.join(', ')}.`);
	const text = readText(item, button.text, `Button ${index + 1}: text`);
	if (text.trim() === '') throw refused(item, index, 'its text is empty', 'Every button needs a caption.');
	const payload = readText(item, button.payload, `Button ${index + 1}: payload`);
	if (type === 'HyperLinkButton') {
		const link = readText(item, button.link, `Button ${index + 1}: link`).trim();
		if (!isLink(link)) {
			throw refused(
				item,
				index,
				`its link is not a valid URL: ${clip(link) || 'it is empty'}`,
				'Enter a whole address, like https://example.com.',
			);
		}
		return { button: { type, text, link } };
	}
	if (type === 'GetContactButton') {
		const flags = { ...readFlag(item, index, button, 'oneTime'), ...readFlag(item, index, button, 'removeKeyboard') };
		return { button: { type, text, ...(payload === '' ? {} : { payload }), ...flags } };
	}
	if (button.answer !== undefined && button.answer !== null) {
		return { button: { type, text }, answer: readAnswer(item, index, button.answer) };
	}
	if (payload.trim() !== '') return { button: { type, text, payload } };
	throw refused(
		item,
		index,
		'its payload is empty, and an ActionButton needs one',
		'Enter a key that comes back when the button is pressed, or let the button answer by itself.',
	);
}

/**
 * Checks the buttons of a message (specification, "Button" and "Limits", buttons per message).
 *
 * @param item the item, for errors
 * @param buttons the buttons as the user gave them: type, text, link, payload, oneTime, removeKeyboard, answer
 * @returns the buttons to send, in order, with nothing but documented fields
 * @throws NodeOperationError naming the button, the field, the limit and the value
 */
export function planButtons(item: Item, buttons: JsonObject[]): PlannedButton[] {
	const planned = buttons.map((button, index) => planButton(item, index, button));
	const contact = planned.findIndex(({ button }) => button.type === 'GetContactButton');
	if (contact >= 0 && planned.length > 1) {
		throw refused(
			item,
			contact,
			`a GetContactButton must be the only button of a message, but there are ${planned.length}`,
			'Send it in a message of its own.',
		);
	}
	if (planned.length > MAX_BUTTONS) {
		throw valueError(
			item.node,
			item.index,
			`Buttons has too many buttons: ${planned.length}, and a message can have at most ${MAX_BUTTONS}`,
			'Send the others in a further message.',
		);
	}
	return planned;
}

/**
 * Reads buttons given as JSON.
 *
 * @param item the item, for the error
 * @param value a list of buttons, one button, or JSON text of either
 * @returns the buttons; none for an empty value
 * @throws NodeOperationError when it is something else
 */
export function readButtonsJson(item: Item, value: unknown): JsonObject[] {
	let problem = 'it is not a list like [{"type": "ActionButton", "text": "Yes", "payload": "yes"}]';
	let buttons = value as JsonValue | undefined;
	if (typeof value === 'string') {
		if (value.trim() === '') return [];
		try {
			buttons = parseJson(value);
		} catch (error) {
			problem = error instanceof Error ? error.message : 'it cannot be read';
		}
	}
	if (buttons === undefined || buttons === null) return [];
	if (isJsonObject(buttons)) return [buttons];
	if (Array.isArray(buttons) && buttons.every(isJsonObject)) return buttons;
	throw valueError(item.node, item.index, `Buttons (JSON) is not valid: ${problem}`, 'Check quotes, commas and brackets.');
}
