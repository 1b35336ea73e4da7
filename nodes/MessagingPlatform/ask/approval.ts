import type { INodeProperties } from 'n8n-workflow';
import { MAX_CHOICES } from '../../shared/buttonKey';
import { type Field, rowOf } from '../../shared/field';
import type { Item } from '../run/item';
import { choice, rows, text } from '../../shared/shapes';
import { APPROVE, DISAPPROVE } from './question';

/** A button of a question: its caption and its value. */
export interface AnswerButton {
	caption: string;
	value: string;
}

/** Reads a button's caption, or refuses an empty one. */
export function captionOf(field: Field, fallback: string): string {
	const caption = field.value === undefined ? fallback : field.text();
	if (caption.trim() !== '') return caption;
	throw field.refuse('is empty', 'Every button needs a label.');
}

/** Reads a button's row; without a value of its own, the caption is its value. */
export function buttonOf(row: Field, valueName: string): AnswerButton {
	const caption = captionOf(row.member('label'), '');
	return { caption, value: row.member(valueName).text().trim() || caption };
}

/** The further buttons of a human review: each declines and gives the agent a reason. */
function readReasons(item: Item, room: number): AnswerButton[] {
	const field = item.field('declineReasons');
	const given = field.rows('reason');
	if (given.length > room) {
		throw field.refuse(
			`has ${given.length} entries, but with the other buttons there is only room for ${room}`,
			`A message can have up to ${MAX_CHOICES} buttons. Remove some reasons.`,
		);
	}
	return given.map((row) => buttonOf(row, 'feedback'));
}

export function readApproval(item: Item): AnswerButton[] {
	const field = item.field('approvalOptions');
	const [given] = field.rows('values');
	const options = rowOf(field.label, given?.value, { inside: approvalValues('single'), saved: given?.saved });
	const buttons = [{ caption: captionOf(options.member('approveLabel'), 'Approve'), value: APPROVE }];
	const type = options
		.member('approvalType')
		.oneOf(['single', 'double'], item.execution.caller === 'review' ? 'double' : 'single');
	if (type === 'double') {
		buttons.push({ caption: captionOf(options.member('disapproveLabel'), 'Decline'), value: DISAPPROVE });
	}
	return item.execution.caller === 'review' ? [...buttons, ...readReasons(item, MAX_CHOICES - buttons.length)] : buttons;
}

/** Reads who may answer; an empty list means everyone. */
export function readApprovers(item: Item, responseType: string): string[] {
	const field = responseType === 'approval' ? item.field('options').find('approverIds') : undefined;
	if (field === undefined) return [];
	const ids = field.texts();
	if (ids.length > 0) return ids;
	throw field.refuse(
		'is empty, so no one could answer',
		'Enter at least one ID, or remove the option to let everyone in the chat answer.',
	);
}

/** For "Options". */
export const approversOption: INodeProperties = text(
	'Limit to These People (IDs)',
	'approverIds',
	"IDs of the people who may answer, separated by commas. When someone presses a button, the trigger outputs their ID as remoteContact.channelUserId. On channels that don't say who pressed a button, no one can answer.",
	{ placeholder: 'e.g. 271828182, 314159265', displayOptions: { show: { '/responseType': ['approval'] } } },
);

const approvalValues = (approvalType: 'double' | 'single'): INodeProperties[] => [
	choice('Type of Approval', 'approvalType', {
		choices: {
			double: ['Approve and Decline'],
			single: ['Approve Only'],
		},
		default: approvalType,
		description: 'Whether to show only an approve button, or a decline button too',
	}),
	text('Approve Button Label', 'approveLabel', 'The text on the approve button', { default: 'Approve' }),
	text('Decline Button Label', 'disapproveLabel', 'The text on the decline button', {
		default: 'Decline',
		displayOptions: { show: { approvalType: ['double'] } },
	}),
];

const approvalOptions = (
	approvalType: 'double' | 'single',
	displayOptions: INodeProperties['displayOptions'],
): INodeProperties => ({
	displayName: 'Approval Options',
	name: 'approvalOptions',
	type: 'fixedCollection',
	placeholder: 'Add Option',
	default: {},
	displayOptions,
	options: [
		{
			displayName: 'Values',
			name: 'values',
			values: approvalValues(approvalType),
		},
	],
});

/** The buttons of an approval. Someone who reviews what an agent wants to do must be able to decline it. */
export const approvalProperties: INodeProperties[] = [
	approvalOptions('single', { show: { responseType: ['approval'] }, hide: { '@tool': [true] } }),
	approvalOptions('double', { show: { responseType: ['approval'], '@tool': [true] } }),
	rows(
		'Reasons to Decline',
		'declineReasons',
		['Reason', 'reason'],
		[
			text('Button Label', 'label', 'The text on the button', { required: true, placeholder: 'e.g. Too expensive' }),
			text('Message to the Agent', 'feedback', 'The reason that the agent reads. If empty, the label is used.', {
				placeholder: 'e.g. Offer up to 20% and ask again',
			}),
		],
		{
			displayOptions: { show: { responseType: ['approval'], '@tool': [true] } },
			typeOptions: { sortable: true },
			description: 'More decline buttons. Each gives the agent a reason, so that it can try something else.',
		},
	),
];
