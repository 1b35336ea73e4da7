import { pathPart } from '../../shared/api/apiRequest';
import { Failure } from '../../shared/failure';
import type { PrintableObject } from '../../shared/json';
import { group, text } from '../../shared/parameter';
import { attachFiles, attachments } from '../message/attachments';
import { completeButtons, replaceReply } from '../message/buttonReplies';
import { buttons } from '../message/buttons';
import { checkFileCount } from '../message/fileLimits';
import type { Item } from '../run/item';
import { type Resource, type Values, change, independent, operation } from '../run/operation';

// a prepared message belongs to no channel: any channel has the account, and one that allows links is enough
const ANY_CHANNEL = { channel: '', channelId: '' };
const LINKS_ALLOWED = 'whatsapp';

async function findOwner(item: Item): Promise<string> {
	const accountId = await item.execution.channels.accountIdOf(ANY_CHANNEL, item.index);
	if (accountId !== undefined) return accountId;
	throw Failure.ofValue(
		"The account that owns the message wasn't found, because it has no channels yet",
		'Connect a channel on the platform, or add "Account ID" under "Additional Fields".',
	);
}

const preparedMessageFields = {
	text: text(
		'Text',
		'text',
		'The text to send when the button is pressed. On some channels it can be empty. Then nothing is sent.',
		{
			typeOptions: { rows: 3 },
			placeholder: 'e.g. Thank you! We will call you soon.',
		},
	).as((field) => field.text()),
	attachments,
	buttons,
	more: group('Additional Fields', 'additionalFields', 'Add Field', {
		ownerId: text('Account ID', 'ownerId', 'The account that owns the message. Leave empty to use your own.', {
			placeholder: 'e.g. 8f14e45f-ceea-467f-a1d4-0242ac120002',
		}),
		name: text('Name', 'name', "The message's name on the platform. People in the chat don't see it.", {
			placeholder: 'e.g. Reply to "Call me back"',
		}),
	}),
};

/** Creates the whole prepared message (specification, "PreparedMessage"), with its uploaded files and its buttons' actions. */
async function preparedMessageBody(given: Values<typeof preparedMessageFields>, item: Item): Promise<PrintableObject> {
	const files = await given.attachments(LINKS_ALLOWED);
	checkFileCount(files.length);
	const planned = given.buttons();
	const { text } = given;
	const { name, ownerId: chosen } = given.more;
	const ownerId = chosen || (await findOwner(item));
	const body: PrintableObject = { text, ownerType: 'Account', ownerId };
	if (name !== '') body.name = name;
	if (files.length > 0) body.attachments = await attachFiles(item, files, true);
	if (planned.length > 0) body.buttons = await completeButtons(item, ANY_CHANNEL, planned, ownerId);
	return body;
}

/** POST {base_url}/preparedMessages (specification, "Buttons: prepared messages and chain actions"). */
const create = operation({
	option: {
		name: 'Create',
		value: 'create',
		action: 'Create prepared message',
		description: 'Add a reply to send when someone presses a button. Several buttons can use the same reply.',
	},
	reach: 'account',
	fields: preparedMessageFields,
	prepare: independent(async (given, item) => {
		const body = await preparedMessageBody(given, item);
		return [item.recordOf(await item.call({ method: 'POST', path: '/preparedMessages', body }))];
	}),
});

/** PUT {base_url}/preparedMessages/:id (specification, "Buttons: …": full new PreparedMessage object). */
const update = operation({
	option: {
		name: 'Update',
		value: 'update',
		action: 'Update prepared message',
		description: 'Replace a reply, even for buttons that were already delivered. What you leave empty is removed.',
	},
	reach: 'account',
	fields: {
		path: text(
			'Prepared Message ID',
			'preparedMessageId',
			'The ID from Prepared Message: Create. The platform has no list of prepared messages.',
			{ required: true, placeholder: 'e.g. 8f14e45f-ceea-467f-a1d4-0242ac120002' },
		).as((field) => `/preparedMessages/${pathPart(field.required())}`),
		...preparedMessageFields,
	},
	prepare: change((given, item) => {
		const { path } = given;
		return { path, run: async () => await replaceReply(item, path, await preparedMessageBody(given, item)) };
	}),
});

export const preparedMessage: Resource = {
	option: { name: 'Prepared Message', value: 'preparedMessage', description: 'A reply to send when someone presses a button' },
	// the message to change comes before its fields
	operations: [update, create],
	first: 'create',
};
