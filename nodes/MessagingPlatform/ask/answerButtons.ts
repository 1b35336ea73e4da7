import type { INodeProperties } from 'n8n-workflow';
import { clip } from '../../shared/texts';
import { MAX_CHOICES } from '../../shared/buttonKey';
import type { Item } from '../run/item';
import { rows, text } from '../fields/shapes';
import { type AnswerButton, approvalProperties, captionOf, readApproval } from './approval';
import { formProperties } from './formFields';
import type { ButtonResponse } from './question';

/** The buttons of a question: what is written on each, and what it stands for. */
interface AnswerButtons {
	responseType: ButtonResponse;
	/** The same for all of them (specification, "Button"). */
	type: 'ActionButton' | 'GetContactButton';
	buttons: AnswerButton[];
}

function readChoices(item: Item): AnswerButton[] {
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
 * Reads the buttons of a question.
 * @throws NodeOperationError for a button without a caption, no choices or too many, and two choices with one value
 */
export function readAnswerButtons(item: Item, responseType: ButtonResponse): AnswerButtons {
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

/** How a person can answer. */
export const answerProperties: INodeProperties[] = [
	{
		displayName: 'Response Type',
		name: 'responseType',
		type: 'options',
		options: [
			{ name: 'Approval', value: 'approval', description: 'The person approves, or disapproves, with a button' },
			{ name: 'Choice', value: 'choice', description: 'The person chooses one of up to ten buttons' },
			{
				name: 'Contact',
				value: 'contact',
				description:
					'The person shares their phone number with a button, on Telegram. On other channels the button only answers.',
			},
			{ name: 'Custom Form', value: 'customForm', description: 'The person fills in a form, on a page that a link opens' },
			{ name: 'Free Text', value: 'freeText', description: 'The person writes a text, on a page that a link opens' },
		],
		default: 'approval',
		description: 'How the person answers: with buttons in the chat itself, or on a page that n8n shows',
	},
	...approvalProperties,
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
	text(
		'Button Label',
		'contactLabel',
		'What is written on the button that shares their phone number. Outside Telegram the platform sends it as an ordinary button: data.contact then may have no phone number.',
		{
			default: 'Share my phone number',
			displayOptions: { show: { responseType: ['contact'] } },
		},
	),
	...formProperties,
];
