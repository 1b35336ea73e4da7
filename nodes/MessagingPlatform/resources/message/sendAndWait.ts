import { type IExecuteFunctions, SEND_AND_WAIT_OPERATION } from 'n8n-workflow';
import { type JsonObject, textOrDigits } from '../../../shared/json';
import { type KeySource, makeButtonKey } from '../../../shared/buttonKey';
import type { ChatNames } from '../../../shared/handOver';
import { attachmentProperties } from '../../message/attachmentFields';
import { attachFiles, planFiles } from '../../message/attachments';
import { TEXT_MARKUPS } from '../../message/markupPlaces';
import type { ChannelFacts } from '../../run/channelBook';
import { fitFiles } from '../../message/fileLimits';
import {
	type MarkedText,
	channelNamed,
	characters,
	checkLocation,
	checkOneMessage,
	fileGroups,
	maxTextSize,
	restrictionsOf,
	textsOf,
} from '../../message/messageLimits';
import { Failure } from '../../../shared/failure';
import type { Item } from '../../run/item';
import type { Operation } from '../../run/operation';
import { collection, notice, text } from '../../../shared/shapes';
import { type ReviewText, reviewText } from '../../agent/reviewText';
import { answerProperties, readAnswerButtons } from '../../ask/answerButtons';
import { approversOption, readApprovers } from '../../ask/approval';
import { confirmationOption } from '../../ask/confirmation';
import { type LinkMessage, type LinkResponse, isByLink, linkOptions, readLinkPlan, writeLinkMessage } from '../../ask/byLink';
import { checkLinks, linksOf } from '../../ask/links';
import { BUTTON_RESPONSES, type ButtonResponse, RESPONSE_TYPES, keepQuestion, newTag, readingPage } from '../../ask/question';
import { readResumeAddress, waitingFunctions } from '../../ask/resumeAddress';
import { checkSeparateOutputs, separateOutputsOption } from '../../ask/separateOutputs';
import { limitWaitTime, readWaitLimit, timeOutOf } from '../../ask/waitLimit';
import { excludedFor } from './excludedTags';
import { readMessageFields } from './messageContent';
import { messageFields, textMarkup } from './messageFields';
import { type Prepared, postMessage, toChannel } from './postMessage';
import { type Recipient, checkTakesText, recipientProperties } from '../../message/recipient';

function readMessage(item: Item): string {
	const field = item.field('message');
	if (field.text().trim() !== '') return field.text();
	throw field.refuse('is empty', 'Enter your question. If it has an expression, the previous node gave no value for this item.');
}

/** Finds the account that an answer must come from; without it, or without an issuer, no delivery can be verified. */
async function accountOf(item: Item, recipient: Recipient, facts: ChannelFacts | undefined): Promise<string> {
	const { accountId, issuer } = await item.platform.connection();
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

function chatOf({ channel, channelId, address }: Recipient, sent: JsonObject): ChatNames {
	const chat: ChatNames = { channel, channelId };
	const chatId = 'chatId' in address ? address.chatId : textOrDigits(sent.chatId);
	const tbChatId = 'tbChatId' in address ? address.tbChatId.toString() : textOrDigits(sent.tbChatId);
	if (chatId !== undefined) chat.chatId = chatId;
	if (tbChatId !== undefined) chat.tbChatId = tbChatId;
	if ('remoteAddress' in address) chat.remoteAddress = address.remoteAddress;
	return chat;
}

interface Asking {
	/** The number of different answers; 1 for a contact, a form or a text. */
	answers: number;
	/** Runs when the message goes out, because a button's key has the time in it. */
	write(): LinkMessage;
	keep(sent: JsonObject): void;
}

interface Asked {
	functions: IExecuteFunctions;
	recipient: Recipient;
	facts: ChannelFacts | undefined;
	approverIds: string[];
	message: MarkedText & ReviewText;
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

async function askWithButtons(item: Item, responseType: ButtonResponse, asked: Asked): Promise<Asking> {
	const { functions, recipient, facts, approverIds, message } = asked;
	const address = readResumeAddress(item, functions);
	const { type, buttons } = readAnswerButtons(item, responseType);
	if (restrictionsOf(facts, 'buttonsRestrictions') === null) {
		throw Failure.ofValue(
			`Buttons aren't supported by ${channelNamed(recipient, facts)}, so no one could answer there`,
			'Ask on a channel that has buttons, such as Telegram or VK.',
		);
	}
	const accountId = await accountOf(item, recipient, facts);
	const confirmation = item.field('options').member('confirmation').text().trim() || undefined;
	const excluded = excludedFor(item, recipient);
	const connection = await item.platform.connection();
	const tag = newTag();
	const link = await pageLink(asked, tag, connection);
	return {
		answers: buttons.length,
		write: () => {
			const named = { ...address, tag, askedAt: Date.now() };
			const keyOf = (choice: number) => makeButtonKey({ ...named, choice }, connection);
			return {
				text: message.text + link,
				buttons: buttons.map(({ caption }, choice) => ({ type, text: caption, payload: keyOf(choice) })),
			};
		},
		keep: (sent) => {
			const page = message.page === undefined ? undefined : readingPage(message.page);
			const chat = chatOf(recipient, sent);
			const question = {
				responseType,
				values: buttons.map(({ value }) => value),
				accountId,
				chat,
				approverIds,
				confirmation,
				excluded,
			};
			keepQuestion(functions, { tag, buttons: question, link: page });
		},
	};
}

async function askWithLinks(item: Item, responseType: LinkResponse, asked: Asked): Promise<Asking> {
	const { functions, facts, message } = asked;
	const plan = readLinkPlan(item, responseType, message, facts);
	await checkLinks(functions);
	const connection = await item.platform.connection();
	const tag = newTag();
	return {
		answers: Math.max(plan.question.choices.length, 1),
		write: () => writeLinkMessage(plan, message, linksOf(functions, tag, connection)),
		keep: ({ chatRef }) => keepQuestion(functions, { tag, link: { ...plan.question, chatRef: textOrDigits(chatRef) } }),
	};
}

async function prepareQuestion(item: Item, recipient: Recipient): Promise<Prepared> {
	const functions = waitingFunctions(item);
	const waitTill = readWaitLimit(item, Date.now());
	const more = item.field('additionalFields');
	const written = { text: readMessage(item), markup: more.member('textMarkup').oneOf(TEXT_MARKUPS, 'PLAIN') };
	const responseType = item.field('responseType').oneOf(RESPONSE_TYPES, 'approval');
	const approverIds = readApprovers(item, responseType);
	checkSeparateOutputs(item);
	const given = planFiles(item, recipient.channel);
	const further = readMessageFields(more);
	checkTakesText(recipient);
	const facts = await item.execution.channels.find(recipient, item.index);
	textsOf(recipient, facts, written, 'platform');
	const files = fitFiles(recipient, facts, given);
	checkOneMessage(fileGroups(recipient, facts, files, 'split'));
	if ('location' in further) checkLocation(recipient, facts);
	const isReview = item.execution.caller === 'review';
	const message = isReview ? { ...written, ...reviewText(item, written.text, maxTextSize(facts)) } : written;
	const asked = { functions, recipient, facts, approverIds, message };
	const asking = isByLink(responseType, item, asked)
		? await askWithLinks(item, responseType, asked)
		: await askWithButtons(item, responseType, asked);
	const complete = async () => {
		const attachments = await attachFiles(item, files);
		return async () => {
			const { text: question, buttons } = asking.write();
			const sent = await postMessage(item, recipient, {
				text: question,
				textMarkup: message.markup === 'PLAIN' ? undefined : message.markup,
				attachments: attachments.length === 0 ? undefined : attachments,
				buttons,
				...further,
			});
			try {
				asking.keep(sent);
				await functions.putExecutionToWait(waitTill);
				return timeOutOf(item, functions, asking.answers, sent);
			} catch (error) {
				throw item.inDoubt(error, "The question was sent, but the execution can't wait for the answer.");
			}
		};
	};
	return { complete };
}

/** POST {base_url}/messages with buttons or links; the execution continues with the answer. */
export const sendAndWait: Operation = {
	option: {
		name: 'Send and Wait for Response',
		value: SEND_AND_WAIT_OPERATION,
		action: 'Send message and wait for response',
		description: 'Ask someone in the chat and wait for the answer, by button or on a page that a link opens',
	},
	reach: 'waiting',
	onlyFirstItem: true,
	prepare: toChannel(prepareQuestion),
	fields: [
		...recipientProperties,
		text('Message', 'message', 'Your question. The maximum length depends on the channel.', {
			required: true,
			typeOptions: { rows: 3 },
			placeholder: 'e.g. Order 42 is 5,000. Shall we ship it?',
		}),
		...answerProperties,
		notice(
			'answerNotice',
			'The answer arrives through a Messaging Platform Trigger with the same credential, in any published workflow. The question is sent for the first item only.',
			{ show: { responseType: [...BUTTON_RESPONSES] } },
		),
		notice('linkNotice', 'Anyone with the link can answer. The question is sent for the first item only.', {
			show: { responseType: ['customForm', 'freeText'] },
		}),
		...attachmentProperties,
		collection('Options', 'options', 'Add Option', [
			approversOption,
			confirmationOption,
			limitWaitTime,
			separateOutputsOption,
			...linkOptions,
		]),
		collection('Additional Fields', 'additionalFields', 'Add Field', [
			...messageFields,
			{ ...textMarkup, displayOptions: { hide: { '@tool': [true] } } },
		]),
	],
};
