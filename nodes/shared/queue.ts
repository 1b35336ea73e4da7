import { sleep } from 'n8n-workflow';

/** The number of keys from which on unused ones are forgotten before another one is added. */
const MAX_IDLE = 1_000;

/** The time as a queue sees it: ms of a clock, and a sleep that rejects on abort. */
export const CLOCK = { now: () => performance.now(), sleep };

export type Clock = typeof CLOCK;

interface Rules<Of> {
	atOnce?: number;
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
	claim: Of;
	stop?: AbortSignal;
	tell?(isTurn: boolean): void;
	next?: Place<Of>;
}

/** Jobs that wait for their turn. A list, because 100,000 may wait: each costs little, and to take out the first nothing more. */
export class Queue<Of = void> {
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

	/** True if it may be forgotten. */
	get isIdle(): boolean {
		return this.inHand === 0 && this.opensAt <= this.clock.now();
	}

	/** Does a job in its turn. If that may be stopped, returns undefined if its turn doesn't come or too many others wait. */
	async run<Result>(job: () => Promise<Result>, claim: Of): Promise<Result>;
	async run<Result>(job: () => Promise<Result>, claim: Of, stop: AbortSignal | undefined): Promise<Result | undefined>;
	async run<Result>(job: () => Promise<Result>, claim: Of, stop?: AbortSignal): Promise<Result | undefined> {
		if (stop?.aborted || this.waiting >= (this.rules.maxWaiting ?? Infinity)) return undefined;
		// each job continues in the asynchronous context in which it was added, its execution's
		const isTurn = await new Promise<boolean>((tell) => {
			// always the same listener, so a signal has it once
			stop?.addEventListener('abort', this.dropStopped);
			this.join(claim, stop, tell);
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
		this.join(claim);
	}

	end(): void {
		this.running -= 1;
		this.advance();
	}

	private join(claim: Of, stop?: AbortSignal, tell?: Place<Of>['tell']): void {
		const place: Place<Of> = { claim, stop, tell, next: undefined };
		if (this.last) this.last.next = place;
		else this.first = place;
		this.last = place;
		this.waiting += 1;
		this.advance();
	}

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
		const { atOnce = Infinity, goesBefore, pause, patience, begin } = this.rules;
		const closed = this.running < atOnce ? this.opensAt - this.clock.now() : Infinity;
		let next: Place<Of> | undefined;
		let ms = Infinity;
		for (let one = this.first; one; one = one.next) {
			const left = patience?.(one.claim) ?? Infinity;
			const early = Math.max(closed, pause?.(one.claim) ?? 0);
			if (left <= 0) this.leave(one, false);
			else if (early > 0) ms = Math.min(ms, left, early);
			else if (!next || goesBefore?.(one.claim, next.claim)) next = one;
			if (!goesBefore) break;
		}
		if (!next) return ms;
		this.leave(next, true);
		begin?.(next.claim);
		return 0;
	}
}

export class Queues<Key, Of = void> {
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
