import { type IDataObject, sleep } from 'n8n-workflow';
import type { OpenAnswer } from './byteStream';
import { Cache } from '../cache';

/** Pause after a refusal that names none; it doubles while nothing is accepted. And the longest one, whatever the platform asks for; ms. */
const PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 60_000;

/** Share of a pause that chance adds, so that several processes don't come back at the same moment. */
const JITTER = 0.1;

/** The lowest rate, in requests per second. */
const MIN_RATE = 0.5;

/** Time that a late timer may make up for, in ms. */
const SLACK_MS = 100;

/** The time as a gate sees it: ms of the monotonic clock, a sleep that rejects on abort, and a number from 0 up to 1. */
const CLOCK = { now: () => performance.now(), sleep, random: () => Math.random() };

type Clock = typeof CLOCK;

/** A request's place among those that wait. */
export interface Turn {
	/** Its owners take turns, whatever number of requests each of them has. */
	owner: object;
	/** The end of its patience: ms of the monotonic clock. */
	until: number;
	/** Ends the wait. */
	stop?: AbortSignal;
}

interface Waiting {
	turn: Turn;
	go(mayPass: boolean): void;
}

type Seen = Pick<OpenAnswer, 'statusCode' | 'headers' | 'held'>;

/**
 * Reads Retry-After (RFC 9110, section 10.2.3): seconds, or a date by the clock of the server that sent it.
 * @returns ms up to {@link MAX_PAUSE_MS}; undefined if there is none
 */
export function retryAfter({ 'retry-after': value, date }: IDataObject): number | undefined {
	if (typeof value !== 'string' || value.trim() === '') return undefined;
	const sentAt = typeof date === 'string' && !Number.isNaN(Date.parse(date)) ? Date.parse(date) : Date.now();
	const ms = Number.isNaN(Number(value)) ? Date.parse(value) - sentAt : Number(value) * 1_000;
	return Number.isNaN(ms) ? undefined : Math.min(Math.max(ms, 0), MAX_PAUSE_MS);
}

/** Checks whether a response asks for fewer requests: 429 (RFC 6585, section 4), or 503 with a time. */
export const isTooFast = ({ statusCode, headers }: Seen): boolean =>
	statusCode === 429 || (statusCode === 503 && retryAfter(headers) !== undefined);

/**
 * Lets requests through to one origin with one token, as fast as the platform takes them. It holds nothing back until one is refused as too
 * fast. Then nothing goes out for a pause, and what follows goes at a rate that falls with each refusal and grows while there is none.
 */
export class Gate<Answer extends Seen> {
	/** Requests per second that are let through, and that the platform was seen to take. */
	private rate = Infinity;

	private proven = Infinity;

	/** The time before which none is let through, because of a pause and because of the rate. */
	private closedUntil = -Infinity;

	private nextAt = -Infinity;

	/** Counts how often the rate fell: a request that was under way then says nothing about the new rate. */
	private era = 0;

	private eraBegan = -Infinity;

	private acceptedInEra = 0;

	/** Refusals since a request was accepted, and the latest one. */
	private inARow = 0;

	private said?: Answer;

	/** Times at which requests were accepted within the last second before a refusal. */
	private accepted: number[] = [];

	/** Requests that wait, the earliest first. */
	private waiting: Waiting[] = [];

	private turns = 0;

	/** The number of each owner's latest turn. */
	private readonly latest = new WeakMap<object, number>();

	private bell?: AbortController;

	constructor(private readonly clock: Clock = CLOCK) {}

	/**
	 * Makes a request in its turn. One that got a 429 wasn't accepted, so it goes again.
	 * @returns undefined if it was stopped while it waited; the latest refusal if its patience ended
	 */
	async pass(turn: Turn, attempt: () => Promise<Answer>): Promise<Answer | undefined> {
		for (let isFirst = true; ; isFirst = false) {
			if (this.rate !== Infinity && !(await this.wait(turn, isFirst))) {
				return turn.stop?.aborted || !this.said ? undefined : { ...this.said, held: true };
			}
			const { era } = this;
			const answer = await attempt();
			if (isTooFast(answer)) this.slowDown(answer, era);
			else this.speedUp(era);
			if (answer.statusCode !== 429) return answer;
		}
	}

	private speedUp(era: number): void {
		const now = this.clock.now();
		if (this.rate === Infinity) {
			this.accepted.push(now);
			while (now - (this.accepted[0] ?? now) > 1_000) this.accepted.shift();
		}
		if (this.rate === Infinity || era !== this.era) return;
		this.acceptedInEra += 1;
		this.inARow = 0;
		if (this.rate < this.proven) {
			this.rate = Math.min(this.proven, this.rate + (this.proven - this.rate) / 4 + 0.01);
			return;
		}
		// what was accepted before the first refusal proves little, so the rate grows fast then
		const seconds = this.era === 1 ? 200 : 2 + (now - this.eraBegan) / 1_000;
		this.rate += (0.0005 + 0.0025 / this.rate) * seconds;
	}

	private slowDown(answer: Answer, era: number): void {
		const now = this.clock.now();
		const asked = retryAfter(answer.headers) ?? 0;
		this.said = answer;
		if (era === this.era) this.lowerRate(now);
		const doubled = asked > 0 && this.inARow === 1 ? 0 : PAUSE_MS * 2 ** (this.inARow - 1);
		const pause = Math.min(Math.max(asked, doubled), MAX_PAUSE_MS);
		this.closedUntil = Math.max(this.closedUntil, now + pause * (1 + JITTER * this.clock.random()));
	}

	private lowerRate(now: number): void {
		if (this.rate === Infinity) {
			this.rate = this.accepted.filter((at) => now - at <= 1_000).length;
			this.proven = this.rate;
		} else if (this.acceptedInEra > 0) {
			// half of the pause counts: what a bucket of tokens gained meanwhile was spent, too
			this.proven = (this.acceptedInEra / (now - (this.eraBegan + this.closedUntil) / 2)) * 1_000;
			this.rate /= 2;
		}
		this.rate = Math.max(this.rate, MIN_RATE);
		this.era += 1;
		this.eraBegan = now;
		this.acceptedInEra = 0;
		this.inARow += 1;
	}

	/** Waits for a turn. Returns false if it was stopped or its patience ended. */
	private async wait(turn: Turn, isFirst: boolean): Promise<boolean> {
		return await new Promise((go) => {
			const isIdle = this.waiting.length === 0;
			if (isFirst) this.waiting.push({ turn, go });
			else this.waiting.unshift({ turn, go });
			// a new owner comes after all that wait already
			if (!this.latest.has(turn.owner)) this.latest.set(turn.owner, this.turns);
			// once for all of an execution's requests
			turn.stop?.addEventListener('abort', this.ring);
			if (isIdle) void this.serve();
			else this.ring();
		});
	}

	private readonly ring = (): void => this.bell?.abort();

	/** Gives turns until no one waits. */
	private async serve(): Promise<void> {
		for (;;) {
			const now = this.clock.now();
			const isOver = ({ turn }: Waiting) => turn.stop?.aborted === true || turn.until <= now;
			for (const one of this.waiting.filter(isOver)) this.end(one, false);
			if (this.waiting.length === 0) return;
			const due = Math.max(this.closedUntil, this.nextAt);
			if (due <= now) {
				this.nextAt = Math.max(this.nextAt, now - SLACK_MS) + 1_000 / this.rate;
				this.giveTurn();
				continue;
			}
			const next = Math.min(due, ...this.waiting.map(({ turn }) => turn.until));
			this.bell = new AbortController();
			await this.clock.sleep(Math.ceil(next - now), this.bell.signal).catch(() => undefined);
		}
	}

	/** Lets the earliest request go of the owner whose latest turn was the longest ago. */
	private giveTurn(): void {
		const latestOf = ({ turn }: Waiting) => this.latest.get(turn.owner) ?? 0;
		const next = this.waiting.reduce((one, other) => (latestOf(other) < latestOf(one) ? other : one));
		this.latest.set(next.turn.owner, ++this.turns);
		this.end(next, true);
	}

	private end(one: Waiting, mayPass: boolean): void {
		this.waiting = this.waiting.filter((other) => other !== one);
		const { stop } = one.turn;
		if (!this.waiting.some(({ turn }) => turn.stop === stop)) stop?.removeEventListener('abort', this.ring);
		one.go(mayPass);
	}
}

const gates = new Cache<string, Gate<OpenAnswer>>({ max: 500 });

/** Returns the gate of an origin and a token, by a name for both. The build publishes this file once, so both nodes have the same. */
export function gateOf(name: string): Gate<OpenAnswer> {
	const gate = gates.get(name) ?? new Gate<OpenAnswer>();
	// as the newest: the one that was used the longest ago makes room
	gates.set(name, gate);
	return gate;
}
