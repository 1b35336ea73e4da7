import type { INodeExecutionData } from 'n8n-workflow';
import { attachmentProperties } from '../../content/attachmentFields';
import { attachFiles, planFiles } from '../../content/attachments';
import { ButtonAnswers } from '../../content/buttonAnswers';
import { buttonProperties, readButtons } from '../../content/buttonFields';
import type { PlannedButton } from '../../content/buttons';
import { type TextMarkup, withNumberedButtons } from '../../content/buttonText';
import { type ChannelFacts, ChannelBook } from '../../content/channelBook';
import { valueError } from '../../../shared/platform/errors';
import { furtherFields, readFurtherFields } from './furtherFields';
import { type Item, readText } from '../../engine/item';
import type { Printable } from '../../../shared/json';
import { checkFiles, checkText, SHORT_TEXT } from '../../content/messageLimits';
import type { Operation } from '../../engine/operation';
import { postMessage } from './postMessage';
import { type Recipient, laneOf, readRecipient, recipientFields, recipientProperties, serviceChatNumber } from './recipient';
import { type Start, customOperation, sendRouting } from '../../engine/sendOperation';
import { readCollection } from '../../engine/values';
import { clip } from '../../../shared/words';

/** What the items of one execution share. */
interface Session {
	channels: ChannelBook;
	answers: ButtonAnswers;
}

function readMarkup(item: Item): TextMarkup {
	const { textMarkup } = readCollection(item, 'additionalFields');
	const markup = readText(item, textMarkup, 'Text Markup').trim() || 'PLAIN';
	if (markup === 'PLAIN' || markup === 'HTML' || markup === 'MARKDOWN') return markup;
	throw valueError(item.node, item.index, `Text Markup cannot be "${clip(markup)}"`, 'Choose PLAIN, HTML or MARKDOWN.');
}

/** Whether the channel shows buttons; true as long as nothing is known (specification, "Capability object fields": null means unsupported). */
function showsButtons(facts: ChannelFacts | undefined): boolean {
	return facts?.capability === undefined || (facts.capability.buttonsRestrictions ?? null) !== null;
}

/** The buttons that go out as buttons; the others are in the text then. */
function fitButtons(item: Item, recipient: Recipient, facts: ChannelFacts | undefined, buttons: PlannedButton[], text: string) {
	if (buttons.length === 0 || showsButtons(facts)) return { text, buttons };
	switch (item.parameter('ifButtonsUnsupported')) {
		case 'send':
			return { text, buttons };
		case 'numberedText':
			return { text: withNumberedButtons(text, buttons, readMarkup(item)), buttons: [] };
		default:
			throw valueError(
				item.node,
				item.index,
				`Buttons are not supported by channel ${laneOf(recipient)}`,
				'Set "If Buttons Are Not Supported" to "Send as Numbered Text", or leave the buttons out.',
			);
	}
}

/** POST {base_url}/messages for one item, with what has to be made before it. */
async function sendOne(item: Item, recipient: Recipient, session: Session): Promise<INodeExecutionData[]> {
	const to = recipientFields(item, recipient);
	const text = readText(item, item.parameter('text'), 'Text');
	const files = planFiles(item, item.parameter('attachments'), recipient.channel);
	const planned = readButtons(item);
	const markup = readMarkup(item);
	const further = readFurtherFields(item);
	if (text.trim() === '' && files.length === 0) {
		throw valueError(
			item.node,
			item.index,
			'Text is empty, and there is no attachment either',
			'Fill in Text or add an attachment. If Text has an expression, the previous node gave no value for this item.',
		);
	}
	if (recipient.channel === 'vk' && 'remoteAddress' in recipient.address) {
		throw valueError(
			item.node,
			item.index,
			'On VK only a template can be sent to a phone number',
			'Use the operation "Send Template", or send to a chat that the person has begun.',
		);
	}
	const checked = text.length > SHORT_TEXT || files.length > 0 || planned.length > 0;
	const facts = checked ? await session.channels.find(recipient, item.index) : undefined;
	const fitting = fitButtons(item, recipient, facts, planned, text);
	checkText(item, recipient, facts, fitting.text);
	checkFiles(item, recipient, facts, files);

	const attachments = await attachFiles(item, files);
	const buttons = await session.answers.complete(item, recipient, fitting.buttons);
	const body: Printable = {
		...to,
		text: fitting.text === '' ? undefined : fitting.text,
		textMarkup: markup === 'PLAIN' || fitting.text === '' ? undefined : markup,
		attachments: attachments.length === 0 ? undefined : attachments,
		buttons: buttons.length === 0 ? undefined : buttons,
		...further,
	};
	return await postMessage(item, body);
}

const start: Start = (functions) => {
	const channels = new ChannelBook(functions);
	const session = { channels, answers: new ButtonAnswers(channels) };
	return (item) => {
		const recipient = readRecipient(item);
		return {
			lane: laneOf(recipient),
			intervalMs: async () => await channels.intervalMs(recipient, item.index),
			send: async () => await sendOne(item, recipient, session),
		};
	};
};

/** POST {base_url}/messages with text, attachments and buttons (specification, "Messages and files"). */
export const send: Operation = {
	option: {
		name: 'Send',
		value: 'send',
		action: 'Send message',
		description:
			"Send text, files and buttons to a chat or a phone number. On WhatsApp Business this works for 24 hours after the person's last message; later, and to VK phone numbers, only a template can be sent.",
		routing: sendRouting(start),
	},
	fields: [
		...recipientProperties,
		{
			displayName: 'Text',
			name: 'text',
			type: 'string',
			typeOptions: { rows: 3 },
			default: '',
			placeholder: 'e.g. Hello! How can I help?',
			description: 'The text of the message. How long it may be depends on the channel. May be empty if there are attachments.',
		},
		...attachmentProperties,
		...buttonProperties,
		{
			displayName: 'Additional Fields',
			name: 'additionalFields',
			type: 'collection',
			placeholder: 'Add Field',
			default: {},
			options: [
				furtherFields,
				serviceChatNumber,
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
			],
		},
	],
};

/** Sends the messages of all items: in order and paced within a channel, channels beside each other. */
export const sendMessages = customOperation(start);
