import type { INodeProperties } from 'n8n-workflow';
import { MAX_CHOICES } from '../../shared/buttonKey';
import { chosen, mapped, parameter, table, trimmed } from '../../shared/parameter';
import { text } from '../../shared/shapes';
import { clip } from '../../shared/texts';
import type { Composite, Item } from '../run/item';
import { APPROVE, type Choice, DISAPPROVE, type ResponseType } from './question';

export const responseType = chosen<ResponseType>('Response Type', 'responseType', {
	choices: {
		approval: ['Approval', 'The person approves or declines with a button'],
		choice: ['Choice', 'The person chooses one of up to ten buttons'],
		contact: ['Contact', 'The person shares their phone number with a button. You get the number only on Telegram.'],
		freeText: ['Free Text', 'The person opens a link and writes a text'],
		customForm: ['Custom Form', 'The person opens a link and fills in a form'],
	},
	default: 'approval',
	description: 'How the person answers: with buttons in the chat, or on a web page that a link opens',
});

/** A button's caption, whose default stands for one that isn't there. */
const caption = (property: INodeProperties) =>
	parameter(property, (field) => {
		const written = field.value === undefined ? String(property.default) : field.text();
		if (written.trim() !== '') return written;
		throw field.refuse('is empty', 'Every button needs a label.');
	});

/** Makes a choice of a row; without a value of its own, the caption is its value. */
function choiceOf({ values }: { values: { label: string; value: string } }): Choice {
	const { label, value } = values;
	return { caption: label, value: value || label };
}

const approvalType = chosen('Type of Approval', 'approvalType', {
	choices: {
		single: ['Approve Only'],
		double: ['Approve and Decline'],
	},
	default: 'double',
	displayOptions: { show: { responseType: ['approval'] } },
	description: 'Whether to show only an approve button, or a decline button too',
});

const approveLabel = caption(
	text('Approve Button Label', 'approveLabel', 'The text on the approve button', {
		default: 'Approve',
		displayOptions: { show: { responseType: ['approval'] } },
	}),
);

const disapproveLabel = caption(
	text('Decline Button Label', 'disapproveLabel', 'The text on the decline button', {
		default: 'Decline',
		displayOptions: { show: { responseType: ['approval'], approvalType: ['double'] } },
	}),
);

/** The further buttons of a human review: each declines and gives the agent a reason. */
const declineReasons = table(
	'Reasons to Decline',
	'declineReasons',
	['Reason', 'reason'],
	{
		label: caption(
			text('Button Label', 'label', 'The text on the button', { required: true, placeholder: 'e.g. Too expensive' }),
		),
		value: trimmed(
			text('Message to the Agent', 'feedback', 'The reason that the agent reads. If empty, the label is used.', {
				placeholder: 'e.g. Offer up to 20% and ask again',
			}),
		),
	},
	{
		displayOptions: { show: { responseType: ['approval'], '@tool': [true] } },
		typeOptions: { sortable: true },
		description: 'More decline buttons. Each gives the agent a reason, so that it can try something else.',
	},
);

function approval(item: Item): Choice[] {
	const buttons = [{ caption: item.read(approveLabel), value: APPROVE }];
	if (item.read(approvalType) === 'double') buttons.push({ caption: item.read(disapproveLabel), value: DISAPPROVE });
	if (item.execution.caller !== 'review') return buttons;
	const reasons = item.read(declineReasons);
	const room = MAX_CHOICES - buttons.length;
	if (reasons.length <= room) return [...buttons, ...reasons.map(choiceOf)];
	throw item
		.field(declineReasons.property)
		.refuse(
			`has ${reasons.length} entries, but with the other buttons there is only room for ${room}`,
			`A message can have up to ${MAX_CHOICES} buttons. Remove some reasons.`,
		);
}

/** The first text that a list has twice. */
export function repeated(texts: readonly string[]): string | undefined {
	return texts.find((text, index) => texts.indexOf(text) !== index);
}

const choices = mapped(
	table(
		'Choices',
		'choices',
		['Choice', 'choice'],
		{
			label: caption(text('Label', 'label', 'The text on the button', { required: true, placeholder: 'e.g. Tomorrow morning' })),
			value: trimmed(
				text('Value', 'value', 'The value to output as data.choice. If empty, the label is used.', {
					placeholder: 'e.g. tomorrow_am',
				}),
			),
		},
		{
			displayOptions: { show: { responseType: ['choice'] } },
			typeOptions: { sortable: true },
			description: 'The buttons, up to 10',
		},
	),
	(rows, field): Choice[] => {
		if (rows.length === 0) throw field.refuse('is empty', 'Add at least one choice.');
		if (rows.length > MAX_CHOICES) {
			throw field.refuse(
				`has ${rows.length} entries, but a message can have up to ${MAX_CHOICES} buttons`,
				'Ask in two steps: first for a category, then for the choice.',
			);
		}
		const given = rows.map(choiceOf);
		const twice = repeated(given.map(({ value }) => value));
		if (twice === undefined) return given;
		throw field.refuse(`has the value "${clip(twice)}" twice`, 'Give each choice a different value.');
	},
);

const contactLabel = caption(
	text(
		'Button Label',
		'contactLabel',
		'The text on the button that shares the phone number. On channels other than Telegram, it is an ordinary button, and data.contact may have no phone number.',
		{
			default: 'Share my phone number',
			displayOptions: { show: { responseType: ['contact'] } },
		},
	),
);

/** The fields for the buttons of a human review. */
export const reviewButtons = [approvalType, approveLabel, disapproveLabel, declineReasons].map(({ property }) => property);

/** What a person can choose from, by the response type; a form has nothing to choose. */
const CHOICES: Partial<Record<ResponseType, (item: Item) => Choice[]>> = {
	approval,
	choice: (item) => item.read(choices),
	contact: (item) => [{ caption: item.read(contactLabel), value: 'contact' }],
};

/** The buttons of a question, or the links in their place. */
export const answerChoices: Composite<Choice[]> = {
	properties: [...reviewButtons, choices.property, contactLabel.property],
	readItem: (item) => CHOICES[item.read(responseType)]?.(item) ?? [],
};
