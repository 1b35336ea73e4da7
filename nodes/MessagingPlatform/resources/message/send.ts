import type { INodeProperties } from 'n8n-workflow';
import { Failure } from '../../../shared/failure';
import { alphabetically } from '../../../shared/texts';
import { attachmentProperties } from '../../message/attachmentFields';
import { attachFiles, planFiles } from '../../message/attachments';
import { completeButtons } from '../../message/buttonAnswers';
import { buttonProperties, ifButtonsUnsupported } from '../../message/buttonFields';
import { fitButtons, readButtons } from '../../message/buttons';
import { fitFiles } from '../../message/fileLimits';
import { TEXT_MARKUPS } from '../../message/markupPlaces';
import { FILE_CHOICES, TEXT_CHOICES, checkLocation, fileGroups, textsOf, tooLargeProperties } from '../../message/messageLimits';
import type { Item } from '../../run/item';
import type { Operation } from '../../run/operation';
import { type Draft, dryRun } from './dryRun';
import { areContent, readMessageFields } from './messageContent';
import { messageFields, textMarkup } from './messageFields';
import { type Prepared, furtherOfPart, sendParts, toChannel } from './postMessage';
import { type Recipient, checkTakesText, recipientProperties } from '../../message/recipient';
import { collection, text } from '../../../shared/shapes';
import { isSimplified, simplifyField } from '../../fields/modes';
import { askModel, forTools } from '../../agent/modelFields';

/**
 * POST {base_url}/messages for one item, after uploads and the like. If it takes several messages, the text comes first, the
 * files begin with its last part, and the buttons are at the end.
 */
async function prepareOne(item: Item, recipient: Recipient): Promise<Prepared> {
	const text = item.field('text').text();
	const given = planFiles(item, recipient.channel);
	const planned = readButtons(item, recipient.channel);
	const more = item.field('additionalFields');
	const markup = more.member('textMarkup').oneOf(TEXT_MARKUPS, 'PLAIN');
	const further = readMessageFields(more);
	const ifTextTooLong = more.member('ifTextTooLong').oneOf(TEXT_CHOICES, 'platform');
	const ifTooManyFiles = more.member('ifTooManyFiles').oneOf(FILE_CHOICES, 'split');
	const isSimple = isSimplified(item);
	if (text.trim() === '' && given.length === 0 && !areContent(further)) {
		throw Failure.ofValue('The message is empty: it has no text, no attachment, no location and no contact', {
			people:
				'Fill in Text, add an attachment, or add a location or a contact under Additional Fields. If Text has an expression, the previous node gave no value for this item.',
			model: 'Fill in Text, add an attachment, or add a location or a contact under Additional Fields.',
		});
	}
	checkTakesText(recipient);
	const facts = await item.execution.channels.find(recipient, item.index);
	const fitting = fitButtons(item, recipient, facts, { text, markup }, planned);
	const texts = textsOf(recipient, facts, fitting, ifTextTooLong);
	const files = fitFiles(recipient, facts, given);
	if ('location' in further) checkLocation(recipient, facts);
	const grouped = fileGroups(recipient, facts, files, ifTooManyFiles);

	const count = texts.length + Math.max(grouped.length - 1, 0);
	const drafts = Array.from({ length: count }, (_one, index): Draft => {
		const text = texts[index] ?? '';
		return {
			content: {
				...(text !== '' && { text, ...(markup !== 'PLAIN' && { textMarkup: markup }) }),
				...furtherOfPart(further, index, count),
			},
			files: grouped[index - texts.length + 1] ?? [],
			buttons: index === count - 1 ? fitting.buttons : [],
		};
	});
	const complete = async () => {
		const attachments = await attachFiles(item, files);
		const buttons = await completeButtons(item, recipient, fitting.buttons);
		const parts = drafts.map((draft, index) => ({
			content: {
				...draft.content,
				attachments: draft.files.length > 0 ? attachments.splice(0, draft.files.length) : undefined,
				buttons: draft.buttons.length > 0 ? buttons : undefined,
			},
			text: texts[index],
			files: draft.files,
		}));
		return async () => await sendParts(item, recipient, parts, isSimple);
	};
	return { drafts, buttonsGiven: planned.length, complete };
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
		description: 'Send text, files and buttons to a chat or a phone number',
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
		simplifyField(),
		collection(
			'Additional Fields',
			'additionalFields',
			'Add Field',
			[...messageFields, dryRun, ...tooLargeProperties, textMarkup].sort(byName),
		),
	],
};
