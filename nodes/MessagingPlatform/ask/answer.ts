import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { CREDENTIAL_NAME, readConnection } from '../../shared/api/connection';
import { logTrace } from '../../shared/api/trace';
import { type ChatNames, type Press, SIGNATURE_HEADER, readMessage } from '../../shared/handOver';
import { type JsonObject, objectOf } from '../../shared/json';
import { LineLimit } from '../../shared/lineLimit';
import type { NodeMemory } from '../run/memory';
import { confirm } from './confirmation';
import { type ButtonQuestion, approvalOf, findQuestion } from './question';
import { answerOutputs } from './separateOutputs';

/** The status of each answer. Only 503 lets the platform send the press again; after 'refused' the trigger offers no equal one for a while. */
const STATUS = { forbidden: 403, refused: 403, unavailable: 503 };

/** The reason why an answer is not accepted. Its message follows "because". */
class Objection extends Error {
	constructor(
		message: string,
		readonly error: keyof typeof STATUS = 'forbidden',
	) {
		super(message);
	}
}

/** The names of a chat within its channel; the most exact one comes first. */
const WITHIN_CHANNEL = ['chatId', 'tbChatId', 'remoteAddress'] as const;

function isFrom(pressed: ChatNames, asked: ChatNames): boolean {
	if (pressed.channel !== asked.channel || pressed.channelId !== asked.channelId) return false;
	// the first name that both have decides; without one, nothing shows that it is the same chat
	const common = WITHIN_CHANNEL.find((name) => asked[name] !== undefined && pressed[name] !== undefined);
	return common !== undefined && pressed[common] === asked[common];
}

/** Reads the press that a trigger with the same API token handed over, and no one else could. */
async function readPress(context: IWebhookFunctions, now: number): Promise<Press> {
	const credential = context.getCredentials(CREDENTIAL_NAME).then(readConnection);
	const connection = await credential.catch(() => {
		throw new Objection("the credential can't be used", 'unavailable');
	});
	const { rawBody, headers } = context.getRequestObject();
	const press = readMessage(rawBody, headers[SIGNATURE_HEADER], now, connection);
	if (press === undefined) throw new Objection('no trigger with this credential passed it on');
	if (press === 'stale')
		throw new Objection("it was passed on at another time, or the clocks of n8n's processes differ", 'unavailable');
	return press;
}

function check(
	{ accountId, executionId, tag, choice, chat, sender }: Press,
	question: ButtonQuestion & { tag: string },
	ownId: string,
): void {
	if (accountId !== question.accountId) throw new Objection('it comes from another account');
	if (executionId !== ownId || tag !== question.tag) throw new Objection('its button belongs to another question');
	if (question.values[choice] === undefined) throw new Objection('the question has no such button');
	if (!isFrom(chat, question.chat)) throw new Objection('it comes from another chat', 'refused');
	const { approverIds } = question;
	const { channelUserId } = sender;
	if (approverIds.length === 0) return;
	if (channelUserId === undefined)
		throw new Objection("it doesn't say who pressed the button, and only certain people may answer", 'refused');
	if (!approverIds.some((id) => id === channelUserId)) throw new Objection('this person may not answer', 'refused');
}

function answerOf({ responseType, values }: ButtonQuestion, { choice, sender }: Press): JsonObject {
	switch (responseType) {
		case 'approval':
			return approvalOf(values, choice);
		case 'choice':
			return { choice: values[choice] };
		default:
			return { contact: { ...objectOf(sender.contact), phone: sender.phone ?? null } };
	}
}

async function take(context: IWebhookFunctions, memory: NodeMemory): Promise<IWebhookResponseData> {
	const press = await readPress(context, memory.now());
	const asked = findQuestion(context);
	if (asked?.buttons === undefined) throw new Objection("the execution isn't waiting for a button");
	const question = { tag: asked.tag, ...asked.buttons };
	check(press, question, context.getExecutionId());
	const { chatRef, sender, pressedAt: respondedAt } = press;
	const data = { ...answerOf(question, press), chatRef, sender, respondedAt, timedOut: false };
	confirm(context, question, memory);
	return { workflowData: answerOutputs(context, press.choice, { json: { data } }) };
}

function refuse(context: IWebhookFunctions, thrown: unknown, lines: LineLimit): IWebhookResponseData {
	const unexpected = new Objection('something unexpected happened', 'unavailable');
	const { message, error } = thrown instanceof Objection ? thrown : unexpected;
	const { id, name: nodeName } = context.getNode();
	const place = { executionId: context.getExecutionId(), nodeName };
	const cause = `${context.getWorkflow().id}/${id}/${message}`;
	const { counted, line } = lines.take(cause, `An answer wasn't accepted, because ${message}.`);
	if (counted !== undefined) context.logger.warn(`Answers not accepted: ${counted}`, place);
	if (line !== undefined) {
		context.logger.warn(line, place);
		if (!(thrown instanceof Objection)) void logTrace(context, thrown, place);
	}
	const response = context.getResponseObject();
	if (!response.headersSent) response.status(STATUS[error]).json({ error });
	return { noWebhookResponse: true };
}

/**
 * Makes the webhook of a waiting execution, which n8n calls for anyone with the execution's secret. The execution continues only
 * if a trigger with the same API token verified that someone pressed a button of its question, in the chat that was asked. It
 * never throws.
 */
export function createAnswer(memory: NodeMemory): (context: IWebhookFunctions) => Promise<IWebhookResponseData> {
	const lines = new LineLimit(memory.now);
	return async (context) => {
		try {
			return await take(context, memory);
		} catch (error) {
			return refuse(context, error, lines);
		}
	};
}
