import { isDate, readDate } from '../../../shared/dates';
import { Failure } from '../../../shared/failure';
import type { Field } from '../../../shared/field';
import { plainObject } from '../../../shared/fieldJson';
import { hasMembers } from '../../../shared/fieldValue';
import { choice, group, itself, jsonText, table, text } from '../../../shared/parameter';
import { clip, inOneParagraph } from '../../../shared/texts';
import { simplifyField } from '../../fields/modes';
import { attachments } from '../../message/attachments';
import { buttons } from '../../message/buttons';
import { dryRun } from '../../message/dryRun';
import { checkFileCount } from '../../message/fileLimits';
import { excludedTags } from '../../message/guard';
import { furtherFields } from '../../message/messageFields';
import { postAll } from '../../message/post';
import { recipient } from '../../message/recipient';
import { sending } from '../../message/sending';
import type { Composite, Item } from '../../run/item';
import { operation } from '../../run/operation';

/** Makes the error of a value, with the name of its placeholder. */
type Refuse = (problem: string, advice: string) => Error;

/** Writes a number in plain digits, not as 1e-7, and refuses one that has lost some. */
function digitsOf(refuse: Refuse, value: number): string {
	if (!Number.isFinite(value)) throw refuse(`isn't a number: ${value}`, 'Check the expression of this value.');
	if (Number.isInteger(value) && !Number.isSafeInteger(value)) {
		throw refuse(
			`is too large to be exact: ${value}`,
			'Some of its digits are already lost. Pass it as text, as the Messaging Platform nodes output it.',
		);
	}
	const text = String(value);
	return text.includes('e') ? value.toLocaleString('en-US', { useGrouping: false, maximumFractionDigits: 20 }) : text;
}

function textOf(item: Item, refuse: Refuse, value: unknown): string {
	if (value === undefined || value === null) return '';
	if (typeof value === 'string') return value;
	if (typeof value === 'bigint') return value.toString();
	if (typeof value === 'number') return digitsOf(refuse, value);
	if (typeof value === 'boolean') {
		throw refuse(
			`must be text, a number or a date, but it is ${value}`,
			'Convert it to the text people should read, for example {{ $json.paid ? "paid" : "open" }}.',
		);
	}
	const date = readDate(value, item.functions.getTimezone())?.toISO();
	if (typeof date === 'string') return date;
	const kind = Array.isArray(value) ? 'a list' : isDate(value) ? 'an invalid date' : 'an object';
	throw refuse(
		`must be text, a number or a date, but it is ${kind}`,
		'Use simple values, such as {"name": "value"}. Lists and objects can\'t be inserted.',
	);
}

/** Checks a value's limits (specification, "Limits", template substitution values). */
function checkValue(refuse: Refuse, channel: string, value: string): string {
	if (channel !== 'whatsappb') return value;
	if (/[\r\n\v\f\u0085\u2028\u2029]/.test(value)) {
		throw refuse(`has a line break, which WhatsApp Business doesn't allow: ${clip(value, 60)}`, 'Write it on one line.');
	}
	if (value.includes('\t')) {
		throw refuse(`has a tab, which WhatsApp Business doesn't allow: ${clip(value, 60)}`, 'Write a space instead.');
	}
	const spaces = / {5,}/.exec(value)?.[0].length;
	if (spaces === undefined) return value;
	throw refuse(
		`has ${spaces} spaces in a row, but WhatsApp Business allows only 4: ${clip(value, 60)}`,
		'Remove the extra spaces.',
	);
}

const SENT_AS =
	"Numbers and dates are sent as text, for example 19.9 and 2026-01-31T09:00:00.000+01:00. To format a date, use {{ $now.format('dd.MM.yyyy') }}. An empty value is sent as empty text";

const givenBy = choice('Substitutions', 'substitutionsInput', {
	choices: {
		fields: ['Using Fields Below', 'Each value with its name in the template'],
		json: ['Using JSON'],
	},
	default: 'fields',
	description: "How to enter the values for the template's placeholders",
});

const rows = table(
	'Values',
	'substitutions',
	['Value', 'substitution'],
	{
		name: text('Name', 'name', 'The name of the placeholder in the template', { required: true, placeholder: 'e.g. order' }).as(
			itself,
		),
		value: text('Value', 'value', `The text to insert. ${SENT_AS}.`, { placeholder: 'e.g. 42' }).as((field) => field.value),
	},
	{
		displayOptions: { show: { substitutionsInput: ['fields'] } },
		description:
			"On WhatsApp Business, a value can't have line breaks, tabs or more than 4 spaces in a row. On VK, a name can have only the letters A-Z and a-z.",
	},
);

/** An object from an expression is taken unchanged, because JSON has no dates. */
const json = jsonText(
	'Values (JSON)',
	'substitutionsJson',
	`An object with a simple value for each placeholder: {"name": "Anna", "order": 42}. ${SENT_AS}.`,
	{ default: '{\n  "name": "value"\n}', required: true, displayOptions: { show: { substitutionsInput: ['json'] } } },
).as((one) => new Map(Object.entries<unknown>(hasMembers(one.value) ? one.value : one.isGiven ? plainObject(one) : {})));

function readRows(item: Item): Map<string, unknown> {
	const values = new Map<string, unknown>();
	for (const { values: row } of item.read(rows)) {
		const name = row.name.required();
		if (values.has(name)) throw row.name.refuse(`is given twice: ${clip(name, 60)}`, 'Remove one of the two.');
		values.set(name, row.value);
	}
	return values;
}

function readSubstitutions(item: Item, channel: string): Record<string, string> {
	const given = item.read(givenBy) === 'json' ? item.read(json) : readRows(item);
	const values = [...given].map(([name, value]): [string, string] => {
		const refuse: Refuse = (problem, advice) => Failure.ofValue(`Substitutions: "${clip(name, 60)}" ${problem}`, advice);
		if (name.trim() === '') throw refuse("isn't a name", 'Every value needs the name of its placeholder.');
		if (channel === 'vk' && !/^[A-Za-z]+$/.test(name)) {
			throw refuse(
				"isn't a name for a VK template: only the letters A-Z and a-z are allowed",
				'Use the exact name from the template.',
			);
		}
		return [name, checkValue(refuse, channel, textOf(item, refuse, value))];
	});
	return Object.fromEntries(values);
}

/** The values for a template's placeholders (specification, "Template send variants"). */
const substitutions: Composite<(channel: string) => Record<string, string>> = {
	parts: [givenBy, rows, json],
	readItem: (item) => (channel) => readSubstitutions(item, channel),
};

function readTemplateId(field: Field, channel: string): string {
	const templateId = field.required();
	if (channel !== 'whatsappb' || /^\d+$/.test(templateId)) return templateId;
	throw field.refuse(
		`must be a number on a WhatsApp Business channel: ${clip(templateId)}`,
		'Enter the number you received when the template was approved, not its name.',
	);
}

/** Adds what a refused template was sent with: the platform lists neither templates nor their placeholders. Values may be private. */
function withNames(error: unknown, templateId: string, names: string[]): Failure {
	const failure = Failure.of(error);
	const isAboutTemplate = /template|substitution|placeholder/i.test(`${failure.message} ${failure.advice}`);
	if (failure.response?.status === undefined || failure.outcome !== 'notSent' || !isAboutTemplate) return failure;
	const values = names.length === 0 ? 'no values' : `values for ${names.map((name) => `"${clip(name, 60)}"`).join(', ')}`;
	const advice = inOneParagraph([failure.advice, `The template "${clip(templateId, 60)}" was sent with ${values}.`]);
	return failure.with({ advice });
}

/** POST {base_url}/messages with a registered template (specification, "Template send variants"). */
export const sendTemplate = operation({
	option: {
		name: 'Send Template',
		value: 'sendTemplate',
		action: 'Send template message',
		description: 'Send an approved template, the only way to write after more than 24 hours on WhatsApp Business',
	},
	reach: 'conversation',
	forModels:
		"Send an approved template message to the person in this chat, or to the recipient that the tool is set up for. It goes out at once, may cost money and can't be taken back.",
	fields: {
		recipient,
		templateId: text(
			'Template ID',
			'templateId',
			"On WhatsApp Business, the number you received when the template was approved. On VK, the template's name.",
			{ required: true, placeholder: 'e.g. 1001' },
		).as(itself),
		substitutions,
		attachments,
		buttons,
		isSimple: simplifyField(),
		more: group('Additional Fields', 'additionalFields', 'Add Field', { dryRun, excludedTags, furtherFields }),
	},
	// a channel's capability is about free-form messages, so the platform decides which files and buttons a template takes
	prepare: sending(async (given, item) => {
		const { recipient: to } = given;
		const templateId = readTemplateId(given.templateId, to.channel);
		const values = given.substitutions(to.channel);
		const files = await given.attachments(to.channel, given.more.dryRun);
		checkFileCount(files.length);
		const planned = given.buttons(to.channel);
		const fields = {
			templateId,
			...(Object.keys(values).length > 0 && { substitutions: values }),
			// in their place among the request fields
			attachments: undefined,
			buttons: undefined,
			...given.more.furtherFields(),
		};
		const { isSimple } = given;
		return {
			drafts: [{ recipient: to, text: '', markup: 'PLAIN', fields, files, buttons: planned }],
			post: async (parts, turn) =>
				await postAll(item, to, parts, { ...turn, isSimple }).catch((error: unknown) => {
					throw withNames(error, templateId, Object.keys(values));
				}),
		};
	}),
});
