import { sleep } from 'n8n-workflow';

/** The number of keys from which on unused ones are forgotten before another one is added. */
const MAX_IDLE = 1_000;

/** The time as a queue sees it: ms of a clock, and a sleep that rejects on abort. */
export const CLOCK = { now: () => performance.now(), sleep };

export type Clock = typeof CLOCK;

/** What a job waits with. */
interface Claim {
	/** Ends the wait. */
	stop?: AbortSignal;
}

interface Rules<Of> {
	/** Jobs at once. */
	atOnce?: number;
	/** Jobs that may wait. */
	maxWaiting?: number;
	/** Checks whether a job goes before one that came earlier. Without it, the first job goes first, and no other is looked at. */
	goesBefore?(claim: Of, earlier: Of): boolean;
	/** Time before a job may begin, and for which it still waits; ms. */
	pause?(claim: Of): number;
	patience?(claim: Of): number;
	/** Called in the moment when it's a job's turn. */
	begin?(claim: Of): void;
	clock?: Clock;
}

interface Place<Of> {
	claim?: Of;
	stop?: AbortSignal;
	/** Ends the wait. */
	tell?(isTurn: boolean): void;
	next?: Place<Of>;
}

/** Jobs that wait for their turn. A list, because 100,000 may wait: each costs little, and to take out the first nothing more. */
export class Queue<Of extends object = object> {
	/** No job begins before this time: ms of the clock. */
	opensAt = -Infinity;

	private running = 0;

	private waiting = 0;

	private first?: Place<Of>;

	private last?: Place<Of>;

	private alarm?: AbortController;

	private readonly clock: Clock;

	constructor(private readonly rules: Rules<Of> = {}) {
		this.clock = rules.clock ?? CLOCK;
	}

	/** Jobs that wait or run. */
	get inHand(): number {
		return this.waiting + this.running;
	}

	get isIdle(): boolean {
		return this.inHand === 0 && this.opensAt <= this.clock.now();
	}

	/** Does a job in its turn. With a claim, returns undefined if its turn didn't come in time or too many others wait. */
	async run<Result>(job: () => Promise<Result>): Promise<Result>;
	async run<Result>(job: () => Promise<Result>, claim: Of & Claim): Promise<Result | undefined>;
	async run<Result>(job: () => Promise<Result>, claim?: Of & Claim): Promise<Result | undefined> {
		const { maxWaiting = Infinity } = this.rules;
		const stop = claim?.stop;
		if (stop?.aborted || (claim && this.waiting >= maxWaiting)) return undefined;
		// each job continues in the asynchronous context in which it was added, its execution's
		const isTurn = await new Promise<boolean>((tell) => {
			// once for all that it stops
			stop?.addEventListener('abort', this.dropStopped);
			this.join({ claim, stop, tell });
		});
		if (!isTurn) return undefined;
		try {
			return await job();
		} finally {
			this.end();
		}
	}

	/** Adds a job that `begin` does, which then calls {@link end}. A promise for each of 100,000 would take four times the memory. */
	add(claim: Of): void {
		this.join({ claim });
	}

	/** Notes that a job is through. */
	end(): void {
		this.running -= 1;
		this.advance();
	}

	private join(place: Place<Of>): void {
		if (this.last) this.last.next = place;
		else this.first = place;
		this.last = place;
		this.waiting += 1;
		this.advance();
	}

	/** Ends a wait. */
	private leave(place: Place<Of>, isTurn: boolean): void {
		let before: Place<Of> | undefined;
		for (let one = this.first; one !== place && one; one = one.next) before = one;
		if (before) before.next = place.next;
		else this.first = place.next;
		if (this.last === place) this.last = before;
		this.waiting -= 1;
		if (isTurn) this.running += 1;
		place.tell?.(isTurn);
		this.unlisten(place.stop);
	}

	private unlisten(stop?: AbortSignal): void {
		if (!stop) return;
		for (let one = this.first; one; one = one.next) if (one.stop === stop) return;
		stop.removeEventListener('abort', this.dropStopped);
	}

	private readonly dropStopped = (): void => {
		for (let one = this.first; one; one = one.next) if (one.stop?.aborted) this.leave(one, false);
		this.advance();
	};

	/** Gives turns, and looks again when it's time for the next one. */
	private advance(): void {
		let ms = this.giveTurn();
		while (ms === 0) ms = this.giveTurn();
		this.alarm?.abort();
		this.alarm = undefined;
		if (ms === Infinity) return;
		this.alarm = new AbortController();
		this.clock.sleep(Math.ceil(ms), this.alarm.signal).then(
			() => this.advance(),
			() => undefined,
		);
	}

	/** Lets the next job begin, and returns 0. If none may, returns the time until one may or has lost its patience, in ms. */
	private giveTurn(): number {
		let next: Place<Of> | undefined;
		let ms = Infinity;
		for (let one = this.first; one; one = one.next) {
			const { claim } = one;
			const left = (claim && this.rules.patience?.(claim)) ?? Infinity;
			if (left <= 0) {
				this.leave(one, false);
				continue;
			}
			const pause = this.pauseBefore(claim);
			if (pause <= 0 && (!next || this.goesBefore(claim, next.claim))) next = one;
			ms = Math.min(ms, left, pause);
			if (!this.rules.goesBefore) break;
		}
		if (!next) return ms;
		this.leave(next, true);
		if (next.claim) this.rules.begin?.(next.claim);
		return 0;
	}

	private pauseBefore(claim?: Of): number {
		if (this.running >= (this.rules.atOnce ?? Infinity)) return Infinity;
		return Math.max(this.opensAt - this.clock.now(), (claim && this.rules.pause?.(claim)) ?? 0);
	}

	private goesBefore(claim?: Of, earlier?: Of): boolean {
		return claim !== undefined && earlier !== undefined && this.rules.goesBefore?.(claim, earlier) === true;
	}
}

/** A queue for each key. */
export class Queues<Key, Of extends object = object> {
	private readonly queues = new Map<Key, Queue<Of>>();

	private most = MAX_IDLE;

	constructor(private readonly make: (key: Key) => Queue<Of>) {}

	/** Queues that have jobs, or were closed for a time that isn't over. */
	get size(): number {
		for (const [key, queue] of this.queues) if (queue.isIdle) this.queues.delete(key);
		return this.queues.size;
	}

	of(key: Key): Queue<Of> {
		const known = this.queues.get(key);
		if (known) return known;
		// twice as many as were in use: to look through them all is rare then
		if (this.queues.size >= this.most) this.most = Math.max(MAX_IDLE, 2 * this.size);
		const queue = this.make(key);
		this.queues.set(key, queue);
		return queue;
	}
}
