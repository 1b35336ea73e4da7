import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import type { Refusal } from './verification/refusal';

/** After how many seconds the service may send again what could not be decided. */
const RETRY_AFTER_SECONDS = '5';

/**
 * Answers a delivery by itself. Throwing instead would make n8n record a failed execution for each forged request.
 *
 * @param context the webhook's context
 * @param status the HTTP status
 * @param body a small JSON body
 * @param headers further headers
 * @returns what tells n8n that the answer is given and nothing is to be run
 */
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
 * Answers 200 to an event that does not start the workflow.
 *
 * @param context the webhook's context
 * @param status 'filtered' or 'duplicate'
 * @param reason which filter
 */
export function answerIgnored(
	context: IWebhookFunctions,
	status: 'filtered' | 'duplicate',
	reason?: string,
): IWebhookResponseData {
	return answer(context, 200, reason === undefined ? { status } : { status, reason });
}

/**
 * Answers a refused delivery: its status, and its code as JSON, for example `{"error":"signature"}`.
 *
 * @param context the webhook's context
 * @param refusal why
 */
export function answerRefused(context: IWebhookFunctions, refusal: Refusal): IWebhookResponseData {
	const headers: Record<string, string> = {};
	if (refusal.status === 401) headers['WWW-Authenticate'] = 'Bearer error="invalid_token"';
	if (refusal.status === 503) headers['Retry-After'] = RETRY_AFTER_SECONDS;
	return answer(context, refusal.status, { error: refusal.code }, headers);
}
