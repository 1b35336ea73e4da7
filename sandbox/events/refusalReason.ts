import type { RefusalCode } from '../../nodes/MessagingPlatformTrigger/verify/refusals';

/** Why a receiver refused a delivery, out of its log. */
export type RefusalReason = {
	/** The trigger's code; several where its log only counts by now and each of them may be the one. */
	codes: RefusalCode[];
	/** The log's line: what happened, what was seen, what to do; absent if it only counts. */
	line?: string;
};

export type RefusedAnswer = {
	status: number;
	/** The time at which the delivery was sent, in ms since 1970 by this machine's clock. */
	sentMs: number;
};

/** Finds the reason of a refusal; undefined when the log has none. */
export type FindReason = (answer: RefusedAnswer) => Promise<RefusalReason | undefined>;
