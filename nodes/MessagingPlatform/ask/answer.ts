import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { pathPart } from '../../shared/api/apiRequest';
import { CREDENTIAL_NAME, readConnection } from '../../shared/api/connection';
import { Platform } from '../../shared/api/platform';
import { isSameAccount } from '../../shared/api/tokenClaims';
import { logTrace } from '../../shared/api/trace';
import { joinChannelRef } from '../../shared/chatRef';
import { Failure } from '../../shared/failure';
import { type ChatNames, type Press, PRESS, readSigned, SIGNATURE_HEADER } from '../../shared/handOver';
import { type JsonObject, objectOf, toInt64 } from '../../shared/json';
import { LineLimit } from '../../shared/lineLimit';
import { readTagList } from '../../shared/tagNames';
import { ChannelBook } from '../run/channelBook';
import type { NodeMemory } from '../run/memory';
import { type ChatQuestion, type Typed, findQuestion, isTaken, outputOfChoice } from './question';
import { NO_ANSWER, answerOutputs } from './separateOutputs';
import { readTyped } from './typedAnswer';

/** The status of each answer. Only 503 lets the platform send the press again; after 'refused' the trigger offers no equal one for a while. */
const STATUS = { forbidden: 403, refused: 403, asked_again: 409, waiting: 409, unavailable: 503 };

/** The reason why an answer is not accepted. Its message follows "because". */
class Objection extends Error {
	constructor(
		message: string,
		readonly error: keyof typeof STATUS = 'forbidden',
	) {
		super(message);
	}
}

/**
 * Makes the webhook of a waiting execution, which n8n calls for anyone with the execution's secret. The execution continues only
 * if a trigger with the same API token verified that someone pressed a button of its question, or wrote its answer, in the chat that
 * was asked. It never throws.
 */
export function createAnswer(memory: NodeMemory): (context: IWebhookFunctions) => Promise<IWebhookResponseData> {
	const lines = new LineLimit(memory.now);
	return async (context) => {
		try {
			const press = await receivePress(context, memory.now());
			const question = findAsked(context, press);
			if (!('end' in press.given)) checkFrom(press, question);
			const { data, choice, isAnswer } = continuationOf(press, question, (again) => sendToChat(context, question, memory, again));
			if (isAnswer && question.confirmation !== undefined) sendToChat(context, question, memory, { text: question.confirmation });
			const { chatRef, sender, pressedAt } = press;
			const from = { chatRef, sender, respondedAt: pressedAt, timedOut: false };
			return { workflowData: answerOutputs(context, choice, { json: { data: { ...data, ...from } } }) };
		} catch (error) {
			return refuse(context, error, lines);
		}
	};
}

/** Reads the press that a trigger with the same API token handed over, and no one else could. */
async function receivePress(context: IWebhookFunctions, now: number): Promise<Press> {
	const credential = context.getCredentials(CREDENTIAL_NAME).then(readConnection);
	const connection = await credential.catch(() => {
		throw new Objection("the credential can't be used", 'unavailable');
	});
	const { rawBody, headers } = context.getRequestObject();
	const press = readSigned(rawBody, headers[SIGNATURE_HEADER], PRESS, now, connection);
	if (press === undefined) throw new Objection('no trigger with this credential passed it on');
	if (press === 'stale')
		throw new Objection("it was passed on at another time, or the clocks of n8n's processes differ", 'unavailable');
	return press;
}

/** Finds the question that an answer belongs to. */
function findAsked(context: IWebhookFunctions, { accountId, executionId, tag, given }: Press): ChatQuestion {
	const { tag: asked, chat: question } = findQuestion(context) ?? {};
	if (question === undefined) throw new Objection("the execution isn't waiting for an answer in a chat");
	if (!isSameAccount(accountId, question.accountId)) throw new Objection('it comes from another account');
	if (executionId !== context.getExecutionId() || tag !== asked) throw new Objection('it belongs to another question');
	const isKnown = !('choice' in given) || question.values[given.choice] !== undefined;
	if (!isKnown) throw new Objection('the question has no such button');
	if ('typed' in given && question.typed === undefined) throw new Objection('no message answers it');
	return question;
}

/** The names of a chat within its channel; the most exact one comes first. */
const WITHIN_CHANNEL = ['chatId', 'tbChatId', 'remoteAddress'] as const;

/** Checks that the press comes from the chat that was asked, and from someone who may answer. */
function checkFrom({ chat: from, sender: { channelUserId } }: Press, { chat, approverIds }: ChatQuestion): void {
	// the first name that both have decides; without one, nothing shows that it is the same chat
	const common = WITHIN_CHANNEL.find((name) => chat[name] !== undefined && from[name] !== undefined);
	const isSame = common !== undefined && (['channel', 'channelId', common] as const).every((name) => from[name] === chat[name]);
	if (!isSame) throw new Objection('it comes from another chat', 'refused');
	if (approverIds.length === 0) return;
	if (channelUserId === undefined)
		throw new Objection("it doesn't say who pressed the button, and only certain people may answer", 'refused');
	if (!approverIds.some((id) => id === channelUserId)) throw new Objection('this person may not answer', 'refused');
}

/** What the execution continues with. Without an answer, the item leaves as after a timeout. */
interface Continuation {
	data: JsonObject;
	choice: number;
	isAnswer: boolean;
}

const noAnswer = (data: JsonObject): Continuation => ({ data, choice: NO_ANSWER, isAnswer: false });

function continuationOf({ given, sender }: Press, question: ChatQuestion, ask: (again: Typed['again']) => void): Continuation {
	const { responseType, values, typed } = question;
	const outputOf = (choice: number) => outputOfChoice(responseType, values, choice);
	if ('end' in given) {
		if (given.end === 'asked') throw new Objection('it only asks whether the execution waits', 'waiting');
		return noAnswer({ reason: given.end });
	}
	if ('choice' in given) {
		const contact = { contact: { ...objectOf(sender.contact), phone: sender.phone ?? null } };
		return { data: responseType === 'contact' ? contact : outputOf(given.choice), choice: given.choice, isAnswer: true };
	}
	if (typed === undefined) throw new Objection('no message answers it');
	const message = given.typed;
	const reading = readTyped(message, typed, responseType, outputOf);
	if (reading !== undefined) return { ...reading, isAnswer: true };
	if (responseType === 'approval') throw new Objection("it isn't one of the captions", 'refused');
	if (message.triesBefore + 1 >= typed.tries) return noAnswer({ reason: 'invalid', text: message.text });
	ask(typed.again);
	throw new Objection("it isn't of the kind that was asked for", 'asked_again');
}

/** Sends a confirmation after n8n has taken an answer, or the question again. The answer doesn't wait for it, and counts without it. */
function sendToChat(context: IWebhookFunctions, question: ChatQuestion, memory: NodeMemory, content: Typed['again']): void {
	const { chat, excluded, typed } = question;
	const isQuestion = content === typed?.again;
	const { channel = '', channelId = '' } = chat;
	const send = async () => {
		const wanted = isQuestion || isTaken(context);
		const platform = new Platform(context);
		const pace = await new ChannelBook(platform, memory.channels).paceOf({ channel, channelId }, 0);
		const post = async () => {
			if (!(await wanted) || (await isExcluded(platform, excluded))) return;
			await platform.call({ method: 'POST', path: '/messages', body: { ...addressOf(chat), ...content } });
		};
		await (pace === undefined ? post() : memory.paces.inTurn(pace, post));
	};
	// before n8n continues, and so before what the workflow sends next
	memory.paces.lead(joinChannelRef(channel, channelId), send).catch((error: unknown) => {
		context.logger.warn(
			`The ${isQuestion ? 'repeated question' : 'confirmation of an answer'} wasn't sent: ${Failure.of(error).message}`,
			placeOf(context),
		);
	});
}

/** Checks whether the chat has a tag with which nothing is sent to it: it may have got one since the question. */
async function isExcluded(platform: Platform, excluded: ChatQuestion['excluded']): Promise<boolean> {
	if (excluded === undefined) return false;
	const { json } = await platform.call({ method: 'GET', path: `/chats/${pathPart(excluded.tbChatId)}/tags` });
	const tags = readTagList(json);
	if (tags === undefined) throw new Failure("The platform's response has no list of tags");
	return excluded.tags.some((tag) => tags.includes(tag));
}

/** The fields that say who was asked, with IDs as numbers. */
function addressOf({ channel, channelId = '', chatId, tbChatId, remoteAddress }: ChatNames) {
	const to = { channel, channelId: toInt64(channelId) };
	if (chatId !== undefined) return { ...to, chatId };
	return tbChatId === undefined ? { ...to, remoteAddress } : { ...to, tbChatId: toInt64(tbChatId) };
}

const placeOf = (context: IWebhookFunctions) => ({ executionId: context.getExecutionId(), nodeName: context.getNode().name });

function refuse(context: IWebhookFunctions, thrown: unknown, lines: LineLimit): IWebhookResponseData {
	const unexpected = new Objection('something unexpected happened', 'unavailable');
	const { message, error } = thrown instanceof Objection ? thrown : unexpected;
	const place = placeOf(context);
	const response = context.getResponseObject();
	if (!response.headersSent) response.status(STATUS[error]).json({ error });
	// part of a question's usual course, so n8n's log gets no line
	if (error === 'asked_again' || error === 'waiting') return { noWebhookResponse: true };
	const cause = `${context.getWorkflow().id}/${context.getNode().id}/${message}`;
	const { counted, line } = lines.take(cause, `An answer wasn't accepted, because ${message}.`);
	if (counted !== undefined) context.logger.warn(`Answers not accepted: ${counted}`, place);
	if (line !== undefined) {
		context.logger.warn(line, place);
		if (!(thrown instanceof Objection)) void logTrace(context, thrown, place);
	}
	return { noWebhookResponse: true };
}
