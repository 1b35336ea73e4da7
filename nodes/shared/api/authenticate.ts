import { type ICredentialDataDecryptedObject, type IHttpRequestOptions, UserError } from 'n8n-workflow';
import { targetOf } from './addresses';
import { objectOf } from '../json';
import { readConnection } from './connection';

/** n8n's HTTP Request node, which can use this credential too, names the address `uri`. */
function uriOf(options: IHttpRequestOptions): string | undefined {
	return 'uri' in options && typeof options.uri === 'string' ? options.uri : undefined;
}

/**
 * Finds the reason why a proxy of the request could read the token. A proxy passes on what is encrypted for a checked certificate; everything else
 * it can read. n8n's HTTP Request node says `rejectUnauthorized` for *Ignore SSL Issues*, and has a CA of the member's own in
 * `agentOptions`.
 */
function findLeak(options: IHttpRequestOptions, target: string): { because: string; advice: string } | undefined {
	const { proxy, skipSslCertificateValidation, rejectUnauthorized, agentOptions } = objectOf(options);
	if (!proxy) return undefined;
	if (new URL(target).protocol !== 'https:') {
		return { because: "this URL doesn't start with https", advice: 'Enter a URL with https in the credential' };
	}
	const { rejectUnauthorized: rejects, ca } = objectOf(agentOptions);
	if (skipSslCertificateValidation === true || rejectUnauthorized === false || rejects === false) {
		return { because: 'Ignore SSL Issues is on', advice: 'Turn off Ignore SSL Issues' };
	}
	if (ca === undefined) return undefined;
	return { because: 'the request brings its own CA certificate', advice: 'Remove the CA certificate' };
}

/** Checks whether a header of the workflow names another host: a server of many hosts would pass the request on there (RFC 9110, section 7.2). */
function namesOtherHost({ headers }: IHttpRequestOptions, { host }: URL): boolean {
	return Object.entries(objectOf(headers)).some(([name, value]) => name.toLowerCase() === 'host' && value !== host);
}

/**
 * The credential's own way to make a request an authenticated one (specification, "Authentication", 1), for these nodes, the test
 * of the credential and n8n's HTTP Request node: adds the token, and the base URL when the request has none. Only here does a
 * token become part of a request, so this is also the place that withholds it from any URL outside the credential's
 * origins, even on a redirect.
 * @throws UserError when the credential is incomplete, the address is outside its origins or has a user name in it, a header
 * names another host, or a proxy of the request could read the token
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
			`The API token wasn't sent to ${verdict.url?.host ?? target}: it's outside the credential's Base URL and Notification URL.`,
		);
	}
	if (namesOtherHost(requestOptions, verdict.url)) {
		throw new UserError(
			`The API token wasn't sent to ${verdict.url.host}: the request has a Host header with another name. Remove the header.`,
		);
	}
	const leak = findLeak(requestOptions, target);
	if (leak !== undefined) {
		throw new UserError(
			`The API token wasn't sent to ${new URL(target).host}: the proxy could read it, because ${leak.because}. ${leak.advice}, or remove the proxy.`,
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
