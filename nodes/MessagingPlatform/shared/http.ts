import type {
	IDataObject,
	IExecuteFunctions,
	IExecuteSingleFunctions,
	IHookFunctions,
	IHttpRequestOptions,
	ILoadOptionsFunctions,
	IWebhookFunctions,
} from 'n8n-workflow';
import { CREDENTIAL_NAME, mayCarryToken, readConnection } from './connection';
import { failureError, valueError } from './errors';
import { isObject } from './json';

/** Every n8n context from which the package calls the service. */
export type ApiContext =
	| IExecuteFunctions
	| IExecuteSingleFunctions
	| IHookFunctions
	| ILoadOptionsFunctions
	| IWebhookFunctions;

/** What n8n's HTTP helper returns with `returnFullResponse` and `encoding: 'text'`. */
export interface HttpAnswer {
	statusCode: number;
	headers: IDataObject;
	body: unknown;
}

const MAX_REDIRECTS = 5;

/**
 * Tells which host a call goes to, for error messages.
 *
 * @param context the n8n context
 * @param base which of the two addresses
 * @returns host and port, or "the service" when the credential cannot be read
 */
export async function hostOf(context: ApiContext, base: 'api' | 'notification' = 'api'): Promise<string> {
	try {
		const connection = readConnection(await context.getCredentials(CREDENTIAL_NAME));
		return new URL(base === 'notification' ? connection.notificationUrl : connection.baseUrl).host;
	} catch {
		return 'the service';
	}
}

/** What the user set under the node's Request Options, which n8n adds to declarative nodes. */
function requestOptionsOf(context: ApiContext, itemIndex: number): Partial<IHttpRequestOptions> {
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

async function sendOnce(
	context: ApiContext,
	options: IHttpRequestOptions,
	itemIndex: number,
	withToken: boolean,
): Promise<HttpAnswer> {
	try {
		return (await (withToken
			? context.helpers.httpRequestWithAuthentication.call(context, CREDENTIAL_NAME, options)
			: context.helpers.httpRequest(options))) as HttpAnswer;
	} catch (error) {
		const target = URL.canParse(options.url) ? options.url : options.baseURL;
		const host = target ? new URL(target).host : await hostOf(context);
		throw failureError(context.getNode(), itemIndex, error, host);
	}
}

/**
 * Sends HTTP options that are ready except for the token. Answers 301 and 302 are followed (specification, "Errors"), by
 * hand and not by n8n's HTTP library: older releases of n8n would take the token along to any address. The method and the
 * body stay as they are (RFC 9110, section 15.4.3); to an address outside the credential's only a GET goes, without token.
 *
 * @param context the n8n context
 * @param options from toHttpOptions, possibly with a base address or another body
 * @param itemIndex index of the item, for errors
 * @param authorized false for an address that must not get the token from the first request on
 * @returns the answer with any status; a redirect that cannot be followed is returned as it is
 * @throws NodeApiError when no answer came, NodeOperationError when a redirect leads in a circle or takes data elsewhere
 */
export async function sendHttp(
	context: ApiContext,
	options: IHttpRequestOptions,
	itemIndex = 0,
	authorized = true,
): Promise<HttpAnswer> {
	let current: IHttpRequestOptions = { ...options, ...requestOptionsOf(context, itemIndex), disableFollowRedirect: true };
	let withToken = authorized;
	for (let hops = 0; ; hops++) {
		const answer = await sendOnce(context, current, itemIndex, withToken);
		const location = answer.headers?.location;
		const follow = (answer.statusCode === 301 || answer.statusCode === 302) && typeof location === 'string';
		// a stream has been read already, so it cannot be sent again
		if (!follow || (current.body !== undefined && typeof current.body !== 'string')) return answer;
		const connection = readConnection(await context.getCredentials(CREDENTIAL_NAME));
		const base = URL.canParse(current.url) ? current.url : `${current.baseURL ?? connection.baseUrl}/`;
		if (!URL.canParse(location, base)) return answer;
		const next = new URL(location, base).href;
		withToken = authorized && mayCarryToken(connection, next);
		// the body of a redirect that was asked for as a stream would keep its connection open
		if (isObject(answer.body) && typeof answer.body.destroy === 'function') answer.body.destroy();
		if (hops >= MAX_REDIRECTS || (!withToken && current.method !== 'GET')) {
			throw redirectError(context, itemIndex, new URL(base).host, new URL(next).host, hops >= MAX_REDIRECTS);
		}
		current = { ...current, url: next, baseURL: undefined, qs: undefined };
	}
}

function redirectError(context: ApiContext, itemIndex: number, from: string, to: string, circle: boolean) {
	return circle
		? valueError(
				context.getNode(),
				itemIndex,
				`${from} redirects again and again, so the request was given up after ${MAX_REDIRECTS} times`,
				'Check the address in the credential.',
			)
		: valueError(
				context.getNode(),
				itemIndex,
				`${from} redirects to ${to}, an address outside the credential, so nothing was sent there`,
				'If this is the new address of the service, enter it in the credential.',
			);
}
