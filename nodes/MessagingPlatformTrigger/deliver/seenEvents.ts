import { createHash } from 'crypto';
import { printJson } from '../../shared/json';
import { BoundedMap } from '../../shared/boundedMap';

/** Accepted events that are remembered, over all triggers of a process. */
export const MAX_SEEN = 20_000;

/** Claims that may wait for n8n's answer, over all triggers of a process. */
export const MAX_CLAIMS = 5_000;

/** How long a claim stands while n8n gives no answer, in ms; then the next copy gets its chance. */
export const MAX_CLAIM_AGE_MS = 10 * 60_000;

/** How long a copy waits for the outcome of the first before it is sent away to be sent again, in ms. */
export const WAIT_MS = 4_000;

/** What makes two deliveries copies of one event. */
export interface EventKey {
	/** Names workflow and node. */
	node: string;
	accountId: string;
	/** The event's name: two names under one id are two events. */
	name: string;
	id: string;
}

/** The right to start an event's execution. Whoever has it settles it once n8n has answered. */
export interface Claim {
	/** @param accepted true when n8n answered 200: the event is remembered. Otherwise the next copy gets its chance. */
	settle(accepted: boolean): void;
}

/** What is known of an event: it is the caller's to start, was accepted before, or is still being started. */
export type Sighting = Claim | 'duplicate' | 'in_progress';

/** A claim that waits for n8n's answer. */
interface Open {
	since: number;
	/** Each wakes one of the copies that wait. */
	waiting: Set<() => void>;
}

function wakeAll({ waiting }: Open): void {
	waiting.forEach((wake) => wake());
}

/** As a hash: an id may be as long as a body, and text cut out of a body would keep all of it in memory. */
function nameOf({ node, accountId, name, id }: EventKey): string {
	return createHash('sha256')
		.update(printJson([node, accountId, name, id]))
		.digest('base64');
}

async function untilSettled({ waiting }: Open, end: AbortSignal): Promise<void> {
	await new Promise<void>((resolve) => {
		const wake = () => {
			waiting.delete(wake);
			end.removeEventListener('abort', wake);
			resolve();
		};
		waiting.add(wake);
		end.addEventListener('abort', wake);
	});
}

/**
 * Remembers which events were accepted, so that an event that the platform sends again (specification, Events, rule 1)
 * starts one execution. In memory, bounded in number and age: it knows nothing of other processes or of the time before a
 * restart.
 */
export class SeenEvents {
	/** When each was accepted. */
	private readonly accepted = new BoundedMap<string, number>(MAX_SEEN);

	private readonly claims = new BoundedMap<string, Open>(MAX_CLAIMS, wakeAll);

	/**
	 * @param now the clock: ms since 1970
	 * @param waitMs how long a copy waits for the outcome of the first, in ms
	 * @param keepMs how long an accepted event is remembered, in ms
	 */
	constructor(
		private readonly now: () => number = Date.now,
		private readonly waitMs = WAIT_MS,
		private readonly keepMs = Infinity,
	) {}

	/**
	 * Claims an event, or tells that it was accepted before. Of copies that arrive at once one gets the claim; the others
	 * wait for its outcome, at most waitMs.
	 *
	 * @param key names the trigger and the event
	 */
	async claim(key: EventKey): Promise<Sighting> {
		const name = nameOf(key);
		let end: AbortSignal | undefined;
		for (;;) {
			if (this.now() - (this.accepted.get(name) ?? -Infinity) < this.keepMs) return 'duplicate';
			const open = this.claims.get(name);
			if (open === undefined || this.isOld(open)) return this.open(name);
			if (end?.aborted) return 'in_progress';
			end ??= AbortSignal.timeout(this.waitMs);
			await untilSettled(open, end);
		}
	}

	private isOld({ since }: Open): boolean {
		return this.now() - since >= MAX_CLAIM_AGE_MS;
	}

	private open(name: string): Claim {
		this.close(name);
		const open: Open = { since: this.now(), waiting: new Set() };
		this.claims.set(name, open);
		return {
			settle: (accepted) => {
				// Even where the claim has been dropped meanwhile: n8n has the event.
				if (accepted) this.accepted.set(name, this.now());
				if (accepted || this.claims.get(name) === open) this.close(name);
			},
		};
	}

	private close(name: string): void {
		const open = this.claims.get(name);
		this.claims.delete(name);
		if (open !== undefined) wakeAll(open);
	}
}
