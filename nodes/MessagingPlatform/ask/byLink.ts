import type { Printable } from '../../shared/json';
import { escapeHtml, withNumberedButtons } from '../message/buttons';
import type { ChannelFacts, ChannelKey } from '../run/channelBook';
import { type MarkedText, channelNamed, restrictionsOf } from '../message/messageLimits';

import type { Item } from '../run/item';
import { readAnswerButtons } from './answerButtons';
import { type FormField, readFormFields } from './formFields';
import type { LinkAim } from './linkKey';
import type { LinkQuestion } from './linkQuestion';
import { type ResponseType, isForm } from './question';

/** How a person can answer through a link: a contact is shared in the chat alone. */
export type LinkResponse = Exclude<ResponseType, 'contact'>;

/** What a question that links answer is made of, before the links are known. */
export interface LinkPlan {
	question: Omit<LinkQuestion, 'tag' | 'chatRef'>;
	/** What is written on the link to the page. */
	label: string;
	hasButtons: boolean;
}

/** A question in words and links. */
export interface LinkMessage {
	text: string;
	buttons: Printable[] | undefined;
}

const takesButtons = (facts: ChannelFacts | undefined) => restrictionsOf(facts, 'buttonsRestrictions') !== null;

/**
 * Decides whether a question is answered through links: a form always, an approval or a choice where the user wants it so or
 * the channel has no buttons.
 *
 * @param responseType how the person answers
 * @param item the item
 * @param asked the channel, what is known of it, and who alone may answer
 * @throws NodeOperationError when only certain people may answer: whoever has a link can
 */
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
		? item.refuse(
				'Limit to These People (IDs) does not go together with links, because whoever has a link can answer',
				'Set "Answer With" to Buttons in the Chat, or remove the limit.',
			)
		: item.refuse(
				`Buttons are not supported by ${channelNamed(asked.recipient)}, and a link cannot be limited to certain people`,
				'Ask on a channel that has buttons, such as Telegram or VK, or remove "Limit to These People (IDs)".',
			);
}

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

/** The page shows texts as they are, so tags would be shown, too. */
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

/**
 * Reads what a question that links answer is made of.
 *
 * @param item the item
 * @param responseType how the person answers
 * @param message the text of the message, and what the page has to show if the message had no room for it
 * @param facts what is known of the channel
 * @throws NodeOperationError for a form or choices that cannot be, see {@link readFormFields} and {@link readAnswerButtons}
 */
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

/**
 * Writes the question with its links: as buttons where the channel has them, else below the text, with the choices in numbered
 * lines.
 *
 * @param plan what it is made of
 * @param message the text of the message
 * @param linkTo makes the address of a link
 */
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
