import type { IWebhookFunctions } from 'n8n-workflow';
import { BoundedMap } from '../../shared/boundedMap';
import { objectOf } from '../../shared/json';
import { placeOf } from '../settings/logPlace';
import { MARK } from './records';
import type { RegistrationStore } from './store';

/** Resends of what a removed registration delivered come for some time; a registration that lives on comes for longer, in ms. */
export const SUSPICIOUS_AFTER_MS = 10 * 60_000;

/** How often the log tells of the same registration at most, in ms. */
export const TELL_EVERY_MS = 60 * 60_000;

const MAX_MARKS = 100;

/**
 * Notices registrations that live on although nothing has their ID any more, because n8n was stopped between the platform's
 * answer and its own database. The platform cannot list webhooks, but what it delivers through one carries its mark.
 */
export class Strays {
	private readonly marks = new BoundedMap<string, { since: number; toldAt: number }>(MAX_MARKS);

	/** @param now the clock: ms since 1970 */
	constructor(private readonly now: () => number) {}

	/**
	 * Looks at a verified delivery, and tells n8n's log when it came through a registration that nobody knows, and such ones
	 * have come for longer than resends can explain.
	 *
	 * @param context the webhook's context
	 * @param store the trigger's webhooks
	 */
	notice(context: IWebhookFunctions, store: RegistrationStore): void {
		const mark = readMark(context);
		if (mark === undefined || store.all.some((known) => known.mark === mark)) return;
		const now = this.now();
		const seen = this.marks.get(mark);
		if (seen === undefined) {
			this.marks.set(mark, { since: now, toldAt: -Infinity });
			return;
		}
		if (now - seen.since < SUSPICIOUS_AFTER_MS || now - seen.toldAt < TELL_EVERY_MS) return;
		this.marks.replace(mark, { ...seen, toldAt: now });
		context.logger.warn(
			`The platform also sends events through a webhook that this n8n has no record of (${MARK}=${mark}), probably because n8n was stopped while it published this workflow. Look for "${MARK}=${mark}" in n8n's earlier log: that line has the webhook's ID. Then remove the webhook with the Messaging Platform node, operation Webhook: Delete.`,
			placeOf(context),
		);
	}
}

function readMark(context: IWebhookFunctions): string | undefined {
	const query: unknown = context.getQueryData();
	const mark = objectOf(query)[MARK];
	return typeof mark === 'string' && /^[0-9a-f]{16}$/.test(mark) ? mark : undefined;
}
