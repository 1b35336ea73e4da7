import { valueError } from '../../../shared/platform/errors';
import { type Item, readText } from '../../engine/item';
import type { PrintableObject } from '../../../shared/json';
import { type Operation, oneValue, routingOf } from '../../engine/operation';
import { chatFields } from '../../engine/pickers';
import { apiCall } from '../../../shared/platform/calls';
import { readCollection, readTexts } from '../../engine/values';
import { memoPath } from './readChat';

function readParts(item: Item): PrintableObject {
	const fields = readCollection(item, 'updateFields');
	const parts: PrintableObject = {};
	if ('memo' in fields) parts.memo = readText(item, fields.memo, 'Note');
	if ('phones' in fields) parts.phones = readTexts(item, fields.phones, 'Phones');
	if ('emails' in fields) parts.emails = readTexts(item, fields.emails, 'Emails');
	if (Object.keys(parts).length > 0) return parts;
	throw valueError(
		item.node,
		item.index,
		'There is nothing to update',
		'Add at least one of Note, Phones and Emails under "Update Fields". An empty one clears that part.',
	);
}

/** POST {base_url}/chats/{chatRef}/memo (specification, "Notes (memo)": parts not sent stay unchanged). */
export const update: Operation = {
	option: {
		name: 'Update',
		value: 'update',
		action: 'Update notes of chat',
		description: "Change parts of a chat's notes. Parts that you do not add stay as they are.",
		routing: routingOf(async (item, inTurn) => {
			const path = memoPath(item);
			const body = readParts(item);
			const request = { method: 'POST', path, body } as const;
			return await inTurn(path, async () => oneValue(await apiCall(item.functions, request, item.index), item, request));
		}),
	},
	fields: [
		...chatFields,
		{
			displayName: 'Update Fields',
			name: 'updateFields',
			type: 'collection',
			placeholder: 'Add Field',
			default: {},
			description: 'The parts to change. A part that you add and leave empty is cleared.',
			options: [
				{
					displayName: 'Emails',
					name: 'emails',
					type: 'string',
					typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Email' },
					default: [],
					placeholder: 'e.g. anna@example.com',
					description: "The person's email addresses; they replace the ones noted so far. No entry clears them.",
				},
				{
					displayName: 'Note',
					name: 'memo',
					type: 'string',
					typeOptions: { rows: 3 },
					default: '',
					placeholder: 'e.g. Prefers to be called in the afternoon',
					description: 'The text of the note; it replaces the one so far. Empty clears it.',
				},
				{
					displayName: 'Phones',
					name: 'phones',
					type: 'string',
					typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Phone' },
					default: [],
					placeholder: 'e.g. +4915112345678',
					description: "The person's phone numbers; they replace the ones noted so far. No entry clears them.",
				},
			],
		},
	],
};
