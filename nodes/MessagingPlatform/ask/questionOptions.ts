import { alphabetical, group, text, toggle } from '../../shared/parameter';
import { excludedTags } from '../message/guard';
import { messageFields, textMarkup } from '../message/messageFields';
import { BUTTON_RESPONSES } from './question';
import { separateOutputs } from './separateOutputs';
import { limitWaitTime } from './waitLimit';

const shownFor = (...types: string[]) => ({ displayOptions: { show: { '/responseType': types } } });

const NOT_CONTACT = shownFor('approval', 'choice', 'freeText', 'customForm');

/** An expression: the answer comes on a page, not through the trigger. */
const ON_PAGE =
	'$parameter["responseType"] === "customForm" || ($parameter["answerWith"] === "page" && $parameter["responseType"] !== "contact")';

/** Says on a waiting node how the answer arrives. Only the editor evaluates it. */
export const waitingTooltip = `={{ $parameter["operation"] !== "sendAndWait" ? "" : ${ON_PAGE}
	? "Waiting for the answer. The link in the chat opens a page for it."
	: "Waiting for the answer in the chat. It arrives only while a workflow with a Messaging Platform Trigger is published." }}`;

/** The texts of the page that a link opens are in the fields of n8n's own nodes. */
const members = {
	/** Who may answer; an empty list means everyone. */
	approverIds: text(
		'Only These People (IDs)',
		'approverIds',
		"IDs of the people who may answer, separated by commas. When someone presses a button, the trigger outputs their ID as remoteContact.channelUserId. On channels that don't say who pressed a button, no one can answer.",
		{ placeholder: 'e.g. 271828182, 314159265', ...shownFor('approval') },
	).as((field) => {
		const ids = field.isThere ? field.texts() : [];
		if (ids.length > 0 || !field.isThere) return ids;
		throw field.refuse(
			'is empty, so no one could answer',
			'Enter at least one ID, or remove the option to let everyone in the chat answer.',
		);
	}),
	confirmation: text(
		'Confirmation',
		'confirmation',
		'The text to send to the chat once someone has answered there. The workflow continues even if it fails. Pages that a link opens confirm the answer themselves.',
		{ ...shownFor(...BUTTON_RESPONSES, 'freeText'), placeholder: 'e.g. Noted, thank you!' },
	),
	limitWaitTime,
	separateOutputs,
	replace: toggle(
		'Replace Waiting Question',
		'replace',
		"Whether to end a question that already waits in this chat. If off, the new question isn't sent and fails.",
		shownFor('choice', 'contact', 'freeText'),
	),
	linkLabel: text('Message Button Label', 'messageButtonLabel', 'The text of the link to the page', {
		default: 'Respond',
		...NOT_CONTACT,
	}),
	title: text('Form Title', 'responseFormTitle', 'The heading of the page that the link opens', NOT_CONTACT),
	description: text(
		'Form Description',
		'responseFormDescription',
		'The text below the heading of the page. If empty, the message is used.',
		{ typeOptions: { rows: 2 }, ...NOT_CONTACT },
	),
	submitLabel: text('Form Button Label', 'responseFormButtonLabel', 'The text on the button that sends the form', {
		default: 'Submit',
		...shownFor('freeText', 'customForm'),
	}),
	...messageFields,
	excludedTags,
	textMarkup: textMarkup.with({ displayOptions: { hide: { '@tool': [true] } } }),
};

export const options = group('Options', 'options', 'Add Option', alphabetical(members));
