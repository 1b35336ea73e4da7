import type {
	IDataObject,
	IExecuteFunctions,
	IExecuteSingleFunctions,
	IHookFunctions,
	IHttpRequestMethods,
	IHttpRequestOptions,
	ILoadOptionsFunctions,
	IWebhookFunctions,
} from 'n8n-workflow';
import { CREDENTIAL_NAME, readConnection } from './connection';
import { answerError, failureError, valueError } from './errors';
import type { JsonObject, JsonValue, Printable } from './json';
import { isJsonObject, parseJson, printJson } from './json';

/** Every n8n context from which the package calls the service. */
export type ApiContext =
	| IExecuteFunctions
	| IExecuteSingleFunctions
	| IHookFunctions
	| ILoadOptionsFunctions
	| IWebhookFunctions;

/** One call of the service, as an operation describes it. */
export interface ApiRequest {
	method: IHttpRequestMethods;
	/** Path below the base address, starting with a slash; each part from outside goes through {@link pathPart}. */
	path: string;
	query?: Record<string, string | number | boolean>;
	/** JSON body; ids as {@link Int64} go out as exact numbers. */
	body?: Printable;
	/** `notification` for webhook management; the main API otherwise. */
	base?: 'api' | 'notification';
	/** Milliseconds; {@link TIMEOUT_MS} otherwise. */
	timeoutMs?: number;
}

/** What n8n's HTTP helper returns with `returnFullResponse` and `encoding: 'text'`. */
export interface HttpAnswer {
	statusCode: number;
	headers: IDataObject;
	body: unknown;
}

/** Slightly longer than the service's own limit of 10 s (specification, "What the service does", client requirement 5). */
export const TIMEOUT_MS = 12_000;

/**
 * Encodes one part of a path, so that a slash, a percent sign, a space or any letter of any script stays inside it.
 *
 * @param value the part as the user knows it
 * @returns the percent-encoded part (RFC 3986, section 3.3); "." and ".." are encoded too, which URL parsers would resolve
 */
export function pathPart(value: string): string {
	return /^\.{1,2}$/.test(value) ? value.replace(/\./g, '%2E') : encodeURIComponent(value);
}

/**
 * Turns a call into the options of n8n's HTTP helper: the answer comes back as text with any status, so that one place
 * reads JSON and makes errors.
 *
 * @param request the call
 * @returns options without a base address and without the token, which the credential's `authenticate` adds
 */
export function toHttpOptions(request: ApiRequest): IHttpRequestOptions {
	const options: IHttpRequestOptions = {
		method: request.method,
		url: request.path,
		headers: { Accept: 'application/json' },
		encoding: 'text',
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		timeout: request.timeoutMs ?? TIMEOUT_MS,
	};
	if (request.query !== undefined) options.qs = request.query;
	if (request.body !== undefined) {
		options.body = printJson(request.body);
		options.headers = { ...options.headers, 'Content-Type': 'application/json' };
	}
	return options;
}

/**
 * The base address for calls that do not go to the main API.
 *
 * @param context the n8n context
 * @param itemIndex index of the item, for the error
 * @returns the credential's Notification URL without a trailing slash
 * @throws NodeOperationError when the credential has none
 */
export async function notificationBase(context: ApiContext, itemIndex = 0): Promise<string> {
	const { notificationUrl } = readConnection(await context.getCredentials(CREDENTIAL_NAME));
	if (notificationUrl === '') {
		throw valueError(
			context.getNode(),
			itemIndex,
			"The credential's Notification URL is empty",
			'Webhooks are managed at an address of their own. Enter it in the credential as Notification URL.',
		);
	}
	return notificationUrl;
}

function readBody(answer: HttpAnswer): { json?: JsonValue; text: string; valid: boolean } {
	const text = typeof answer.body === 'string' ? answer.body : '';
	if (text.trim() === '') return { text, valid: true };
	try {
		return { json: parseJson(text), text, valid: true };
	} catch {
		return { text, valid: false };
	}
}

/** Reads `exp` of the token itself, so that a 401 can say when it expired. The claims are not secret; the rest is not read. */
async function describeExpiry(context: ApiContext): Promise<string | undefined> {
	try {
		const { apiToken } = readConnection(await context.getCredentials(CREDENTIAL_NAME));
		const claims = parseJson(Buffer.from(apiToken.split('.')[1] ?? '', 'base64url').toString('utf8'));
		const exp = isJsonObject(claims) ? claims.exp : undefined;
		if (typeof exp !== 'number') return undefined;
		const expiry = new Date(exp * 1000);
		return expiry.getTime() < Date.now() ? `The API token expired on ${expiry.toISOString()}.` : undefined;
	} catch {
		return undefined;
	}
}

/**
 * Reads an answer of the service: JSON with exact integers, or an error.
 *
 * @param context the n8n context
 * @param itemIndex index of the item, for the error
 * @param answer status, headers and body text
 * @returns the body; undefined when it is empty, as with a 202
 * @throws NodeApiError for any status but 2xx, for a body with `$error`, and for a body that is not JSON
 */
export async function readAnswer(
	context: ApiContext,
	itemIndex: number,
	answer: HttpAnswer,
): Promise<JsonValue | undefined> {
	const node = context.getNode();
	const correlation = answer.headers['x-correlation-id'];
	const correlationId = typeof correlation === 'string' ? correlation : undefined;
	const { json, text, valid } = readBody(answer);
	const failed = { status: answer.statusCode, body: json ?? text, correlationId };
	if (answer.statusCode === 401) throw answerError(node, itemIndex, failed, await describeExpiry(context));
	if (answer.statusCode < 200 || answer.statusCode > 299) throw answerError(node, itemIndex, failed);
	if (isJsonObject(json) && isJsonObject(json.$error)) throw answerError(node, itemIndex, failed);
	if (!valid) {
		throw answerError(node, itemIndex, failed, "The service's answer is not JSON, or is cut off.");
	}
	return json;
}

/**
 * Tells which host a call goes to, for error messages.
 *
 * @param context the n8n context
 * @param base which of the two addresses
 * @returns host and port, or "the service" when the credential cannot be read
 */
export async function hostOf(context: ApiContext, base: ApiRequest['base'] = 'api'): Promise<string> {
	try {
		const connection = readConnection(await context.getCredentials(CREDENTIAL_NAME));
		return new URL(base === 'notification' ? connection.notificationUrl : connection.baseUrl).host;
	} catch {
		return 'the service';
	}
}

/**
 * Sends HTTP options that are ready except for the token, and reads the answer.
 *
 * @param context the n8n context
 * @param options from {@link toHttpOptions}, possibly with a base address or another body
 * @param itemIndex index of the item, for errors
 * @returns the answer with any status
 * @throws NodeApiError when no answer came
 */
export async function sendHttp(
	context: ApiContext,
	options: IHttpRequestOptions,
	itemIndex = 0,
): Promise<HttpAnswer> {
	try {
		return (await context.helpers.httpRequestWithAuthentication.call(
			context,
			CREDENTIAL_NAME,
			options,
		)) as HttpAnswer;
	} catch (error) {
		const target = options.baseURL ?? (URL.canParse(options.url) ? options.url : undefined);
		const host = target ? new URL(target).host : await hostOf(context);
		throw failureError(context.getNode(), itemIndex, error, host);
	}
}

/**
 * Calls the service from anywhere but a declarative operation: list searches, the trigger's life cycle, custom operations.
 *
 * @param context the n8n context
 * @param request the call
 * @param itemIndex index of the item, for errors
 * @returns the parsed body, undefined when it is empty
 * @throws NodeApiError with an explanation when the call fails
 */
export async function apiCall(
	context: ApiContext,
	request: ApiRequest,
	itemIndex = 0,
): Promise<JsonValue | undefined> {
	const options = toHttpOptions(request);
	if (request.base === 'notification') options.baseURL = await notificationBase(context, itemIndex);
	return await readAnswer(context, itemIndex, await sendHttp(context, options, itemIndex));
}

/**
 * The elements of a list answer (specification, "Response envelope").
 *
 * @param body a parsed answer
 * @returns `$items` as objects; an empty list when there is none
 */
export function itemsOf(body: JsonValue | undefined): JsonObject[] {
	const items = isJsonObject(body) ? body.$items : undefined;
	return Array.isArray(items) ? items.filter(isJsonObject) : [];
}

/**
 * The result of a single-result answer (specification, "Response envelope").
 *
 * @param body a parsed answer
 * @returns `$value` when it is an object, the body itself when it has no envelope, an empty object for an empty body
 */
export function valueOf(body: JsonValue | undefined): JsonObject {
	if (!isJsonObject(body)) return {};
	return isJsonObject(body.$value) ? body.$value : body;
}

