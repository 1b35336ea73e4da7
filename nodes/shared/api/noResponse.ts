import { UserError } from 'n8n-workflow';
import { Failure } from '../failure';
import type { Limit } from './deadline';

const MAX_DEPTH = 4;

/** The code of a failed request, for example ECONNREFUSED; n8n wraps the error of its HTTP library. */
export function failureCode(error: unknown, depth = 0): string | undefined {
	if (typeof error !== 'object' || error === null || depth > MAX_DEPTH) return undefined;
	const { code, cause, errors } = error as { code?: unknown; cause?: unknown; errors?: unknown };
	if (typeof code === 'string') return code;
	if (Array.isArray(errors) && errors.length > 0) return failureCode(errors[0], depth + 1);
	return failureCode(cause, depth + 1);
}

/** The error of a credential that is wrong; n8n wraps what the credential throws. */
function credentialFault(error: unknown, depth = 0): UserError | undefined {
	if (!(error instanceof Error) || depth > MAX_DEPTH) return undefined;
	return error instanceof UserError ? error : credentialFault(error.cause, depth + 1);
}

/** Node's codes of a certificate or host name that isn't valid. With those of OpenSSL (ERR_SSL_…) the handshake may have been over. */
const TLS_CODE = /^(?!ERR_SSL_).*(CERT|TLS|SELF_SIGNED|UNABLE_TO_VERIFY|UNABLE_TO_GET_ISSUER|ALTNAME)/;

/** Node's codes of a host without a connection (EPROTO: without TLS), and of a request that could not even be written. */
const UNCONNECTED_CODE = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|EPROTO|ERR_INVALID_\w+)$/;

const LATE = 'The platform may be overloaded, or a firewall may drop the connection. Try again later.';
const UNREACHABLE = "The n8n server can't reach this host. Check the network and firewall settings.";

const ADVICE = new Map([
	['ECONNABORTED', LATE],
	[
		'ECONNREFUSED',
		'Nothing responds at this address. Check the host and the port in the credential, and that the platform is running.',
	],
	[
		'ECONNRESET',
		'The connection was closed before a response came. Try again. If this keeps happening, a proxy or firewall may be in the way.',
	],
	[
		'EAI_AGAIN',
		"The name of the host couldn't be looked up. Check the URL in the credential, and the network of the n8n server.",
	],
	['EHOSTUNREACH', UNREACHABLE],
	['ENETUNREACH', UNREACHABLE],
	['ENOTFOUND', "This host doesn't exist. Check the URL in the credential for a typo."],
	[
		'EPROTO',
		"This host doesn't speak HTTPS. Check the URL in the credential: it may have to start with http://, or have another port.",
	],
	['ETIMEDOUT', LATE],
]);

const TLS_ADVICE =
	"The token wasn't sent. Check the URL in the credential. If your own company issued the platform's certificate, make its issuer known to the n8n server (NODE_EXTRA_CA_CERTS).";

function explainCode(code: string, host: string): { message: string; advice: string } {
	if (TLS_CODE.test(code)) return { message: `The HTTPS certificate of ${host} isn't valid`, advice: TLS_ADVICE };
	if (code === 'ERR_CANCELED') return { message: 'The execution was stopped', advice: 'This request was canceled.' };
	const advice = ADVICE.get(code) ?? 'Check the URL in the credential and the network of the n8n server.';
	return { message: advice === LATE ? `${host} didn't respond in time` : `No connection to ${host}`, advice };
}

/** Makes the failure of a request without a whole response. The original error quotes the token, so nothing of it is kept. */
export function noResponse(error: unknown, host: string, limit?: Limit): Failure {
	const silent = { remedy: 'later', model: "The platform didn't respond." } as const;
	const fault = limit?.code ? undefined : credentialFault(error);
	if (fault) {
		return new Failure(fault.message, { ...silent, advice: 'Correct it in the credential and try again.', response: {} });
	}
	const code = limit?.code ?? failureCode(error) ?? '';
	const { message, advice } = explainCode(code, host);
	const details = code === '' || code === 'ERR_CANCELED' ? {} : { response: { code }, data: { code } };
	const outcome = UNCONNECTED_CODE.test(code) || TLS_CODE.test(code) ? 'notSent' : 'unknown';
	return new Failure(message, { ...silent, advice, outcome, response: {}, ...details });
}

/** As {@link noResponse}, for a response that broke off: TLS can fail in the middle of it, and then the request did arrive. */
export function brokenOff(error: unknown, host: string, limit: Limit): Failure {
	const failure = noResponse(error, host, limit);
	return failure.outcome === 'unknown' ? failure : noResponse({ code: 'ECONNRESET' }, host, limit);
}

/** The advice with the code at its end, where there is no place for details. */
export function adviceWithCode({ advice, response }: Failure): string {
	return typeof response?.code === 'string' ? `${advice} (code: ${response.code})` : advice;
}
