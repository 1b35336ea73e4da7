import type {
	ICredentialDataDecryptedObject,
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	INodeCredentialTestResult,
} from 'n8n-workflow';
import { isByteStream } from './byteStream';
import { Limit, until } from './deadline';
import { type Send, AddressError, openRequest, readText } from './request';
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

/** An answer of the API, whole. */
interface Answer {
	statusCode: number;
	body: string;
}

/**
 * Makes the one request of n8n's helper for credential tests, which n8n deprecates elsewhere: there is no other. It takes no
 * signal, so an answer that comes too late is dropped when it comes.
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
	const answer = await openRequest(connection, { method: 'GET', url }, 'api', limit, send);
	return { statusCode: answer.statusCode, body: await readText(answer, connection.redact, limit) };
}

/** What to do where the API is not at the Base URL. */
function baseUrlAdvice({ baseUrl }: Connection): string {
	const found = findAddressEnding(baseUrl);
	if (found === undefined) return 'Check the Base URL.';
	return `The Base URL ends with "${found.ending}", which the nodes add themselves where it is needed: enter ${found.without} instead.`;
}

/** Judges the answer to the question for the channels; undefined when it is what the API answers. */
function findFault(connection: Connection, { statusCode, body: text }: Answer): INodeCredentialTestResult | undefined {
	const { host } = new URL(connection.baseUrl);
	const body = tryParse(text);
	if (statusCode >= 300 && statusCode < 400) {
		return fail(`${host} redirects to another address`, 'Enter the final address as Base URL.');
	}
	// Every account has a list of channels: without one this is not the API's address.
	if (statusCode === 404) {
		return fail(`There is no API of the platform at ${connection.baseUrl} (HTTP 404)`, baseUrlAdvice(connection));
	}
	if (statusCode !== 200 || (isJsonObject(body) && (body.$error ?? null) !== null)) {
		const expired = statusCode === 401 ? connection.expiry() : undefined;
		const { message, advice } = badAnswer({ status: statusCode, body }, expired);
		const code = message.includes('(HTTP') ? '' : ` (HTTP ${statusCode})`;
		return fail(`${message}${code}`, advice);
	}
	if (isJsonObject(body) && Array.isArray(body.$items)) return undefined;
	return fail(`${host} answered, but not as the platform's API`, baseUrlAdvice(connection));
}

/**
 * A platform may serve its channels with /v1 in front and without: the chats, which the node asks for at /v1/chats, tell
 * whether /v1 stands in the Base URL by mistake (specification, "Versioning", 2).
 */
async function findVersionTwice(
	connection: Connection,
	send: Send,
	limit: Limit,
): Promise<INodeCredentialTestResult | undefined> {
	if (findAddressEnding(connection.baseUrl)?.ending.toLowerCase() !== '/v1') return undefined;
	const { statusCode } = await ask(connection, `/v1/chats?from=${Date.now()}`, send, limit);
	if (statusCode !== 404) return undefined;
	return fail(`There are no chats at ${connection.baseUrl}/v1/chats (HTTP 404)`, baseUrlAdvice(connection));
}

/** What keeps the trigger from working; n8n shows the message of an error only, so that a warning would not be seen. */
async function findTriggerFault(connection: Connection, sendUnder: SendUnder): Promise<INodeCredentialTestResult | undefined> {
	const fault =
		findMissingField(connection) ??
		(await findSilence(connection, async (options, limit) => await sendUnder(limit)(options, false)));
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

/** Says where a request was not sent. */
function failedAddress({ reason, from, to }: AddressError, host: string): INodeCredentialTestResult {
	if (reason === 'circle')
		return fail(`${host} redirects to another address again and again`, 'Enter the final address as Base URL.');
	return fail(
		`${from?.host ?? host} redirects to ${to}, where the token is not sent`,
		'Enter that address as Base URL if it is right.',
	);
}

/**
 * Tests what a credential holds by listing the channels (specification, "Channels"), and the chats where the Base URL ends with
 * /v1. For the trigger, it says which field is missing and whether a server answers at the host of the Notification URL. Whether
 * that address and the Issuer are right shows later: when a webhook is registered, and when an event comes.
 * @param timeoutMs ms within which the whole answer must be there
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
 * a test request gets no answer.
 */
export async function messagingPlatformApiTest(
	this: ICredentialTestFunctions,
	credential: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
	return await testConnection(this, credential.data ?? {});
}
