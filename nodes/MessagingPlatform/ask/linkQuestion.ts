import type { IExecuteFunctions, IWebhookFunctions } from 'n8n-workflow';
import { type JsonObject, isObject } from '../../shared/json';
import type { FormField } from './formFields';
import { keep, readKept } from './kept';
import type { PageTexts } from './page';
import { RESPONSE_TYPES, type ResponseType } from './question';

/** What an execution waits for that asked with links. n8n keeps it with the execution, in its database. */
export interface LinkQuestion {
	/** Tells it from the other questions of its execution; it stands in its links. */
	tag: string;
	responseType: ResponseType;
	/** What was sent: one link to the page, or one for each choice. */
	sentAs: 'page' | 'choices';
	/** The captions of an approval or a choice, and what each stands for; none of a form. */
	choices: Array<{ caption: string; value: string }>;
	/** The fields of a form; none of an approval or a choice. */
	fields: FormField[];
	texts: PageTexts;
	/** The chat that was asked, where it is known. */
	chatRef?: string;
}

/**
 * Keeps a question with its execution. Of several of one node the last one counts: it is the one that is waited for.
 *
 * @param functions the context of the execution that is about to wait
 * @param question what it waits for
 */
export function keepLinkQuestion(functions: IExecuteFunctions, question: LinkQuestion): void {
	keep(functions, { linkQuestion: question });
}

/**
 * Makes a page that only shows a question: it has nothing to choose, so nothing that is sent from it is an answer.
 *
 * @param tag the question's tag
 * @param description what the page shows
 */
export function readingPage(tag: string, description: string): LinkQuestion {
	const texts = { title: 'Answer in the chat', description, button: '' };
	return { tag, responseType: 'approval', sentAs: 'page', choices: [], fields: [], texts };
}

function isLinkQuestion(kept: Record<string, unknown>): kept is Record<string, unknown> & LinkQuestion {
	const { tag, responseType, sentAs, choices, fields, texts } = kept;
	return (
		typeof tag === 'string' &&
		RESPONSE_TYPES.some((one) => one === responseType) &&
		(sentAs === 'page' || sentAs === 'choices') &&
		[choices, fields].every(Array.isArray) &&
		isObject(texts)
	);
}

/**
 * Finds the question that an execution waits for.
 *
 * @param context the context of the waiting execution's webhook
 * @returns undefined when it waits for none, or for one whose buttons answer it and that has no page
 */
export function findLinkQuestion(context: IWebhookFunctions): LinkQuestion | undefined {
	const kept = readKept(context, 'linkQuestion');
	return kept !== undefined && isLinkQuestion(kept) ? kept : undefined;
}

/**
 * Makes the output of a question that was answered through a link. Who it was is not known: whoever has the link can answer.
 *
 * @param question what was asked
 * @param answer what was answered
 * @param now the time in ms since 1970
 * @returns the JSON of the one item: `data` with `approved`, `choice`, `text` or `form`, `chatRef`, `respondedAt` (ISO 8601) and
 * `timedOut`
 */
export function describeLinkAnswer({ chatRef }: LinkQuestion, answer: JsonObject, now: number): JsonObject {
	const chat = chatRef === undefined ? {} : { chatRef };
	return { data: { ...answer, ...chat, respondedAt: new Date(now).toISOString(), timedOut: false } };
}
