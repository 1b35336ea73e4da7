import type { IWebhookFunctions } from 'n8n-workflow';
import { LineLimit } from '../../shared/lineLimit';
import { placeOf } from '../settings/logPlace';
import type { Refusal } from '../verify/refusals';

/** Tells the operator of a refusal. */
export type Report = (context: IWebhookFunctions, refusal: Refusal) => void;

/**
 * Makes the log of refusals. A refusal's line is `Delivery refused [code]: what happened (what was seen). What to do.` Strangers
 * decide how many refusals there are, so a cause (a code at a node of a workflow) gets a few lines a minute ({@link LineLimit}).
 *
 * @param now the clock: ms since 1970
 * @returns writes a refusal's line, or counts it
 */
export function createRefusalLog(now: () => number): Report {
	const limit = new LineLimit(now);
	const once = new LineLimit(now, 1);
	return (context, { code, message }) => {
		const metadata = { code, ...placeOf(context) };
		const write = (text: string, more: { ip?: string } = {}): void =>
			context.logger.warn(`Delivery refused [${code}]: ${text}`, { ...metadata, ...more });
		// The platform sends an event that is too large several times, and one line says all there is to do.
		const lines = code === 'body_too_large' ? once : limit;
		// The sender of a made-up key also chooses how fetching it fails.
		const cause = code.startsWith('key_') ? 'key' : code;
		const { counted, line } = lines.take(`${metadata.workflowId}/${context.getNode().id}/${cause}`, message);
		if (counted !== undefined) write(counted);
		if (line !== undefined) write(line, { ip: context.getRequestObject().ip });
	};
}
