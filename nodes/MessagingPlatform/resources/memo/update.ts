import type { INodeProperties } from 'n8n-workflow';
import type { PrintableObject } from '../../../shared/json';
import { Failure } from '../../../shared/failure';
import { EMPTY } from '../../../shared/fieldValue';
import type { Item } from '../../run/item';
import { type Operation, change } from '../../run/operation';
import { notedChatFields } from '../../fields/chat';
import { withChatKeys } from '../../fields/chatKeys';
import { memoOf } from './get';
import { collection, text } from '../../../shared/shapes';
import { askModel, forTools } from '../../agent/modelFields';

function readParts(item: Item): PrintableObject {
	const fields = item.field('updateFields');
	const memo = fields.find('memo');
	// an expression that gave nothing must not clear them either
	if (memo && (memo.value ?? null) === null) throw memo.refuse('is empty', EMPTY);
	const parts = {
		// shown from the start: one that no one filled in must not clear the notes
		memo: memo?.saved === '' ? undefined : memo?.text(),
		phones: fields.find('phones')?.texts(),
		emails: fields.find('emails')?.texts(),
	};
	if (Object.values(parts).some((part) => part !== undefined)) return parts;
	throw Failure.ofValue(
		'There is nothing to update',
		'Under "Update Fields", fill in Note, or add Phones or Emails. A list that you add and leave empty is cleared.',
	);
}

const updateFields: INodeProperties = {
	...collection('Update Fields', 'updateFields', 'Add Field', [
		text('Emails', 'emails', "The person's email addresses. They replace the saved ones. Leave the list empty to clear them.", {
			typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Email' },
			default: [],
			placeholder: 'e.g. anna@example.com',
		}),
		text(
			'Note',
			'memo',
			'The text of the note. It replaces the saved text. Leave empty to keep that. To clear it, use the expression {{ "" }}.',
			{
				typeOptions: { rows: 3 },
				placeholder: 'e.g. Prefers to be called in the afternoon',
			},
		),
		text('Phones', 'phones', "The person's phone numbers. They replace the saved ones. Leave the list empty to clear them.", {
			typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Phone' },
			default: [],
			placeholder: 'e.g. +4915112345678',
		}),
	]),
	default: { memo: '' },
	description: 'The fields to change. A list that you add and leave empty is cleared.',
};

/** POST {base_url}/chats/{chatRef}/memo (specification, "Notes (memo)": parts not sent stay unchanged). */
export const update: Operation = {
	option: {
		name: 'Update',
		value: 'update',
		action: 'Update notes of chat',
		description: "Change the notes on a chat. What you don't fill in or add stays unchanged.",
	},
	reach: 'conversation',
	prepare: change((item) => {
		const { path, keys } = memoOf(item);
		const body = readParts(item);
		return {
			path,
			run: async () => {
				const notes = item.recordOf(await item.call({ method: 'POST', path, body }));
				// the person in the chat can read what the model reads, and changing the notes doesn't need their content
				return [withChatKeys(item.isTool ? { updated: true } : notes, keys)];
			},
		};
	}),
	fields: [
		...notedChatFields,
		...forTools(updateFields, {
			default: {
				memo: askModel({
					key: 'Note',
					type: 'string',
					description: 'The whole text of the note. It replaces the current one.',
				}),
			},
		}),
	],
};
