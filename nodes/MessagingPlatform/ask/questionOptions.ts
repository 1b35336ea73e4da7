import { alphabetical, chosen, group, parameter, trimmed } from '../../shared/parameter';
import { text } from '../../shared/shapes';
import { excludedTags } from '../message/guard';
import { messageFields, textMarkup } from '../message/messageFields';
import { BUTTON_RESPONSES } from './question';
import { separateOutputs } from './separateOutputs';
import { limitWaitTime } from './waitLimit';

const shownFor = (...types: string[]) => ({ displayOptions: { show: { '/responseType': types } } });

const NOT_CONTACT = shownFor('approval', 'choice', 'freeText', 'customForm');

/** An expression: the answer comes on a page, not through the trigger. */
const ON_PAGE =
	'["customForm", "freeText"].includes($parameter["responseType"]) || $parameter["options"]?.["answerWith"] === "links"';

/** Says on a waiting node how the answer arrives. Only the editor evaluates it. */
export const waitingTooltip = `={{ $parameter["operation"] !== "sendAndWait" ? "" : ${ON_PAGE}
	? "Waiting for the answer. The link in the chat opens a page for it."
	: "Waiting for the answer. Buttons in the chat work only while a workflow with a Messaging Platform Trigger is published." }}`;

/** The texts of the page that a link opens are in the fields of n8n's own nodes. */
const members = {
	/** Who may answer; an empty list means everyone. */
	approverIds: parameter(
		text(
			'Limit to These People (IDs)',
			'approverIds',
			"IDs of the people who may answer, separated by commas. When someone presses a button, the trigger outputs their ID as remoteContact.channelUserId. On channels that don't say who pressed a button, no one can answer.",
			{ placeholder: 'e.g. 271828182, 314159265', ...shownFor('approval') },
		),
		(field) => {
			const ids = field.isThere ? field.texts() : [];
			if (ids.length > 0 || !field.isThere) return ids;
			throw field.refuse(
				'is empty, so no one could answer',
				'Enter at least one ID, or remove the option to let everyone in the chat answer.',
			);
		},
	),
	confirmation: trimmed(
		text(
			'Confirmation',
			'confirmation',
			'The text to send to the chat once someone has answered with a button. The workflow continues even if it fails. Pages that a link opens confirm the answer themselves.',
			{ ...shownFor(...BUTTON_RESPONSES), placeholder: 'e.g. Noted, thank you!' },
		),
	),
	limitWaitTime,
	separateOutputs,
	answerWith: chosen('Answer With', 'answerWith', {
		choices: {
			buttons: [
				'Buttons in the Chat',
				'Through a published Messaging Platform Trigger. A channel without buttons gets a link instead.',
			],
			links: ['Links to a Page', 'Works without a published trigger. Anyone with a link can answer.'],
		},
		default: 'buttons',
		...shownFor('approval', 'choice'),
		description: 'How the person answers',
	}),
	linkLabel: trimmed(
		text('Message Button Label', 'messageButtonLabel', 'The text of the link to the page', {
			default: 'Respond',
			...NOT_CONTACT,
		}),
	),
	title: trimmed(text('Response Form Title', 'responseFormTitle', 'The heading of the page that the link opens', NOT_CONTACT)),
	description: trimmed(
		text(
			'Response Form Description',
			'responseFormDescription',
			'The text below the heading of the page. If empty, the message is used.',
			{ typeOptions: { rows: 2 }, ...NOT_CONTACT },
		),
	),
	submitLabel: trimmed(
		text('Response Form Button Label', 'responseFormButtonLabel', 'The text on the button that sends the form', {
			default: 'Submit',
			...shownFor('freeText', 'customForm'),
		}),
	),
	...messageFields,
	excludedTags,
	textMarkup: parameter({ ...textMarkup.property, displayOptions: { hide: { '@tool': [true] } } }, textMarkup.read),
};

export const options = group('Options', 'options', 'Add Option', alphabetical(members));
