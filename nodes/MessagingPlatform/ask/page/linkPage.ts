import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import type { JsonObject } from '../../../shared/json';
import { CREDENTIAL_NAME, readConnection } from '../../../shared/api/connection';
import { type LinkAim, readLinkKey } from '../links';
import { type LinkQuestion, approvalOf, findQuestion } from '../question';
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
	return { question, aim: key.aim };
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

/** An answer with the number of its choice, 0 for a form or text, or the page to show again. */
function readAnswer(opened: Opened, sent: Sent): { answer: JsonObject; choice: number } | { page: string } {
	const { responseType, choices, fields, texts } = opened.question;
	if (fields.length === 0) {
		const choice = readChoice(opened, sent);
		const values = choices.map(({ value }) => value);
		return { choice, answer: responseType === 'approval' ? approvalOf(values, choice) : { choice: values[choice] ?? null } };
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

/** n8n sends the page itself once the execution has really continued: only one of several simultaneous answers wins and gets the thanks. */
function goOn(context: IWebhookFunctions, choice: number, json: JsonObject): IWebhookResponseData {
	context.getResponseObject().set(PAGE_HEADERS);
	return {
		workflowData: answerOutputs(context, choice, { json }),
		webhookResponse: noticePage('Thank you', 'Your answer was sent. You can close this page.'),
	};
}

/** The output does not say who answered: anyone with the link can. */
function describeAnswer({ chatRef }: LinkQuestion, answer: JsonObject, now: number): JsonObject {
	const chat = chatRef === undefined ? {} : { chatRef };
	return { data: { ...answer, ...chat, respondedAt: new Date(now).toISOString(), timedOut: false } };
}

async function serve(context: IWebhookFunctions, now: () => number): Promise<IWebhookResponseData> {
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
	return goOn(context, read.choice, describeAnswer(question, read.answer, now()));
}

/**
 * Makes the webhook of the links of a waiting execution: opened, a link shows a page, and only that page sends an answer. n8n has
 * checked its own signature of the address before. It never throws.
 * @param now the clock: ms since 1970
 */
export function createLinkPage(now: () => number = Date.now): (context: IWebhookFunctions) => Promise<IWebhookResponseData> {
	return async (context) => {
		try {
			return await serve(context, now);
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
