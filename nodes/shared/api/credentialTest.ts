import type {
	ICredentialDataDecryptedObject,
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	INodeCredentialTestResult,
} from 'n8n-workflow';
import { isByteStream } from './byteStream';
import { Limit, until } from './deadline';
import { type Send, AddressError, EDITOR_PATIENCE_MS, findGate, openInTurn, readText } from './request';
import { type JsonValue, isJsonObject, parseJson } from '../json';
import { TIMEOUT_MS } from './apiRequest';
import { authenticate } from './authenticate';
import { type Connection, readConnection } from './connection';
import { itemsOf } from './envelope';
import { badAnswer } from './explain';
import { adviceWithCode, noAnswer } from './noAnswer';
import { Failure } from '../failure';
import { findAddressEnding, findMissingField, findSilence, notificationUrlWarning, plainHttpWarning } from './credentialAdvice';

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

/** A whole response of the API. */
interface Answer {
	statusCode: number;
	body: string;
}

/**
 * Makes the one request of n8n's helper for credential tests, which n8n deprecates elsewhere: there is no other. It takes no
 * signal, so a response that comes too late is dropped when it comes.
 */
function sender({ helpers }: ICredentialTestFunctions, data: ICredentialDataDecryptedObject, limit: AbortSignal): Send {
	return async ({ url }, withToken) => {
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
		const drop = ({ body }: { body?: unknown }) => (isByteStream(body) ? body.destroy() : undefined);
		limit.addEventListener('abort', () => void asked.then(drop, () => undefined), { once: true });
		return await until(asked, limit);
	};
}

/** Makes requests that a limit ends. */
type SendUnder = (limit: Limit) => Send;

/** Asks for a path below the Base URL, following redirects as the node does. */
async function ask(connection: Connection, path: string, send: Send, limit: Limit): Promise<Answer> {
	const url = `${connection.baseUrl}${path}`;
	const until = performance.now() + EDITOR_PATIENCE_MS;
	const way = { reach: 'api', begin: () => limit, until, owner: connection, gate: findGate(connection, url) } as const;
	const answer = await openInTurn(connection, { method: 'GET', url }, way, send);
	return { statusCode: answer.statusCode, body: await readText(answer, connection.redact, limit) };
}

/** Advice for a Base URL that isn't the API's. */
function baseUrlAdvice({ baseUrl }: Connection): string {
	const found = findAddressEnding(baseUrl);
	if (found === undefined) return 'Check the Base URL.';
	return `The Base URL ends with "${found.ending}", which the nodes add themselves. Enter ${found.without} instead.`;
}

/** Judges the response to the request for the channels; undefined when it is like the API's. */
function findFault(connection: Connection, { statusCode, body: text }: Answer): INodeCredentialTestResult | undefined {
	const { host } = new URL(connection.baseUrl);
	const body = tryParse(text);
	if (statusCode >= 300 && statusCode < 400) {
		return fail(`${host} redirects to another URL`, 'Enter the final URL as the Base URL.');
	}
	// Every account has a list of channels: without one this is not the API's address.
	if (statusCode === 404) {
		return fail(`The platform's API isn't at ${connection.baseUrl} (HTTP 404)`, baseUrlAdvice(connection));
	}
	if (statusCode !== 200 || (isJsonObject(body) && (body.$error ?? null) !== null)) {
		const expired = statusCode === 401 ? connection.expiry() : undefined;
		const { message, advice } = badAnswer({ status: statusCode, body }, expired);
		const code = message.includes('(HTTP') ? '' : ` (HTTP ${statusCode})`;
		return fail(`${message}${code}`, advice);
	}
	if (isJsonObject(body) && Array.isArray(body.$items)) return undefined;
	return fail(`${host} responded, but not like the platform's API`, baseUrlAdvice(connection));
}

/**
 * Finds a /v1 that is in the Base URL by mistake. A platform may serve its channels with and without /v1 in front, but the
 * chats only at /v1/chats (specification, "Versioning", 2).
 */
async function findVersionTwice(
	connection: Connection,
	send: Send,
	limit: Limit,
): Promise<INodeCredentialTestResult | undefined> {
	if (findAddressEnding(connection.baseUrl)?.ending.toLowerCase() !== '/v1') return undefined;
	const { statusCode } = await ask(connection, `/v1/chats?from=${Date.now()}`, send, limit);
	if (statusCode !== 404) return undefined;
	return fail(`${connection.baseUrl}/v1/chats doesn't exist (HTTP 404)`, baseUrlAdvice(connection));
}

/** Finds a fault that keeps the trigger from working. It's an error, because n8n shows the message of an error only, not a warning. */
async function findTriggerFault(connection: Connection, sendUnder: SendUnder): Promise<INodeCredentialTestResult | undefined> {
	const fault =
		findMissingField(connection) ??
		(await findSilence(connection, async (options, limit) => await sendUnder(limit)(options, false, limit)));
	return fault === undefined ? undefined : fail(fault.message, fault.advice);
}

async function tryOut(connection: Connection, sendUnder: SendUnder, limit: Limit): Promise<INodeCredentialTestResult> {
	const send = sendUnder(limit);
	const answer = await ask(connection, '/channels', send, limit);
	const fault =
		findFault(connection, answer) ??
		(await findVersionTwice(connection, send, limit)) ??
		(await findTriggerFault(connection, sendUnder));
	if (fault !== undefined) return fault;
	const count = itemsOf(tryParse(answer.body)).length;
	const connected = `Connected: ${count} ${count === 1 ? 'channel' : 'channels'} found`;
	const warnings = [plainHttpWarning(connection), notificationUrlWarning(connection)].filter(Boolean).join(' ');
	return { status: 'OK', message: warnings === '' ? connected : `${connected}. ${warnings}` };
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
 * Tests a credential by listing the channels (specification, "Channels"), and the chats if the Base URL ends with /v1. For the
 * trigger, it says which field is missing and whether a server responds at the host of the Notification URL. Whether
 * that URL and the Issuer are right shows later: when a webhook is registered, and when an event comes.
 * @param timeoutMs ms within which the whole response must be there
 */
export async function testConnection(
	functions: ICredentialTestFunctions,
	data: ICredentialDataDecryptedObject,
	timeoutMs = TIMEOUT_MS,
): Promise<INodeCredentialTestResult> {
	const time = AbortSignal.timeout(timeoutMs);
	let host = 'the Base URL';
	try {
		const connection = readConnection(data);
		({ host } = new URL(connection.baseUrl));
		return await tryOut(connection, ({ signal }) => sender(functions, data, signal), new Limit(time));
	} catch (error) {
		if (error instanceof AddressError) return failedAddress(error, host);
		const failure = error instanceof Failure ? error : noAnswer(error, host);
		return fail(failure.message.replace(/\.$/, ''), adviceWithCode(failure));
	}
}

/**
 * Tests a credential. It is a function and not a request in the credential, because n8n shows a bare code like ECONNREFUSED when
 * a test request gets no response.
 */
export async function messagingPlatformApiTest(
	this: ICredentialTestFunctions,
	credential: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
	return await testConnection(this, credential.data ?? {});
}
