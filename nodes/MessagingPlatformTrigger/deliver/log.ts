import type { IWebhookFunctions } from 'n8n-workflow';
import { logTrace } from '../../shared/api/trace';
import { Cache } from '../../shared/cache';
import { LineLimit } from '../../shared/lineLimit';
import type { Refusal } from '../verify/refusals';
import { MARK, type RegistrationStore } from '../registration/store';
import { placeOf } from '../settings/settings';

/** Deliveries through a removed registration are sent again for some time; those through one that still exists, for longer, in ms. */
const SUSPICIOUS_AFTER_MS = 10 * 60_000;

/** The least time between two lines about the same registration, in ms. */
const TELL_EVERY_MS = 60 * 60_000;

const MAX_MARKS = 100;

/** Writes about deliveries into n8n's log. Strangers decide how many there are, so each cause gets a few lines per minute. */
export class DeliveryLog {
	private readonly limit: LineLimit;

	private readonly once: LineLimit;

	private readonly marks: Cache<string, { since: number; toldAt: number }>;

	constructor(private readonly now: () => number) {
		this.limit = new LineLimit(now);
		this.once = new LineLimit(now, 1);
		this.marks = new Cache({ max: MAX_MARKS, now });
	}

	/** Reports a refusal, and the error behind it: `Delivery rejected [code]: what happened (what was seen). What to do.` */
	refused(context: IWebhookFunctions, { code, message, cause: thrown }: Refusal): void {
		const metadata = { code, ...placeOf(context) };
		const write = (text: string, more: { ip?: string } = {}): void =>
			context.logger.warn(`Delivery rejected [${code}]: ${text}`, { ...metadata, ...more });
		// the platform sends an event that is too large several times, and one line says all there is to do
		const lines = code === 'body_too_large' ? this.once : this.limit;
		// the sender of a made-up key also chooses how fetching it fails
		const kind = code.startsWith('key_') ? 'key' : code;
		const { counted, line } = lines.take(`${metadata.workflowId}/${context.getNode().id}/${kind}`, message);
		if (counted !== undefined) write(counted);
		if (line === undefined) return;
		write(line, { ip: context.getRequestObject().ip });
		if (thrown !== undefined) void logTrace(context, thrown, metadata);
	}

	/** Reports a press that changes nothing: anyone who sees an old button can press it as often as they like. */
	pressed(context: IWebhookFunctions, executionId: string): void {
		const place = placeOf(context);
		const text = `A button was pressed for execution ${executionId}, which isn't waiting for this answer.`;
		const { counted, line } = this.limit.take(`${place.workflowId}/${context.getNode().id}/press`, text);
		if (counted !== undefined) context.logger.info(`Buttons pressed: ${counted}`, place);
		if (line !== undefined) context.logger.info(line, place);
	}

	/** Reports something about a node's messages once per minute. */
	warnOnce(context: IWebhookFunctions, cause: string): void {
		const place = placeOf(context);
		const { counted, line } = this.once.take(`${place.workflowId}/${context.getNode().id}/${cause}`, cause);
		for (const text of [counted, line]) if (text !== undefined) context.logger.warn(text, place);
	}

	/**
	 * Reports a registration whose ID is lost, because n8n was stopped between the platform's answer and its own database: verified
	 * deliveries keep coming through it, for longer than repeated ones. The platform cannot list webhooks, but its deliveries carry a mark.
	 */
	arrived(context: IWebhookFunctions, store: RegistrationStore): void {
		const { mark } = store;
		if (mark === undefined || store.all.some((known) => known.mark === mark)) return;
		const now = this.now();
		const seen = this.marks.get(mark);
		if (seen === undefined) {
			this.marks.set(mark, { since: now, toldAt: -Infinity });
			return;
		}
		if (now - seen.since < SUSPICIOUS_AFTER_MS || now - seen.toldAt < TELL_EVERY_MS) return;
		seen.toldAt = now;
		context.logger.warn(
			`The platform also sends events through a webhook that this n8n has no record of (${MARK}=${mark}). n8n was probably stopped while it published this workflow, or didn't get the platform's response. Look for "${MARK}=${mark}" in n8n's earlier log. If a line has the webhook's ID, remove the webhook with the Messaging Platform node, operation Webhook: Delete. Otherwise, ask the platform's support to remove the webhook with this URL.`,
			placeOf(context),
		);
	}
}
