import type { IExecuteFunctions } from 'n8n-workflow';
import type { Connection } from '../../shared/api/connection';
import { type KeySource, canBeKeyed, makeButtonKey } from '../../shared/buttonKey';
import { Failure } from '../../shared/failure';
import type { ChatNames } from '../../shared/handOver';
import { type JsonObject, type Printable, textOrDigits } from '../../shared/json';
import { parseUrl } from '../../shared/urls';
import type { ReviewText } from '../agent/reviewText';
import { escapeHtml, withNumberedButtons } from '../message/buttons';
import { type MarkedText, channelNamed, characters, maxTextSize, restrictionsOf } from '../message/channelLimits';
import type { Recipient } from '../message/recipient';
import type { ChannelFacts } from '../run/channelBook';
import type { Values } from '../run/form';
import type { Item } from '../run/item';
import { answerForm } from './formFields';
import { type LinkAim, checkLinks, linksOf } from './links';
import type { options } from './questionOptions';
import { type ButtonQuestion, type Choice, type LinkQuestion, type Question, newTag } from './question';
import { answerChoices, responseType } from './responses';

/** The fields that decide how a person can answer. */
export const answerFields = { responseType, choices: answerChoices, form: answerForm };

/** A question whose message is accepted. */
interface Asked {
	given: Values<typeof answerFields & { more: typeof options }>;
	item: Item;
	functions: IExecuteFunctions;
	recipient: Recipient;
	facts: ChannelFacts | undefined;
	approverIds: string[];
	excluded: ButtonQuestion['excluded'];
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
}

const takesButtons = (facts: ChannelFacts | undefined) => restrictionsOf(facts, 'buttonsRestrictions') !== null;

/** Asks with buttons in the chat, or with links: a form always, an approval or a choice if the user wants it or the channel has no buttons. */
export async function ask(asked: Asked): Promise<Asking> {
	return await (isByLink(asked) ? askByLink(asked) : askByButton(asked));
}

function isByLink({ given, recipient, facts, approverIds }: Asked): boolean {
	if (given.responseType === 'contact') return false;
	if (given.responseType === 'freeText' || given.responseType === 'customForm') return true;
	const isWanted = given.more.answerWith === 'links';
	if (!isWanted && takesButtons(facts)) return false;
	if (approverIds.length === 0) return true;
	throw isWanted
		? Failure.ofValue(
				"Limit to These People (IDs) can't be used with links, because anyone with a link can answer",
				'Set "Answer With" to Buttons in the Chat, or remove the limit.',
			)
		: Failure.ofValue(
				`Buttons aren't supported by ${channelNamed(recipient, facts)}, and a link can't be limited to certain people`,
				'Ask on a channel that has buttons, such as Telegram or VK, or remove "Limit to These People (IDs)".',
			);
}

async function askByButton(asked: Asked): Promise<Asking> {
	const { given, item, functions, recipient, facts, approverIds, excluded, message } = asked;
	const address = readResumeAddress(item, functions);
	const { choices, responseType: type } = given;
	if (!takesButtons(facts)) {
		throw Failure.ofValue(
			`Buttons aren't supported by ${channelNamed(recipient, facts)}, so no one could answer there`,
			'Ask on a channel that has buttons, such as Telegram or VK.',
		);
	}
	const connection = await item.platform.connection();
	const accountId = accountOf(connection, recipient, facts);
	const confirmation = given.more.confirmation || undefined;
	const tag = newTag();
	const link = await pageLink(asked, tag, connection);
	return {
		answers: choices.length,
		write: () => {
			const named = { ...address, tag, askedAt: Date.now() };
			const buttons = choices.map(({ caption }, choice) => ({
				// the same for all of them (specification, "Button")
				type: type === 'contact' ? 'GetContactButton' : 'ActionButton',
				text: caption,
				payload: makeButtonKey({ ...named, choice }, connection),
			}));
			return { text: message.text + link, buttons };
		},
		questionOf: (sent) => {
			const values = choices.map(({ value }) => value);
			const chat = chatOf(recipient, sent);
			const buttons = { responseType: type, values, accountId, chat, approverIds, confirmation, excluded };
			return { tag, buttons, link: message.page === undefined ? undefined : readingPage(message.page) };
		},
	};
}

/** The name of a waiting execution, and n8n's secret that opens it, which is never printed. */
function readResumeAddress(item: Item, functions: IExecuteFunctions): { executionId: string; resumeToken: string } {
	const resumeUrl = String(functions.evaluateExpression('{{ $execution.resumeUrl }}', item.index));
	const resumeToken = parseUrl(resumeUrl)?.searchParams.get('signature');
	const executionId = functions.getExecutionId();
	if (canBeKeyed(executionId, resumeToken)) return { executionId, resumeToken };
	throw Failure.ofValue('This n8n is too old to wait for a button: its executions have no secret URL', {
		people: 'Update n8n to 2.41 or newer. Or, for an approval or a choice, set "Answer With" to Links to a Page.',
	});
}

/** Finds the account that an answer must come from; without it, or without an issuer, no delivery can be verified. */
function accountOf({ accountId, issuer }: Connection, recipient: Recipient, facts: ChannelFacts | undefined): string {
	if (issuer === '') {
		throw Failure.ofPlatform(
			"The credential's Issuer is empty, so no answer could be verified",
			'In the credential, enter the name or URL the platform signs its webhooks with (the iss claim), exactly, with a slash at its end if it has one.',
		);
	}
	const known = accountId || facts?.accountId;
	if (known !== undefined) return known;
	throw Failure.ofPlatform(
		`The account of ${channelNamed(recipient, facts)} isn't known, so no answer could be verified`,
		"Check that the channel is connected, or enter your account's ID in the credential's Account ID field.",
	);
}

/** Makes the link to a page with a question too long for its message. The link must fit, or the platform would split it. */
async function pageLink({ functions, facts, message }: Asked, tag: string, keys: KeySource): Promise<string> {
	if (message.page === undefined) return '';
	await checkLinks(functions);
	const link = `\n${linksOf(functions, tag, keys)('page')}`;
	if (characters(message.text + link) <= (maxTextSize(facts) ?? Infinity)) return link;
	throw Failure.ofValue(
		"The question doesn't fit on this channel, and neither does a link to a page that shows it, so no one was asked",
		'Use shorter values or a shorter Message, or ask on a channel that allows longer texts.',
	);
}

function chatOf({ channel, channelId, address }: Recipient, sent: JsonObject): ChatNames {
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

async function askByLink({ given, item, functions, facts, message }: Asked): Promise<Asking> {
	const hasButtons = takesButtons(facts);
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

/** Writes the choices in numbered lines below the text, for a channel without buttons, and then the line with the link. */
function withLink({ text, markup }: MarkedText, choices: Choice[], line: string): string {
	const lines = choices.map(({ caption }) => ({ button: { type: 'ActionButton' as const, text: caption } }));
	const question = lines.length === 0 ? text : withNumberedButtons(text, lines, markup);
	return `${question}\n\n${markup === 'HTML' ? escapeHtml(line) : line}`;
}

const PLAIN: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', '#39': "'", nbsp: ' ' };

/** The page shows texts unchanged, so tags would be visible. */
function withoutTags({ text, markup }: MarkedText): string {
	if (markup !== 'HTML') return text;
	return text
		.replace(/<br\b[^<>]*>/gi, '\n')
		.replace(/<\/?[a-z][^<>]*>/gi, '')
		.replace(/&(lt|gt|amp|quot|#39|nbsp);/g, (_entity, name: string) => PLAIN[name] ?? '');
}
