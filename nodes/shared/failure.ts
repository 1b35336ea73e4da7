import { type INode, NodeApiError, NodeOperationError } from 'n8n-workflow';
import type { JsonObject, JsonValue } from './json';

/** The remedies for a model that called the node as its tool: use other arguments, wait, or inform a person. */
export type Remedy = 'correct' | 'later' | 'operator';

/** Advice that people and models read, or what people read and the part of it that a model may read. */
export type Advice = string | { people: string; model?: string };

/** The platform's response, or why none came, as a failed item outputs it (specification, "Errors", "Error body"). */
interface FailedResponse {
	status?: number;
	/** The platform's sc; without a response Node's code, for example ECONNREFUSED. */
	code?: JsonValue;
	name?: string;
	violations?: JsonObject[];
	correlationId?: string;
}

type FailureFields = Pick<Failure, 'advice' | 'model' | 'remedy' | 'outcome' | 'sent' | 'response' | 'data'>;

/** A failure, for people, workflows and models. It knows no node, no item, and no request, which has the token in it. */
export class Failure extends Error {
	override readonly name = 'Failure';

	readonly advice: string;

	/** The words for a model in place of message and advice: nothing about the server, the credential or the account. */
	readonly model: string;

	readonly remedy: Remedy;

	/** 'unknown' if the platform may still have made the change. */
	readonly outcome: 'notSent' | 'unknown';

	/** The parts of a message that went out before, of how many, and a sentence that says where to begin again. */
	readonly sent?: { ids: string[]; of: number; begin: string };

	readonly response?: FailedResponse;

	/** Data for "Error details" in the editor. */
	readonly data?: JsonObject;

	/** Unless `model` says more, a model learns nothing: the message may be about the server. */
	constructor(message: string, fields: Partial<FailureFields> = {}) {
		super(message);
		this.advice = fields.advice ?? '';
		this.model = fields.model ?? 'The tool failed.';
		this.remedy = fields.remedy ?? 'operator';
		this.outcome = fields.outcome ?? 'notSent';
		this.sent = fields.sent;
		this.response = fields.response;
		this.data = fields.data;
	}

	/** A value that is not accepted, found before any request; a model reads the message, too. */
	static ofValue(message: string, advice: Advice = ''): Failure {
		const { people, model = '' } = typeof advice === 'string' ? { people: advice, model: advice } : advice;
		return new Failure(message, { advice: people, model: `${message}. ${model}`.trim(), remedy: 'correct' });
	}

	/** Something that only the workflow's author can mend, not other values; a model reads the message alone. */
	static forOperator(message: string, advice: string): Failure {
		return new Failure(message, { advice, model: `${message}.` });
	}

	/** Something about the credential, a URL or the platform's own data, which a model must not read. */
	static ofPlatform(message: string, advice: string): Failure {
		return new Failure(message, { advice, model: "The platform can't be used for this." });
	}

	/** Makes a failure of anything that was thrown; n8n's errors of failed requests keep the request, so nothing of them is kept. */
	static of(error: unknown): Failure {
		if (error instanceof Failure) return error;
		if (error instanceof NodeApiError) return new Failure('A request failed', { outcome: 'unknown', response: {} });
		const message = error instanceof Error && error.message !== '' ? error.message : String(error);
		return new Failure(message, { advice: (error instanceof NodeOperationError && error.description) || '' });
	}

	/** The same failure with something changed. */
	with({ message = this.message, ...changed }: Partial<FailureFields> & { message?: string }): Failure {
		return new Failure(message, { ...this, ...changed });
	}
}

/** For `catch` at a step before the change that an item is for: if the step fails, the change was not made. */
export function notSent(error: unknown): never {
	throw Failure.of(error).with({ outcome: 'notSent' });
}

/** Makes the error that n8n's declarative engine passes on unchanged; any other kind it would reword. */
export function apiError(node: INode, { message, advice, response, data }: Failure, itemIndex?: number): NodeApiError {
	const httpCode = String(response?.status ?? 'none');
	const error = new NodeApiError(node, {}, { message, description: advice || undefined, httpCode, itemIndex });
	if (data) error.context.data = data;
	// n8n replaces any message with a known code in it, even by chance ("preexisting" has EEXIST in it)
	error.message = message;
	return error;
}

/** Makes the error that n8n shows at a node, and at an item if it has an index. */
export function nodeError(node: INode, thrown: unknown, itemIndex?: number): NodeApiError | NodeOperationError {
	const failure = Failure.of(thrown);
	if (failure.response) return apiError(node, failure, itemIndex);
	const { message, advice, data } = failure;
	const error = new NodeOperationError(node, message, { description: advice || undefined, itemIndex });
	if (itemIndex === undefined) delete error.context.itemIndex;
	if (data) error.context.data = data;
	error.message = message;
	return error;
}
