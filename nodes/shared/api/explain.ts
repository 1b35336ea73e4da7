import { credentialFault, failureCode, isTlsFailure } from './noAnswer';
import { type JsonObject, type JsonValue, isJsonObject, printJson } from '../json';
import { clip, inOneParagraph } from '../texts';
import { explainOwn } from './explainOwn';
import type { Explanation, FailedAnswer } from './explanation';

const REQUEST_ADVICE: Explanation = {
	message: 'The platform did not accept the request',
	description: 'Check the values of the fields and run the node again.',
};

const SERVER_ADVICE: Explanation = {
	message: 'The platform failed while it handled the request',
	description:
		'This is a fault of the platform. Try again later; if the problem persists, give its support the x-correlation-id from the error details.',
};

/** What helps with a gateway, unless the request is one that must not be made twice. */
export const RETRY_ADVICE = ', or switch on "Retry On Fail" in the settings of the node';

const GATEWAY_ADVICE: Explanation = {
	message: 'The platform is not available at the moment',
	description: `A gateway in front of the platform answered for it. Try again later${RETRY_ADVICE}.`,
};

const REDIRECT_ADVICE: Explanation = {
	message: 'The platform redirects to another address',
	description: 'Enter the final address in the credential.',
};

const UNREADABLE_ADVICE: Explanation = {
	message: "The platform's answer cannot be read",
	description: "It is empty, cut off or not JSON. Check that the address in the credential is the API's, then try again.",
};

// specification, "Errors", "HTTP statuses": cause and client action; 400 and 5xx have theirs above
const STATUS_ADVICE: Record<number, Explanation> = {
	401: {
		message: 'The API token was not accepted',
		description:
			'It is wrong, revoked or expired, or the account is blocked. Generate a new token on the integration page of your account and paste it into the credential.',
	},
	402: {
		message: 'This needs a paid plan or an extra package',
		description: "Ask the owner of the platform's account to check the plan and the payment.",
	},
	403: {
		message: "The API token's user is not allowed to do this",
		description:
			'A token has the rights of the user who issued it. Ask an administrator of the account for those rights, or use a token that a user with more rights issued.',
	},
	404: {
		message: 'The platform did not find what was asked for',
		description: 'Check the ID: the chat, tag, widget, action or webhook may be gone or belong to another account.',
	},
	429: {
		message: 'The platform asks for fewer requests at a time',
		description:
			'Wait a little, then run the node for fewer items, or add "Batching" under Request Options in the settings of the node.',
	},
	502: GATEWAY_ADVICE,
	503: GATEWAY_ADVICE,
	504: GATEWAY_ADVICE,
};

// specification, "Errors", "Error body": subcodes; one without advice of its own has that of the status
const SUBCODE_ADVICE = new Map<string, { message: string; description?: string }>(
	Object.entries({
		BODY_HAS_INVALID_FORMAT: { message: 'The platform could not read the request body' },
		BODY_VALIDATION_ERROR: { message: 'The platform did not accept some fields' },
		RESOURCE_ID_IS_ABSENT: { message: 'The platform was not told the ID of what to read or change' },
		UNIQUE_CONSTRAINT_FAILED: {
			message: 'Something with this name or ID already exists',
			description: 'Use what is there, or choose another name or ID.',
		},
	}),
);

const NETWORK_ADVICE = new Map(
	Object.entries({
		ECONNREFUSED:
			'Nothing answers at this address. Check the address and the port in the credential, and that the platform is running.',
		ECONNRESET:
			'The connection was closed before an answer came. Try again; if the problem persists, a proxy or firewall may be in the way.',
		ENOTFOUND: 'This host does not exist. Check the address in the credential for a typo.',
		EAI_AGAIN:
			'The name of the host could not be looked up. Check the address in the credential, and the network of the n8n server.',
		EHOSTUNREACH: 'The n8n server cannot reach this host. Check the network and firewall settings.',
		ENETUNREACH: 'The n8n server cannot reach this host. Check the network and firewall settings.',
		ETIMEDOUT: 'The platform may be overloaded, or a firewall may drop the connection. Try again later.',
		ECONNABORTED: 'The platform may be overloaded, or a firewall may drop the connection. Try again later.',
	}),
);

/** Fields that an error names; more would hide the rest of it. */
const NAMED_VIOLATIONS = 5;

function show(value: JsonValue): string {
	return clip(typeof value === 'string' ? value : printJson(value), 200);
}

/**
 * Reads `$error` of an answer (specification, "Errors", "Error body").
 *
 * @param answer the answer
 * @returns the object with sc, scn, msg and violations; an empty one when the body has none
 */
export function readError(answer: FailedAnswer): JsonObject {
	return isJsonObject(answer.body) && isJsonObject(answer.body.$error) ? answer.body.$error : {};
}

function readViolations(error: JsonObject): string[] {
	if (!Array.isArray(error.violations)) return [];
	return error.violations.filter(isJsonObject).map(({ propertyPath, name, invalidValue }) => {
		const field = show(propertyPath ?? name ?? 'a field');
		const reason = name !== undefined && propertyPath !== undefined ? [show(name)] : [];
		const value = invalidValue === undefined ? [] : [invalidValue === '' ? 'it is empty' : `value: ${show(invalidValue)}`];
		const more = [...reason, ...value].join(', ');
		return more === '' ? field : `${field} (${more})`;
	});
}

/** The fields that the platform objects to; the details of the error have all of them. */
function nameViolations(error: JsonObject): string | undefined {
	const violations = readViolations(error);
	if (violations.length === 0) return undefined;
	const more = violations.length > NAMED_VIOLATIONS ? ` and ${violations.length - NAMED_VIOLATIONS} more` : '';
	return `Not accepted: ${violations.slice(0, NAMED_VIOLATIONS).join('; ')}${more}.`;
}

/**
 * What support asks for, and what programs tell errors by.
 *
 * @param answer the answer
 * @returns `$error` as it came, and the header x-correlation-id where there is one
 */
export function detailsOf(answer: FailedAnswer): JsonObject {
	const id = answer.correlationId;
	return { ...readError(answer), ...(id ? { 'x-correlation-id': show(id) } : {}) };
}

function looksLikeHtml(body: JsonValue): boolean {
	return typeof body === 'string' && /^\s*<(!doctype|html|head|body|\?xml)/i.test(body);
}

function adviceFor(status: number): Explanation {
	if (status >= 200 && status < 300) return UNREADABLE_ADVICE;
	if (status >= 300 && status < 400) return REDIRECT_ADVICE;
	return STATUS_ADVICE[status] ?? (status >= 500 ? SERVER_ADVICE : REQUEST_ADVICE);
}

function headline(answer: FailedAnswer, scn: string | undefined, said: string | undefined): Explanation {
	// a gateway's own page tells of the gateway, not of a wrong address
	if (looksLikeHtml(answer.body) && adviceFor(answer.status) !== GATEWAY_ADVICE) {
		return {
			message: "A web page came back instead of the API's answer",
			description:
				"The address probably belongs to a website, a login page or a proxy. Check the address in the credential: it must be the API's own.",
		};
	}
	const own = explainOwn(answer, scn, said);
	if (own !== undefined) return own;
	// an $error in a 200 is a refused request like any other
	const advice = answer.status < 300 && isJsonObject(answer.body) ? REQUEST_ADVICE : adviceFor(answer.status);
	const known = scn === undefined ? undefined : SUBCODE_ADVICE.get(scn);
	if (known) return { description: advice.description, ...known };
	return said && advice === REQUEST_ADVICE ? { ...advice, message: `${advice.message}: ${clip(said, 150)}` } : advice;
}

/**
 * Says in plain words why the platform refused or failed (specification, "Errors").
 *
 * @param answer status, body and correlation id of the answer; also a 2xx one whose body carries `$error` or is unreadable
 * @returns a headline, and in one paragraph what to do, which fields were not accepted and what the platform says
 */
export function explainAnswer(answer: FailedAnswer): Explanation {
	const error = readError(answer);
	const scn = typeof error.scn === 'string' ? error.scn : undefined;
	const said = typeof error.msg === 'string' && error.msg.trim() !== '' ? error.msg.trim() : undefined;
	const { message, description, ...marks } = headline(answer, scn, said);
	const isSaid = said === undefined || message.includes(clip(said, 150)) || marks.isBlocked === true;
	const says = isSaid ? undefined : `The platform says: ${clip(said, 500)}`;
	return { message, description: inOneParagraph([description, nameViolations(error), says]), ...marks };
}

/**
 * Adds its code to an explanation, for where there is no place for details.
 *
 * @param explanation what a user reads
 * @returns the same; the code, where there is one, at the end of the description
 */
export function withCode({ message, description, code }: Explanation): Explanation {
	return { message, description: code === undefined ? description : `${description} (code: ${code})` };
}

/**
 * Says in plain words why no answer came.
 *
 * @param error what n8n's HTTP helper threw (its cause holds the request with the token, so it is never passed on)
 * @param host the host that was called, for the message
 * @returns headline and description; a UserError's own message when the credential itself is wrong
 */
export function explainFailure(error: unknown, host: string): Explanation {
	const fault = credentialFault(error);
	if (fault) return { message: fault.message, description: 'Correct it in the credential and try again.' };
	const code = failureCode(error) ?? 'unknown';
	if (isTlsFailure(code)) {
		return {
			message: `The HTTPS certificate of ${host} is not valid`,
			description: `The token was not sent. Check the address in the credential; if the platform's certificate was issued by your own company, make its issuer known to the n8n server (NODE_EXTRA_CA_CERTS).`,
			code,
		};
	}
	if (code === 'ERR_CANCELED') return { message: 'The execution was stopped', description: 'So this request was given up.' };
	const late = code === 'ECONNABORTED' || code === 'ETIMEDOUT';
	const advice = NETWORK_ADVICE.get(code) ?? 'Check the address in the credential and the network of the n8n server.';
	return {
		message: late ? `${host} did not answer in time` : `No connection to ${host}`,
		description: advice,
		code,
	};
}
