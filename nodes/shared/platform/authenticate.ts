import { type ICredentialDataDecryptedObject, type IHttpRequestOptions, UserError } from 'n8n-workflow';
import { judgeAddress } from '../http/addressPolicy';
import { type Connection, readConnection } from './connection';

/** n8n's HTTP Request node, which can use this credential too, names the address `uri`. */
function uriOf(options: IHttpRequestOptions): string | undefined {
	return 'uri' in options && typeof options.uri === 'string' ? options.uri : undefined;
}

/**
 * The absolute address of a request.
 *
 * @param address a path below the base address, or an address of its own
 * @param baseUrl the base address without a trailing slash
 */
export function targetOf(address: string, baseUrl: string): string {
	if (/^[a-z][a-z0-9+.-]*:/i.test(address) || address.startsWith('//')) return address;
	return `${baseUrl}/${address.replace(/^\/+/, '')}`;
}

/**
 * The headers that carry the token (specification, "Authentication", 1). This is the one place where a token becomes part
 * of a request, so it is also where it is held back from any address outside the credential's origins.
 *
 * @param connection the credential's connection
 * @param target the absolute address that will be requested
 * @returns `Authorization: Bearer <token>`
 * @throws UserError when the address is outside the credential's origins or has a user name in it
 */
export function tokenHeaders(connection: Connection, target: string): { Authorization: string } {
	const verdict = judgeAddress(connection, target, 'api');
	if ('refused' in verdict) {
		throw new UserError(
			`The API token was not sent to ${verdict.url?.host ?? target}: this address is outside the credential's Base URL and Notification URL.`,
		);
	}
	return { Authorization: `Bearer ${connection.apiToken}` };
}

/**
 * The credential's own way to make a request of n8n an authenticated one, from these nodes and from n8n's HTTP Request
 * node: adds the token, and the base address when the request has none. On a redirect to another origin the token stays.
 *
 * @param credentials the decrypted credential
 * @param requestOptions the request; its `url` is a path below its `baseURL` (default: the credential's Base URL) or absolute
 * @returns the request with `Authorization: Bearer <token>`
 * @throws UserError when the credential is incomplete or the address is outside its origins
 */
export async function authenticate(
	credentials: ICredentialDataDecryptedObject,
	requestOptions: IHttpRequestOptions,
): Promise<IHttpRequestOptions> {
	const connection = readConnection(credentials);
	const uri = uriOf(requestOptions);
	const target = targetOf(uri ?? requestOptions.url, requestOptions.baseURL ?? connection.baseUrl);
	return {
		...requestOptions,
		baseURL: undefined,
		url: target,
		...(uri !== undefined && { uri: target }),
		sendCredentialsOnCrossOriginRedirect: false,
		headers: { ...requestOptions.headers, ...tokenHeaders(connection, target) },
	};
}
