import type { INodeProperties } from 'n8n-workflow';
import { type TextMarkup, TEXT_MARKUPS } from '../../message/buttonText';
import type { Item } from '../../run/item';
import type { Recipient } from '../../message/recipient';

/**
 * Refuses text to a recipient that takes templates alone (specification, "Template send variants").
 *
 * @param item the item, for the error
 * @param recipient where the message goes
 * @throws NodeOperationError for a phone number on VK
 */
export function checkTakesText(item: Item, { channel, address }: Recipient): void {
	if (channel !== 'vk' || !('remoteAddress' in address)) return;
	throw item.refuse(
		'On VK only a template can be sent to a phone number',
		'Use the operation "Send Template", or send to a chat that the person has started.',
	);
}

/**
 * Reads how the text of a message is to be read.
 *
 * @param item the item
 * @returns the markup; plain text where the user chose none
 */
export function readMarkup(item: Item): TextMarkup {
	return item.field('additionalFields').member('textMarkup').oneOf(TEXT_MARKUPS, 'PLAIN');
}

/** How the text of a message is to be read, for "Additional Fields". */
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
