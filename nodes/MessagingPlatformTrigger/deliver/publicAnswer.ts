import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import type { FilterReason } from './filter';
import type { Refusal, RefusalStatus } from '../verify/refusals';

/** After how many seconds the platform may send again what could not be decided. */
const RETRY_AFTER_SECONDS = '5';

/**
 * All that a refused caller is told: one answer a status, whatever the cause. The platform needs the status (401: do not
 * send again, 503: send again); anything more would tell a stranger about the credential or about what a key's address
 * answered. The cause is in n8n's log.
 */
const REFUSED: Record<RefusalStatus, { error: string; headers?: Record<string, string> }> = {
	400: { error: 'bad_request' },
	401: { error: 'unauthorized', headers: { 'WWW-Authenticate': 'Bearer' } },
	403: { error: 'forbidden' },
	503: { error: 'unavailable', headers: { 'Retry-After': RETRY_AFTER_SECONDS } },
};

/** Answers a delivery by itself. Throwing instead would make n8n record a failed execution for each forged request. */
function answer(
	context: IWebhookFunctions,
	status: number,
	body: Record<string, string>,
	headers: Record<string, string> = {},
): IWebhookResponseData {
	const response = context.getResponseObject();
	// The connection may be gone, or another part of n8n may have answered already.
	if (!response.headersSent) response.status(status).set(headers).json(body);
	return { noWebhookResponse: true };
}

/**
 * Answers 200 to an event that does not start the workflow. Only for a delivery whose token is verified: the platform
 * may know, a stranger may not.
 *
 * @param context the webhook's context
 * @param status 'filtered', 'duplicate', or for a pressed button of a question 'handed_over' or 'over'
 * @param reason which filter
 */
export function answerIgnored(
	context: IWebhookFunctions,
	status: 'filtered' | 'duplicate' | 'handed_over' | 'over',
	reason?: FilterReason,
): IWebhookResponseData {
	return answer(context, 200, reason === undefined ? { status } : { status, reason });
}

/**
 * Answers a refused delivery: its status (RFC 9110, section 15) and a body that depends on the status alone, for example
 * `{"error":"unauthorized"}`.
 *
 * @param context the webhook's context
 * @param refusal why; only its status reaches the caller
 */
export function answerRefused(context: IWebhookFunctions, { status }: Refusal): IWebhookResponseData {
	const { error, headers } = REFUSED[status];
	return answer(context, status, { error }, headers);
}
