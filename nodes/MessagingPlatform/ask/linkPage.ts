import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import type { JsonObject } from '../../shared/json';
import { CREDENTIAL_NAME, readConnection } from '../../shared/api/connection';
import { type LinkAim, readLinkKey } from './linkKey';
import { LINK_PARAMETER } from './links';
import { type LinkQuestion, describeLinkAnswer, findLinkQuestion } from './linkQuestion';
import { approvalOf } from './question';
import { CHOICE_NAME, choicePage, formPage, noticePage } from './page';
import { PAGE_HEADERS } from './pageStyle';
import { type Sent, readSent, readSubmission } from './submission';

/** Why no page and no answer comes of a request. */
class Notice extends Error {
	/**
	 * @param status the HTTP status
	 * @param title what the page says
	 * @param advice what to do
	 */
	constructor(
		readonly status: number,
		readonly title: string,
		readonly advice: string,
	) {
		super(title);
	}
}

const unavailable = () => new Notice(503, 'This cannot be shown right now', 'Try again in a few minutes.');
const invalid = () => new Notice(403, 'This link is not valid', 'Open it once more from the message, as a whole.');
const closed = () =>
	new Notice(410, 'This question is closed', 'It was answered already, or its time is over. You can close this page.');
const unreadable = () => new Notice(400, 'Your answer could not be read', 'Go back, and send the form once more.');

/** The question that a link opens, and what it was sent for. */
interface Opened {
	question: LinkQuestion;
	aim: LinkAim;
}

/** Only what was sent as a link is opened: a button's question has none, and an earlier question's link opens no later one. */
async function open(context: IWebhookFunctions): Promise<Opened> {
	const credential = await context.getCredentials(CREDENTIAL_NAME).catch(() => {
		throw unavailable();
	});
	const connection = readConnectionOf(credential);
	const place = { executionId: context.getExecutionId(), nodeId: context.getNode().id };
	const key = readLinkKey(context.getRequestObject().query[LINK_PARAMETER], place, connection);
	if (key === undefined) throw invalid();
	const question = findLinkQuestion(context);
	if (question === undefined || question.tag !== key.tag) throw closed();
	const wasSent = question.sentAs === 'page' ? key.aim === 'page' : key.aim !== 'page' && key.aim < question.choices.length;
	if (!wasSent) throw invalid();
	return { question, aim: key.aim };
}

function readConnectionOf(credential: Parameters<typeof readConnection>[0]) {
	try {
		return readConnection(credential);
	} catch {
		throw unavailable();
	}
}

/** The choices that a page offers: all of them, or the one whose link was opened. */
function offered({ question, aim }: Opened): Array<{ choice: number; caption: string }> {
	const all = question.choices.map(({ caption }, choice) => ({ choice, caption }));
	return aim === 'page' ? all : all.filter(({ choice }) => choice === aim);
}

function readChoice(opened: Opened, sent: Sent): JsonObject {
	const [text, ...more] = sent.get(CHOICE_NAME) ?? [];
	const chosen = offered(opened).find(({ choice }) => String(choice) === text);
	if (chosen === undefined || more.length > 0) throw unreadable();
	const { responseType, choices } = opened.question;
	const values = choices.map(({ value }) => value);
	return responseType === 'approval' ? approvalOf(values, chosen.choice) : { choice: values[chosen.choice] ?? null };
}

/** @returns the answer; or the page to send back, because something in the form is not right */
function readAnswer(opened: Opened, sent: Sent): { answer: JsonObject } | { page: string } {
	const { responseType, fields, texts } = opened.question;
	if (fields.length === 0) return { answer: readChoice(opened, sent) };
	const { answer, problems } = readSubmission(fields, sent);
	if (problems.size > 0) return { page: formPage(texts, fields, sent, problems) };
	return { answer: responseType === 'freeText' ? { text: answer[0]?.[1] ?? null } : { form: Object.fromEntries(answer) } };
}

function sendPage(context: IWebhookFunctions, status: number, page: string): IWebhookResponseData {
	const response = context.getResponseObject();
	if (!response.headersSent) response.status(status).set(PAGE_HEADERS).type('html').send(page);
	return { noWebhookResponse: true };
}

/** n8n sends the page itself, once it has really gone on: of several answers at once one wins, and only that one is thanked. */
function goOn(context: IWebhookFunctions, json: JsonObject): IWebhookResponseData {
	context.getResponseObject().set(PAGE_HEADERS);
	return {
		workflowData: [[{ json }]],
		webhookResponse: noticePage('Thank you', 'Your answer has arrived. You can close this page.'),
	};
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
	return 'page' in read ? sendPage(context, 422, read.page) : goOn(context, describeLinkAnswer(question, read.answer, now()));
}

/**
 * Makes the webhook of the links of a waiting execution: opened, it shows a page; only what is sent from that page is an answer.
 * n8n has looked at its own signature of the address before; this looks at what the link was sent for. It never throws.
 *
 * @param now the clock: ms since 1970
 */
export function createLinkPage(now: () => number = Date.now): (context: IWebhookFunctions) => Promise<IWebhookResponseData> {
	return async (context) => {
		try {
			return await serve(context, now);
		} catch (error) {
			const notice = error instanceof Notice ? error : unavailable();
			if (notice.status >= 500) {
				context.logger.error('The page of a link could not be shown', {
					executionId: context.getExecutionId(),
					nodeName: context.getNode().name,
				});
			}
			const { status, title, advice } = notice;
			return sendPage(context, status, noticePage(title, advice));
		}
	};
}
