import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import type { Refusal, RefusalStatus } from '../verify/refusals';
import type { FilterReason } from '../event/filter';

/** Seconds after which the platform may send again what could not be decided. */
const RETRY_AFTER_SECONDS = '5';

/** Responses to refused callers: the status alone, which the platform needs. More would tell a stranger about the credential or a server. */
const REFUSED: Record<RefusalStatus, { error: string; headers?: Record<string, string> }> = {
	400: { error: 'bad_request' },
	401: { error: 'unauthorized', headers: { 'WWW-Authenticate': 'Bearer' } },
	403: { error: 'forbidden' },
	503: { error: 'unavailable', headers: { 'Retry-After': RETRY_AFTER_SECONDS } },
};

/** Answers a delivery. Throwing instead would make n8n record a failed execution for each forged request. */
function answer(
	context: IWebhookFunctions,
	status: number,
	body: Record<string, string>,
	headers: Record<string, string> = {},
): IWebhookResponseData {
	const response = context.getResponseObject();
	// the connection may be gone, or another part of n8n may have answered already
	if (!response.headersSent) response.status(status).set(headers).json(body);
	return { noWebhookResponse: true };
}

/** The end of a verified event that doesn't start the workflow. */
export type Ignored = { status: 'filtered'; reason: FilterReason } | { status: 'duplicate' | 'handed_over' | 'over' };

/** Answers 200 to what does not start the workflow; only the platform may learn which filter left an event out. */
export function answerIgnored(context: IWebhookFunctions, end: Ignored | { status: 'kept' }): IWebhookResponseData {
	return answer(context, 200, end);
}

/** Answers with a refusal's status (RFC 9110, section 15) and a body such as `{"error":"unauthorized"}`. */
export function answerRefused(context: IWebhookFunctions, { status }: Refusal): IWebhookResponseData {
	const { error, headers } = REFUSED[status];
	return answer(context, status, { error }, headers);
}
