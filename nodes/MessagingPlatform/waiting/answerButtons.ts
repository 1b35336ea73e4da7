import type { INodeProperties } from 'n8n-workflow';
import { clip } from '../../shared/words';
import { MAX_CHOICES } from '../../shared/waiting/buttonKey';
import { type Field, rowOf } from '../engine/field';
import type { Item } from '../engine/item';
import { rows, text } from '../fields/shapes';
import { RESPONSE_TYPES, type ResponseType } from './question';

/** The buttons of a question: what is written on each, and what it stands for. */
export interface AnswerButtons {
	responseType: ResponseType;
	/** The same for all of them (specification, "Button"). */
	type: 'ActionButton' | 'GetContactButton';
	buttons: Array<{ caption: string; value: string }>;
}

function captionOf(field: Field, fallback: string): string {
	const caption = field.value === undefined ? fallback : field.text();
	if (caption.trim() !== '') return caption;
	throw field.refuse('is empty', 'Every button needs a label.');
}

function readApproval(item: Item): AnswerButtons['buttons'] {
	const field = item.field('approvalOptions');
	const options = rowOf(item, field.label, field.rows('values')[0]?.value, { inside: approvalValues });
	const approve = { caption: captionOf(options.member('approveLabel'), 'Approve'), value: 'approve' };
	if (options.member('approvalType').oneOf(['single', 'double'], 'single') === 'single') return [approve];
	return [approve, { caption: captionOf(options.member('disapproveLabel'), 'Decline'), value: 'decline' }];
}

function readChoices(item: Item): AnswerButtons['buttons'] {
	const field = item.field('choices');
	const given = field.rows('choice');
	if (given.length === 0) throw field.refuse('is empty', 'Add at least one choice.');
	if (given.length > MAX_CHOICES) {
		throw field.refuse(
			`has too many choices: ${given.length}, and a message can have at most ${MAX_CHOICES} buttons`,
			'Ask in two steps: first for the kind, then for the rest.',
		);
	}
	const buttons = given.map((row) => {
		const caption = captionOf(row.member('label'), '');
		return { caption, value: row.member('value').text().trim() || caption };
	});
	const twice = buttons.find(({ value }, index) => buttons.findIndex((other) => other.value === value) !== index);
	if (twice === undefined) return buttons;
	throw field.refuse(`has the value "${clip(twice.value)}" twice`, 'Give each choice a value of its own.');
}

/**
 * Reads how a person can answer.
 *
 * @param item the item
 * @returns the buttons of the question, at least one and at most ten
 * @throws NodeOperationError for a button without a caption, no choices or too many, and two choices with one value
 */
export function readAnswerButtons(item: Item): AnswerButtons {
	const responseType = item.field('responseType').oneOf(RESPONSE_TYPES, 'approval');
	switch (responseType) {
		case 'approval':
			return { responseType, type: 'ActionButton', buttons: readApproval(item) };
		case 'choice':
			return { responseType, type: 'ActionButton', buttons: readChoices(item) };
		default: {
			const caption = captionOf(item.field('contactLabel'), 'Share my phone number');
			return { responseType, type: 'GetContactButton', buttons: [{ caption, value: 'contact' }] };
		}
	}
}

const approvalValues: INodeProperties[] = [
	{
		displayName: 'Type of Approval',
		name: 'approvalType',
		type: 'options',
		options: [
			{ name: 'Approve and Disapprove', value: 'double' },
			{ name: 'Approve Only', value: 'single' },
		],
		default: 'single',
		description: 'Whether there is one button, or a second one to disapprove',
	},
	text('Approve Button Label', 'approveLabel', 'What is written on the button that approves', { default: 'Approve' }),
	text('Disapprove Button Label', 'disapproveLabel', 'What is written on the button that disapproves', {
		default: 'Decline',
		displayOptions: { show: { approvalType: ['double'] } },
	}),
];

/** How a person can answer. */
export const answerProperties: INodeProperties[] = [
	{
		displayName: 'Response Type',
		name: 'responseType',
		type: 'options',
		options: [
			{ name: 'Approval', value: 'approval', description: 'The person approves, or disapproves, with a button' },
			{ name: 'Choice', value: 'choice', description: 'The person chooses one of up to ten buttons' },
			{ name: 'Contact', value: 'contact', description: 'The person shares their phone number with a button' },
		],
		default: 'approval',
		description: 'How the person answers. The buttons are in the chat itself.',
	},
	{
		displayName: 'Approval Options',
		name: 'approvalOptions',
		type: 'fixedCollection',
		placeholder: 'Add Option',
		default: {},
		displayOptions: { show: { responseType: ['approval'] } },
		options: [
			{
				displayName: 'Values',
				name: 'values',
				values: approvalValues,
			},
		],
	},
	rows(
		'Choices',
		'choices',
		['Choice', 'choice'],
		[
			text('Label', 'label', 'What is written on the button', { required: true, placeholder: 'e.g. Tomorrow morning' }),
			text('Value', 'value', 'What the node outputs as data.choice. Leave empty for the label.', {
				placeholder: 'e.g. tomorrow_am',
			}),
		],
		{
			displayOptions: { show: { responseType: ['choice'] } },
			typeOptions: { sortable: true },
			description: 'The buttons, at most ten',
		},
	),
	text('Button Label', 'contactLabel', 'What is written on the button that shares their phone number', {
		default: 'Share my phone number',
		displayOptions: { show: { responseType: ['contact'] } },
	}),
];
