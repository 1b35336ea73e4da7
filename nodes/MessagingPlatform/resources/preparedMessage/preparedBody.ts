import type { INodeProperties } from 'n8n-workflow';
import type { PrintableObject } from '../../../shared/json';
import { attachmentProperties } from '../../message/attachmentFields';
import { attachFiles, planFiles } from '../../message/attachments';
import { completeButtons } from '../../message/buttonAnswers';
import { buttonProperties, readButtons } from '../../message/buttonFields';
import { checkFileCount } from '../../message/messageLimits';
import type { Item } from '../../run/item';
import { collection, text } from '../../fields/shapes';

// a prepared message belongs to no channel: any channel tells the account, and links are allowed where some channel allows them
const ANY_CHANNEL = { channel: '', channelId: '' };
const LINKS_ALLOWED = 'whatsapp';

/** A token belongs to one account, and that account owns the message. */
async function findOwner(item: Item): Promise<string> {
	const accountId = await item.execution.channels.accountIdOf(ANY_CHANNEL, item.index);
	if (accountId !== undefined) return accountId;
	throw item.refuse(
		'The account that owns the message was not found, because it has no channel yet',
		'Connect a channel on the platform, or add "Account ID" under "Additional Fields".',
	);
}

/** Makes the whole prepared message (specification, "PreparedMessage"): uploads its files and makes the actions of its buttons. */
export async function preparedMessageBody(item: Item): Promise<PrintableObject> {
	const more = item.field('additionalFields');
	const files = planFiles(item, LINKS_ALLOWED);
	checkFileCount(item, files.length);
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
	text('Account ID', 'ownerId', 'The account that owns the message. Leave empty and the node finds your account.', {
		placeholder: 'e.g. 8f14e45f-ceea-467f-a1d4-0242ac120002',
	}),
	text('Name', 'name', 'What the message is called on the platform; people in the chat do not see it', {
		placeholder: 'e.g. Reply to "Call me back"',
	}),
]);

export const preparedMessageFields: readonly INodeProperties[] = [
	text(
		'Text',
		'text',
		'What the platform sends when the button is pressed. It may be empty on some channels; then nothing is sent.',
		{ typeOptions: { rows: 3 }, placeholder: 'e.g. Thank you! We will call you soon.' },
	),
	...attachmentProperties,
	...buttonProperties,
	additionalFields,
];
