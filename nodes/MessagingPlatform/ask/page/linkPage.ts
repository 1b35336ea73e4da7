import { createHash } from 'crypto';
import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { Cache } from '../../../shared/cache';
import { type JsonObject, printJson } from '../../../shared/json';
import { CREDENTIAL_NAME, readConnection } from '../../../shared/api/connection';
import { type LinkAim, readLinkKey } from '../links';
import { type LinkQuestion, findQuestion, isTaken, outputOfChoice } from '../question';
import { answerOutputs } from '../separateOutputs';
import { CHOICE_NAME, choicePage, formPage, noticePage } from './pages';
import { PAGE_HEADERS } from './style';
import { type Sent, readSent, readSubmission } from './submission';

/** The page that answers a request in place of the question. */
class Notice extends Error {
	constructor(
		readonly status: number,
		readonly title: string,
		readonly advice: string,
	) {
		super(title);
	}
}

const unavailable = () => new Notice(503, "This page can't be shown right now", 'Try again in a few minutes.');
const invalid = () => new Notice(403, "This link isn't valid", 'Please open the complete link from the message again.');
const closed = () =>
	new Notice(
		410,
		'This question is closed',
		'It has already been answered, or the time to answer has passed. You can close this page.',
	);
const unreadable = () => new Notice(400, "Your answer couldn't be read", 'Go back and send the form again.');

/** The question that a link opens, and what it was sent for. */
interface Opened {
	tag: string;
	question: LinkQuestion;
	aim: LinkAim;
}

/** A question that buttons answer has no link, and the link of an earlier question opens no later one. */
async function open(context: IWebhookFunctions): Promise<Opened> {
	const credential = context.getCredentials(CREDENTIAL_NAME).then(readConnection);
	const connection = await credential.catch(() => {
		throw unavailable();
	});
	const key = readLinkKey(context, connection);
	if (key === undefined) throw invalid();
	const { tag, link: question } = findQuestion(context) ?? {};
	if (question === undefined || tag !== key.tag) throw closed();
	const wasSent = question.sentAs === 'page' ? key.aim === 'page' : key.aim !== 'page' && key.aim < question.choices.length;
	if (!wasSent) throw invalid();
	return { tag, question, aim: key.aim };
}

/** The choices that a page offers: all of them, or the one whose link was opened. */
function offered({ question, aim }: Opened): Array<{ choice: number; caption: string }> {
	const all = question.choices.map(({ caption }, choice) => ({ choice, caption }));
	return aim === 'page' ? all : all.filter(({ choice }) => choice === aim);
}

/** The number of the choice in a submission. */
function readChoice(opened: Opened, sent: Sent): number {
	const [text, ...more] = sent.get(CHOICE_NAME) ?? [];
	const chosen = offered(opened).find(({ choice }) => String(choice) === text);
	if (chosen === undefined || more.length > 0) throw unreadable();
	return chosen.choice;
}

/** An answer with the number of its choice, 0 for a form or text. */
interface ReadAnswer {
	answer: JsonObject;
	choice: number;
}

/** Reads an answer, or writes the page to show again. */
function readAnswer(opened: Opened, sent: Sent): ReadAnswer | { page: string } {
	const { responseType, choices, fields, texts } = opened.question;
	if (fields.length === 0) {
		const choice = readChoice(opened, sent);
		const values = choices.map(({ value }) => value);
		return { choice, answer: outputOfChoice(responseType, values, choice) };
	}
	const { answer, problems } = readSubmission(fields, sent);
	if (problems.size > 0) return { page: formPage(texts, fields, sent, problems) };
	const given = responseType === 'freeText' ? { text: answer[0]?.[1] ?? null } : { form: Object.fromEntries(answer) };
	return { choice: 0, answer: given };
}

function sendPage(context: IWebhookFunctions, status: number, page: string): IWebhookResponseData {
	const response = context.getResponseObject();
	if (!response.headersSent) response.status(status).set(PAGE_HEADERS).type('html').send(page);
	return { noWebhookResponse: true };
}

/** The output does not say who answered: anyone with the link can. */
function describeAnswer({ chatRef }: LinkQuestion, answer: JsonObject, now: number): JsonObject {
	const chat = chatRef === undefined ? {} : { chatRef };
	return { data: { ...answer, ...chat, respondedAt: new Date(now).toISOString(), timedOut: false } };
}

const THANKS = noticePage('Thank you', 'Your answer was sent. You can close this page.');

/** Answers that are kept, to recognize a copy. */
const MAX_GIVEN = 1_000;

interface LinkMemory {
	/** ms since 1970 */
	now: () => number;
	/** Hashes of the answers that were given to n8n, by question, and whether it took them. */
	given: Cache<string, { answer: string; isTaken: Promise<boolean> }>;
}

/** Gives n8n an answer. n8n sends the thanks once it has continued; a copy, from a second click, gets them, too. */
async function giveOnce(
	context: IWebhookFunctions,
	{ tag, question }: Opened,
	{ choice, answer }: ReadAnswer,
	{ now, given }: LinkMemory,
): Promise<IWebhookResponseData> {
	const name = `${context.getExecutionId()}/${tag}`;
	const hash = createHash('sha256').update(printJson(answer)).digest('base64');
	const first = given.get(name);
	if (first && (await first.isTaken)) {
		if (first.answer === hash) return sendPage(context, 200, THANKS);
		throw closed();
	}
	given.set(name, { answer: hash, isTaken: isTaken(context) });
	context.getResponseObject().set(PAGE_HEADERS);
	const workflowData = answerOutputs(context, choice, { json: describeAnswer(question, answer, now()) });
	return { workflowData, webhookResponse: THANKS };
}

async function serve(context: IWebhookFunctions, memory: LinkMemory): Promise<IWebhookResponseData> {
	const opened = await open(context);
	const { question } = opened;
	const request = context.getRequestObject();
	if (request.method !== 'POST') {
		const { texts, fields } = question;
		const page = fields.length === 0 ? choicePage(texts, offered(opened)) : formPage(texts, fields);
		return sendPage(context, 200, page);
	}
	const sent = readSent(request.headers['content-type'], request.body);
	if (sent === undefined) throw unreadable();
	const read = readAnswer(opened, sent);
	if ('page' in read) return sendPage(context, 422, read.page);
	return await giveOnce(context, opened, read, memory);
}

/**
 * Makes the webhook of the links of a waiting execution: opened, a link shows a page, and only that page sends an answer. n8n has
 * checked its own signature of the address before. It never throws.
 * @param now the clock: ms since 1970
 */
export function createLinkPage(now: () => number = Date.now): (context: IWebhookFunctions) => Promise<IWebhookResponseData> {
	const memory: LinkMemory = { now, given: new Cache({ max: MAX_GIVEN }) };
	return async (context) => {
		try {
			return await serve(context, memory);
		} catch (error) {
			const notice = error instanceof Notice ? error : unavailable();
			if (notice.status >= 500) {
				context.logger.error("The page of a link couldn't be shown", {
					executionId: context.getExecutionId(),
					nodeName: context.getNode().name,
				});
			}
			const { status, title, advice } = notice;
			return sendPage(context, status, noticePage(title, advice));
		}
	};
}
