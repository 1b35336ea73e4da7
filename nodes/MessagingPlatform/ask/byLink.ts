import type { INodeProperties } from 'n8n-workflow';
import type { Printable } from '../../shared/json';
import { Failure } from '../../shared/failure';
import { escapeHtml, withNumberedButtons } from '../message/buttons';
import type { ChannelFacts, ChannelKey } from '../run/channelBook';
import { type MarkedText, channelNamed, restrictionsOf } from '../message/messageLimits';

import type { Item } from '../run/item';
import { readAnswerButtons } from './answerButtons';
import { type FormField, readFormFields } from './formFields';
import type { LinkAim } from './links';
import { type LinkQuestion, type ResponseType, isForm } from './question';
import { choice, text as textField } from '../../shared/shapes';

/** The response types that a link can have: a contact is shared only in the chat itself. */
export type LinkResponse = Exclude<ResponseType, 'contact'>;

/** A question that links answer, before the links are known. */
interface LinkPlan {
	question: Omit<LinkQuestion, 'chatRef'>;
	/** The label of the link to the page. */
	label: string;
	hasButtons: boolean;
}

/** A question in words and links. */
export interface LinkMessage {
	text: string;
	buttons: Printable[] | undefined;
}

const takesButtons = (facts: ChannelFacts | undefined) => restrictionsOf(facts, 'buttonsRestrictions') !== null;

/** Checks whether links answer a question: a form always, an approval or a choice if the user wants it or the channel has no buttons. */
export function isByLink(
	responseType: ResponseType,
	item: Item,
	asked: { recipient: ChannelKey; facts: ChannelFacts | undefined; approverIds: string[] },
): responseType is LinkResponse {
	if (isForm(responseType)) return true;
	if (responseType === 'contact') return false;
	const isWanted = item.field('options').member('answerWith').oneOf(['buttons', 'links'], 'buttons') === 'links';
	if (!isWanted && takesButtons(asked.facts)) return false;
	if (asked.approverIds.length === 0) return true;
	throw isWanted
		? Failure.ofValue(
				"Limit to These People (IDs) can't be used with links, because anyone with a link can answer",
				'Set "Answer With" to Buttons in the Chat, or remove the limit.',
			)
		: Failure.ofValue(
				`Buttons aren't supported by ${channelNamed(asked.recipient, asked.facts)}, and a link can't be limited to certain people`,
				'Ask on a channel that has buttons, such as Telegram or VK, or remove "Limit to These People (IDs)".',
			);
}

/** An expression: the answer comes on a page, not through the trigger. */
export const ON_PAGE =
	'["customForm", "freeText"].includes($parameter["responseType"]) || $parameter["options"]?.["answerWith"] === "links"';

/** Says on a waiting node how the answer arrives. Only the editor evaluates it. */
export const waitingTooltip = `={{ $parameter["operation"] !== "sendAndWait" ? "" : ${ON_PAGE}
	? "Waiting for the answer. The link in the chat opens a page for it."
	: "Waiting for the answer. Buttons in the chat work only while a workflow with a Messaging Platform Trigger is published." }}`;

const FREE_TEXT: FormField = {
	name: 'text',
	// the page's heading is the question
	label: '',
	type: 'textarea',
	required: true,
	placeholder: '',
	defaultValue: '',
	options: [],
};

const PLAIN: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', '#39': "'", nbsp: ' ' };

/** The page shows texts unchanged, so tags would be visible. */
function withoutTags({ text, markup }: MarkedText): string {
	if (markup !== 'HTML') return text;
	return text
		.replace(/<br\b[^<>]*>/gi, '\n')
		.replace(/<\/?[a-z][^<>]*>/gi, '')
		.replace(/&(lt|gt|amp|quot|#39|nbsp);/g, (_entity, name: string) => PLAIN[name] ?? '');
}

function readForm(item: Item, responseType: LinkResponse): FormField[] {
	if (responseType === 'freeText') return [FREE_TEXT];
	return responseType === 'customForm' ? readFormFields(item) : [];
}

export function readLinkPlan(
	item: Item,
	responseType: LinkResponse,
	message: MarkedText & { page?: string },
	facts: ChannelFacts | undefined,
): LinkPlan {
	const options = item.field('options');
	const textOf = (name: string, fallback: string) => options.member(name).text().trim() || fallback;
	const hasButtons = takesButtons(facts);
	const fields = readForm(item, responseType);
	const texts = {
		title: textOf('responseFormTitle', ''),
		description: message.page ?? textOf('responseFormDescription', withoutTags(message).trim()),
		button: textOf('responseFormButtonLabel', 'Submit'),
	};
	const choices = isForm(responseType) ? [] : readAnswerButtons(item, responseType).buttons;
	const sentAs = choices.length > 0 && hasButtons ? 'choices' : 'page';
	return {
		question: { responseType, sentAs, choices, fields, texts },
		label: textOf('messageButtonLabel', 'Respond'),
		hasButtons,
	};
}

/** Writes the links as buttons, or, on channels without buttons, below the text with the choices in numbered lines. */
export function writeLinkMessage(
	{ question: { sentAs, choices }, label, hasButtons }: LinkPlan,
	{ text, markup }: MarkedText,
	linkTo: (aim: LinkAim) => string,
): LinkMessage {
	const buttonTo = (caption: string, aim: LinkAim) => ({ type: 'HyperLinkButton', text: caption, link: linkTo(aim) });
	if (sentAs === 'choices') return { text, buttons: choices.map(({ caption }, choice) => buttonTo(caption, choice)) };
	if (hasButtons) return { text, buttons: [buttonTo(label, 'page')] };
	const lines = choices.map(({ caption }) => ({ button: { type: 'ActionButton' as const, text: caption } }));
	const question = lines.length === 0 ? text : withNumberedButtons(text, lines, markup);
	const line = `${label}: ${linkTo('page')}`;
	return { text: `${question}\n\n${markup === 'HTML' ? escapeHtml(line) : line}`, buttons: undefined };
}

const NOT_CONTACT = ['approval', 'choice', 'freeText', 'customForm'];

/** The texts of the page that a link opens, in the fields of n8n's own nodes. */
export const linkOptions: INodeProperties[] = [
	choice('Answer With', 'answerWith', {
		choices: {
			buttons: [
				'Buttons in the Chat',
				'Through a published Messaging Platform Trigger. A channel without buttons gets a link instead.',
			],
			links: ['Links to a Page', 'Works without a published trigger. Anyone with a link can answer.'],
		},
		default: 'buttons',
		displayOptions: { show: { '/responseType': ['approval', 'choice'] } },
		description: 'How the person answers',
	}),
	textField('Message Button Label', 'messageButtonLabel', 'The text of the link to the page', {
		default: 'Respond',
		displayOptions: { show: { '/responseType': NOT_CONTACT } },
	}),
	textField('Response Form Title', 'responseFormTitle', 'The heading of the page that the link opens', {
		displayOptions: { show: { '/responseType': NOT_CONTACT } },
	}),
	textField(
		'Response Form Description',
		'responseFormDescription',
		'The text below the heading of the page. If empty, the message is used.',
		{
			typeOptions: { rows: 2 },
			displayOptions: { show: { '/responseType': NOT_CONTACT } },
		},
	),
	textField('Response Form Button Label', 'responseFormButtonLabel', 'The text on the button that sends the form', {
		default: 'Submit',
		displayOptions: { show: { '/responseType': ['freeText', 'customForm'] } },
	}),
];
