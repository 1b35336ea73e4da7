import { UserError } from 'n8n-workflow';
import type { Limit } from './deadline';

/** A request without a whole answer. It keeps nothing of the original error, which quotes the request with the token. */
export class NoAnswer extends Error {
	override readonly name = 'NoAnswer';

	/**
	 * @param host the host that was asked
	 * @param code Node's or the HTTP library's code of what happened, for example ECONNREFUSED
	 */
	constructor(
		readonly host: string,
		readonly code: string | undefined,
	) {
		super(`${host}: ${code}`);
	}
}

const MAX_DEPTH = 4;

/**
 * The code of what a request failed with.
 *
 * @param error what was thrown; n8n wraps the error of its HTTP library
 * @returns for example ECONNREFUSED; undefined when there is none
 */
export function failureCode(error: unknown, depth = 0): string | undefined {
	if (typeof error !== 'object' || error === null || depth > MAX_DEPTH) return undefined;
	const { code, cause, errors } = error as { code?: unknown; cause?: unknown; errors?: unknown };
	if (typeof code === 'string') return code;
	if (Array.isArray(errors) && errors.length > 0) return failureCode(errors[0], depth + 1);
	return failureCode(cause, depth + 1);
}

/**
 * The error of a credential that is wrong.
 *
 * @param error what was thrown; n8n wraps what the credential throws
 * @returns undefined when the credential is not the reason
 */
export function credentialFault(error: unknown, depth = 0): UserError | undefined {
	if (!(error instanceof Error) || depth > MAX_DEPTH) return undefined;
	return error instanceof UserError ? error : credentialFault(error.cause, depth + 1);
}

/** Node's codes of a certificate or host name that isn't valid. With those of OpenSSL (ERR_SSL_…) the handshake may have been over. */
const TLS_CODE = /^(?!ERR_SSL_).*(CERT|TLS|SELF_SIGNED|UNABLE_TO_VERIFY|UNABLE_TO_GET_ISSUER|ALTNAME)/;

/** Node's codes of a host without a connection (EPROTO: without TLS), and of a request that could not even be written. */
const UNCONNECTED_CODE = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|EPROTO|ERR_INVALID_\w+)$/;

/**
 * Tells whether a failure is that of the TLS handshake.
 *
 * @param code from {@link failureCode}
 */
export const isTlsFailure = (code: string): boolean => TLS_CODE.test(code);

/**
 * Tells whether a request that failed certainly reached nobody: whoever did not get it has done nothing.
 *
 * @param error what was thrown
 * @returns false as well where that is not known
 */
export function neverArrived(error: unknown): boolean {
	const code = failureCode(error) ?? '';
	return credentialFault(error) !== undefined || UNCONNECTED_CODE.test(code) || isTlsFailure(code);
}

/**
 * Makes the error of a request that failed, of whatever kind it is.
 *
 * @param error what was thrown
 * @param host the host that was asked
 * @param limit the limit of the request
 * @returns the credential's own error when that is the reason, else one that says what happened
 */
export function noAnswer(error: unknown, host: string, limit: Limit): NoAnswer | UserError {
	return (limit.code ? undefined : credentialFault(error)) ?? new NoAnswer(host, limit.code ?? failureCode(error));
}
