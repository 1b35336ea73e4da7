import { type INode, NodeApiError, NodeOperationError } from 'n8n-workflow';
import { NoAnswer, neverArrived } from './api/noAnswer';
import { AddressError, MAX_REDIRECTS, REFUSAL_WORDS, TooLarge } from './api/request';
import { detailsOf, explainAnswer, explainFailure, readError } from './api/explain';
import type { FailedAnswer as ExplainedAnswer } from './api/explanation';
import type { JsonObject, JsonValue } from './json';
import { inOneParagraph } from './texts';

/** Where an error belongs. */
export interface ItemRef {
	node: INode;
	index: number;
}

/** The two kinds of errors that n8n presents at a node. */
export type NodeFailure = NodeApiError | NodeOperationError;

/** What a model that called the node as its tool can do about a failure: other arguments, waiting, or telling a person. */
export type Remedy = 'correct' | 'later' | 'operator';

/** Whether the platform carried out what it was asked to change: certainly not, or perhaps. */
export type FailedOutcome = 'notSent' | 'unknown';

/** Advice that people and models read, or what people read and the part of it for a model that called the node as its tool. */
export type Advice = string | { people: string; model?: string };

/** The platform's answer, or why none came, as a failed item outputs it (specification, "Errors", "Error body"). */
export interface FailedAnswer {
	/** HTTP status; none without an answer. */
	status?: number;
	/** The platform's sc; without an answer Node's code, for example ECONNREFUSED. */
	code?: JsonValue;
	/** The platform's scn. */
	name?: string;
	violations?: JsonObject[];
	correlationId?: string;
}

/** The parts of a message that went out before one failed. */
export interface SentBefore {
	/** Parts of the whole message. */
	of: number;
	/** IDs of the parts that went out. */
	ids: string[];
	/** A sentence that says where the missing part begins. */
	begin: string;
}

/** Everything about a failure except its message. */
interface FailureFields {
	/** What a person does next. */
	advice: string;
	/** What a model reads in place of message and advice: nothing about the server, the credential or the account. */
	model: string;
	remedy: Remedy;
	/** Whether the change may have been made all the same. */
	outcome: FailedOutcome;
	sent?: SentBefore;
	/** Only for failed requests. */
	answer?: FailedAnswer;
	/** What the editor shows under "Error details". */
	data?: JsonObject;
}

/**
 * What went wrong, for people, workflows and models. It knows no node and no item: n8n's errors are made from it where n8n takes
 * over. It never holds a request, which has the token in it.
 */
export class Failure extends Error implements FailureFields {
	override readonly name = 'Failure';

	readonly advice: string;

	readonly model: string;

	readonly remedy: Remedy;

	readonly outcome: FailedOutcome;

	readonly sent?: SentBefore;

	readonly answer?: FailedAnswer;

	readonly data?: JsonObject;

	/** Without fields a model learns nothing: the message may be about the server. */
	constructor(message: string, fields: Partial<FailureFields> = {}) {
		super(message);
		this.advice = fields.advice ?? '';
		this.model = fields.model ?? 'The tool failed.';
		this.remedy = fields.remedy ?? 'operator';
		this.outcome = fields.outcome ?? 'notSent';
		this.sent = fields.sent;
		this.answer = fields.answer;
		this.data = fields.data;
	}

	/** A value that is refused before any request; a model reads the message, too. */
	static ofValue(message: string, advice: Advice = ''): Failure {
		const { people, model = '' } = typeof advice === 'string' ? { people: advice, model: advice } : advice;
		return new Failure(message, { advice: people, model: `${message}. ${model}`.trim(), remedy: 'correct' });
	}

	/** Something that no other values mend, only the workflow's author; a model reads the message alone. */
	static forOperator(message: string, advice: string): Failure {
		return new Failure(message, { advice, model: `${message}.` });
	}

	/** The same failure with something changed. */
	with({ message = this.message, ...changed }: Partial<FailureFields> & { message?: string }): Failure {
		return new Failure(message, { ...this, ...changed });
	}
}

/** RFC 9110, section 15.4.4: the answer to a request that was carried out, found elsewhere. */
export const SEE_OTHER = 303;

/** Undoes n8n's replacement of any message that contains a known code, also by chance ("preexisting" has EEXIST in it). */
function withMessage<Failure extends NodeFailure>(error: Failure, message: string): Failure {
	error.message = message;
	return error;
}

/**
 * Notes in a failure whether the platform carried out what it was asked to change.
 *
 * @param failure the failure; one without a note was refused before the request
 * @param outcome what is known
 * @returns the same failure
 */
export function withOutcome<Failure extends NodeFailure>(failure: Failure, outcome: FailedOutcome): Failure {
	failure.context.outcome = outcome;
	return failure;
}

function mendedBy(remedy: Remedy, error: NodeOperationError, message: string): NodeOperationError {
	error.context.remedy = remedy;
	return withMessage(error, message);
}

/**
 * Makes the error of a failed answer that n8n shows at the node. Nothing of the request is kept in it: the request
 * carries the token.
 *
 * @param node the node
 * @param itemIndex index of the item whose request failed
 * @param answer what came back
 * @param extra a further sentence, for example when the token expired
 * @returns the error to throw; its httpCode is the status, and its context has the {@link FailedOutcome}, `isRefusal`: whether the
 * platform gave a reason, and `isBlocked`: whether the chat is blocked
 */
export function answerError(node: INode, itemIndex: number, answer: ExplainedAnswer, extra?: string): NodeApiError {
	const { message, description, isBlocked = false } = explainAnswer(answer);
	const error = new NodeApiError(
		node,
		{},
		{ message, description: inOneParagraph([extra, description]), httpCode: String(answer.status), itemIndex },
	);
	// the editor shows it under "Error details"
	error.context.data = detailsOf(answer);
	// a success that cannot be read: a refusal would carry $error
	const isRefusal = Object.keys(readError(answer)).length > 0;
	error.context.isRefusal = isRefusal;
	error.context.isBlocked = isBlocked;
	const { status } = answer;
	const mayBeDone = status >= 500 || status === SEE_OTHER || (status < 300 && !isRefusal);
	return withOutcome(withMessage(error, message), mayBeDone ? 'unknown' : 'notSent');
}

/**
 * Makes the error of a request that got no answer.
 *
 * @param node the node
 * @param itemIndex index of the item whose request failed
 * @param error what the HTTP helper threw
 * @param host the host that was called
 * @returns the error to throw, without the original error, whose request carries the token; its context has the
 * {@link FailedOutcome}
 */
export function failureError(node: INode, itemIndex: number, error: unknown, host: string): NodeApiError {
	const { message, description, code } = explainFailure(error, host);
	const failure = new NodeApiError(node, {}, { message, description, itemIndex, httpCode: 'none' });
	if (code !== undefined) failure.context.data = { code };
	return withOutcome(withMessage(failure, message), neverArrived(error) ? 'notSent' : 'unknown');
}

/**
 * Makes the error of a value that the node itself refuses before any request.
 *
 * @param node the node
 * @param itemIndex index of the item
 * @param message what is wrong: names the field, the limit and the value
 * @param description what to do next
 * @returns the error to throw
 */
export function valueError(node: INode, itemIndex: number, message: string, description?: string): NodeOperationError {
	return mendedBy('correct', new NodeOperationError(node, message, { itemIndex, description }), message);
}

/**
 * Makes the error of something that other values do not mend: only the workflow's author can.
 *
 * @param item node and index of the item
 * @param message what is wrong
 * @param description what the author does next; a model that called the node as its tool does not get it
 * @returns the error to throw
 */
export function operatorError(item: ItemRef, message: string, description: string): NodeOperationError {
	return mendedBy('operator', new NodeOperationError(item.node, message, { itemIndex: item.index, description }), message);
}

function addressError(item: ItemRef, { reason, from, to }: AddressError): NodeOperationError {
	const words = REFUSAL_WORDS[reason];
	if (from === undefined) {
		const message = `The API token was not sent to ${to}: this address ${words}`;
		return operatorError(item, message, 'Check the addresses in the credential.');
	}
	if (reason === 'circle') {
		const message = `${from.origin} redirects again and again, so the request was given up after ${MAX_REDIRECTS} times`;
		return operatorError(item, message, 'Check the address in the credential.');
	}
	return operatorError(
		item,
		`${from.origin} redirects to ${to}, which ${words}, so nothing was sent there`,
		'If this is the new address of the platform, enter it in the credential.',
	);
}

/**
 * Makes the error of a request that failed, of whatever kind it is.
 *
 * @param item node and index of the item
 * @param error what was thrown
 * @returns the error itself when this package made it for the item, else one that says what to do
 */
export function requestError(item: ItemRef, error: unknown): NodeFailure {
	if (error instanceof Failure) return asNodeError(item.node, item.index, error);
	if (error instanceof AddressError) return addressError(item, error);
	if (error instanceof TooLarge) {
		const message = `${error.message}, so the rest of the answer was not read`;
		const advice = 'No answer of the API is that large. Check the address in the credential.';
		return withOutcome(operatorError(item, message, advice), 'unknown');
	}
	const isOwn = error instanceof NodeOperationError || (error instanceof NodeApiError && error.cause === undefined);
	return isOwn ? error : failureError(item.node, item.index, error, error instanceof NoAnswer ? error.host : 'the platform');
}

/**
 * Makes sure that what is thrown or shown at an item is an error that n8n knows how to present, and that it holds no
 * request: n8n's own errors of a failed request keep it, with the token, as their cause.
 *
 * @param node the node
 * @param itemIndex index of the item
 * @param error anything that was thrown
 * @returns the error itself when this package made it, else one that carries its message
 */
export function asNodeError(node: INode, itemIndex: number, error: unknown): NodeFailure {
	if (error instanceof Failure) {
		const { message, advice, remedy, model } = error;
		const shown = mendedBy(
			remedy,
			new NodeOperationError(node, message, { itemIndex, description: advice || undefined }),
			message,
		);
		shown.context.model = model;
		return shown;
	}
	if (error instanceof NodeOperationError) return error;
	if (error instanceof NodeApiError) {
		return error.cause === undefined ? error : failureError(node, itemIndex, error, 'the platform');
	}
	const message = error instanceof Error && error.message !== '' ? error.message : String(error);
	return withMessage(new NodeOperationError(node, message, { itemIndex }), message);
}

/**
 * Waits for a step before the change that an item is for. If it fails, that change was not made, whatever became of the step.
 *
 * @param item node and index of the item
 * @param step for example an upload before the message that carries the file
 * @returns the result of the step
 * @throws the error of the step, with the outcome `notSent`
 */
export async function beforehand<Result>({ node, index }: ItemRef, step: Promise<Result>): Promise<Result> {
	return await step.catch((error: unknown) => {
		throw withOutcome(asNodeError(node, index, error), 'notSent');
	});
}

/**
 * Makes the error of an item out of one that another item had for the same cause.
 *
 * @param item node and index of the item that it is shown at
 * @param failure the other item's error
 * @returns an error that says the same
 */
export function atItem({ node, index }: ItemRef, failure: NodeFailure): NodeFailure {
	const { message, context } = failure;
	const description = failure.description ?? undefined;
	const own =
		failure instanceof NodeApiError
			? new NodeApiError(node, {}, { message, description, httpCode: failure.httpCode ?? undefined, itemIndex: index })
			: new NodeOperationError(node, message, { itemIndex: index, description });
	Object.assign(own.context, context, { itemIndex: index });
	return withMessage(own, message);
}

/**
 * Makes an error that n8n's declarative engine passes on as it is; any other kind it would wrap and reword.
 *
 * @param node the node
 * @param itemIndex index of the item
 * @param failure the error
 * @returns an error with the same message and description
 */
export function asApiError(node: INode, itemIndex: number, failure: NodeFailure): NodeApiError {
	if (failure instanceof NodeApiError) return failure;
	const { message, description } = failure;
	const error = new NodeApiError(node, {}, { message, description: description ?? undefined, itemIndex, httpCode: 'none' });
	return withMessage(error, message);
}
