import { pathPart } from '../../shared/api/apiRequest';
import { valueOf } from '../../shared/api/envelope';
import { Failure } from '../../shared/failure';
import type { Field } from '../../shared/field';
import { EMPTY } from '../../shared/fieldValue';
import { group, text } from '../../shared/parameter';
import { askModel, forTools } from '../agent/modelFields';
import { withChatKeys } from '../fields/chatKeys';
import { type AddressedChat, addressedChat } from '../fields/whichChat';
import { type Resource, change, independent, operation } from '../run/operation';

const memoOf = ({ part }: AddressedChat): string => `/chats/${pathPart(part)}/memo`;

/** GET {base_url}/chats/{chatRef}/memo (specification, "Notes (memo)"). */
const get = operation({
	option: {
		name: 'Get',
		value: 'get',
		action: 'Get notes of chat',
		description: "Read the notes on a chat: the text, and the person's phone numbers and emails",
	},
	reach: 'conversation',
	reads: true,
	fields: { chat: addressedChat },
	prepare: independent(async ({ chat }, item) => [
		withChatKeys(valueOf(await item.call({ method: 'GET', path: memoOf(chat) })), chat.keys),
	]),
});

/** Reads a note. One that no one filled in, or whose expression gave nothing, must not clear what is there. */
function readNote(field: Field): string | undefined {
	if (!field.isThere || field.saved === '') return undefined;
	if ((field.value ?? null) === null) throw field.refuse('is empty', EMPTY);
	return field.text();
}

/** A list that the user adds line by line. */
function list(displayName: string, name: string, description: string, add: string, placeholder: string) {
	const typeOptions = { multipleValues: true, multipleValueButtonText: add };
	const one = text(displayName, name, description, { typeOptions, default: [], placeholder });
	return one.as((field) => field.texts()).ifAdded();
}

const parts = group(
	'Update Fields',
	'updateFields',
	'Add Field',
	{
		emails: list(
			'Emails',
			'emails',
			"The person's email addresses. They replace the saved ones. Leave the list empty to clear them.",
			'Add Email',
			'e.g. anna@example.com',
		),
		memo: text(
			'Note',
			'memo',
			'The text of the note. It replaces the saved text. Leave empty to keep that. To clear it, use the expression {{ "" }}.',
			{ typeOptions: { rows: 3 }, placeholder: 'e.g. Prefers to be called in the afternoon' },
		).as(readNote),
		phones: list(
			'Phones',
			'phones',
			"The person's phone numbers. They replace the saved ones. Leave the list empty to clear them.",
			'Add Phone',
			'e.g. +4915112345678',
		),
	},
	{
		// the note is shown from the start
		default: { memo: '' },
		description: 'The fields to change. A list that you add and leave empty is cleared.',
	},
);

/** POST {base_url}/chats/{chatRef}/memo (specification, "Notes (memo)": parts not sent stay unchanged). */
const update = operation({
	option: {
		name: 'Update',
		value: 'update',
		action: 'Update notes of chat',
		description: "Change the notes on a chat. What you don't fill in or add stays unchanged.",
	},
	reach: 'conversation',
	fields: {
		chat: addressedChat,
		parts: forTools(parts, {
			default: {
				memo: askModel({
					key: 'Note',
					type: 'string',
					description: 'The whole text of the note. It replaces the current one.',
				}),
			},
		}),
	},
	prepare: change(({ chat, parts: { memo, phones, emails } }, item) => {
		if (memo === undefined && phones === undefined && emails === undefined) {
			throw Failure.ofValue(
				'There is nothing to update',
				'Under "Update Fields", fill in Note, or add Phones or Emails. A list that you add and leave empty is cleared.',
			);
		}
		const path = memoOf(chat);
		return {
			path,
			run: async () => {
				const notes = item.recordOf(await item.call({ method: 'POST', path, body: { memo, phones, emails } }));
				// the person in the chat can read what the model reads, and changing the notes doesn't need their content
				return [withChatKeys(item.isTool ? { updated: true } : notes, chat.keys)];
			},
		};
	}),
});

export const memo: Resource = {
	option: { name: 'Note', value: 'memo', description: 'The notes on a chat: text, phone numbers and emails' },
	operations: [get, update],
	first: 'get',
};
