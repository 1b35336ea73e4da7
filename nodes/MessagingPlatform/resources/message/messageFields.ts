import type { INodeProperties } from 'n8n-workflow';
import type { PrintableObject } from '../../../shared/json';
import { clip } from '../../../shared/texts';
import { type Field, rowOf } from '../../../shared/field';
import type { Item } from '../../run/item';
import { rows, text } from '../../fields/shapes';
import type { Recipient } from '../../message/recipient';
import type { TextMarkup } from '../../message/markupPlaces';
import { excludedTags } from './excludedTags';

/** Fields that certainly don't make a message on their own. */
const MANNERS = ['deliveryTimeout', 'pushType', 'removeKeyboard', 'replyToChannelMessageId', 'replyToMessage'];

const PUSH_TYPES = ['NO_PUSH', 'REGULAR', 'SILENT_PUSH'];

/** Start of an ISO 8601 duration, such as PT1H, or of a date. */
const PERIOD = /^(P(?=[\dT])|\d{4}-?\d\d)/i;

/** The documented request fields (specification, "POST /messages request fields") and textMarkup: the node sets them itself. */
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

/** Reads a location, which needs both values (specification, "Location"). */
function readLocation(item: Item, field: Field): PrintableObject | undefined {
	const [given] = field.rows('point');
	if (!given) return undefined;
	const point = rowOf(item, field.label, given.value, { inside: locationValues });
	return { latitude: readDegrees(point.member('latitude'), 90), longitude: readDegrees(point.member('longitude'), 180) };
}

/** Reads a contact. The specification ("TbUniMessage", contact) doesn't show its members, so the user names them. */
function readContact(field: Field): PrintableObject | undefined {
	const contact = new Map<string, string>();
	for (const row of field.rows('detail')) {
		const name = row.member('name').required();
		if (contact.has(name)) throw row.refuse(`repeats "${clip(name)}"`, 'Each detail of a contact needs its own name.');
		contact.set(name, row.member('value').text());
	}
	return contact.size === 0 ? undefined : Object.fromEntries(contact);
}

function readTimeout(field: Field): string | undefined {
	const period = field.text().trim();
	if (period === '' || PERIOD.test(period)) return period || undefined;
	throw field.refuse(
		`isn't a duration: ${clip(period)}`,
		'Use the ISO 8601 format: PT30M is 30 minutes, PT2H is two hours, P1D is a day.',
	);
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
 * Reads message fields that this node doesn't offer: the specification's list of request fields isn't complete ("not
 * shown").
 */
export function readFurtherFields(item: Item, set: readonly string[] = []): PrintableObject {
	const field = item.field('additionalFields').member('furtherFields');
	const fields = field.jsonObject();
	const names = Object.keys(fields);
	const twice = names.find((name) => set.includes(name));
	if (twice !== undefined) {
		throw field.refuse(`repeats "${clip(twice)}"`, 'This field is also set under Additional Fields. Remove one of the two.');
	}
	const own = names.find((name) => OWN_FIELDS.includes(name));
	if (own === undefined) return fields;
	throw field.refuse(
		`can't have "${clip(own)}"`,
		`These have their own fields in the node, or belong to its other operation: ${OWN_FIELDS.join(', ')}.`,
	);
}

/** Reads the fields of a message other than text, attachments and buttons (specification, "TbUniMessage"). */
export function readMessageFields(item: Item): PrintableObject {
	// most messages have none, and looking for a field costs as much as reading it
	if (item.field('additionalFields').added.length === 0) return {};
	const own = Object.fromEntries(Object.entries(readOwnFields(item)).filter(([, value]) => value !== undefined));
	return { ...own, ...readFurtherFields(item, Object.keys(own)) };
}

/** Checks whether fields make a message without text and attachments, as a location does. */
export function areContent(fields: PrintableObject): boolean {
	return Object.entries(fields).some(([name, value]) => !MANNERS.includes(name) && value !== undefined && value !== null);
}

const OF_EVERY_PART = ['pushType', 'deliveryTimeout', 'headers', 'notificationId', 'subject'];
const OF_FIRST_PART = ['replyToChannelMessageId', 'replyToMessage'];

/**
 * Picks the fields for one of several messages that an item is sent as: settings go with each, the reply reference with the
 * first, and everything else, such as a location, with the last.
 */
export function furtherOfPart(fields: PrintableObject, index: number, count: number): PrintableObject {
	const belongs = (name: string) => {
		if (OF_EVERY_PART.includes(name)) return true;
		return OF_FIRST_PART.includes(name) ? index === 0 : index === count - 1;
	};
	return Object.fromEntries(Object.entries(fields).filter(([name]) => belongs(name)));
}

/** Refuses free text to a VK phone number, which takes only templates (specification, "Template send variants"). */
export function checkTakesText(item: Item, { channel, address }: Recipient): void {
	if (channel !== 'vk' || !('remoteAddress' in address)) return;
	throw item.refuse(
		'On VK, only a template can be sent to a phone number',
		'Use Message: Send Template, or send to a chat that the person has started.',
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
		{ name: 'HTML', value: 'HTML', description: 'Formatting with tags, such as &lt;b&gt;bold&lt;/b&gt;' },
		{ name: 'Markdown', value: 'MARKDOWN', description: 'Formatting with signs, such as *bold*' },
		{ name: 'Plain', value: 'PLAIN', description: 'No formatting. The text is shown unchanged.' },
	],
	default: 'PLAIN',
	description: 'The kind of formatting in the text. Not every channel shows it.',
};

export const furtherFields: INodeProperties = {
	displayName: 'Further Message Fields',
	name: 'furtherFields',
	type: 'json',
	default: '{}',
	placeholder: 'e.g. { "notificationId": "8f14e45f-ceea-467f-a1d4-0242ac120002" }',
	description:
		"Message fields that this node doesn't offer, as a JSON object. They are sent unchanged. The platform's API documentation lists the fields it accepts.",
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
				"The platform's name for the detail, for example phone. The platform's documentation doesn't list them.",
				{
					placeholder: 'e.g. phone',
				},
			),
			text('Value', 'value', 'The detail itself', { placeholder: 'e.g. +442079460958' }),
		],
		{ description: 'A contact to send, with or without text' },
	),
	text(
		'Delivery Timeout',
		'deliveryTimeout',
		'The time in which the platform tries to deliver the message. PT30M means 30 minutes (an ISO 8601 duration).',
		{
			placeholder: 'e.g. PT30M',
		},
	),
	excludedTags,
	furtherFields,
	rows('Location', 'location', ['Location', 'point'], locationValues, {
		typeOptions: { multipleValues: false },
		description: 'A place to show on a map, with or without text',
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
		description: 'The notification that the person gets. Only Facebook supports this.',
	},
	{
		displayName: 'Remove Keyboard',
		name: 'removeKeyboard',
		type: 'boolean',
		default: true,
		description: 'Whether to remove the keyboard with the buttons of an earlier message',
	},
	text('Reply to Message', 'replyToChannelMessageId', 'The channelMessageId of the message to reply to', {
		placeholder: "e.g. {{ $('Messaging Platform Trigger').item.json.message.channelMessageId }}",
	}),
	text('Subject', 'subject', 'The subject of the message', { placeholder: 'e.g. Your order' }),
];
