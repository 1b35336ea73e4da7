import type { INodeProperties } from 'n8n-workflow';
import { clip } from '../../shared/texts';
import { MAX_CHOICES } from '../../shared/buttonKey';
import type { Item } from '../run/item';
import { choice, rows, text } from '../../shared/shapes';
import { type AnswerButton, approvalProperties, buttonOf, captionOf, readApproval } from './approval';
import { formProperties } from './formFields';
import type { ButtonResponse } from './question';

/** The buttons of a question: the caption and the value of each. */
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
			`has ${given.length} entries, but a message can have up to ${MAX_CHOICES} buttons`,
			'Ask in two steps: first for a category, then for the choice.',
		);
	}
	const buttons = given.map((row) => buttonOf(row, 'value'));
	const twice = buttons.find(({ value }, index) => buttons.findIndex((other) => other.value === value) !== index);
	if (twice === undefined) return buttons;
	throw field.refuse(`has the value "${clip(twice.value)}" twice`, 'Give each choice a different value.');
}

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

/** The fields that decide how a person can answer. */
export const answerProperties: INodeProperties[] = [
	choice('Response Type', 'responseType', {
		choices: {
			approval: ['Approval', 'The person approves or declines with a button'],
			choice: ['Choice', 'The person chooses one of up to ten buttons'],
			contact: ['Contact', 'The person shares their phone number with a button. You get the number only on Telegram.'],
			customForm: ['Custom Form', 'The person opens a link and fills in a form'],
			freeText: ['Free Text', 'The person opens a link and writes a text'],
		},
		default: 'approval',
		description: 'How the person answers: with buttons in the chat, or on a web page that a link opens',
	}),
	...approvalProperties,
	rows(
		'Choices',
		'choices',
		['Choice', 'choice'],
		[
			text('Label', 'label', 'The text on the button', { required: true, placeholder: 'e.g. Tomorrow morning' }),
			text('Value', 'value', 'The value to output as data.choice. If empty, the label is used.', {
				placeholder: 'e.g. tomorrow_am',
			}),
		],
		{
			displayOptions: { show: { responseType: ['choice'] } },
			typeOptions: { sortable: true },
			description: 'The buttons, up to 10',
		},
	),
	text(
		'Button Label',
		'contactLabel',
		'The text on the button that shares the phone number. On channels other than Telegram, it is an ordinary button, and data.contact may have no phone number.',
		{
			default: 'Share my phone number',
			displayOptions: { show: { responseType: ['contact'] } },
		},
	),
	...formProperties,
];
