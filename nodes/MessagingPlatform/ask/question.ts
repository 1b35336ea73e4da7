import { randomBytes } from 'crypto';
import type { IExecuteFunctions, IWebhookFunctions } from 'n8n-workflow';
import type { ChatNames } from '../../shared/handOver';
import { type JsonObject, isObject } from '../../shared/json';
import type { TextMarkup } from '../message/markupPlaces';

export const BUTTON_RESPONSES = ['approval', 'choice', 'contact'] as const;

export type ResponseType = (typeof BUTTON_RESPONSES)[number] | 'freeText' | 'customForm';

/** The values of the two buttons of an approval. A further button is a reason to decline, and its value is the words. */
export const APPROVE = 'approve';
export const DISAPPROVE = 'decline';

/** A button of a question, or the link in its place. */
export interface Choice {
	caption: string;
	value: string;
}

export interface FormField {
	/** The name in the output. */
	name: string;
	/** Empty if the page's heading says enough. */
	label: string;
	type: 'text' | 'textarea' | 'number' | 'email' | 'date' | 'dropdown' | 'radio' | 'checkbox';
	required: boolean;
	placeholder: string;
	/** The first value; for checkboxes several, separated by commas. */
	defaultValue: string;
	/** The choices of a dropdown, radio buttons and checkboxes. */
	options: string[];
}

/** The texts of a page next to its fields. */
export interface PageTexts {
	/** The heading; an empty one leaves that to the description. */
	title: string;
	description: string;
	/** The label of the button that sends the form. */
	button: string;
}

export type Check = 'anyMessage' | 'text' | 'number' | 'email' | 'phone' | 'date';

/** How messages in the chat answer a question. */
export interface Typed {
	/** What the person can choose from: a caption, or its number. */
	captions: string[];
	check: Check;
	minimum?: number;
	maximum?: number;
	/** The messages that may be of another kind before the wait ends. */
	tries: number;
	/** Asks again. */
	again: { text: string; textMarkup?: TextMarkup };
}

/** The part of a question that buttons and messages in the chat answer. */
export interface ChatQuestion {
	responseType: ResponseType;
	/** The value of each choice, in their order. */
	values: string[];
	accountId: string;
	/** A press must come from there. */
	chat: ChatNames;
	/** The people who may answer (`channelUserId`); empty for everyone in the chat. */
	approverIds: string[];
	/** How a message answers it, if one may. */
	typed?: Typed;
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
	choices: Choice[];
	/** The fields of a form; none in an approval or a choice. */
	fields: FormField[];
	texts: PageTexts;
	/** The chat that was asked, if it is known. */
	chatRef?: string;
}

/** The question that an execution waits for. n8n keeps it with the execution, in its database. */
export interface Question {
	/** Distinguishes the questions of an execution; it is in the keys of the buttons and of the links. */
	tag: string;
	chat?: ChatQuestion;
	link?: LinkQuestion;
}

/** @returns four characters of base64url */
export function newTag(): string {
	return randomBytes(3).toString('base64url');
}

/** Keeps a question with its execution, in place of an earlier one of the node. */
export function keepQuestion(functions: IExecuteFunctions, question: Question): void {
	Object.assign(functions.getContext('node'), { question });
}

/** A name as a text in an expression, every sign as its number: n8n refuses some signs and words there. */
function inExpression(name: string): string {
	return `"${name.replace(/[^]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)}"`;
}

/** The node itself has kept it, so a member is check enough. */
const isQuestion = (kept: unknown): kept is Question => isObject(kept) && typeof kept.tag === 'string';

/** Finds the question that an execution waits for, with an expression: a webhook's only way to what its node keeps. */
export function findQuestion(context: IWebhookFunctions): Question | undefined {
	const kept: unknown = context.evaluateExpression(`{{ $(${inExpression(context.getNode().name)}).context["question"] }}`);
	return isQuestion(kept) ? kept : undefined;
}

/** The output of a chosen button or link: the first one of an approval approves. */
export function outputOfChoice(responseType: ResponseType, values: readonly string[], choice: number): JsonObject {
	const value = values[choice] ?? null;
	if (responseType !== 'approval') return { choice: value };
	const approved = choice === 0;
	return approved || value === null || value === DISAPPROVE ? { approved } : { approved, chatInput: value };
}

/** Waits for n8n's response: a success means that the execution continued with this answer, and with no other. */
export async function isTaken(context: IWebhookFunctions): Promise<boolean> {
	const response = context.getResponseObject();
	// the trigger may have hung up already
	if (!response.closed) await new Promise<void>((resolve) => response.once('close', resolve));
	return response.headersSent && response.statusCode === 200;
}
