import type { INodeExecutionData } from 'n8n-workflow';
import type { Printable } from '../../../shared/json';
import { joinChannelRef } from '../../../shared/platform/chatRef';
import { attachmentProperties } from '../../content/attachmentFields';
import { attachFiles, planFiles } from '../../content/attachments';
import { ButtonAnswers } from '../../content/buttonAnswers';
import { buttonProperties, readButtons } from '../../content/buttonFields';
import { type TextMarkup, TEXT_MARKUPS, withNumberedButtons } from '../../content/buttonText';
import type { PlannedButton } from '../../content/buttons';
import { type ChannelFacts, ChannelBook } from '../../content/channelBook';
import { checkFiles, checkLocation, checkText, restrictionsOf } from '../../content/messageLimits';
import type { Item } from '../../engine/item';
import { type Operation, toOutput } from '../../engine/operation';
import { areContent, messageFields, readMessageFields } from './messageFields';
import { postMessage, toChannel } from './postMessage';
import { type Recipient, recipientFields } from './recipient';
import { recipientProperties } from './recipientProperties';
import { collection, text } from '../../fields/shapes';

/** The buttons that go out as buttons; the others are in the text then. */
function fitButtons(item: Item, recipient: Recipient, facts: ChannelFacts | undefined, buttons: PlannedButton[], text: string) {
	if (buttons.length === 0 || restrictionsOf(facts, 'buttonsRestrictions') !== null) return { text, buttons };
	switch (item.parameter('ifButtonsUnsupported')) {
		case 'send':
			return { text, buttons };
		case 'numberedText':
			return { text: withNumberedButtons(text, buttons, readMarkup(item)), buttons: [] };
		default:
			throw item.refuse(
				`Buttons are not supported by channel ${joinChannelRef(recipient.channel, recipient.channelId)}`,
				'Set "If Buttons Are Not Supported" to "Send as Numbered Text", or leave the buttons out.',
			);
	}
}

function readMarkup(item: Item): TextMarkup {
	return item.field('additionalFields').member('textMarkup').oneOf(TEXT_MARKUPS, 'PLAIN');
}

/** POST {base_url}/messages for one item, with what has to be made before it. */
async function sendOne(item: Item, recipient: Recipient): Promise<INodeExecutionData[]> {
	const to = recipientFields(item, recipient);
	const text = item.field('text').text();
	const files = planFiles(item, recipient.channel);
	const planned = readButtons(item);
	const markup = readMarkup(item);
	const further = readMessageFields(item);
	if (text.trim() === '' && files.length === 0 && !areContent(further)) {
		throw item.refuse(
			'The message is empty: it has no text, no attachment, no location and no contact',
			'Fill in Text, or add an attachment, or a location or a contact under Additional Fields. If Text has an expression, the previous node gave no value for this item.',
		);
	}
	if (recipient.channel === 'vk' && 'remoteAddress' in recipient.address) {
		throw item.refuse(
			'On VK only a template can be sent to a phone number',
			'Use the operation "Send Template", or send to a chat that the person has started.',
		);
	}
	const facts = await item.execution.part(ChannelBook).find(recipient, item.index);
	const fitting = fitButtons(item, recipient, facts, planned, text);
	checkText(item, recipient, facts, fitting.text);
	checkFiles(item, recipient, facts, files);
	if ('location' in further) checkLocation(item, recipient, facts);

	const attachments = await attachFiles(item, files);
	const buttons = await item.execution.part(ButtonAnswers).complete(item, recipient, fitting.buttons);
	const body: Printable = {
		...to,
		text: fitting.text === '' ? undefined : fitting.text,
		textMarkup: markup === 'PLAIN' || fitting.text === '' ? undefined : markup,
		attachments: attachments.length === 0 ? undefined : attachments,
		buttons: buttons.length === 0 ? undefined : buttons,
		...further,
	};
	return toOutput([await postMessage(item, recipient, body)], item);
}

/** POST {base_url}/messages with text, attachments and buttons (specification, "Messages and files"). */
export const send: Operation = {
	option: {
		name: 'Send',
		value: 'send',
		action: 'Send message',
		description:
			"Send text, files and buttons to a chat or a phone number. On WhatsApp Business this works for 24 hours after the person's last message; later, and to VK phone numbers, only a template can be sent.",
	},
	reach: 'conversation',
	prepare: toChannel(sendOne),
	fields: [
		...recipientProperties,
		text(
			'Text',
			'text',
			'The text of the message. How long it may be depends on the channel. Can be left empty if there is an attachment, a location or a contact.',
			{ typeOptions: { rows: 3 }, placeholder: 'e.g. Hello! How can I help?' },
		),
		...attachmentProperties,
		...buttonProperties,
		collection('Additional Fields', 'additionalFields', 'Add Field', [
			...messageFields,
			{
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
			},
		]),
	],
};
