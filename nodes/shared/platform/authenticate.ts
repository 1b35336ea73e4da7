import { type ICredentialDataDecryptedObject, type IHttpRequestOptions, UserError } from 'n8n-workflow';
import { targetOf } from '../http/addressPolicy';
import { readConnection } from './connection';

/** n8n's HTTP Request node, which can use this credential too, names the address `uri`. */
function uriOf(options: IHttpRequestOptions): string | undefined {
	return 'uri' in options && typeof options.uri === 'string' ? options.uri : undefined;
}

/**
 * The credential's own way to make a request an authenticated one (specification, "Authentication", 1), for these nodes, the
 * test of the credential and n8n's HTTP Request node: adds the token, and the base address when the request has none. This
 * is the one place where a token becomes part of a request, so it is also where it is held back from any address outside
 * the credential's origins. On a redirect to another origin the token stays.
 *
 * @param credentials the decrypted credential
 * @param requestOptions the request; its `url` is a path below its `baseURL` (default: the credential's Base URL) or absolute
 * @returns the request with `Authorization: Bearer <token>`
 * @throws UserError when the credential is incomplete, or the address is outside its origins or has a user name in it
 */
export async function authenticate(
	credentials: ICredentialDataDecryptedObject,
	requestOptions: IHttpRequestOptions,
): Promise<IHttpRequestOptions> {
	const { addresses, apiToken, baseUrl } = readConnection(credentials);
	const uri = uriOf(requestOptions);
	const target = targetOf(uri ?? requestOptions.url, requestOptions.baseURL ?? baseUrl);
	const verdict = addresses.judge(target, 'api');
	if ('refused' in verdict) {
		throw new UserError(
			`The API token was not sent to ${verdict.url?.host ?? target}: this address is outside the credential's Base URL and Notification URL.`,
		);
	}
	return {
		...requestOptions,
		baseURL: undefined,
		url: target,
		...(uri !== undefined && { uri: target }),
		sendCredentialsOnCrossOriginRedirect: false,
		headers: { ...requestOptions.headers, Authorization: `Bearer ${apiToken}` },
	};
}
