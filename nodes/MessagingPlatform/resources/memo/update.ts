import { Failure } from '../../../shared/failure';
import type { Field } from '../../../shared/field';
import { EMPTY } from '../../../shared/fieldValue';
import { group, parameter } from '../../../shared/parameter';
import { text } from '../../../shared/shapes';
import { askModel, forTools } from '../../agent/modelFields';
import { withChatKeys } from '../../fields/chatKeys';
import { addressedChat } from '../../fields/whichChat';
import { change, operation } from '../../run/operation';
import { memoOf } from './get';

/** One that an expression gave nothing, or that no one filled in, must not clear the notes. */
function readNote(field: Field): string | undefined {
	if (!field.isThere || field.saved === '') return undefined;
	if ((field.value ?? null) === null) throw field.refuse('is empty', EMPTY);
	return field.text();
}

const readList = (field: Field) => (field.isThere ? field.texts() : undefined);

const addable = (add: string) => ({ typeOptions: { multipleValues: true, multipleValueButtonText: add }, default: [] });

const parts = group(
	'Update Fields',
	'updateFields',
	'Add Field',
	{
		emails: parameter(
			text('Emails', 'emails', "The person's email addresses. They replace the saved ones. Leave the list empty to clear them.", {
				...addable('Add Email'),
				placeholder: 'e.g. anna@example.com',
			}),
			readList,
		),
		memo: parameter(
			text(
				'Note',
				'memo',
				'The text of the note. It replaces the saved text. Leave empty to keep that. To clear it, use the expression {{ "" }}.',
				{ typeOptions: { rows: 3 }, placeholder: 'e.g. Prefers to be called in the afternoon' },
			),
			readNote,
		),
		phones: parameter(
			text('Phones', 'phones', "The person's phone numbers. They replace the saved ones. Leave the list empty to clear them.", {
				...addable('Add Phone'),
				placeholder: 'e.g. +4915112345678',
			}),
			readList,
		),
	},
	{
		// the note is shown from the start
		default: { memo: '' },
		description: 'The fields to change. A list that you add and leave empty is cleared.',
	},
);

/** POST {base_url}/chats/{chatRef}/memo (specification, "Notes (memo)": parts not sent stay unchanged). */
export const update = operation({
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
