import type { INodeProperties, IWebhookFunctions } from 'n8n-workflow';
import { pathPart } from '../../shared/api/apiRequest';
import { Platform } from '../../shared/api/platform';
import { joinChannelRef } from '../../shared/chatRef';
import { Failure } from '../../shared/failure';
import { type Printable, toInt64 } from '../../shared/json';
import { readTagList } from '../../shared/tagNames';
import { text } from '../../shared/shapes';
import { ChannelBook } from '../run/channelBook';
import type { NodeMemory } from '../run/memory';
import { BUTTON_RESPONSES, type ButtonQuestion } from './question';

/** The fields that say who was asked, with IDs as numbers. */
function addressOf({ channel, channelId = '', chatId, tbChatId, remoteAddress }: ButtonQuestion['chat']) {
	const to = { channel, channelId: toInt64(channelId) };
	if (chatId !== undefined) return { ...to, chatId };
	return tbChatId === undefined ? { ...to, remoteAddress } : { ...to, tbChatId: toInt64(tbChatId) };
}

/** Waits for n8n's response: a success means that the execution continued with this answer, and with no other. */
export async function isTaken(context: IWebhookFunctions): Promise<boolean> {
	const response = context.getResponseObject();
	// the trigger may have hung up already
	if (!response.closed) await new Promise<void>((resolve) => response.once('close', resolve));
	return response.headersSent && response.statusCode === 200;
}

/** Checks whether the chat has a tag with which nothing is sent to it: it may have got one since the question. */
async function isExcluded(platform: Platform, excluded: ButtonQuestion['excluded']): Promise<boolean> {
	if (excluded === undefined) return false;
	const { json } = await platform.call({ method: 'GET', path: `/chats/${pathPart(excluded.tbChatId)}/tags` });
	const tags = readTagList(json);
	if (tags === undefined) throw new Failure("The platform's response has no list of tags");
	return excluded.tags.some((tag) => tags.includes(tag));
}

async function send(context: IWebhookFunctions, question: ButtonQuestion, memory: NodeMemory): Promise<void> {
	const { chat, confirmation, excluded } = question;
	const taken = isTaken(context);
	const platform = new Platform(context);
	const { channel = '', channelId = '' } = chat;
	const pace = await new ChannelBook(platform, memory.channels).paceOf({ channel, channelId }, 0);
	const body: Printable = { ...addressOf(chat), text: confirmation };
	const post = async () => {
		if (!(await taken) || (await isExcluded(platform, excluded))) return;
		await platform.call({ method: 'POST', path: '/messages', body });
	};
	if (pace === undefined) return await post();
	await memory.paces.inTurn(pace, post);
}

/** Sends a question's confirmation, if it has one, after n8n has taken the answer. The answer doesn't wait for it, and counts without it. */
export function confirm(context: IWebhookFunctions, question: ButtonQuestion, memory: NodeMemory): void {
	if (question.confirmation === undefined) return;
	const place = { executionId: context.getExecutionId(), nodeName: context.getNode().name };
	const { channel = '', channelId = '' } = question.chat;
	// before n8n continues, and so before what the workflow sends next
	const sent = memory.paces.lead(joinChannelRef(channel, channelId), async () => await send(context, question, memory));
	sent.catch((error: unknown) => {
		context.logger.warn(`The confirmation of an answer wasn't sent: ${Failure.of(error).message}`, place);
	});
}

/** For "Options". */
export const confirmationOption: INodeProperties = text(
	'Confirmation',
	'confirmation',
	'The text to send to the chat once someone has answered with a button. The workflow continues even if it fails. Pages that a link opens confirm the answer themselves.',
	{
		displayOptions: { show: { '/responseType': [...BUTTON_RESPONSES] } },
		placeholder: 'e.g. Noted, thank you!',
	},
);
