import type { IExecuteFunctions } from 'n8n-workflow';
import type { Connection } from '../../shared/api/connection';
import { type KeySource, canBeKeyed, makeButtonKey } from '../../shared/buttonKey';
import { Failure } from '../../shared/failure';
import type { ChatNames } from '../../shared/handOver';
import { type JsonObject, type Printable, textOrDigits } from '../../shared/json';
import { parseUrl } from '../../shared/urls';
import type { ReviewText } from '../agent/reviewText';
import { hashedCaption } from '../../shared/waiting';
import { escapeHtml, withNumberedButtons } from '../message/buttons';
import { type MarkedText, channelNamed, characters, maxTextSize, restrictionsOf } from '../message/channelLimits';
import type { Recipient } from '../message/recipient';
import type { Channel } from '../run/channelBook';
import type { Item } from '../run/item';
import type { Values } from '../run/operation';
import { answerForm } from './formFields';
import { type LinkAim, checkLinks, linksOf } from './links';
import type { options } from './questionOptions';
import { type ChatQuestion, type Choice, type LinkQuestion, type Question, type Typed, newTag } from './question';
import { answerChoices, answerWith, responseType } from './responses';
import { typedFields } from './typedAnswer';
import { WaitingPlace } from './waitInChat';

/** The fields that decide how a person can answer. */
export const answerFields = { responseType, answerWith, choices: answerChoices, form: answerForm, ...typedFields };

/** A question to ask, and all that decides how. */
interface Asked {
	given: Values<typeof answerFields & { more: typeof options }>;
	item: Item;
	functions: IExecuteFunctions;
	recipient: Recipient;
	channel: Channel;
	approverIds: string[];
	excluded: ChatQuestion['excluded'];
	message: MarkedText & ReviewText;
}

/** A question with its ways to answer. */
interface Asking {
	/** The number of different answers; 1 for a contact, a form or a text. */
	answers: number;
	/** Runs when the message goes out, because a button's key has the time in it. */
	write(): { text: string; buttons: Printable[] | undefined };
	/** What the execution waits for. */
	questionOf(sent: JsonObject): Question;
	/** Its place among the questions that messages can answer; undefined if none can answer it. */
	place?: WaitingPlace;
}

const takesButtons = (channel: Channel) => restrictionsOf(channel, 'buttonsRestrictions') !== null;

/** Asks in the chat, or with links: a form always, anything else if the user wants it, and an approval if the channel has no buttons. */
export async function ask(asked: Asked): Promise<Asking> {
	return await (isByLink(asked) ? askByLink(asked) : askInChat(asked));
}

function isByLink({ given, channel, approverIds }: Asked): boolean {
	const { responseType: type } = given;
	if (type === 'contact' || type === 'customForm') return type === 'customForm';
	const isWanted = given.answerWith === 'page';
	if (type !== 'approval') return isWanted;
	if (!isWanted && takesButtons(channel)) return false;
	if (approverIds.length === 0) return true;
	throw isWanted
		? Failure.ofValue(
				"Only These People (IDs) can't be used with a page, because anyone with its link can answer",
				'Set "Answer With" to Message in the Chat, or remove the limit.',
			)
		: Failure.ofValue(
				`Buttons aren't supported by ${channelNamed(channel)}, and a link can't be limited to certain people`,
				'Ask on a channel that has buttons, such as Telegram or VK, or remove "Only These People (IDs)".',
			);
}

/** How messages answer a question: an approval by its captions, anything else by the next message. */
function typedOf({ given, message }: Asked, text: string): Typed {
	// an approval has none of these fields, and only texts have limits
	const isText = given.responseType === 'freeText';
	const check = isText ? given.answerCheck : 'text';
	const [minimum, maximum] = check === 'number' ? [given.minimum, given.maximum] : [];
	const { tries, askAgainWith } = given.responseType === 'approval' ? { tries: 1, askAgainWith: '' } : given;
	const markup = message.markup === 'PLAIN' ? undefined : message.markup;
	const again = askAgainWith === '' ? { text, textMarkup: markup } : { text: askAgainWith };
	return { captions: given.choices.map(({ caption }) => caption), check, minimum, maximum, tries, again };
}

/** The texts that answer a question with buttons: its captions, and the numbers of choices; undefined if any text does. */
function captionsOf(type: string, choices: Choice[], hasButtons: boolean, keys: KeySource): string[] | undefined {
	// a contact's button is pressed, its caption isn't written
	if (!hasButtons || type === 'contact') return undefined;
	return choices
		.flatMap(({ caption }, index) => (type === 'choice' ? [caption, String(index + 1)] : [caption]))
		.map((words) => hashedCaption(words, keys));
}

async function askInChat(asked: Asked): Promise<Asking> {
	const { given, item, functions, recipient, channel, approverIds, excluded, message } = asked;
	const { choices, responseType: type, more } = given;
	const confirmation = more.confirmation || undefined;
	const named = { ...readResumeAddress(item, functions), tag: newTag() };
	const open = type !== 'approval';
	const replaces = open && more.replace;
	const hasButtons = type !== 'freeText' && takesButtons(channel);
	const text = hasButtons || type !== 'choice' ? message.text : withNumbers(message, choices);
	const typed = typedOf(asked, text);
	const connection = await item.platform.connection();
	const accountId = accountOf(connection, channel);
	const link = await pageLink(asked, named.tag, connection);
	const place = WaitingPlace.of({
		...{ functions, connection, accountId, named, open, replaces },
		chat: chatOf(recipient, {}),
		captions: captionsOf(type, choices, hasButtons, connection),
	});
	if (!hasButtons && place === undefined) throw withoutTrigger();
	const buttonOf = (askedAt: number, { caption }: Choice, choice: number) => ({
		// the same for all of them (specification, "Button")
		type: type === 'contact' ? 'GetContactButton' : 'ActionButton',
		text: caption,
		payload: makeButtonKey({ ...named, askedAt, choice }, connection),
	});
	return {
		answers: Math.max(choices.length, 1),
		place,
		write: () => {
			const askedAt = Date.now();
			return { text: text + link, buttons: hasButtons ? choices.map((one, index) => buttonOf(askedAt, one, index)) : undefined };
		},
		questionOf: (sent) => {
			const values = type === 'freeText' ? [] : choices.map(({ value }) => value);
			const waits = { values, accountId, approverIds, typed: place && typed, excluded, confirmation };
			const chat = { responseType: type, chat: chatOf(recipient, sent), ...waits };
			return { tag: named.tag, chat, link: message.page === undefined ? undefined : readingPage(message.page) };
		},
	};
}

/** A message must reach a trigger of this process: another one doesn't know who was asked. */
const withoutTrigger = () =>
	Failure.ofPlatform(
		'No message could answer this question, so no one was asked: this n8n process has no published workflow with a Messaging Platform Trigger of this account',
		'Publish a workflow with a Messaging Platform Trigger that has the same credential. Or set "Answer With" to Page, which also works in queue mode.',
	);

/** The name of a waiting execution, and n8n's secret that opens it, which is never printed. */
function readResumeAddress(item: Item, functions: IExecuteFunctions): { executionId: string; resumeToken: string } {
	const resumeUrl = String(functions.evaluateExpression('{{ $execution.resumeUrl }}', item.index));
	const resumeToken = parseUrl(resumeUrl)?.searchParams.get('signature');
	const executionId = functions.getExecutionId();
	if (canBeKeyed(executionId, resumeToken)) return { executionId, resumeToken };
	throw Failure.ofValue('This n8n is too old to wait for an answer in the chat: its executions have no secret URL', {
		people: 'Update n8n to 2.41 or newer. Or, for an approval, a choice or a text, set "Answer With" to Page.',
	});
}

/** Finds the account that an answer must come from; without it, or without an issuer, no delivery can be verified. */
function accountOf({ accountId, issuer }: Connection, channel: Channel): string {
	if (issuer === '') {
		throw Failure.ofPlatform(
			"The credential's Issuer is empty, so no answer could be verified",
			'In the credential, enter the name or URL the platform signs its webhooks with (the iss claim), exactly, with a slash at its end if it has one.',
		);
	}
	const known = accountId || channel.accountId;
	if (known !== undefined) return known;
	throw Failure.ofPlatform(
		`The account of ${channelNamed(channel)} isn't known, so no answer could be verified`,
		"Check that the channel is connected, or enter your account's ID in the credential's Account ID field.",
	);
}

/** Makes the link to a page with a question too long for its message. The link must fit, or the platform would split it. */
async function pageLink({ functions, channel, message }: Asked, tag: string, keys: KeySource): Promise<string> {
	if (message.page === undefined) return '';
	await checkLinks(functions);
	const link = `\n${linksOf(functions, tag, keys)('page')}`;
	if (characters(message.text + link) <= (maxTextSize(channel) ?? Infinity)) return link;
	throw Failure.ofValue(
		"The question doesn't fit on this channel, and neither does a link to a page that shows it, so no one was asked",
		'Use shorter values or a shorter Message, or ask on a channel that allows longer texts.',
	);
}

export function chatOf({ channel, channelId, address }: Recipient, sent: JsonObject): ChatNames {
	return {
		channel,
		channelId,
		chatId: 'chatId' in address ? address.chatId : textOrDigits(sent.chatId),
		tbChatId: 'tbChatId' in address ? address.tbChatId.toString() : textOrDigits(sent.tbChatId),
		remoteAddress: 'remoteAddress' in address ? address.remoteAddress : undefined,
	};
}

/** A page without anything to choose, which only shows the question: nothing that is sent from it is an answer. */
function readingPage(description: string): LinkQuestion {
	const texts = { title: 'Answer in the chat', description, button: '' };
	return { responseType: 'approval', sentAs: 'page', choices: [], fields: [], texts };
}

async function askByLink({ given, item, functions, channel, message }: Asked): Promise<Asking> {
	const hasButtons = takesButtons(channel);
	const fields = given.form;
	const texts = {
		title: given.more.title,
		description: message.page ?? (given.more.description || withoutTags(message).trim()),
		button: given.more.submitLabel,
	};
	const { choices, responseType: type } = given;
	const label = given.more.linkLabel;
	await checkLinks(functions);
	const connection = await item.platform.connection();
	const tag = newTag();
	const linkTo = linksOf(functions, tag, connection);
	const buttonTo = (text: string, aim: LinkAim) => ({ type: 'HyperLinkButton', text, link: linkTo(aim) });
	return {
		answers: Math.max(choices.length, 1),
		write: () => {
			if (!hasButtons) return { text: withLink(message, choices, `${label}: ${linkTo('page')}`), buttons: undefined };
			if (choices.length === 0) return { text: message.text, buttons: [buttonTo(label, 'page')] };
			return { text: message.text, buttons: choices.map(({ caption }, choice) => buttonTo(caption, choice)) };
		},
		questionOf: (sent) => {
			const sentAs = hasButtons && choices.length > 0 ? 'choices' : 'page';
			return { tag, link: { responseType: type, sentAs, choices, fields, texts, chatRef: textOrDigits(sent.chatRef) } };
		},
	};
}

/** Writes the choices in numbered lines below the text, for a channel without buttons. */
function withNumbers({ text, markup }: MarkedText, choices: Choice[]): string {
	const lines = choices.map(({ caption }) => ({ button: { type: 'ActionButton' as const, text: caption } }));
	return lines.length === 0 ? text : withNumberedButtons(text, lines, markup);
}

const withLink = (message: MarkedText, choices: Choice[], line: string) =>
	`${withNumbers(message, choices)}\n\n${message.markup === 'HTML' ? escapeHtml(line) : line}`;

const PLAIN: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', '#39': "'", nbsp: ' ' };

/** The page shows texts unchanged, so tags would be visible. */
function withoutTags({ text, markup }: MarkedText): string {
	if (markup !== 'HTML') return text;
	return text
		.replace(/<br\b[^<>]*>/gi, '\n')
		.replace(/<\/?[a-z][^<>]*>/gi, '')
		.replace(/&(lt|gt|amp|quot|#39|nbsp);/g, (_entity, name: string) => PLAIN[name] ?? '');
}
