import type { Field } from '../../shared/field';
import type { PrintableObject, Printable } from '../../shared/json';
import { type Parameter, type ValuesOf, amount, choice, jsonText, single, table, text, toggle } from '../../shared/parameter';
import { clip } from '../../shared/texts';

interface Manner {
	/** Which messages have it if one is sent in several parts. */
	part: 'every' | 'first' | 'last';
	/** True if it makes a message on its own, as a location does. */
	isContent: boolean;
}

/** A field of a message (specification, "TbUniMessage"): undefined if it isn't set. */
type MessageField = Parameter<Printable> & Manner;

function inMessage(part: Manner['part'], isContent: boolean, parameter: Parameter<Printable>): MessageField {
	return Object.assign(parameter, { part, isContent });
}

function degrees(most: number) {
	return (one: Field) => {
		one.required();
		return one.number((number) => Math.abs(number) <= most, `a number of degrees from -${most} to ${most}`);
	};
}

// a location needs both values (specification, "Location")
const location = single(
	'Location',
	'location',
	['Location', 'point'],
	{
		latitude: text('Latitude', 'latitude', 'In degrees, from -90 to 90, with a decimal point', {
			placeholder: 'e.g. 52.5163',
		}).as(degrees(90)),
		longitude: text('Longitude', 'longitude', 'In degrees, from -180 to 180, with a decimal point', {
			placeholder: 'e.g. 13.3777',
		}).as(degrees(180)),
	},
	{
		typeOptions: { multipleValues: false, multipleValueButtonText: 'Add Location' },
		placeholder: 'Add Location',
		description: 'A place to show on a map, with or without text',
	},
).map(({ isAdded, values }) => (isAdded ? { latitude: values.latitude, longitude: values.longitude } : undefined));

const details = table(
	'Contact',
	'contact',
	['Detail', 'detail'],
	{
		name: text(
			'Name',
			'name',
			"The platform's name for the detail, for example phone. The platform's documentation doesn't list them.",
			{ placeholder: 'e.g. phone' },
		).as((field) => field.required()),
		value: text('Value', 'value', 'The detail itself', { placeholder: 'e.g. +442079460958' }).as((field) => field.text()),
	},
	{ description: 'A contact to send, with or without text' },
);

/** The specification ("TbUniMessage", contact) doesn't show a contact's members, so the user names them. */
function readContact(one: Field): PrintableObject | undefined {
	const contact = new Map<string, string>();
	for (const { row, values } of details.read(one)) {
		const { name } = values;
		if (contact.has(name)) throw row.refuse(`repeats "${clip(name)}"`, 'Each detail of a contact needs its own name.');
		contact.set(name, values.value);
	}
	return contact.size === 0 ? undefined : Object.fromEntries(contact);
}

/** A time as the platform takes it (specification, "TbUniMessage"): an ISO 8601 duration. */
const DURATION = {
	minutes: (number: number) => `PT${number}M`,
	hours: (number: number) => `PT${number}H`,
	days: (number: number) => `P${number}D`,
};

const deliveryTimeout = single(
	'Delivery Timeout',
	'deliveryTimeout',
	['Values', 'values'],
	{
		amount: amount('Amount', 'amount', 'How long the platform tries to deliver the message', {
			typeOptions: { minValue: 1 },
			default: 30,
		}),
		unit: choice('Unit', 'unit', {
			choices: { minutes: ['Minutes'], hours: ['Hours'], days: ['Days'] },
			default: 'minutes',
			description: 'The unit of the amount',
		}),
	},
	{
		placeholder: 'Add Timeout',
		default: { values: { amount: 30, unit: 'minutes' } },
		description: 'The time in which the platform tries to deliver the message',
	},
).map(({ isAdded, values }) => (isAdded ? DURATION[values.unit](values.amount) : undefined));

const pushType = choice('Push Notification', 'pushType', {
	choices: {
		NO_PUSH: ['None'],
		REGULAR: ['Regular'],
		SILENT_PUSH: ['Silent'],
	},
	default: 'REGULAR',
	description: 'The notification that the person gets. Only Facebook supports this.',
});

const FIELDS = {
	location: inMessage('last', true, location),
	contact: inMessage('last', true, details.as(readContact)),
	subject: inMessage(
		'every',
		true,
		text('Subject', 'subject', 'The subject of the message', { placeholder: 'e.g. Your order' }).as(
			(one) => one.text() || undefined,
		),
	),
	replyToChannelMessageId: inMessage(
		'first',
		false,
		text('Reply to Message', 'replyToChannelMessageId', 'The channelMessageId of the message to reply to', {
			placeholder: "e.g. {{ $('Messaging Platform Trigger').item.json.message.channelMessageId }}",
		}).as((field) => field.optional()),
	),
	deliveryTimeout: inMessage('every', false, deliveryTimeout),
	pushType: inMessage('every', false, pushType.ifAdded()),
	removeKeyboard: inMessage(
		'last',
		false,
		toggle('Remove Keyboard', 'removeKeyboard', 'Whether to remove the keyboard with the buttons of an earlier message').as(
			(one) => one.flag(),
		),
	),
} satisfies Record<string, MessageField>;

/** Documented fields that this node doesn't offer, but knows. */
const FURTHER: Record<string, Manner> = {
	headers: { part: 'every', isContent: true },
	notificationId: { part: 'every', isContent: true },
	replyToMessage: { part: 'first', isContent: false },
};

const MANNERS: Readonly<Record<string, Manner>> = { ...FURTHER, ...FIELDS };

const mannerOf = (name: string): Manner => MANNERS[name] ?? { part: 'last', isContent: true };

/** The documented request fields (specification, "POST /messages request fields") and textMarkup: the node sets them itself. */
const OWN_FIELDS = [
	...['channel', 'channelId', 'chatId', 'tbChatId', 'remoteAddress', 'text', 'textMarkup', 'templateId', 'substitutions'],
	...['attachments', 'buttons'],
];

/** Message fields that this node doesn't offer: the specification's list isn't complete ("not shown"). */
export const furtherFields = jsonText(
	'Other Message Fields',
	'furtherFields',
	"Message fields that this node doesn't offer, as a JSON object. They are sent unchanged. The platform's API documentation lists the fields it accepts.",
	{ placeholder: 'e.g. { "notificationId": "8f14e45f-ceea-467f-a1d4-0242ac120002" }' },
).as((one) => (set: readonly string[] = []): PrintableObject => {
	const fields = one.jsonObject();
	const names = Object.keys(fields);
	const twice = names.find((name) => set.includes(name));
	if (twice !== undefined) {
		throw one.refuse(`repeats "${clip(twice)}"`, 'Another field of this node sets it, too. Remove one of the two.');
	}
	const own = names.find((name) => OWN_FIELDS.includes(name));
	if (own === undefined) return fields;
	throw one.refuse(
		`can't have "${clip(own)}"`,
		`These have their own fields in the node, or belong to its other operation: ${OWN_FIELDS.join(', ')}.`,
	);
});

export const textMarkup = choice('Text Markup', 'textMarkup', {
	choices: {
		PLAIN: ['Plain', 'No formatting. The text is shown unchanged.'],
		HTML: ['HTML', 'Formatting with tags, such as &lt;b&gt;bold&lt;/b&gt;'],
		MARKDOWN: ['Markdown', 'Formatting with signs, such as *bold*'],
	},
	default: 'PLAIN',
	description: 'The kind of formatting in the text. Not every channel shows it.',
});

export const messageFields = { ...FIELDS, furtherFields };

/** The fields that are set, in the order in which a request has them. */
export function fieldsOf(more: ValuesOf<typeof messageFields>): PrintableObject {
	const own: PrintableObject = {};
	for (const name of Object.keys(FIELDS) as Array<keyof typeof FIELDS>) {
		const value = more[name];
		if (value !== undefined) own[name] = value;
	}
	return { ...own, ...more.furtherFields(Object.keys(own)) };
}

/** Checks whether fields make a message without text and attachments, as a location does. */
export function areContent(fields: PrintableObject): boolean {
	return Object.entries(fields).some(([name, value]) => mannerOf(name).isContent && value !== undefined && value !== null);
}

/** Picks the fields for one of several messages that an item is sent as. */
export function fieldsOfPart(fields: PrintableObject, index: number, count: number): PrintableObject {
	const places = { every: true, first: index === 0, last: index === count - 1 };
	return Object.fromEntries(Object.entries(fields).filter(([name]) => places[mannerOf(name).part]));
}
