import type { IWebhookFunctions } from 'n8n-workflow';
import { logTrace } from '../../shared/api/trace';
import { Cache } from '../../shared/cache';
import { type Delivery, recentDeliveries } from '../../shared/deliveries';
import { LineLimit } from '../../shared/lineLimit';
import { oneLine } from '../../shared/texts';
import type { Event } from '../event/event';
import type { FilterReason } from '../event/filter';
import type { Refusal } from '../verify/refusals';
import { MARK, type RegistrationStore } from '../registration/store';
import { nodeOf, placeOf } from '../settings/settings';
import { fieldOf, writerOf } from './leftOut';
import type { Ignored } from './publicResponse';
import type { Arrival } from './receive';

/** Time after which deliveries through an unknown registration show that it still exists, in ms: those through a removed one end sooner. */
const SUSPICIOUS_AFTER_MS = 10 * 60_000;

/** The least time between two lines about the same registration, in ms. */
const TELL_EVERY_MS = 60 * 60_000;

const MAX_MARKS = 100;

/** Length to which a text from outside is cut. */
const MAX_TEXT = 100;

const MAX_REASON = 500;

type End = Ignored | { status: 'started' };

type Words = [outcome: Delivery['outcome'], reason: string, advice?: string];

const ENDS: Record<Exclude<End['status'], 'filtered'>, Words> = {
	started: ['started', 'It started the workflow', "If you don't see it, n8n may be set not to save this workflow's executions."],
	duplicate: [
		'duplicate',
		'It was received before, or another part of its message was',
		'If each one should start the workflow, turn off "Ignore Repeated Events" or turn on "Each Message Part".',
	],
	handed_over: ['answered', 'It answered a question, whose execution continues'],
	over: [
		'notWaiting',
		"A question's button was pressed, but its execution isn't waiting for this answer",
		'It was answered before, has ended, or was asked in another chat or of another person.',
	],
};

const leftOut = (arrival: Arrival, reason: FilterReason): Words => [
	'filtered',
	`It was left out by the ${fieldOf(arrival, reason)}`,
	'If such events should start the workflow, change that in the trigger and publish the workflow again.',
];

/** A copy, because a part of a text keeps the whole text in memory, which may be a body of megabytes. */
const short = (text = '', characters = MAX_TEXT) => Buffer.from(oneLine(text, characters)).toString();

const orNone = (text?: string) => short(text) || undefined;

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
	refused(context: IWebhookFunctions, { code, message, reason, advice, cause: thrown }: Refusal, event?: Event): void {
		this.remember(context, ['rejected', reason, advice], event, code);
		const metadata = { code, ...placeOf(context) };
		const write = (text: string, more: { ip?: string } = {}): void =>
			context.logger.warn(`Delivery rejected [${code}]: ${text}`, { ...metadata, ...more });
		// the platform sends an event that is too large several times, and one line says all there is to do
		const lines = code === 'body_too_large' ? this.once : this.limit;
		// the sender of a made-up key also chooses how fetching it fails
		const kind = code.startsWith('key_') ? 'key' : code;
		const { counted, line } = lines.take(`${nodeOf(context)}/${kind}`, message);
		if (counted !== undefined) write(counted);
		if (line === undefined) return;
		write(line, { ip: context.getRequestObject().ip });
		if (thrown !== undefined) void logTrace(context, thrown, metadata);
	}

	ended(arrival: Arrival, end: End): void {
		const words = end.status === 'filtered' ? leftOut(arrival, end.reason) : ENDS[end.status];
		this.remember(arrival.context, words, arrival.event);
	}

	/** @param event only if the delivery was verified */
	private remember(context: IWebhookFunctions, [outcome, reason, advice]: Words, event?: Event, code?: string): void {
		const place = placeOf(context);
		const { workflowName, nodeName } = place;
		const ip = event ? undefined : orNone(context.getRequestObject().ip);
		const names = event && { event: short(event.name), eventId: orNone(event.id), person: orNone(writerOf(event)) };
		const delivery = {
			...{ time: new Date(this.now()).toISOString(), workflowName, nodeName },
			...names,
			chatRef: orNone(event?.address.chatRef),
			outcome,
			code,
			reason: short(reason, MAX_REASON),
			advice,
			ip,
		};
		recentDeliveries.add(nodeOf(context), delivery);
		// for processes whose memory no workflow can read
		if (names) context.logger.debug(`Delivery ${outcome}: ${reason}.`, { ...place, event: names.event });
	}

	/** Reports something about a node's messages once per minute. */
	warnOnce(context: IWebhookFunctions, cause: string): void {
		const place = placeOf(context);
		const { counted, line } = this.once.take(`${nodeOf(context)}/${cause}`, cause);
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
