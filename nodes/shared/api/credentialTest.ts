import type {
	ICredentialDataDecryptedObject,
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	INodeCredentialTestResult,
} from 'n8n-workflow';
import { drop, isByteStream } from './byteStream';
import { Limit, until } from './deadline';
import { EDITOR_PATIENCE_MS, openInTurn } from './inTurn';
import { type Send, AddressError, readText } from './request';
import { type JsonValue, isJsonObject, parseJson } from '../json';
import { TIMEOUT_MS } from './apiRequest';
import { authenticate } from './authenticate';
import { type Connection, readConnection } from './connection';
import { badResponse } from './explain';
import { adviceWithCode, noResponse } from './noResponse';
import { Failure } from '../failure';
import { findTokenFault, tokenExpiry } from './tokenClaims';
import { findMissingField, findNeedlessHttp, findWrongNotificationUrl, withoutEnding } from './credentialAdvice';

function tryParse(text: string): JsonValue {
	try {
		return parseJson(text);
	} catch {
		return text;
	}
}

/** Makes a line of an explanation: n8n shows nothing but the message. */
function fail(message: string, description: string): INodeCredentialTestResult {
	return { status: 'Error', message: `${message}. ${description}` };
}

const failed = ({ message, advice }: Failure): INodeCredentialTestResult => fail(message.replace(/\.$/, ''), advice);

/** A whole response of the API; the body is its text if that isn't JSON. */
interface WholeResponse {
	statusCode: number;
	body: JsonValue;
}

/** Makes a request with n8n's deprecated helper: credential tests have no other. It takes no signal, so a late response is dropped. */
function sender({ helpers }: ICredentialTestFunctions, data: ICredentialDataDecryptedObject): Send {
	return async ({ url }, withToken, { signal }) => {
		const plain = { url, headers: { Accept: 'application/json' } };
		const { headers } = withToken ? await authenticate(data, plain) : plain;
		const asked: Promise<{ body?: unknown }> = helpers.request({
			method: 'GET',
			uri: url,
			headers,
			followRedirect: false,
			resolveWithFullResponse: true,
			simple: false,
			useStream: true,
			timeout: TIMEOUT_MS,
		});
		const end = ({ body }: { body?: unknown }) => (isByteStream(body) ? drop(body) : undefined);
		signal.addEventListener('abort', () => void asked.then(end, () => undefined), { once: true });
		return await until(asked, signal);
	};
}

/** Asks for a URL of the API, following redirects as the node does. */
async function ask(connection: Connection, url: string, send: Send, limit: Limit): Promise<WholeResponse> {
	const until = performance.now() + EDITOR_PATIENCE_MS;
	const way = { reach: 'api', begin: () => limit, until, owner: connection } as const;
	const response = await openInTurn(connection, { method: 'GET', url }, way, send);
	return { statusCode: response.statusCode, body: tryParse(await readText(response, connection.redact, limit)) };
}

/** Checks whether a response to the request for the channels came from something other than the API, such as a web site. */
function isElsewhere({ statusCode, body }: WholeResponse): boolean {
	if (statusCode === 404 || (statusCode >= 300 && statusCode < 400)) return true;
	if (statusCode !== 200) return statusCode <= 500 && typeof body === 'string' && body.trimStart().startsWith('<');
	return !isJsonObject(body) || ((body.$error ?? null) === null && !Array.isArray(body.$items));
}

/** Finds the API at the same origin: without an ending of the Base URL that the nodes add, or at the usual path. */
async function findApi(connection: Connection, send: Send, limit: Limit): Promise<INodeCredentialTestResult | undefined> {
	const { baseUrl } = connection;
	for (const url of [withoutEnding(baseUrl), new URL('/api', baseUrl).href]) {
		const response = url === baseUrl ? undefined : await ask(connection, `${url}/channels`, send, limit).catch(() => undefined);
		if (response === undefined || response.statusCode >= 500 || isElsewhere(response)) continue;
		return fail(`The platform's API isn't at ${baseUrl}`, `Enter ${url} as the Base URL.`);
	}
	return undefined;
}

const BASE_URL_ADVICE =
	'Check the Base URL. It is the part before /channels and /v1/chats. A path at its end, such as /api, may be missing.';

/** Judges the response to the request for the channels; undefined when it is like the API's. */
function findFault(connection: Connection, { statusCode, body }: WholeResponse): INodeCredentialTestResult | undefined {
	const { host } = new URL(connection.baseUrl);
	if (statusCode >= 300 && statusCode < 400) {
		return fail(`${host} redirects to another URL`, 'Enter the final URL as the Base URL.');
	}
	// Every account has a list of channels: without one this is not the API's address.
	if (statusCode === 404) {
		return fail(`The platform's API isn't at ${connection.baseUrl} (HTTP 404)`, BASE_URL_ADVICE);
	}
	if (statusCode !== 200 || (isJsonObject(body) && (body.$error ?? null) !== null)) {
		const expired = statusCode === 401 ? tokenExpiry(connection.claims) : undefined;
		const { message, advice } = badResponse({ status: statusCode, body }, expired);
		const code = message.includes('(HTTP') ? '' : ` (HTTP ${statusCode})`;
		return fail(`${message}${code}`, advice);
	}
	if (isJsonObject(body) && Array.isArray(body.$items)) return undefined;
	return fail(`${host} responded, but not like the platform's API`, BASE_URL_ADVICE);
}

/** Checks for a /v1 by mistake: the channels may be served below it, but the chats only at /v1/chats (specification, "Versioning", 2). */
async function hasVersionTwice(connection: Connection, send: Send, limit: Limit): Promise<boolean> {
	const { baseUrl } = connection;
	if (!/\/v1$/i.test(baseUrl)) return false;
	return (await ask(connection, `${baseUrl}/v1/chats?from=${Date.now()}`, send, limit)).statusCode === 404;
}

async function tryOut(connection: Connection, send: Send, limit: Limit): Promise<INodeCredentialTestResult> {
	// before the token is sent without encryption
	const needless = await findNeedlessHttp(connection, send);
	if (needless !== undefined) return failed(needless);
	const response = await ask(connection, `${connection.baseUrl}/channels`, send, limit).catch((error: unknown) => {
		if (error instanceof AddressError) return error;
		throw error;
	});
	const isRedirected = response instanceof AddressError;
	const isDoubtful = isRedirected || isElsewhere(response) || (await hasVersionTwice(connection, send, limit));
	const misplaced = isDoubtful ? await findApi(connection, send, limit) : undefined;
	if (misplaced !== undefined) return misplaced;
	if (isRedirected) throw response;
	const fault = findFault(connection, response);
	if (fault !== undefined) return fault;
	// errors, because n8n shows the words of an error only
	const fieldFault = findTokenFault(connection, new Date()) ?? findMissingField(connection);
	const wrong = fieldFault ?? (await findWrongNotificationUrl(connection, send));
	return wrong === undefined ? { status: 'OK', message: 'Connected' } : failed(wrong);
}

/** Names the URL that a request was not sent to. */
function failedAddress({ reason, from, to }: AddressError, host: string): INodeCredentialTestResult {
	if (reason === 'circle') return fail(`${host} keeps redirecting to other URLs`, 'Enter the final URL as the Base URL.');
	return fail(
		`${from?.host ?? host} redirects to ${to}, so the token wasn't sent`,
		'If that is the right URL, enter it as the Base URL.',
	);
}

/**
 * Tests a credential by listing the channels (specification, "Channels"), and the chats if the Base URL ends with /v1. It also says
 * what the token itself says against its use. For the trigger, it says which field is missing, and what a request without the token
 * shows of the Notification URL. Whether that URL and the Issuer are right shows later: when a webhook is registered, and when an
 * event comes.
 * @param timeoutMs ms within which the whole response must be there
 */
export async function testConnection(
	functions: ICredentialTestFunctions,
	data: ICredentialDataDecryptedObject,
	timeoutMs = TIMEOUT_MS,
): Promise<INodeCredentialTestResult> {
	const limit = new Limit(AbortSignal.timeout(timeoutMs));
	let host = 'the Base URL';
	try {
		const connection = readConnection(data);
		({ host } = new URL(connection.baseUrl));
		return await tryOut(connection, sender(functions, data), limit);
	} catch (error) {
		if (error instanceof AddressError) return failedAddress(error, host);
		const failure = error instanceof Failure ? error : noResponse(error, host);
		return fail(failure.message.replace(/\.$/, ''), adviceWithCode(failure));
	}
}

/** Tests a credential: a function, because n8n shows a bare code like ECONNREFUSED for a test request without a response. */
export async function messagingPlatformApiTest(
	this: ICredentialTestFunctions,
	credential: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
	return await testConnection(this, credential.data ?? {});
}
