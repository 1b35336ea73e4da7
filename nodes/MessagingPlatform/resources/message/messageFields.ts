import type { INodeProperties } from 'n8n-workflow';
import type { PrintableObject } from '../../../shared/json';
import { clip } from '../../../shared/texts';
import { type Field, rowOf } from '../../../shared/field';
import type { Item } from '../../run/item';
import { rows, text } from '../../fields/shapes';
import { furtherFields, readFurtherFields } from './furtherFields';

/** What says how a message is sent and not what it is: alone, it is no message. Of any other field that is not certain. */
const MANNERS = ['deliveryTimeout', 'pushType', 'removeKeyboard', 'replyToChannelMessageId', 'replyToMessage'];

const PUSH_TYPES = ['NO_PUSH', 'REGULAR', 'SILENT_PUSH'];

/** The forms of ISO 8601 that a period can have begin so: PT1H, or a date and what follows it. */
const PERIOD = /^(P(?=[\dT])|\d{4}-?\d\d)/i;

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

/** The fields that have a place of their own, as far as the user added them. */
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
 * Reads the fields of a message besides text, attachments and buttons (specification, "TbUniMessage").
 *
 * @param item the item
 * @returns the fields that the user set
 * @throws NodeOperationError for a location without both its degrees, a detail of a contact without a name, a period that is
 * none, and a field that is set in two places
 */
export function readMessageFields(item: Item): PrintableObject {
	// most messages have none, and each field costs as much to look for as to read
	if (item.field('additionalFields').added.length === 0) return {};
	const own = Object.fromEntries(Object.entries(readOwnFields(item)).filter(([, value]) => value !== undefined));
	return { ...own, ...readFurtherFields(item, Object.keys(own)) };
}

/**
 * Tells whether fields make a message without text and attachments, as a location does.
 *
 * @param fields from {@link readMessageFields}
 */
export function areContent(fields: PrintableObject): boolean {
	return Object.entries(fields).some(([name, value]) => !MANNERS.includes(name) && value !== undefined && value !== null);
}

/** The fields of a message besides text, attachments and buttons, for "Additional Fields". */
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
