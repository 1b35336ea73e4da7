import type {
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	INodeCredentialTestResult,
} from 'n8n-workflow';
import { readConnection } from './connection';
import { explainAnswer, explainFailure } from './explain';
import { isJsonObject, parseJson } from './json';
import type { JsonValue } from './json';
import { itemsOf, TIMEOUT_MS } from './transport';

function tryParse(text: string): JsonValue {
	try {
		return parseJson(text);
	} catch {
		return text;
	}
}

/** Makes a line of an explanation: the part of the description that says what to do. */
function fail(message: string, description: string): INodeCredentialTestResult {
	return { status: 'Error', message: `${message}. ${description.split('\n')[0] ?? ''}` };
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
	let baseUrl = 'the Base URL';
	try {
		const connection = readConnection(credential.data ?? {});
		baseUrl = new URL(connection.baseUrl).host;
		// The credential test's context has no other HTTP helper than this one, which n8n deprecates elsewhere.
		const { request } = this.helpers;
		const answer: { statusCode: number; headers: Record<string, unknown>; body: unknown } = await request({
			method: 'GET',
			uri: `${connection.baseUrl}/channels`,
			headers: { Accept: 'application/json', Authorization: `Bearer ${connection.apiToken}` },
			followRedirect: false,
			resolveWithFullResponse: true,
			simple: false,
			timeout: TIMEOUT_MS,
		});
		const body = typeof answer.body === 'string' ? tryParse(answer.body) : (answer.body as JsonValue);
		if (answer.statusCode >= 300 && answer.statusCode < 400) {
			return fail(`${baseUrl} redirects to another address`, 'Enter the final address as Base URL.');
		}
		// Every account has a list of channels: without one this is not the API's address.
		if (answer.statusCode === 404) {
			return fail(`There is no API of the platform at ${connection.baseUrl} (HTTP 404)`, 'Check the Base URL.');
		}
		if (answer.statusCode !== 200 || (isJsonObject(body) && isJsonObject(body.$error))) {
			const { message, description } = explainAnswer({ status: answer.statusCode, body });
			return fail(`${message} (HTTP ${answer.statusCode})`, description);
		}
		if (!isJsonObject(body) || !Array.isArray(body.$items)) {
			return fail(`${baseUrl} answered, but not as the platform's API`, 'Check the Base URL.');
		}
		return { status: 'OK', message: `Connected: ${itemsOf(body).length} channels found` };
	} catch (error) {
		const { message, description } = explainFailure(error, baseUrl);
		return fail(message, description);
	}
}
