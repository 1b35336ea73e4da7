import type { ICredentialDataDecryptedObject, IHttpRequestOptions } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';
import { mayCarryToken, readConnection } from './connection';

/** n8n's HTTP Request node, which can use this credential too, names the address `uri`. */
function uriOf(options: IHttpRequestOptions): string | undefined {
	return 'uri' in options && typeof options.uri === 'string' ? options.uri : undefined;
}

function targetOf(address: string, baseUrl: string): string {
	if (/^[a-z][a-z0-9+.-]*:/i.test(address) || address.startsWith('//')) return address;
	return `${baseUrl}/${address.replace(/^\/+/, '')}`;
}

/**
 * Adds the token to a request (specification, "Authentication", 1), and the base address when the request has none.
 * This is the one place through which every authenticated request goes, so it is also where the token is held back from
 * any address outside the credential's origins, and from other origins on a redirect.
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
	const baseUrl = requestOptions.baseURL ?? connection.baseUrl;
	const uri = uriOf(requestOptions);
	const target = targetOf(uri ?? requestOptions.url, baseUrl);
	if (!mayCarryToken(connection, target)) {
		const host = URL.canParse(target) ? new URL(target).host : target;
		throw new UserError(
			`The API token was not sent to ${host}: this address is outside the credential's Base URL and Notification URL.`,
		);
	}
	return {
		...requestOptions,
		baseURL: undefined,
		url: target,
		...(uri !== undefined && { uri: target }),
		sendCredentialsOnCrossOriginRedirect: false,
		headers: { ...requestOptions.headers, Authorization: `Bearer ${connection.apiToken}` },
	};
}
