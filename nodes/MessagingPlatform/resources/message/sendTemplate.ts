import type { INodeExecutionData } from 'n8n-workflow';
import { ChannelBook } from '../../content/channelBook';
import { valueError } from '../../../shared/platform/errors';
import { furtherFields, readFurtherFields } from './furtherFields';
import { type Item, requireText } from '../../engine/item';
import type { Operation } from '../../engine/operation';
import { postMessage } from './postMessage';
import { type Recipient, laneOf, readRecipient, recipientFields, recipientProperties, serviceChatNumber } from './recipient';
import { type Start, customOperation, sendRouting } from '../../engine/sendOperation';
import { readSubstitutions, substitutionProperties } from './substitutions';
import { clip } from '../../../shared/words';

function readTemplateId(item: Item, channel: string): string {
	const templateId = requireText(item, item.parameter('templateId'), 'Template ID');
	if (channel !== 'whatsappb' || /^\d+$/.test(templateId)) return templateId;
	throw valueError(
		item.node,
		item.index,
		`Template ID must be a number on a WhatsApp Business channel: ${clip(templateId)}`,
		'Enter the numeric ID that was issued when the template was approved, not its name.',
	);
}

/** POST {base_url}/messages for one item, with a template in place of the text. */
async function sendOne(item: Item, recipient: Recipient): Promise<INodeExecutionData[]> {
	const templateId = readTemplateId(item, recipient.channel);
	const substitutions = readSubstitutions(item, recipient.channel);
	const body = {
		...recipientFields(item, recipient),
		templateId,
		substitutions: Object.keys(substitutions).length === 0 ? undefined : substitutions,
		...readFurtherFields(item),
	};
	return await postMessage(item, body);
}

const start: Start = (functions) => {
	const channels = new ChannelBook(functions);
	return (item) => {
		const recipient = readRecipient(item);
		return {
			lane: laneOf(recipient),
			intervalMs: async () => await channels.intervalMs(recipient, item.index),
			send: async () => await sendOne(item, recipient),
		};
	};
};

/** POST {base_url}/messages with a registered template (specification, "Template send variants"). */
export const sendTemplate: Operation = {
	option: {
		name: 'Send Template',
		value: 'sendTemplate',
		action: 'Send template message',
		description:
			"Send a registered template with its placeholders filled in. On WhatsApp Business this is the only way to write more than 24 hours after the person's last message.",
		routing: sendRouting(start),
	},
	fields: [
		...recipientProperties,
		{
			displayName: 'Template ID',
			name: 'templateId',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. 1001',
			description: 'On WhatsApp Business the number that was issued with the approval, on VK the name of the template',
		},
		...substitutionProperties,
		{
			displayName: 'Additional Fields',
			name: 'additionalFields',
			type: 'collection',
			placeholder: 'Add Field',
			default: {},
			options: [furtherFields, serviceChatNumber],
		},
	],
};

/** Sends the templates of all items: in order and paced within a channel, channels beside each other. */
export const sendTemplates = customOperation(start);
