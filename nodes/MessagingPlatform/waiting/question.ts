import { randomBytes } from 'crypto';
import type { IExecuteFunctions, IWebhookFunctions } from 'n8n-workflow';
import { isObject, printJson } from '../../shared/json';

/** How a person can answer. */
export const RESPONSE_TYPES = ['approval', 'choice', 'contact'] as const;
export type ResponseType = (typeof RESPONSE_TYPES)[number];

/** Where a question went, as far as it is known; a press must come from there. */
export interface QuestionChat {
	channel: string;
	/** Digits of the channel's number. */
	channelId: string;
	chatId?: string;
	/** Digits of the platform's own number of the chat. */
	tbChatId?: string;
	remoteAddress?: string;
}

/** What an execution waits for. n8n keeps it with the execution, in its database. */
export interface Question {
	/** Tells it from the other questions of its execution; it stands in the keys of its buttons. */
	tag: string;
	responseType: ResponseType;
	/** What each button stands for, in their order. */
	values: string[];
	/** The account that asked. */
	accountId: string;
	chat: QuestionChat;
	/** Who may answer (`channelUserId`); empty for everybody in the chat. */
	approverIds: string[];
}

/** Where n8n keeps what a node remembers of an execution: under this name, so that nothing else of the node is touched. */
const NAME = 'question';

/** @returns a tag for a question, in four characters of base64url */
export function newTag(): string {
	return randomBytes(3).toString('base64url');
}

/**
 * Keeps a question with its execution. Of several of one node the last one counts: it is the one that is waited for.
 *
 * @param functions the context of the execution that is about to wait
 * @param question what it waits for
 */
export function keepQuestion(functions: IExecuteFunctions, question: Question): void {
	functions.getContext('node')[NAME] = question;
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

/** A name as it can stand in an expression: braces would end it, and n8n refuses one with "constructor" in it. */
function inExpression(name: string): string {
	const quoted = printJson(name).replaceAll('constructor', '\\u0063onstructor');
	return quoted.replace(/[{}]/g, (brace) => (brace === '{' ? '\\u007b' : '\\u007d'));
}

/**
 * Finds the question that an execution waits for. n8n gives a webhook no other way to what its node keeps than an expression.
 *
 * @param context the context of the waiting execution's webhook
 * @returns undefined when it waits for none
 */
export function findQuestion(context: IWebhookFunctions): Question | undefined {
	const kept: unknown = context.evaluateExpression(`{{ $node[${inExpression(context.getNode().name)}].context["${NAME}"] }}`);
	return isQuestion(kept) ? kept : undefined;
}
