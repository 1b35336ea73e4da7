import type { PrintableObject } from '../../../shared/json';
import { clip } from '../../../shared/texts';
import { type Field, rowOf } from '../../../shared/field';
import { locationValues } from './messageFields';

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

function readOwnFields(more: Field): PrintableObject {
	const text = (name: string) => more.member(name).text().trim() || undefined;
	const degrees = (field: Field, most: number) => {
		field.required();
		return field.number((number) => Math.abs(number) <= most, `a number of degrees from -${most} to ${most}`);
	};
	const [given] = more.member('location').rows('point');
	const point = given && rowOf(more.member('location').label, given.value, { inside: locationValues, saved: given.saved });
	// a location needs both values (specification, "Location")
	const location = point && {
		latitude: degrees(point.member('latitude'), 90),
		longitude: degrees(point.member('longitude'), 180),
	};
	// the specification ("TbUniMessage", contact) doesn't show a contact's members, so the user names them
	const contact = new Map<string, string>();
	for (const row of more.member('contact').rows('detail')) {
		const name = row.member('name').required();
		if (contact.has(name)) throw row.refuse(`repeats "${clip(name)}"`, 'Each detail of a contact needs its own name.');
		contact.set(name, row.member('value').text());
	}
	const subject = more.member('subject').text() || undefined;
	const replyToChannelMessageId = text('replyToChannelMessageId');
	const deliveryTimeout = text('deliveryTimeout');
	if (deliveryTimeout !== undefined && !PERIOD.test(deliveryTimeout)) {
		throw more
			.member('deliveryTimeout')
			.refuse(
				`isn't a duration: ${clip(deliveryTimeout)}`,
				'Use the ISO 8601 format: PT30M is 30 minutes, PT2H is two hours, P1D is a day.',
			);
	}
	return {
		location,
		contact: contact.size === 0 ? undefined : Object.fromEntries(contact),
		subject,
		replyToChannelMessageId,
		deliveryTimeout,
		pushType: more.find('pushType')?.oneOf(PUSH_TYPES),
		removeKeyboard: more.member('removeKeyboard').flag(),
	};
}

/**
 * Reads message fields that this node doesn't offer: the specification's list of request fields isn't complete ("not
 * shown").
 */
export function readFurtherFields(more: Field, set: readonly string[] = []): PrintableObject {
	const field = more.member('furtherFields');
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
export function readMessageFields(more: Field): PrintableObject {
	// most messages have none, and looking for a field costs as much as reading it
	if (more.added.length === 0) return {};
	const own = Object.fromEntries(Object.entries(readOwnFields(more)).filter(([, value]) => value !== undefined));
	return { ...own, ...readFurtherFields(more, Object.keys(own)) };
}

/** Checks whether fields make a message without text and attachments, as a location does. */
export function areContent(fields: PrintableObject): boolean {
	return Object.entries(fields).some(([name, value]) => !MANNERS.includes(name) && value !== undefined && value !== null);
}
