import type { TypedMessage } from '../../shared/handOver';
import { level } from '../../shared/fold';
import { type JsonObject, type JsonValue, objectOf } from '../../shared/json';
import { readDate } from '../../shared/dates';
import { amount, choice as list, text } from '../../shared/parameter';
import { readPhoneNumber } from '../message/phone';
import type { Check, ResponseType, Typed } from './question';

/** The reading of a message: the members of the output and the output that they leave through; undefined if it isn't an answer. */
type Reading = { data: JsonObject; choice: number } | undefined;

const byMessage = (...types: ResponseType[]) => ({ show: { responseType: types, answerWith: ['chat'] } });

const answerCheck = list<Check>('Accepted Answer', 'answerCheck', {
	choices: {
		anyMessage: ['Any Message', 'Also a voice message, a file, a contact or a location'],
		date: ['Date', 'Like 31.12.2026 or 2026-12-31. The output looks like 2026-12-31.'],
		email: ['Email'],
		number: ['Number'],
		phone: ['Phone', 'With the country code'],
		text: ['Text'],
	},
	default: 'text',
	displayOptions: byMessage('freeText'),
	description: 'What counts as an answer. After any other message, the question is asked again.',
});

const bound = (displayName: string, name: string, description: string) =>
	text(displayName, name, `${description} If empty, there is no limit.`, {
		placeholder: 'e.g. 10',
		displayOptions: { show: { ...byMessage('freeText').show, answerCheck: ['number'] } },
	}).as((given) => (given.text().trim() === '' ? undefined : given.number(Number.isFinite, 'a number')));

/** The fields for answers by message. */
export const typedFields = {
	answerCheck,
	minimum: bound('Smallest Number', 'minimum', 'The smallest number to accept.'),
	maximum: bound('Largest Number', 'maximum', 'The largest number to accept.'),
	askAgainWith: text(
		'Ask Again With',
		'askAgainWith',
		"The text to send after a message that isn't an answer. If empty, the question is sent again.",
		{ placeholder: 'e.g. Please send a number between 1 and 10', displayOptions: byMessage('choice', 'contact', 'freeText') },
	),
	tries: amount(
		'Tries',
		'tries',
		'The number of messages that the person may send until one is an answer. Then the workflow continues without one.',
		{
			default: 3,
			typeOptions: { minValue: 1, maxValue: 20 },
			displayOptions: byMessage('choice', 'contact', 'freeText'),
		},
	),
};

/** A number as people type it. One like 1,500 may be two numbers, so it isn't read. */
function readNumber(typed: string, { minimum = -Infinity, maximum = Infinity }: Typed): number | undefined {
	const bare = typed
		.normalize('NFKC')
		.replace(/(?<=\d)[\s'’](?=\d{3}(?:\D|$))/g, '')
		.trim();
	const digits = /^([+-]?\d+)(?:[.,](\d{1,2}|\d{4,}))?$/.exec(bare);
	const number = digits === null ? NaN : Number(`${digits[1]}.${digits[2] ?? '0'}`);
	return Number.isFinite(number) && number >= minimum && number <= maximum ? number : undefined;
}

/** A date with the day first if it has dots, or with the year first: with slashes, half of the world means the other one. */
function readDay(typed: string): string | undefined {
	const [, day = '', month = '', year = ''] = /^(\d{1,2})\. ?(\d{1,2})\. ?(\d{4})$/.exec(typed) ?? [];
	const two = (digits: string) => digits.padStart(2, '0');
	const iso = day === '' ? typed.replace(/^(\d{4})\/(\d\d)\/(\d\d)$/, '$1-$2-$3') : `${year}-${two(month)}-${two(day)}`;
	return /^\d{4}-\d\d-\d\d$/.test(iso) ? (readDate(iso, 'UTC')?.toISODate() ?? undefined) : undefined;
}

function readPhone({ text: typed, contact }: TypedMessage): string | undefined {
	const shared = [contact?.phone, objectOf(contact).phoneNumber].find((one) => typeof one === 'string');
	const reading = readPhoneNumber(shared ?? typed);
	return 'address' in reading ? reading.address.replace(/^tel:/, '') : undefined;
}

/** The checked value of a message; undefined if it isn't of the kind. */
const CHECKS: Record<Check, (message: TypedMessage, typed: Typed) => JsonValue | undefined> = {
	anyMessage: ({ text: words }) => words,
	text: ({ text: words }) => (words.trim() === '' ? undefined : words),
	number: ({ text: words }, typed) => readNumber(words, typed),
	email: ({ text: words }) => /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.exec(words.trim())?.[0],
	phone: readPhone,
	date: ({ text: words }) => readDay(words.trim()),
};

/** Finds the choice whose caption a message is, or whose number, if numbers may choose; below 0 for none. */
function choiceIn(words: string, captions: string[], numbers: boolean): number {
	const said = level(words);
	const named = captions.findIndex((caption) => level(caption) === said);
	if (named >= 0 || !numbers || !/^\d{1,2}$/.test(said)) return named;
	return Number(said) <= captions.length ? Number(said) - 1 : -1;
}

const messageData = ({ text: words, attachments, messageId }: TypedMessage) => ({
	text: words,
	attachments,
	...(messageId !== undefined && { messageId }),
});

/** Reads a message as an answer to a question. Approvals take whole captions only: a number approves nothing. */
export function readTyped(
	message: TypedMessage,
	typed: Typed,
	responseType: ResponseType,
	outputOf: (choice: number) => JsonObject,
): Reading {
	if (responseType === 'approval' || responseType === 'choice') {
		const choice = choiceIn(message.text, typed.captions, responseType === 'choice');
		return choice < 0 ? undefined : { choice, data: { ...outputOf(choice), ...messageData(message) } };
	}
	if (responseType === 'contact') {
		const phone = readPhone(message);
		return phone === undefined
			? undefined
			: { choice: 0, data: { contact: { ...message.contact, phone }, ...messageData(message) } };
	}
	const value = CHECKS[typed.check](message, typed);
	return value === undefined ? undefined : { choice: 0, data: { value, ...messageData(message) } };
}
