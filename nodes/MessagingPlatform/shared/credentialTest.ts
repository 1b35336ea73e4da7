import type { ICredentialsDecrypted, ICredentialTestFunctions, INodeCredentialTestResult } from 'n8n-workflow';
import { tokenExpiry } from './answer';
import type { Connection } from './connection';
import { mayCarryToken, readConnection } from './connection';
import { explainAnswer, explainFailure } from './explain';
import { isJsonObject, parseJson } from './json';
import type { JsonValue } from './json';
import { itemsOf, TIMEOUT_MS } from './transport';

/** What n8n's request helper returns with `resolveWithFullResponse`. */
interface Answer {
	statusCode: number;
	headers: Record<string, unknown>;
	body: unknown;
}

const MAX_REDIRECTS = 5;

function tryParse(text: string): JsonValue {
	try {
		return parseJson(text);
	} catch {
		return text;
	}
}

/** Makes a line of an explanation: the part of the description that says what to do. */
function fail(message: string, description: string): INodeCredentialTestResult {
	return { status: 'Error', message: `${message}. ${description.split('\n')[0] ?? ''}`.trim() };
}

/** Asks for the channels, following redirects as the node does, but only where the token may go along. */
async function ask(functions: ICredentialTestFunctions, connection: Connection): Promise<Answer & { foreign?: string }> {
	// The credential test's context has no other HTTP helper than this one, which n8n deprecates elsewhere.
	const { request } = functions.helpers;
	let uri = `${connection.baseUrl}/channels`;
	for (let hops = 0; ; hops++) {
		const answer: Answer = await request({
			method: 'GET',
			uri,
			headers: { Accept: 'application/json', Authorization: `Bearer ${connection.apiToken}` },
			followRedirect: false,
			resolveWithFullResponse: true,
			simple: false,
			timeout: TIMEOUT_MS,
		});
		const { location } = answer.headers;
		const redirects = answer.statusCode >= 300 && answer.statusCode < 400;
		if (!redirects || typeof location !== 'string' || !URL.canParse(location, uri)) return answer;
		const next = new URL(location, uri);
		if (!mayCarryToken(connection, next.href)) return { ...answer, foreign: next.origin };
		if (hops >= MAX_REDIRECTS || (answer.statusCode !== 301 && answer.statusCode !== 302)) return answer;
		uri = next.href;
	}
}

function judge(connection: Connection, answer: Answer & { foreign?: string }): INodeCredentialTestResult {
	const { host } = new URL(connection.baseUrl);
	const body = typeof answer.body === 'string' ? tryParse(answer.body) : (answer.body as JsonValue);
	if (answer.foreign !== undefined) {
		return fail(`${host} redirects to ${answer.foreign}, where the token is not sent`, 'Enter that address as Base URL if it is right.');
	}
	if (answer.statusCode >= 300 && answer.statusCode < 400) {
		return fail(`${host} redirects to another address`, 'Enter the final address as Base URL.');
	}
	// Every account has a list of channels: without one this is not the API's address.
	if (answer.statusCode === 404) {
		return fail(`There is no API of the platform at ${connection.baseUrl} (HTTP 404)`, 'Check the Base URL.');
	}
	if (answer.statusCode !== 200 || (isJsonObject(body) && (body.$error ?? null) !== null)) {
		const { message, description } = explainAnswer({ status: answer.statusCode, body: body ?? '' });
		const expired = answer.statusCode === 401 ? tokenExpiry(connection.apiToken, new Date()) : undefined;
		const code = message.includes('(HTTP') ? '' : ` (HTTP ${answer.statusCode})`;
		return fail(`${message}${code}`, expired ? `${expired} ${description}` : description);
	}
	if (!isJsonObject(body) || !Array.isArray(body.$items)) {
		return fail(`${host} answered, but not as the platform's API`, 'Check the Base URL.');
	}
	const count = itemsOf(body).length;
	return { status: 'OK', message: `Connected: ${count} ${count === 1 ? 'channel' : 'channels'} found` };
}

/**
 * Tests a credential by listing the channels (specification, "Channels"). It is a function and not a request in the
 * credential, because n8n shows a bare code like ECONNREFUSED when a test request gets no answer.
 *
 * @param credential the decrypted credential
 * @returns OK with the number of channels, or an error that says which field to correct
 */
export async function messagingPlatformApiTest(
	this: ICredentialTestFunctions,
	credential: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
	let host = 'the Base URL';
	try {
		const connection = readConnection(credential.data ?? {});
		({ host } = new URL(connection.baseUrl));
		return judge(connection, await ask(this, connection));
	} catch (error) {
		const { message, description } = explainFailure(error, host);
		return fail(message.replace(/\.$/, ''), description);
	}
}
