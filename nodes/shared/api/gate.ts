import type { IDataObject } from 'n8n-workflow';
import type { OpenResponse } from './byteStream';
import { Cache } from '../cache';
import { CLOCK, type Clock, Queue } from '../queue';

/** Pause after a refusal that names none; it doubles while nothing is accepted. And the longest one, whatever the platform asks for; ms. */
const PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 60_000;

/** Share of a pause that chance adds, so that several processes don't come back at the same moment. */
const JITTER = 0.1;

const MIN_RATE = 0.5;

/** Time that a late timer may make up for, in ms. */
const SLACK_MS = 100;

/** A request's place among those that wait. */
export interface Turn {
	/** Its owners take turns, whatever number of requests each of them has. */
	owner: object;
	/** The end of its patience: ms of the monotonic clock. */
	until: number;
	stop?: AbortSignal;
}

/** One that goes again goes before those that wait for the first time. */
interface Attempt extends Turn {
	isRepeated: boolean;
}

type Seen = Pick<OpenResponse, 'statusCode' | 'headers' | 'held'>;

/**
 * Reads Retry-After (RFC 9110, section 10.2.3): seconds, or a date by the clock of the server that sent it.
 * @returns ms up to {@link MAX_PAUSE_MS}; undefined if there is none
 */
export function retryAfter({ 'retry-after': value, date }: IDataObject): number | undefined {
	if (typeof value !== 'string' || value.trim() === '') return undefined;
	const sentAt = Date.parse(String(date)) || Date.now();
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
export class Gate<Whole extends Seen> {
	/** Requests per second that are let through, and that the platform was seen to take. */
	private rate = Infinity;

	private proven = Infinity;

	/** The time before which none is let through, because of a pause and because of the rate. */
	private closedUntil = 0;

	private nextAt = 0;

	/** Counts how often the rate fell: a request that was under way then says nothing about the new rate. */
	private era = 0;

	private eraBegan = 0;

	private acceptedInEra = 0;

	/** Refusals since a request was accepted, and the latest one. */
	private inARow = 0;

	private said?: Whole;

	/** Times at which requests were accepted within the last second before a refusal. */
	private accepted: number[] = [];

	private turns = 0;

	/** The number of each owner's latest turn. */
	private readonly latest = new WeakMap<object, number>();

	private readonly queue: Queue<Attempt>;

	/** @param random gives a number from 0 up to 1 */
	constructor(
		private readonly clock: Clock = CLOCK,
		private readonly random = () => Math.random(),
	) {
		this.queue = new Queue({
			clock,
			pause: () => Math.max(this.closedUntil, this.nextAt) - clock.now(),
			patience: ({ until }) => until - clock.now(),
			goesBefore: (one, earlier) => this.goesBefore(one, earlier),
			begin: ({ owner }) => {
				this.nextAt = Math.max(this.nextAt, clock.now() - SLACK_MS) + 1_000 / this.rate;
				this.latest.set(owner, ++this.turns);
			},
		});
	}

	/**
	 * Makes a request in its turn. One that got a 429 wasn't accepted, so it goes again.
	 * @returns undefined if it was stopped while it waited; the latest refusal if its patience ended
	 */
	async pass(turn: Turn, attempt: () => Promise<Whole>): Promise<Whole | undefined> {
		const ask = async () => {
			const { era } = this;
			const response = await attempt();
			if (isTooFast(response)) this.slowDown(response, era);
			else this.speedUp(era);
			return response;
		};
		for (let isRepeated = false; ; isRepeated = true) {
			const response = this.rate === Infinity ? await ask() : await this.wait({ ...turn, isRepeated }, ask);
			if (response === undefined) return turn.stop?.aborted || !this.said ? undefined : { ...this.said, held: true };
			if (response.statusCode !== 429) return response;
		}
	}

	private lastSecond(now: number): number[] {
		while (now - (this.accepted[0] ?? now) > 1_000) this.accepted.shift();
		return this.accepted;
	}

	private speedUp(era: number): void {
		const now = this.clock.now();
		if (this.rate === Infinity) return void this.lastSecond(now).push(now);
		if (era !== this.era) return;
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

	private slowDown(response: Whole, era: number): void {
		const now = this.clock.now();
		const asked = retryAfter(response.headers) ?? 0;
		this.said = response;
		if (era === this.era) this.lowerRate(now);
		const doubled = asked > 0 && this.inARow === 1 ? 0 : PAUSE_MS * 2 ** (this.inARow - 1);
		const pause = Math.min(Math.max(asked, doubled), MAX_PAUSE_MS);
		this.closedUntil = Math.max(this.closedUntil, now + pause * (1 + JITTER * this.random()));
	}

	private lowerRate(now: number): void {
		if (this.rate === Infinity) {
			this.rate = this.lastSecond(now).length;
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

	private async wait(attempt: Attempt, ask: () => Promise<Whole>): Promise<Whole | undefined> {
		// a new owner comes after all that wait already
		if (!this.latest.has(attempt.owner)) this.latest.set(attempt.owner, this.turns);
		return await this.queue.run(ask, attempt, attempt.stop);
	}

	/** Checks whether its owner's latest turn was longer ago. */
	private goesBefore(one: Attempt, earlier: Attempt): boolean {
		const [latest = 0, other = 0] = [this.latest.get(one.owner), this.latest.get(earlier.owner)];
		return latest < other || (latest === other && one.isRepeated && !earlier.isRepeated);
	}
}

const gates = new Cache<string, Gate<OpenResponse>>({ max: 500 });

/** Returns the gate of an origin and a token, by a name for both. The build publishes this file once, so both nodes have the same. */
export function gateOf(name: string): Gate<OpenResponse> {
	const gate = gates.get(name) ?? new Gate<OpenResponse>();
	// as the newest: the one that was used the longest ago makes room
	gates.set(name, gate);
	return gate;
}
