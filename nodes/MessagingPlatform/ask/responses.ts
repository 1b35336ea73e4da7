import { MAX_CHOICES } from '../../shared/buttonKey';
import { choice, single, table, text } from '../../shared/parameter';
import { clip } from '../../shared/texts';
import type { Composite, Item } from '../run/item';
import { APPROVE, type Choice, DISAPPROVE, type ResponseType } from './question';

export const responseType = choice<ResponseType>('Response Type', 'responseType', {
	choices: {
		approval: ['Approval', 'The person approves or declines with a button'],
		choice: ['Choice', 'The person chooses one of up to ten answers'],
		contact: ['Contact', 'The person shares or writes their phone number'],
		freeText: ['Free Text', 'The person writes a text, a number, a date or the like'],
		customForm: ['Custom Form', 'The person opens a link and fills in a form'],
	},
	default: 'approval',
	description: 'What kind of answer you want',
});

export const answerWith = choice<'chat' | 'page'>('Answer With', 'answerWith', {
	choices: {
		chat: ['Message in the Chat', "With a button or the person's next message. Needs a published trigger."],
		page: ['Page', 'On a web page that a link opens. Works without a published trigger. Anyone with the link can answer.'],
	},
	default: 'chat',
	displayOptions: { show: { responseType: ['approval', 'choice', 'freeText'] } },
	description: 'How the person answers',
});

/** A button's caption, whose default stands for one that isn't there. */
const caption = (...about: Parameters<typeof text>) => {
	const one = text(...about);
	return one.as((field) => {
		const written = field.value === undefined ? String(one.property.default) : field.text();
		if (written.trim() !== '') return written;
		throw field.refuse('is empty', 'Every button needs a label.');
	});
};

/** Makes a choice of a row; without a value of its own, the caption is its value. */
function choiceOf({ values }: { values: { label: string; value: string } }): Choice {
	const { label, value } = values;
	return { caption: label, value: value || label };
}

const approvalOptions = single(
	'Approval Options',
	'approvalOptions',
	['Values', 'values'],
	{
		approvalType: choice('Type of Approval', 'approvalType', {
			choices: {
				single: ['Approve Only'],
				double: ['Approve and Decline'],
			},
			default: 'double',
			description: 'Whether to show only an approve button, or a decline button too',
		}),
		approveLabel: caption('Approve Button Label', 'approveLabel', 'The text on the approve button', { default: 'Approve' }),
		disapproveLabel: caption('Decline Button Label', 'disapproveLabel', 'The text on the decline button', {
			default: 'Decline',
			displayOptions: { show: { approvalType: ['double'] } },
		}),
	},
	// n8n fails on a default that is filled in, if a workflow leaves the field out
	{ placeholder: 'Add Option', displayOptions: { show: { responseType: ['approval'] } } },
);

/** The further buttons of a human review: each declines and gives the agent a reason. */
const declineReasons = table(
	'Reasons to Decline',
	'declineReasons',
	['Reason', 'reason'],
	{
		label: caption('Button Label', 'label', 'The text on the button', { required: true, placeholder: 'e.g. Too expensive' }),
		value: text('Message to the Agent', 'feedback', 'The reason that the agent reads. If empty, the label is used.', {
			placeholder: 'e.g. Offer up to 20% and ask again',
		}),
	},
	{
		displayOptions: { show: { responseType: ['approval'], '@tool': [true] } },
		typeOptions: { sortable: true },
		description: 'More decline buttons. Each gives the agent a reason, so that it can try something else.',
	},
);

function approval(item: Item): Choice[] {
	const { values } = item.read(approvalOptions);
	const buttons = [{ caption: values.approveLabel, value: APPROVE }];
	if (values.approvalType === 'double') buttons.push({ caption: values.disapproveLabel, value: DISAPPROVE });
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

const choices = table(
	'Choices',
	'choices',
	['Choice', 'choice'],
	{
		label: caption('Label', 'label', 'The text on the button', { required: true, placeholder: 'e.g. Tomorrow morning' }),
		value: text('Value', 'value', 'The value to output as data.choice. If empty, the label is used.', {
			placeholder: 'e.g. tomorrow_am',
		}),
	},
	{
		displayOptions: { show: { responseType: ['choice'] } },
		typeOptions: { sortable: true, fixedCollection: { itemTitle: '={{ $collection.item.value.label || "Choice" }}' } },
		// an example
		default: { choice: [{ label: 'Yes' }, { label: 'No' }] },
		description: 'The buttons, up to 10',
	},
).map((rows, field): Choice[] => {
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
});

const contactLabel = caption(
	'Button Label',
	'contactLabel',
	"The text on the button that shares the phone number. On channels other than Telegram, it's an ordinary button that shares nothing.",
	{
		default: 'Share my phone number',
		displayOptions: { show: { responseType: ['contact'] } },
	},
);

/** The fields for the buttons of a human review. */
export const reviewButtons = [approvalOptions, declineReasons].map(({ property }) => property);

/** What a person can choose from, by the response type; a form has nothing to choose. */
const CHOICES: Partial<Record<ResponseType, (item: Item) => Choice[]>> = {
	approval,
	choice: (item) => item.read(choices),
	contact: (item) => [{ caption: item.read(contactLabel), value: 'contact' }],
};

/** The buttons of a question, or the links in their place. */
export const answerChoices: Composite<Choice[]> = {
	parts: [approvalOptions, declineReasons, choices, contactLabel],
	readItem: (item) => CHOICES[item.read(responseType)]?.(item) ?? [],
};
