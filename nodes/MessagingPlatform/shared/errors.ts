import type { INode } from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import type { JsonObject, JsonValue } from './json';
import { isJsonObject, printJson } from './json';

/** What the service answered, as far as an error message needs it. */
export interface FailedAnswer {
	/** HTTP status code. */
	status: number;
	/** The parsed body, or its text when it is not JSON. */
	body: JsonValue;
	/** The header x-correlation-id: the id of the call that the service's support asks for. */
	correlationId?: string;
}

/** What a user reads: a headline and how to go on. */
export interface Explanation {
	message: string;
	description: string;
}

const REQUEST_ADVICE: Explanation = {
	message: 'The service did not accept the request',
	description: 'Check the values of the fields and run the node again.',
};

const SERVER_ADVICE: Explanation = {
	message: 'The service failed while it handled the request',
	description:
		'This is a fault of the service. Try again later; if it stays, give its support the correlation id below.',
};

// specification, "Errors", "HTTP statuses": cause and client action; 400 and 5xx have theirs above
const STATUS_ADVICE: Record<number, Explanation> = {
	401: {
		message: 'The API token was not accepted',
		description:
			'It is wrong, revoked or expired, or the account is blocked. Generate a new token on the integration page of your account and paste it into the credential.',
	},
	402: {
		message: 'This needs a paid plan or an extra package',
		description: "Ask the owner of the platform's account to check the plan and the payment.",
	},
	403: {
		message: "The API token's user is not allowed to do this",
		description:
			'A token has the rights of the user who issued it. Ask an administrator of the account for those rights, or use a token that a user with more rights issued.',
	},
	404: {
		message: 'The service did not find what was asked for',
		description: 'Check the id: the chat, tag, widget, action or webhook may be gone or belong to another account.',
	},
};

// specification, "Errors", "Error body": subcodes
const SUBCODE_MESSAGE: Record<string, string> = {
	BODY_HAS_INVALID_FORMAT: 'The service could not read the request body',
	BODY_VALIDATION_ERROR: 'The service did not accept some fields',
	RESOURCE_ID_IS_ABSENT: 'The service got no id for what should be read or changed',
	UNIQUE_CONSTRAINT_FAILED: 'Something with this name or id exists already',
};

const NETWORK_ADVICE: Record<string, string> = {
	ECONNREFUSED: 'Nothing answers at this address. Check the Base URL and the port in the credential, and that the service is up.',
	ECONNRESET: 'The connection was closed before an answer came. Try again; if it stays, a proxy or firewall may be in between.',
	ENOTFOUND: 'This host does not exist. Check the Base URL in the credential for a typing error.',
	EAI_AGAIN: 'The name of the host could not be looked up. Check the network and DNS settings of the n8n server.',
	EHOSTUNREACH: 'There is no way from the n8n server to this host. Check the network and firewall settings.',
	ENETUNREACH: 'There is no way from the n8n server to this host. Check the network and firewall settings.',
	ETIMEDOUT: 'No answer came in time. The service may be overloaded, or a firewall may drop the connection.',
	ECONNABORTED: 'No answer came in time. The service may be overloaded, or a firewall may drop the connection.',
	ERR_CANCELED: 'The execution was stopped.',
	ERR_FR_TOO_MANY_REDIRECTS: 'The address redirects in a circle. Check the Base URL in the credential.',
};

function networkAdvice(code: string): string {
	if (/CERT|SSL|TLS|SELF_SIGNED|UNABLE_TO_VERIFY|ALTNAME/.test(code)) {
		return "The host's HTTPS certificate is not valid for this address. Check the Base URL; never switch certificate checks off for a token.";
	}
	return NETWORK_ADVICE[code] ?? 'Check the Base URL in the credential and the network of the n8n server.';
}

function clip(value: JsonValue, characters = 200): string {
	const text = typeof value === 'string' ? value : printJson(value);
	return text.length > characters ? `${text.slice(0, characters)}…` : text;
}

function readError(answer: FailedAnswer): JsonObject {
	return isJsonObject(answer.body) && isJsonObject(answer.body.$error) ? answer.body.$error : {};
}

function readViolations(error: JsonObject): string[] {
	if (!Array.isArray(error.violations)) return [];
	return error.violations.filter(isJsonObject).map(({ propertyPath, name, invalidValue }) => {
		const field = clip(propertyPath ?? name ?? 'a field');
		const reason = name !== undefined && propertyPath !== undefined ? ` ${clip(name)}` : ' not accepted';
		const value = invalidValue === undefined ? '' : ` (value: ${clip(invalidValue)})`;
		return `${field}:${reason}${value}`;
	});
}

function looksLikeHtml(body: JsonValue): boolean {
	return typeof body === 'string' && /^\s*<(!doctype|html)/i.test(body);
}

/**
 * Says in plain words why the service refused or failed (specification, "Errors").
 *
 * @param answer status, body and correlation id of the answer; also a 2xx one whose body carries `$error`
 * @returns a headline, and a description with what to do, the violations field by field, sc/scn and the correlation id
 */
export function explainAnswer(answer: FailedAnswer): Explanation {
	const error = readError(answer);
	const scn = typeof error.scn === 'string' ? error.scn : undefined;
	const said = typeof error.msg === 'string' ? error.msg : undefined;
	const advice = STATUS_ADVICE[answer.status] ?? (answer.status >= 500 ? SERVER_ADVICE : REQUEST_ADVICE);
	let message = (scn === undefined ? undefined : SUBCODE_MESSAGE[scn]) ?? advice.message;
	let description = advice.description;

	if (looksLikeHtml(answer.body)) {
		message = `A web page came back instead of the API's answer (HTTP ${answer.status})`;
		description =
			"The address probably belongs to a website, a login page or a proxy. Check the Base URL in the credential: it must be the API's own address.";
	} else if (scn === 'INVALID_REQUEST' && said && /block/i.test(said)) {
		message = 'The chat is blocked, so nothing can be sent to it';
		description = 'Unblock it first (resource Chat, operation Unblock), or leave blocked chats out.';
	}
	const lines = [description, ...readViolations(error).map((violation) => `• ${violation}`)];
	if (said) lines.push(`The service says: ${clip(said, 500)}`);
	const codes = [`HTTP ${answer.status}`];
	if (error.sc !== undefined) codes.push(`sc ${clip(error.sc)}`);
	if (scn) codes.push(scn);
	if (answer.correlationId) codes.push(`x-correlation-id ${clip(answer.correlationId)}`);
	lines.push(codes.join(', '));
	return { message, description: lines.join('\n') };
}

/**
 * Makes the error of a failed answer that n8n shows at the node. Nothing of the request is kept in it: the request
 * carries the token.
 *
 * @param node the node
 * @param itemIndex index of the item whose request failed
 * @param answer what came back
 * @param extra a further line, for example when the token expired
 * @returns the error to throw; its httpCode is the status
 */
export function answerError(node: INode, itemIndex: number, answer: FailedAnswer, extra?: string): NodeApiError {
	const { message, description } = explainAnswer(answer);
	const error = new NodeApiError(
		node,
		{},
		{
			message,
			description: extra ? `${extra}\n${description}` : description,
			httpCode: String(answer.status),
			itemIndex,
		},
	);
	error.context.data = readError(answer);
	return error;
}

function findCode(error: unknown, depth = 0): string | undefined {
	if (typeof error !== 'object' || error === null || depth > 4) return undefined;
	const { code, cause, errors } = error as { code?: unknown; cause?: unknown; errors?: unknown };
	if (typeof code === 'string') return code;
	if (Array.isArray(errors) && errors.length > 0) return findCode(errors[0], depth + 1);
	return findCode(cause, depth + 1);
}

function findUserMessage(error: unknown, depth = 0): string | undefined {
	if (!(error instanceof Error) || depth > 4) return undefined;
	if (error.name === 'UserError') return error.message;
	return findUserMessage(error.cause, depth + 1);
}

/**
 * Says in plain words why no answer came.
 *
 * @param error what n8n's HTTP helper threw (its cause holds the request with the token, so it is never passed on)
 * @param host the host that was called, for the message
 * @returns headline and description; a UserError's own message when the credential itself is wrong
 */
export function explainFailure(error: unknown, host: string): Explanation {
	const userMessage = findUserMessage(error);
	if (userMessage) return { message: userMessage, description: 'Correct it in the credential and try again.' };
	const code = findCode(error) ?? 'UNKNOWN';
	const timedOut = code === 'ECONNABORTED' || code === 'ETIMEDOUT';
	return {
		message: timedOut ? `${host} did not answer in time` : `No connection to ${host}`,
		// n8n replaces a text with a well-known code in it by its own, so the code goes without its E
		description: `${networkAdvice(code)} (code: ${code.replace(/^E(?=[A-Z])/, '')})`,
	};
}

/**
 * Makes the error of a request that got no answer.
 *
 * @param node the node
 * @param itemIndex index of the item whose request failed
 * @param error what the HTTP helper threw
 * @param host the host that was called
 * @returns the error to throw, without the original error, whose request carries the token
 */
export function failureError(node: INode, itemIndex: number, error: unknown, host: string): NodeApiError {
	const { message, description } = explainFailure(error, host);
	return new NodeApiError(node, {}, { message, description, itemIndex, httpCode: 'none' });
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
	return new NodeOperationError(node, message, { itemIndex, description });
}

/**
 * Makes sure that what is thrown or shown at an item is an error that n8n knows how to present.
 *
 * @param node the node
 * @param itemIndex index of the item
 * @param error anything that was thrown
 * @returns the error itself when this package or n8n made it, else one that carries its message
 */
export function asNodeError(node: INode, itemIndex: number, error: unknown): NodeApiError | NodeOperationError {
	if (error instanceof NodeApiError || error instanceof NodeOperationError) return error;
	return new NodeOperationError(node, error instanceof Error ? error : String(error), { itemIndex });
}
