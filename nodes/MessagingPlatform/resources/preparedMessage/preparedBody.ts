import type { INodeProperties } from 'n8n-workflow';
import type { PrintableObject } from '../../../shared/json';
import { Failure } from '../../../shared/failure';
import { attachmentProperties } from '../../message/attachmentFields';
import { attachFiles, planFiles } from '../../message/attachments';
import { completeButtons } from '../../message/buttonAnswers';
import { buttonProperties } from '../../message/buttonFields';
import { readButtons } from '../../message/buttons';
import { checkFileCount } from '../../message/messageLimits';
import type { Item } from '../../run/item';
import { collection, text } from '../../../shared/shapes';

// a prepared message belongs to no channel: any channel has the account, and one that allows links is enough
const ANY_CHANNEL = { channel: '', channelId: '' };
const LINKS_ALLOWED = 'whatsapp';

/** Finds the token's account, which owns the message. */
async function findOwner(item: Item): Promise<string> {
	const accountId = await item.execution.channels.accountIdOf(ANY_CHANNEL, item.index);
	if (accountId !== undefined) return accountId;
	throw Failure.ofValue(
		"The account that owns the message wasn't found, because it has no channels yet",
		'Connect a channel on the platform, or add "Account ID" under "Additional Fields".',
	);
}

/** Creates the whole prepared message (specification, "PreparedMessage"), with its uploaded files and its buttons' actions. */
export async function preparedMessageBody(item: Item): Promise<PrintableObject> {
	const more = item.field('additionalFields');
	const files = planFiles(item, LINKS_ALLOWED);
	checkFileCount(files.length);
	const planned = readButtons(item);
	const text = item.field('text').text();
	const name = more.member('name').text().trim();
	const ownerId = more.member('ownerId').text().trim() || (await findOwner(item));
	const body: PrintableObject = { text, ownerType: 'Account', ownerId };
	if (name !== '') body.name = name;
	if (files.length > 0) body.attachments = await attachFiles(item, files, true);
	if (planned.length > 0) body.buttons = await completeButtons(item, ANY_CHANNEL, planned, ownerId);
	return body;
}

const additionalFields: INodeProperties = collection('Additional Fields', 'additionalFields', 'Add Field', [
	text('Account ID', 'ownerId', 'The account that owns the message. Leave empty to use your own.', {
		placeholder: 'e.g. 8f14e45f-ceea-467f-a1d4-0242ac120002',
	}),
	text('Name', 'name', "The message's name on the platform. People in the chat don't see it.", {
		placeholder: 'e.g. Reply to "Call me back"',
	}),
]);

export const preparedMessageFields: readonly INodeProperties[] = [
	text('Text', 'text', 'The text to send when the button is pressed. On some channels it can be empty. Then nothing is sent.', {
		typeOptions: { rows: 3 },
		placeholder: 'e.g. Thank you! We will call you soon.',
	}),
	...attachmentProperties,
	...buttonProperties,
	additionalFields,
];
