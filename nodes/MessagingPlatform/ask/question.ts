import { randomBytes } from 'crypto';
import type { IExecuteFunctions, IWebhookFunctions } from 'n8n-workflow';
import type { ChatNames } from '../../shared/handOver';
import { type JsonObject, isObject } from '../../shared/json';
import type { FormField } from './formFields';

export const BUTTON_RESPONSES = ['approval', 'choice', 'contact'] as const;
export type ButtonResponse = (typeof BUTTON_RESPONSES)[number];

const FORM_RESPONSES = ['freeText', 'customForm'] as const;
type FormResponse = (typeof FORM_RESPONSES)[number];

export const RESPONSE_TYPES = [...BUTTON_RESPONSES, ...FORM_RESPONSES] as const;
export type ResponseType = ButtonResponse | FormResponse;

/** The values of the two buttons of an approval. A further button is a reason to decline, and its value is the words. */
export const APPROVE = 'approve';
export const DISAPPROVE = 'decline';

/** The texts of a page next to its fields. */
export interface PageTexts {
	/** The heading; an empty one leaves that to the description. */
	title: string;
	description: string;
	/** The label of the button that sends the form. */
	button: string;
}

/** The part of a question that buttons in the chat answer. */
export interface ButtonQuestion {
	responseType: ButtonResponse;
	/** The value of each button, in their order. */
	values: string[];
	/** The account that asked. */
	accountId: string;
	/** A press must come from there. */
	chat: ChatNames;
	/** The people who may answer (`channelUserId`); empty for everyone in the chat. */
	approverIds: string[];
	/** The text to send when the answer was taken. */
	confirmation?: string;
	/** The chat and the tags with which nothing is sent to it. */
	excluded?: { tbChatId: string; tags: string[] };
}

/** The part of a question that a link shows. */
export interface LinkQuestion {
	responseType: ResponseType;
	/** One link to the page was sent, or one for each choice. */
	sentAs: 'page' | 'choices';
	/** The choices of an approval or a choice; none in a form. */
	choices: Array<{ caption: string; value: string }>;
	/** The fields of a form; none in an approval or a choice. */
	fields: FormField[];
	texts: PageTexts;
	/** The chat that was asked, if it is known. */
	chatRef?: string;
}

/** The question that an execution waits for. n8n keeps it with the execution, in its database. */
interface Question {
	/** Distinguishes the questions of an execution; it is in the keys of the buttons and of the links. */
	tag: string;
	buttons?: ButtonQuestion;
	link?: LinkQuestion;
}

export function isForm(responseType: ResponseType): responseType is FormResponse {
	return FORM_RESPONSES.some((one) => one === responseType);
}

/** The output of an approval, whose first button approves. */
export function approvalOf(values: readonly string[], choice: number): JsonObject {
	const [approved, reason] = [choice === 0, values[choice]];
	return approved || reason === undefined || reason === DISAPPROVE ? { approved } : { approved, chatInput: reason };
}

/** @returns four characters of base64url */
export function newTag(): string {
	return randomBytes(3).toString('base64url');
}

/** A page without anything to choose, which only shows the question: nothing that is sent from it is an answer. */
export function readingPage(description: string): LinkQuestion {
	const texts = { title: 'Answer in the chat', description, button: '' };
	return { responseType: 'approval', sentAs: 'page', choices: [], fields: [], texts };
}

/** Keeps a question with its execution, in place of an earlier one of the node. */
export function keepQuestion(functions: IExecuteFunctions, question: Question): void {
	Object.assign(functions.getContext('node'), { question });
}

/** A name as a text in an expression, every sign as its number: n8n refuses some signs and words there. */
function inExpression(name: string): string {
	return `"${name.replace(/[^]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)}"`;
}

/** The node itself has kept it. */
const isQuestion = (kept: unknown): kept is Question => isObject(kept) && typeof kept.tag === 'string';

/**
 * Finds the question that an execution waits for. An expression is a webhook's only way to what its node keeps. `$node[…]` takes no
 * names such as "prototype" or "toString".
 */
export function findQuestion(context: IWebhookFunctions): Question | undefined {
	const kept: unknown = context.evaluateExpression(`{{ $(${inExpression(context.getNode().name)}).context["question"] }}`);
	return isQuestion(kept) ? kept : undefined;
}
