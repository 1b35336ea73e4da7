import { clip } from '../../../shared/texts';
import { attachmentProperties } from '../../message/attachmentFields';
import { attachFiles, planFiles } from '../../message/attachments';
import { buttonAnswersOf } from '../../message/buttonAnswers';
import { buttonProperties, readButtons } from '../../message/buttonFields';
import { checkFileCount } from '../../message/messageLimits';
import type { Item } from '../../run/item';
import { type Operation, toOutput } from '../../run/operation';
import type { Rest } from '../../run/lanes';
import { furtherFields, readFurtherFields } from './furtherFields';
import { postMessage, toChannel } from './postMessage';
import { type Recipient, recipientFields, recipientProperties } from '../../message/recipient';
import { sentOutput } from './sentMessage';
import { readSubstitutions, substitutionProperties } from './substitutions';
import { collection, text } from '../../fields/shapes';
import { simplifyFields } from '../../fields/simplify';

function readTemplateId(item: Item, channel: string): string {
	const field = item.field('templateId');
	const templateId = field.required();
	if (channel !== 'whatsappb' || /^\d+$/.test(templateId)) return templateId;
	throw field.refuse(
		`must be a number on a WhatsApp Business channel: ${clip(templateId)}`,
		'Enter the numeric ID that was issued when the template was approved, not its name.',
	);
}

/**
 * POST {base_url}/messages for one item, with a template in place of the text. The capability of a channel speaks of free-form
 * messages, so which files and buttons a template takes is for the platform to say.
 */
async function prepareOne(item: Item, recipient: Recipient): Promise<Rest> {
	const templateId = readTemplateId(item, recipient.channel);
	const substitutions = readSubstitutions(item, recipient.channel);
	const files = planFiles(item, recipient.channel);
	checkFileCount(item, files.length);
	const planned = readButtons(item, recipient.channel);
	const further = readFurtherFields(item);
	const output = sentOutput(item);
	const to = recipientFields(item, recipient);
	const attachments = await attachFiles(item, files);
	const buttons = await buttonAnswersOf(item.execution).complete(item, recipient, planned);
	const body = {
		...to,
		templateId,
		substitutions: Object.keys(substitutions).length === 0 ? undefined : substitutions,
		attachments: attachments.length === 0 ? undefined : attachments,
		buttons: buttons.length === 0 ? undefined : buttons,
		...further,
	};
	return { next: async () => toOutput([output(await postMessage(item, recipient, body))], item) };
}

/** POST {base_url}/messages with a registered template (specification, "Template send variants"). */
export const sendTemplate: Operation = {
	option: {
		name: 'Send Template',
		value: 'sendTemplate',
		action: 'Send template message',
		description:
			'Send a registered template with its placeholders filled in. On WhatsApp Business this is the only way to write more than 24 hours after the person\'s last message. The outcome "sent" in the output means that the platform has queued the message; delivery statuses come through the trigger.',
	},
	reach: 'conversation',
	forModels:
		'Send a registered template message to the person in this conversation, or to whom the tool is set up for. It goes out at once, may cost money and cannot be taken back.',
	prepare: toChannel(prepareOne),
	fields: [
		...recipientProperties,
		text(
			'Template ID',
			'templateId',
			'On WhatsApp Business the number that was issued with the approval, on VK the name of the template',
			{ required: true, placeholder: 'e.g. 1001' },
		),
		...substitutionProperties,
		...attachmentProperties,
		...buttonProperties,
		...simplifyFields(),
		collection('Additional Fields', 'additionalFields', 'Add Field', [furtherFields]),
	],
};
