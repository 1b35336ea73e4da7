import { type IHttpRequestMethods, type IHttpRequestOptions, UserError } from 'n8n-workflow';
import { readAnswer } from './answer';
import { valueError } from './errors';
import { type ApiContext, type HttpAnswer, connectionOf, sendHttp, TIMEOUT_MS } from '../http/http';
import { type JsonObject, type JsonValue, type Printable, isJsonObject, parseExact, printJson } from '../json';

export { readAnswer } from './answer';
export type { ApiContext, HttpAnswer } from '../http/http';
export { connectionOf, hostOf, sendHttp, TIMEOUT_MS } from '../http/http';

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
	/** Milliseconds for the whole call; {@link TIMEOUT_MS} otherwise. */
	timeoutMs?: number;
}

/**
 * Encodes one part of a path, so that a slash, a percent sign, a space or any letter of any script stays inside it.
 *
 * @param value the part as the user knows it
 * @returns the percent-encoded part (RFC 3986, section 3.3)
 * @throws UserError for "." and "..", which every URL parser resolves, encoded or not, and for half of an emoji
 */
export function pathPart(value: string): string {
	if (/^\.{1,2}$/.test(value)) {
		throw new UserError(`"${value}" cannot be sent as part of an address: there it means another place. Use another name.`);
	}
	if (/\p{Surrogate}/u.test(value)) {
		throw new UserError(
			`"${value}" cannot be sent as part of an address: it has half of a character in it, for example of an emoji.`,
		);
	}
	return encodeURIComponent(value);
}

/**
 * Turns a call into options for {@link sendHttp}, which gives the answer back as text with any status, so that one place
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
	const { notificationUrl } = await connectionOf(context);
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

/**
 * Calls the service.
 *
 * @param context the n8n context
 * @param request the call
 * @param itemIndex index of the item, for errors
 * @returns the parsed body, undefined when it is empty
 * @throws NodeApiError with an explanation when the call fails
 */
export async function apiCall(context: ApiContext, request: ApiRequest, itemIndex = 0): Promise<JsonValue | undefined> {
	return await readAnswer(context, itemIndex, await sendRequest(context, request, itemIndex));
}

/**
 * Calls the service for a record that goes back to it: as {@link apiCall}, but integers beyond 2^53 stay exact numbers.
 *
 * @param context the n8n context
 * @param request the call
 * @param itemIndex index of the item, for errors
 * @returns the parsed body, ready for {@link printJson}
 * @throws NodeApiError with an explanation when the call fails
 */
export async function apiCallExact(context: ApiContext, request: ApiRequest, itemIndex = 0): Promise<Printable> {
	const answer = await sendRequest(context, request, itemIndex);
	const body = await readAnswer(context, itemIndex, answer);
	return body === undefined ? undefined : parseExact(answer.body);
}

async function sendRequest(context: ApiContext, request: ApiRequest, itemIndex: number): Promise<HttpAnswer> {
	const options = toHttpOptions(request);
	if (request.base === 'notification') options.baseURL = await notificationBase(context, itemIndex);
	return await sendHttp(context, options, itemIndex);
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
