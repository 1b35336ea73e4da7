import type {
	IDataObject,
	IExecuteFunctions,
	IExecuteSingleFunctions,
	IHookFunctions,
	IHttpRequestOptions,
	ILoadOptionsFunctions,
	IWebhookFunctions,
	NodeOperationError,
} from 'n8n-workflow';
import { type Reach, MAX_REDIRECTS } from './addressPolicy';
import { targetOf } from '../platform/authenticate';
import { type Connection, CREDENTIAL_NAME, readConnection } from '../platform/connection';
import { withLimit } from './deadline';
import { failureError, operatorError } from '../platform/errors';
import { type OpenAnswer, AddressError, MAX_ANSWER_BYTES, openAnswer, readText, REFUSAL_WORDS } from './follow';
import { isObject } from '../json';

/** Every n8n context from which the package calls the service. */
export type ApiContext = IExecuteFunctions | IExecuteSingleFunctions | IHookFunctions | ILoadOptionsFunctions | IWebhookFunctions;

/** An answer of the service, without the API token, should it have been echoed. */
export interface HttpAnswer {
	statusCode: number;
	headers: IDataObject;
	body: string;
}

/** ms for a call and its answer, redirects included: slightly longer than the service's own limit of 10 s (specification,
 * "What the service does", client requirement 5). */
export const TIMEOUT_MS = 12_000;

// reading a credential costs n8n a look into its database, so it is done once a context
const connections = new WeakMap<ApiContext, Promise<Connection>>();

/**
 * The connection of the node's credential.
 *
 * @param context the n8n context
 * @returns the connection, the same one for the life of the context
 * @throws UserError when the credential is incomplete, and what n8n throws when there is none
 */
export async function connectionOf(context: ApiContext): Promise<Connection> {
	const known = connections.get(context);
	if (known) return await known;
	const read = (async () => readConnection(await context.getCredentials(CREDENTIAL_NAME)))();
	connections.set(context, read);
	return await read;
}

/**
 * Tells which host a call goes to, for error messages.
 *
 * @param context the n8n context
 * @param base which of the two addresses
 * @returns host and port, or "the service" when the credential cannot be read
 */
export async function hostOf(context: ApiContext, base: 'api' | 'notification' = 'api'): Promise<string> {
	try {
		const connection = await connectionOf(context);
		return new URL(base === 'notification' ? connection.notificationUrl : connection.baseUrl).host;
	} catch {
		return 'the service';
	}
}

/**
 * What the user set under the node's Request Options, which n8n adds to declarative nodes.
 *
 * @param context the n8n context
 * @param itemIndex index of the item
 * @returns options for a request; `timeout` in ms
 */
export function requestOptionsOf(context: ApiContext, itemIndex: number): Partial<IHttpRequestOptions> {
	// to resolve a parameter costs n8n more than all the rest here, and these are rarely set
	const raw = { rawExpressions: true };
	let value: unknown;
	if ('getItemIndex' in context) {
		value = context.getNodeParameter('requestOptions', {}, raw);
		if (isObject(value) && Object.keys(value).length > 0) value = context.getNodeParameter('requestOptions', {});
	} else if ('continueOnFail' in context) {
		value = context.getNodeParameter('requestOptions', itemIndex, {}, raw);
		if (isObject(value) && Object.keys(value).length > 0) value = context.getNodeParameter('requestOptions', itemIndex, {});
	}
	if (!isObject(value)) return {};
	const options: Partial<IHttpRequestOptions> = {};
	if (typeof value.timeout === 'number' && value.timeout > 0) options.timeout = value.timeout;
	if (value.allowUnauthorizedCerts === true) options.skipSslCertificateValidation = true;
	if (typeof value.proxy === 'string' && URL.canParse(value.proxy)) options.proxy = readProxy(new URL(value.proxy));
	return options;
}

function readProxy(url: URL): IHttpRequestOptions['proxy'] {
	const proxy = { host: url.hostname, port: Number(url.port || 80), protocol: url.protocol.replace(':', '') };
	if (url.username === '') return proxy;
	return { ...proxy, auth: { username: decodeURIComponent(url.username), password: decodeURIComponent(url.password) } };
}

/** How an open request ends. */
export interface OpenRule {
	/** Which addresses may be asked. */
	reach: Reach;
	/** Ends the request and the reading of its answer. */
	limit: AbortSignal;
}

/**
 * Makes the error of a request that failed, of whatever kind it is.
 *
 * @param context the n8n context
 * @param itemIndex index of the item
 * @param error what was thrown
 * @param host the host that was called
 * @param limit the limit of the request
 * @returns the error to throw, without the original error, whose request carries the token
 */
export function requestError(context: ApiContext, itemIndex: number, error: unknown, host: string, limit: AbortSignal) {
	// by the code that n8n's HTTP library has for a time-out of its own
	return failureError(context.getNode(), itemIndex, limit.aborted ? { code: 'ETIMEDOUT' } : error, host);
}

/**
 * Sends HTTP options that are ready except for the token, which n8n adds through the credential's `authenticate`.
 *
 * @param context the n8n context
 * @param options from toHttpOptions and {@link requestOptionsOf}, possibly with a base address or another body
 * @param itemIndex index of the item, for errors
 * @param rule which addresses may be asked, and what ends the request
 * @returns the answer with any status, its body unread; a redirect that cannot be followed is returned as it is
 * @throws AddressError for an address that may not be asked, NodeApiError when no answer came
 */
export async function openHttp(
	context: ApiContext,
	options: IHttpRequestOptions,
	itemIndex: number,
	{ reach, limit }: OpenRule,
): Promise<OpenAnswer> {
	let host: string | undefined;
	try {
		const connection = await connectionOf(context);
		const url = targetOf(options.url, options.baseURL ?? connection.baseUrl);
		const request = { ...options, url, baseURL: undefined, timeout: undefined };
		return await openAnswer(connection, request, reach, async (one, withToken) => {
			({ host } = new URL(one.url));
			const limited = withLimit(one, limit);
			return withToken
				? await context.helpers.httpRequestWithAuthentication.call(context, CREDENTIAL_NAME, limited)
				: await context.helpers.httpRequest(limited);
		});
	} catch (error) {
		const failure =
			error instanceof AddressError ? error : requestError(context, itemIndex, error, host ?? (await hostOf(context)), limit);
		throw failure;
	}
}

/**
 * Reads the body of an answer, as {@link readText} does.
 *
 * @param context the n8n context
 * @param answer an answer whose body is unread
 * @param itemIndex index of the item, for errors
 * @param limit ends the reading
 * @returns the answer with its body as text
 * @throws NodeApiError when the body breaks off or takes too long, NodeOperationError when it is too large
 */
export async function readHttp(
	context: ApiContext,
	answer: OpenAnswer,
	itemIndex: number,
	limit: AbortSignal,
): Promise<HttpAnswer> {
	const { statusCode, headers, url } = answer;
	const { apiToken } = await connectionOf(context);
	const body = await readText(answer, apiToken, limit).catch((error: unknown) => {
		throw requestError(context, itemIndex, error, url.host, limit);
	});
	if (body === undefined) throw sizeError(context, itemIndex, url.host);
	return { statusCode, headers, body };
}

/**
 * Calls the service with HTTP options that are ready except for the token. Redirects are followed within the credential's
 * addresses only, whatever the method. The whole call ends after the options' `timeout` ({@link TIMEOUT_MS} without one).
 *
 * @param context the n8n context
 * @param options from toHttpOptions, possibly with a base address or another body
 * @param itemIndex index of the item, for errors
 * @returns the answer with any status; a redirect that cannot be followed is returned as it is
 * @throws NodeApiError when no whole answer came in time, NodeOperationError when the answer is too large, or when a redirect
 * leads in a circle or out of the credential's addresses
 */
export async function sendHttp(context: ApiContext, options: IHttpRequestOptions, itemIndex = 0): Promise<HttpAnswer> {
	const request = { ...options, ...requestOptionsOf(context, itemIndex) };
	const limit = AbortSignal.timeout(request.timeout ?? TIMEOUT_MS);
	try {
		return await readHttp(context, await openHttp(context, request, itemIndex, { reach: 'api', limit }), itemIndex, limit);
	} catch (error) {
		throw error instanceof AddressError ? addressError(context, itemIndex, error) : error;
	}
}

function sizeError(context: ApiContext, index: number, host: string): NodeOperationError {
	return operatorError(
		{ node: context.getNode(), index },
		`${host} sent more than ${MAX_ANSWER_BYTES / 1024 / 1024} MB, so the answer was not read to its end`,
		'No answer of the API is that large. Check the address in the credential.',
	);
}

function addressError(context: ApiContext, index: number, { reason, from, to }: AddressError): NodeOperationError {
	const item = { node: context.getNode(), index };
	const words = REFUSAL_WORDS[reason];
	if (from === undefined) {
		return operatorError(
			item,
			`The API token was not sent to ${to}: this address ${words}`,
			'Check the addresses in the credential.',
		);
	}
	if (reason === 'circle') {
		const message = `${from.origin} redirects again and again, so the request was given up after ${MAX_REDIRECTS} times`;
		return operatorError(item, message, 'Check the address in the credential.');
	}
	return operatorError(
		item,
		`${from.origin} redirects to ${to}, which ${words}, so nothing was sent there`,
		'If this is the new address of the service, enter it in the credential.',
	);
}
