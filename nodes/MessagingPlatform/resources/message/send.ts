import type { INodeExecutionData, INodeProperties } from 'n8n-workflow';
import { Failure } from '../../../shared/failure';
import type { JsonObject, Printable } from '../../../shared/json';
import { alphabetically, clip, inOneParagraph } from '../../../shared/texts';
import { attachmentProperties } from '../../message/attachmentFields';
import { attachFiles, planFiles } from '../../message/attachments';
import { completeButtons } from '../../message/buttonAnswers';
import { buttonProperties, ifButtonsUnsupported, readButtons } from '../../message/buttonFields';
import { type PlannedButton, withNumberedButtons } from '../../message/buttons';
import type { ChannelFacts } from '../../run/channelBook';
import {
	channelNamed,
	checkFiles,
	checkLocation,
	fileGroups,
	readTooLarge,
	restrictionsOf,
	textsOf,
	tooLargeProperties,
} from '../../message/messageLimits';
import type { Rest } from '../../run/lanes';
import type { Item } from '../../run/item';
import { type Operation, toOutput } from '../../run/operation';
import { readExcludedTags } from './excludedTags';
import {
	areContent,
	checkTakesText,
	furtherOfPart,
	messageFields,
	readMarkup,
	readMessageFields,
	textMarkup,
} from './messageFields';
import { postMessage, sentOutput, toChannel } from './postMessage';
import { type Recipient, recipientFields, recipientProperties } from '../../message/recipient';
import { collection, text } from '../../fields/shapes';
import { simplifyFields } from '../../fields/modes';
import { askModel, forTools } from '../../agent/modelFields';

/** One of the messages that an item is sent as. */
interface MessagePart {
	body: Printable;
	/** The text, for errors. */
	text: string;
}

/** Outputs the last of several messages, which has the buttons, and all of them in order as its parts. */
function describe(sent: JsonObject[]): JsonObject {
	return sent.length > 1 ? { ...sent.at(-1), parts: sent } : { ...sent[0] };
}

/** Adds which parts went out before a failure, for people and for a model that called the node as its tool. */
function withSent(error: unknown, sent: JsonObject[], left: MessagePart[]): Failure {
	const failure = Failure.of(error);
	if (sent.length === 0) return failure;
	const ids = sent.map(({ id }) => (typeof id === 'string' || typeof id === 'number' ? clip(String(id)) : 'unknown'));
	const of = sent.length + left.length;
	const missing = left[0]?.text ?? '';
	const begin = missing === '' ? 'The rest has no text.' : `The rest begins with: ${clip(missing, 60)}`;
	const told = `${sent.length} of this message's ${of} parts had already been sent. Don't send ${sent.length === 1 ? 'it' : 'them'} again. ${begin}`;
	return failure.with({
		advice: inOneParagraph([failure.advice, told]),
		outcome: 'unknown',
		sent: { ids, of, begin },
		data: { ...failure.data, sentMessageIds: ids },
	});
}

/** Sends the parts of a message one after the other, each once, at the channel's interval. */
async function sendParts(
	item: Item,
	recipient: Recipient,
	parts: MessagePart[],
	output: (message: JsonObject) => JsonObject,
	sent: JsonObject[] = [],
): Promise<INodeExecutionData[] | Rest> {
	const [part, ...left] = parts;
	if (part === undefined) return toOutput([output(describe(sent))], item);
	if (sent.length > 0 && item.execution.signal?.aborted) {
		throw withSent(item.refuse('The execution was canceled'), sent, parts);
	}
	try {
		sent.push(await postMessage(item, recipient, part.body));
	} catch (error) {
		throw withSent(error, sent, parts);
	}
	if (left.length === 0) return toOutput([output(describe(sent))], item);
	return { next: async () => await sendParts(item, recipient, left, output, sent) };
}

/** Moves buttons into the text if the channel has none and the user wants that. */
function fitButtons(item: Item, recipient: Recipient, facts: ChannelFacts | undefined, buttons: PlannedButton[], text: string) {
	if (buttons.length === 0 || restrictionsOf(facts, 'buttonsRestrictions') !== null) return { text, buttons };
	switch (item.parameter('ifButtonsUnsupported')) {
		case 'send':
			return { text, buttons };
		case 'numberedText':
			return { text: withNumberedButtons(text, buttons, readMarkup(item)), buttons: [] };
		default:
			throw item.refuse(
				`Buttons aren't supported by ${channelNamed(recipient)}`,
				'Set "If Buttons Are Not Supported" to "Send as Numbered Text", or leave the buttons out.',
			);
	}
}

/**
 * POST {base_url}/messages for one item, after uploads and the like. If it takes several messages, the text comes first, the
 * files begin with its last part, and the buttons are at the end.
 */
async function prepareOne(item: Item, recipient: Recipient): Promise<Rest> {
	const to = recipientFields(item, recipient);
	const text = item.field('text').text();
	const files = planFiles(item, recipient.channel);
	const planned = readButtons(item, recipient.channel);
	const markup = readMarkup(item);
	const further = readMessageFields(item);
	const choices = readTooLarge(item);
	const output = sentOutput(item, recipient);
	const unlessTagged = readExcludedTags(item, recipient);
	if (text.trim() === '' && files.length === 0 && !areContent(further)) {
		throw item.refuse('The message is empty: it has no text, no attachment, no location and no contact', {
			people:
				'Fill in Text, add an attachment, or add a location or a contact under Additional Fields. If Text has an expression, the previous node gave no value for this item.',
			model: 'Fill in Text, add an attachment, or add a location or a contact under Additional Fields.',
		});
	}
	checkTakesText(item, recipient);
	const facts = await item.execution.channels.find(recipient, item.index);
	const fitting = fitButtons(item, recipient, facts, planned, text);
	const texts = textsOf(item, recipient, facts, { text: fitting.text, markup }, choices.text);
	checkFiles(item, recipient, facts, files);
	if ('location' in further) checkLocation(item, recipient, facts);
	const grouped = fileGroups(item, recipient, facts, files, choices.files);

	const attachments = await attachFiles(item, files);
	const buttons = await completeButtons(item, recipient, fitting.buttons);
	const groups = grouped.map(({ length }) => attachments.splice(0, length));
	const count = texts.length + Math.max(groups.length - 1, 0);
	const parts = Array.from({ length: count }, (_one, index): MessagePart => {
		const part = texts[index] ?? '';
		const group = groups[index - texts.length + 1];
		const isLast = index === count - 1;
		const body: Printable = {
			...to,
			text: part === '' ? undefined : part,
			textMarkup: markup === 'PLAIN' || part === '' ? undefined : markup,
			attachments: group,
			buttons: isLast && buttons.length > 0 ? buttons : undefined,
			...furtherOfPart(further, index, count),
		};
		return { body, text: part };
	});
	return unlessTagged(async () => await sendParts(item, recipient, parts, output));
}

const byName = (one: INodeProperties, other: INodeProperties) => alphabetically(one.displayName, other.displayName);

const messageText = text(
	'Text',
	'text',
	'The text of the message. The maximum length depends on the channel. You can leave it empty if there is an attachment, a location or a contact.',
	{ typeOptions: { rows: 3 }, placeholder: 'e.g. Hello! How can I help?' },
);

/** POST {base_url}/messages with text, attachments and buttons (specification, "Messages and files"). */
export const send: Operation = {
	option: {
		name: 'Send',
		value: 'send',
		action: 'Send message',
		description:
			'Send text, files and buttons to a chat or a phone number. On WhatsApp Business, this works for 24 hours after the person\'s last message. After that, and for VK phone numbers, use Send Template. The outcome "sent" means that the platform has queued the message. The trigger outputs its delivery statuses.',
	},
	reach: 'conversation',
	forModels:
		"Send a message to the person in this chat, or to the recipient that the tool is set up for. It goes out at once and can't be taken back: call this once for each message.",
	prepare: toChannel(prepareOne),
	fields: [
		...recipientProperties,
		...forTools(messageText, {
			default: askModel({
				key: 'Text',
				type: 'string',
				description:
					'The message to the person, in their language. Plain text only: Markdown such as ** and # would be shown unchanged.',
			}),
		}),
		...attachmentProperties,
		...buttonProperties,
		ifButtonsUnsupported,
		...simplifyFields(),
		collection(
			'Additional Fields',
			'additionalFields',
			'Add Field',
			[...messageFields, ...tooLargeProperties, textMarkup].sort(byName),
		),
	],
};
