import { type INodeProperties, NodeOperationError } from 'n8n-workflow';
import { attachmentProperties } from '../../content/attachmentFields';
import { attachFiles, planFiles } from '../../content/attachments';
import { ButtonAnswers } from '../../content/buttonAnswers';
import { buttonProperties, readButtons } from '../../content/buttonFields';
import { ChannelBook } from '../../content/channelBook';
import { asNodeError, valueError } from '../../../shared/platform/errors';
import { type Item, readText } from '../../engine/item';
import type { PrintableObject } from '../../../shared/json';
import { readCollection } from '../../engine/values';

/** What the items of one execution share: the account is looked up once. */
interface Session {
	channels: ChannelBook;
	answers: ButtonAnswers;
}

const sessions = new WeakMap<object, Session>();

function sessionOf(item: Item, execution: object): Session {
	const known = sessions.get(execution);
	if (known) return known;
	const channels = new ChannelBook(item.functions);
	const session = { channels, answers: new ButtonAnswers(channels) };
	sessions.set(execution, session);
	return session;
}

// a prepared message belongs to no channel: any channel tells the account, and links are allowed where some channel allows them
const ANY_CHANNEL = { channel: '', channelId: '' };
const LINKS_ALLOWED = 'whatsapp';

/** The account that owns the message: the user's own, since a token belongs to one account. */
async function findOwner(item: Item, channels: ChannelBook): Promise<string> {
	try {
		return await channels.accountIdOf(ANY_CHANNEL, item);
	} catch (error) {
		if (!(error instanceof NodeOperationError)) throw asNodeError(item.node, item.index, error);
		throw valueError(
			item.node,
			item.index,
			'The account that owns the message was not found, because it has no channel yet',
			'Connect a channel in the service, or add "Account ID" under "Additional Fields".',
		);
	}
}

/**
 * Makes the whole prepared message (specification, "PreparedMessage"). Files of the item are uploaded, buttons that answer
 * by themselves get their actions, and the account is looked up unless the user named it.
 *
 * @param item the item
 * @param execution the same object for all items of one execution
 * @returns the request body: text, ownerType, ownerId, and name, attachments and buttons where the user set them
 * @throws NodeOperationError for a button or an attachment that the service would refuse
 */
export async function preparedMessageBody(item: Item, execution: object): Promise<PrintableObject> {
	const more = readCollection(item, 'additionalFields');
	const files = planFiles(item, item.parameter('attachments'), LINKS_ALLOWED);
	const planned = readButtons(item);
	const text = readText(item, item.parameter('text'), 'Text');
	const name = readText(item, more.name, 'Name').trim();
	const owner = readText(item, more.ownerId, 'Account ID').trim();

	const { channels, answers } = sessionOf(item, execution);
	const ownerId = owner === '' ? await findOwner(item, channels) : owner;
	const body: PrintableObject = { text, ownerType: 'Account', ownerId };
	if (name !== '') body.name = name;
	if (files.length > 0) body.attachments = await attachFiles(item, files);
	if (planned.length > 0) body.buttons = await answers.complete(item, ANY_CHANNEL, planned);
	return body;
}

const text: INodeProperties = {
	displayName: 'Text',
	name: 'text',
	type: 'string',
	typeOptions: { rows: 3 },
	default: '',
	placeholder: 'e.g. Thank you! We will call you soon.',
	description: 'What the service sends when the button is pressed. It may be empty on some channels; then nothing is sent.',
};

const additionalFields: INodeProperties = {
	displayName: 'Additional Fields',
	name: 'additionalFields',
	type: 'collection',
	placeholder: 'Add Field',
	default: {},
	options: [
		{
			displayName: 'Account ID',
			name: 'ownerId',
			type: 'string',
			default: '',
			placeholder: 'e.g. 8f14e45f-ceea-467f-a1d4-0242ac120002',
			description: 'The account that owns the message. The node finds your account by itself when this is empty.',
		},
		{
			displayName: 'Name',
			name: 'name',
			type: 'string',
			default: '',
			placeholder: 'e.g. Reply to "Call me back"',
			description: 'What the message is called inside the service; people in the chat do not see it',
		},
	],
};

/** The fields that creating and updating share. */
export const preparedMessageFields: readonly INodeProperties[] = [
	text,
	...attachmentProperties,
	// there is no channel yet whose buttons could be unsupported
	...buttonProperties.filter(({ name }) => name !== 'ifButtonsUnsupported'),
	additionalFields,
];
