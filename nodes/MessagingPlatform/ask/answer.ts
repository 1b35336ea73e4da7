import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { checkRequest, readEvent } from '../../shared/event/event';
import { findOtherAccount } from '../../shared/event/otherAccount';
import { LineLimit } from '../../shared/lineLimit';
import { CREDENTIAL_NAME, type Connection, readConnection } from '../../shared/api/connection';
import { oneLine } from '../../shared/texts';
import { createFetchKey } from '../../shared/verification/fetchKey';
import { Refusal } from '../../shared/verification/refusals';
import { readToken } from '../../shared/verification/token';
import { withoutApiToken } from '../../shared/verification/tokenEcho';
import { Verifier } from '../../shared/verification/verify';
import { NOTE_HEADER, type Note, markRefusal, readNote } from '../../shared/waiting/handOver';
import { keyOf } from '../../shared/waiting/pressed';
import { describeAnswer, findObjection } from './press';
import { findQuestion, type Question } from './question';

/** A press that is not the answer that is waited for; the message follows "because". */
class Objection extends Error {
	/** @param mark shows the trigger that this button will never count from this chat, by this person */
	constructor(
		message: string,
		readonly mark?: string,
	) {
		super(message);
	}
}

/** What is known before the delivery's token is looked at. */
interface Request {
	connection: Connection;
	bytes: Buffer;
	question: Question;
	executionId: string;
	note: Note;
}

async function readConnectionOf(context: IWebhookFunctions): Promise<Connection> {
	const read = async () => readConnection(await context.getCredentials(CREDENTIAL_NAME));
	const connection = await read().catch(() => undefined);
	if (connection === undefined) throw new Refusal('credential');
	return connection;
}

async function open(context: IWebhookFunctions): Promise<Request> {
	const request = context.getRequestObject();
	const raw = 'rawBody' in request && Buffer.isBuffer(request.rawBody) ? request.rawBody : undefined;
	const bytes = Buffer.from(checkRequest(request.headers['content-type'], raw));
	const connection = await readConnectionOf(context);
	const executionId = context.getExecutionId();
	const note = readNote(request.headers[NOTE_HEADER], { executionId, body: bytes }, connection.apiToken);
	if (note === undefined) throw new Objection('no trigger with this credential handed it over');
	const question = findQuestion(context);
	if (question === undefined) throw new Objection('nothing is waited for');
	return { connection, bytes, question, executionId, note };
}

/** The trigger has verified the delivery; whoever got hold of the execution's address has not, so it is verified again. */
async function verify(context: IWebhookFunctions, { connection, question, note }: Request, verifier: Verifier): Promise<void> {
	const token = readToken(context.getHeaderData().authorization);
	// how long a token may be valid is for the trigger to say
	const rules = { connection, accountId: question.accountId, maxLifetimeMs: Infinity, ...note };
	await verifier.verify(token, rules, createFetchKey(context.helpers)).catch((error: unknown) => {
		throw withoutApiToken(error, token, connection.redact);
	});
}

async function take(context: IWebhookFunctions, verifier: Verifier, now: () => number): Promise<IWebhookResponseData> {
	const request = await open(context);
	const { connection, bytes, question, executionId } = request;
	await verify(context, request, verifier);
	const event = readEvent(bytes, connection.redact);
	const key = keyOf(event, connection.apiToken);
	if (key === undefined) throw new Objection('it is no press of a button of a question');
	const reason = findObjection(event, key, executionId, question);
	if (reason !== undefined) {
		throw new Objection(
			reason.words,
			reason.isFinal ? markRefusal({ executionId, body: bytes }, connection.apiToken) : undefined,
		);
	}
	if (findOtherAccount(event, question.accountId) !== undefined) throw new Objection('it names another account');
	return { workflowData: [[{ json: describeAnswer(event, key, question, now()) }]] };
}

/** 503 lets the trigger have the press sent again; 403 tells it that this press changes nothing. */
function refuse(context: IWebhookFunctions, error: unknown, lines: LineLimit): IWebhookResponseData {
	const refusal = error instanceof Refusal ? error : undefined;
	const isFinal = error instanceof Objection || (refusal !== undefined && refusal.status !== 503);
	const reason = error instanceof Objection ? error.message : (refusal?.message ?? 'something unexpected happened');
	const code = refusal === undefined ? '' : ` [${refusal.code}]`;
	const { id, name: nodeName } = context.getNode();
	const place = { executionId: context.getExecutionId(), nodeName };
	// an objection's words are a few of the node's own; a refusal may quote what a stranger sent
	const cause = `${context.getWorkflow().id}/${id}/${refusal?.code ?? reason}`;
	const { counted, line } = lines.take(cause, `An answer was not taken${code}, because ${oneLine(reason).replace(/\.?$/, '.')}`);
	if (counted !== undefined) context.logger.warn(`Answers not taken: ${counted}`, place);
	if (line !== undefined) context.logger.warn(line, place);
	const response = context.getResponseObject();
	const refused = error instanceof Objection ? error.mark : undefined;
	if (!response.headersSent) response.status(isFinal ? 403 : 503).json({ error: isFinal ? 'forbidden' : 'unavailable', refused });
	return { noWebhookResponse: true };
}

/**
 * Makes the webhook of a waiting execution: n8n calls it for whoever knows the execution's secret. The execution goes on only
 * with a press that the platform sent, that a trigger with the same credential handed over, from the chat that was asked, of a
 * button of the question that is waited for. Anything else leaves it waiting. It never throws.
 *
 * @param now the clock: ms since 1970
 * @returns the function, with memories of its own for keys and tokens, and a log that nobody can flood
 */
export function createAnswer(now: () => number = Date.now): (context: IWebhookFunctions) => Promise<IWebhookResponseData> {
	const verifier = new Verifier(now);
	const lines = new LineLimit(now);
	return async (context) => {
		try {
			return await take(context, verifier, now);
		} catch (error) {
			return refuse(context, error, lines);
		}
	};
}
