import type { INodeProperties } from 'n8n-workflow';
import type { PrintableObject } from '../../../shared/json';
import { clip } from '../../../shared/texts';
import type { Item } from '../../run/item';

/** The documented request fields (specification, "POST /messages request fields") and textMarkup: they have places of their own. */
const OWN_FIELDS = [
	...['channel', 'channelId', 'chatId', 'tbChatId', 'remoteAddress', 'text', 'textMarkup', 'templateId', 'substitutions'],
	...['attachments', 'buttons'],
];

/**
 * Reads the message fields that this node has no place for. The specification says that its list of request fields is not
 * complete ("not shown"), so what the user knows of the platform goes out as it is, and nothing is made up.
 *
 * @param item the item
 * @param set names of the fields that are set in a place of their own
 * @returns the fields, with their integers digit for digit
 * @throws NodeOperationError when it is not a JSON object, or holds a field that belongs elsewhere or is set elsewhere, too
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

/** How a message is sent, and what it answers; all other fields are contents. */
const OF_EVERY_PART = ['pushType', 'deliveryTimeout', 'headers', 'notificationId', 'subject'];
const OF_FIRST_PART = ['replyToChannelMessageId', 'replyToMessage'];

/**
 * The further fields of one of several messages that an item is sent as: what says how to send goes with each, what says which
 * message is answered with the first, and everything else, a location for example, once with the last.
 *
 * @param fields the fields besides text, attachments and buttons
 * @param index number of the message, from 0
 * @param count how many there are
 */
export function furtherOfPart(fields: PrintableObject, index: number, count: number): PrintableObject {
	const belongs = (name: string) => {
		if (OF_EVERY_PART.includes(name)) return true;
		return OF_FIRST_PART.includes(name) ? index === 0 : index === count - 1;
	};
	return Object.fromEntries(Object.entries(fields).filter(([name]) => belongs(name)));
}

/** The message fields that the node has no place for, for "Additional Fields". */
export const furtherFields: INodeProperties = {
	displayName: 'Further Message Fields',
	name: 'furtherFields',
	type: 'json',
	default: '{}',
	placeholder: 'e.g. { "notificationId": "8f14e45f-ceea-467f-a1d4-0242ac120002" }',
	description:
		"Fields of a message that this node has no place for, as a JSON object. They are sent as they are; the platform's documentation tells which ones it takes.",
};
