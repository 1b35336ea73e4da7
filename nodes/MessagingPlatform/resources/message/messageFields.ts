import type { INodeProperties } from 'n8n-workflow';
import type { PrintableObject } from '../../../shared/json';
import { clip } from '../../../shared/texts';
import { type Field, rowOf } from '../../../shared/field';
import type { Item } from '../../run/item';
import { rows, text } from '../../fields/shapes';
import type { Recipient } from '../../message/recipient';
import type { TextMarkup } from '../../message/markupPlaces';

/** Fields that are certainly not a message alone. */
const MANNERS = ['deliveryTimeout', 'pushType', 'removeKeyboard', 'replyToChannelMessageId', 'replyToMessage'];

const PUSH_TYPES = ['NO_PUSH', 'REGULAR', 'SILENT_PUSH'];

/** The beginning of a period in ISO 8601: PT1H, or a date. */
const PERIOD = /^(P(?=[\dT])|\d{4}-?\d\d)/i;

/** The documented request fields (specification, "POST /messages request fields") and textMarkup: they have places of their own. */
const OWN_FIELDS = [
	...['channel', 'channelId', 'chatId', 'tbChatId', 'remoteAddress', 'text', 'textMarkup', 'templateId', 'substitutions'],
	...['attachments', 'buttons'],
];

const locationValues: INodeProperties[] = [
	text('Latitude', 'latitude', 'In degrees, from -90 to 90, with a decimal point', { placeholder: 'e.g. 52.5163' }),
	text('Longitude', 'longitude', 'In degrees, from -180 to 180, with a decimal point', { placeholder: 'e.g. 13.3777' }),
];

function readDegrees(field: Field, most: number): number {
	field.required();
	return field.number((degrees) => Math.abs(degrees) <= most, `a number of degrees from -${most} to ${most}`);
}

/** Specification, "Location": both are required. */
function readLocation(item: Item, field: Field): PrintableObject | undefined {
	const [given] = field.rows('point');
	if (!given) return undefined;
	const point = rowOf(item, field.label, given.value, { inside: locationValues });
	return { latitude: readDegrees(point.member('latitude'), 90), longitude: readDegrees(point.member('longitude'), 180) };
}

/** Specification, "TbUniMessage", contact: which members it has is not shown, so the user names them. */
function readContact(field: Field): PrintableObject | undefined {
	const contact = new Map<string, string>();
	for (const row of field.rows('detail')) {
		const name = row.member('name').required();
		if (contact.has(name)) throw row.refuse(`repeats "${clip(name)}"`, 'Every detail of a contact has a name of its own.');
		contact.set(name, row.member('value').text());
	}
	return contact.size === 0 ? undefined : Object.fromEntries(contact);
}

function readTimeout(field: Field): string | undefined {
	const period = field.text().trim();
	if (period === '' || PERIOD.test(period)) return period || undefined;
	throw field.refuse(`is not a period: ${clip(period)}`, 'Write it in ISO 8601: PT30M is 30 minutes, PT2H two hours, P1D a day.');
}

function readOwnFields(item: Item): PrintableObject {
	const more = item.field('additionalFields');
	const given = (name: string) => more.member(name).text().trim() || undefined;
	return {
		location: readLocation(item, more.member('location')),
		contact: readContact(more.member('contact')),
		subject: more.member('subject').text() || undefined,
		replyToChannelMessageId: given('replyToChannelMessageId'),
		deliveryTimeout: readTimeout(more.member('deliveryTimeout')),
		pushType: more.find('pushType')?.oneOf(PUSH_TYPES),
		removeKeyboard: more.member('removeKeyboard').flag(),
	};
}

/**
 * Reads the message fields that this node has no place for: the specification's list of request fields isn't complete ("not
 * shown").
 */
export function readFurtherFields(item: Item, set: readonly string[] = []): PrintableObject {
	const field = item.field('additionalFields').member('furtherFields');
	const fields = field.jsonObject();
	const names = Object.keys(fields);
	const twice = names.find((name) => set.includes(name));
	if (twice !== undefined) {
		throw field.refuse(
			`repeats "${clip(twice)}"`,
			'This field is also set by itself in Additional Fields: remove it from one of the two.',
		);
	}
	const own = names.find((name) => OWN_FIELDS.includes(name));
	if (own === undefined) return fields;
	throw field.refuse(
		`cannot hold "${clip(own)}"`,
		`This one has a field of its own in the node, or belongs to its other operation, as do: ${OWN_FIELDS.join(', ')}.`,
	);
}

/** Reads the fields of a message besides text, attachments and buttons (specification, "TbUniMessage"). */
export function readMessageFields(item: Item): PrintableObject {
	// most messages have none, and looking for a field costs as much as reading it
	if (item.field('additionalFields').added.length === 0) return {};
	const own = Object.fromEntries(Object.entries(readOwnFields(item)).filter(([, value]) => value !== undefined));
	return { ...own, ...readFurtherFields(item, Object.keys(own)) };
}

/** Whether fields make a message without text and attachments, as a location does. */
export function areContent(fields: PrintableObject): boolean {
	return Object.entries(fields).some(([name, value]) => !MANNERS.includes(name) && value !== undefined && value !== null);
}

const OF_EVERY_PART = ['pushType', 'deliveryTimeout', 'headers', 'notificationId', 'subject'];
const OF_FIRST_PART = ['replyToChannelMessageId', 'replyToMessage'];

/**
 * The fields of one of several messages that an item is sent as: how to send goes with each, the message that is answered with the
 * first, and everything else, a location for example, with the last.
 */
export function furtherOfPart(fields: PrintableObject, index: number, count: number): PrintableObject {
	const belongs = (name: string) => {
		if (OF_EVERY_PART.includes(name)) return true;
		return OF_FIRST_PART.includes(name) ? index === 0 : index === count - 1;
	};
	return Object.fromEntries(Object.entries(fields).filter(([name]) => belongs(name)));
}

/** On VK a phone number takes only templates (specification, "Template send variants"). */
export function checkTakesText(item: Item, { channel, address }: Recipient): void {
	if (channel !== 'vk' || !('remoteAddress' in address)) return;
	throw item.refuse(
		'On VK only a template can be sent to a phone number',
		'Use the operation "Send Template", or send to a chat that the person has started.',
	);
}

export function readMarkup(item: Item): TextMarkup {
	return item
		.field('additionalFields')
		.member('textMarkup')
		.oneOf(['PLAIN', 'HTML', 'MARKDOWN'] as const, 'PLAIN');
}

export const textMarkup: INodeProperties = {
	displayName: 'Text Markup',
	name: 'textMarkup',
	type: 'options',
	options: [
		{ name: 'HTML', value: 'HTML', description: 'The text has tags like &lt;b&gt;bold&lt;/b&gt;' },
		{ name: 'Markdown', value: 'MARKDOWN', description: 'The text has signs like *bold*' },
		{ name: 'Plain', value: 'PLAIN', description: 'The text is shown as it is' },
	],
	default: 'PLAIN',
	description: 'How the text is read. Not every channel shows formatting.',
};

export const furtherFields: INodeProperties = {
	displayName: 'Further Message Fields',
	name: 'furtherFields',
	type: 'json',
	default: '{}',
	placeholder: 'e.g. { "notificationId": "8f14e45f-ceea-467f-a1d4-0242ac120002" }',
	description:
		"Fields of a message that this node has no place for, as a JSON object. They are sent as they are; the platform's documentation tells which ones it takes.",
};

/** For "Additional Fields". */
export const messageFields: readonly INodeProperties[] = [
	rows(
		'Contact',
		'contact',
		['Detail', 'detail'],
		[
			text(
				'Name',
				'name',
				"What the platform calls the detail, like phone. Its documentation does not list a contact's details.",
				{
					placeholder: 'e.g. phone',
				},
			),
			text('Value', 'value', 'The detail itself', { placeholder: 'e.g. +442079460958' }),
		],
		{ description: 'A contact to forward, which needs no text beside it' },
	),
	text('Delivery Timeout', 'deliveryTimeout', 'How long the platform tries to deliver the message, as a period in ISO 8601', {
		placeholder: 'e.g. PT30M',
	}),
	furtherFields,
	rows('Location', 'location', ['Location', 'point'], locationValues, {
		typeOptions: { multipleValues: false },
		description: 'A place to show on a map, which needs no text beside it',
	}),
	{
		displayName: 'Push Notification',
		name: 'pushType',
		type: 'options',
		options: [
			{ name: 'None', value: 'NO_PUSH' },
			{ name: 'Regular', value: 'REGULAR' },
			{ name: 'Silent', value: 'SILENT_PUSH' },
		],
		default: 'REGULAR',
		description: 'How the person is notified of the message. Only Facebook supports it.',
	},
	{
		displayName: 'Remove Keyboard',
		name: 'removeKeyboard',
		type: 'boolean',
		default: true,
		description: 'Whether to remove the keyboard with the buttons of an earlier message',
	},
	text('Reply to Message', 'replyToChannelMessageId', 'The channelMessageId of the message that this one replies to', {
		placeholder: "e.g. {{ $('Messaging Platform Trigger').item.json.message.channelMessageId }}",
	}),
	text('Subject', 'subject', 'The subject of the message', { placeholder: 'e.g. Your order' }),
];
