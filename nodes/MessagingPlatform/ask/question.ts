import { randomBytes } from 'crypto';
import type { IExecuteFunctions, IWebhookFunctions } from 'n8n-workflow';
import type { ChatNames } from '../../shared/handOver';
import { type JsonObject, isObject } from '../../shared/json';
import { keep, readKept } from './kept';

/** How a person can answer with a button in the chat. */
const BUTTON_RESPONSES = ['approval', 'choice', 'contact'] as const;
export type ButtonResponse = (typeof BUTTON_RESPONSES)[number];

/** How a person can answer with a form on a page. */
const FORM_RESPONSES = ['freeText', 'customForm'] as const;
export type FormResponse = (typeof FORM_RESPONSES)[number];

/** How a person can answer. */
export const RESPONSE_TYPES = [...BUTTON_RESPONSES, ...FORM_RESPONSES] as const;
export type ResponseType = ButtonResponse | FormResponse;

/** What the two buttons of an approval stand for. A further one is a reason to decline, and stands for its words. */
export const APPROVE = 'approve';
export const DISAPPROVE = 'decline';

/** What an execution waits for that asked with buttons. n8n keeps it with the execution, in its database. */
export interface Question {
	/** Tells it from the other questions of its execution; it stands in the keys of its buttons. */
	tag: string;
	responseType: ButtonResponse;
	/** What each button stands for, in their order. */
	values: string[];
	/** The account that asked. */
	accountId: string;
	/** A press must come from there. */
	chat: ChatNames;
	/** Who may answer (`channelUserId`); empty for everybody in the chat. */
	approverIds: string[];
}

/** @returns whether an answer is a form on a page */
export function isForm(responseType: ResponseType): responseType is FormResponse {
	return FORM_RESPONSES.some((one) => one === responseType);
}

/**
 * What an approval puts out.
 *
 * @param values what its buttons stand for, the one that approves first
 * @param choice the button that was chosen
 * @returns `approved`, and with a reason to decline `chatInput`: words that n8n gives to the agent
 */
export function approvalOf(values: readonly string[], choice: number): JsonObject {
	const [approved, reason] = [choice === 0, values[choice]];
	return approved || reason === undefined || reason === DISAPPROVE ? { approved } : { approved, chatInput: reason };
}

/** @returns a tag for a question, in four characters of base64url */
export function newTag(): string {
	return randomBytes(3).toString('base64url');
}

/**
 * Keeps a question with its execution. Of several of one node the last one counts: it is the one that is waited for.
 *
 * @param functions the context of the execution that is about to wait
 * @param question what it waits for
 * @param linkQuestion a page that only shows the question, if there is one
 */
export function keepQuestion(functions: IExecuteFunctions, question: Question, linkQuestion?: object): void {
	keep(functions, linkQuestion === undefined ? { question } : { question, linkQuestion });
}

function isTexts(value: unknown): value is string[] {
	return Array.isArray(value) && value.every((entry) => typeof entry === 'string');
}

function isQuestion(value: unknown): value is Question {
	if (!isObject(value) || !isObject(value.chat)) return false;
	const { tag, responseType, values, accountId, chat, approverIds } = value;
	const texts = [tag, accountId, chat.channel, chat.channelId, responseType];
	return texts.every((text) => typeof text === 'string' && text !== '') && isTexts(values) && isTexts(approverIds);
}

/**
 * Finds the question that an execution waits for.
 *
 * @param context the context of the waiting execution's webhook
 * @returns undefined when it waits for none, or for one that was asked with links
 */
export function findQuestion(context: IWebhookFunctions): Question | undefined {
	const kept = readKept(context, 'question');
	return isQuestion(kept) ? kept : undefined;
}
