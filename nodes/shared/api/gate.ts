import { type IDataObject, sleep } from 'n8n-workflow';
import { Cache } from '../cache';
import type { OpenAnswer } from './byteStream';

/** Pause after a refusal that names none, in ms. It doubles while nothing is accepted. */
const PAUSE_MS = 1_000;

/** The longest pause, in ms, whatever the platform asks for. */
const MAX_PAUSE_MS = 60_000;

/** Share of a pause that chance adds, so that several processes don't come back at the same moment. */
const JITTER = 0.1;

/** Requests in a second: the least that a gate lets through. */
const MIN_RATE = 0.5;

/** Time without a refusal after which nothing is held back anymore, in ms. */
const FORGET_MS = 10 * 60_000;

/** Time that a late timer may make up for, in ms. */
const SLACK_MS = 100;

/** Gates that are remembered: one for each origin and token. */
const MAX_GATES = 500;

/** The time as a gate sees it. */
export interface Clock {
	/** ms of the monotonic clock. */
	now(): number;
	/** Rejects when the signal aborts. */
	sleep(ms: number, signal: AbortSignal): Promise<void>;
	/** A number from 0 up to 1. */
	random(): number;
}

const CLOCK: Clock = { now: () => performance.now(), sleep, random: () => Math.random() };

/** The part of a response that a gate looks at. */
export interface Passed {
	statusCode: number;
	headers: IDataObject;
	/** True if this request wasn't sent: the response is one that others got. */
	held?: true;
}

/** A request's place among those that wait. */
export interface Turn {
	/** Requests of one owner wait in its own line, and the lines take turns. */
	owner: object;
	/** The end of its patience: ms of the monotonic clock. */
	until: number;
	/** Ends the wait. All requests of an owner have the same one. */
	stop?: AbortSignal;
}

interface Waiting {
	turn: Turn;
	go(mayPass: boolean): void;
}

/** Checks whether a response asks for fewer requests: 429 (RFC 6585, section 4), or 503 with a time (RFC 9110, section 10.2.3). */
export function isTooFast({ statusCode, headers }: Passed): boolean {
	return statusCode === 429 || (statusCode === 503 && retryAfter(headers) !== undefined);
}

/** Reads Retry-After, seconds or a date by the clock of the server that sent it. Returns ms up to {@link MAX_PAUSE_MS}; undefined if there is none. */
export function retryAfter({ 'retry-after': value, date }: IDataObject): number | undefined {
	if (typeof value !== 'string' || value.trim() === '') return undefined;
	const seconds = Number(value);
	const sentAt = typeof date === 'string' ? Date.parse(date) : NaN;
	const ms = Number.isNaN(seconds) ? Date.parse(value) - (Number.isNaN(sentAt) ? Date.now() : sentAt) : seconds * 1_000;
	return Number.isNaN(ms) ? undefined : Math.min(Math.max(ms, 0), MAX_PAUSE_MS);
}

/**
 * Lets requests through to one origin with one token, as fast as the platform takes them. It holds nothing back until a request is
 * refused as too fast. Then nothing goes out for a pause, and what follows goes at a rate that falls with each refusal and grows while
 * there is none. A request that got a 429 wasn't accepted, so it goes again.
 */
export class Gate<Answer extends Passed> {
	/** Requests in a second that are let through. */
	private rate = Infinity;

	/** Requests in a second that the platform is known to take. */
	private proven = Infinity;

	private closedUntil = -Infinity;

	private nextAt = -Infinity;

	/** The refusals that lowered the rate, and since when it is so; those that were under way then don't count. */
	private era = 0;

	private eraBegan = -Infinity;

	private acceptedInEra = 0;

	/** Refusals since a request was accepted. */
	private inARow = 0;

	/** Requests that were accepted in this second and in the one before. */
	private second = { at: 0, count: 0, before: 0 };

	/** The latest refusal. */
	private said?: Answer;

	/** Requests that wait, the earliest first. */
	private waiting: Waiting[] = [];

	/** Turns that were given, and the latest one of each owner. */
	private turns = 0;

	private readonly latest = new WeakMap<object, number>();

	private bell?: AbortController;

	constructor(private readonly clock: Clock = CLOCK) {}

	/**
	 * Makes a request in its turn, and again if it was refused as too fast.
	 * @returns undefined if it was stopped while it waited; at the end of its patience the latest refusal
	 */
	async pass(turn: Turn, attempt: () => Promise<Answer>): Promise<Answer | undefined> {
		for (let isFirst = true; ; isFirst = false) {
			if (this.isPaced && !(await this.wait(turn, isFirst))) {
				return turn.stop?.aborted || !this.said ? undefined : { ...this.said, held: true };
			}
			const { era } = this;
			const answer = await attempt();
			if (!isTooFast(answer)) {
				this.accepted(era);
				return answer;
			}
			this.slowDown(answer, era);
			if (answer.statusCode !== 429) return answer;
		}
	}

	private get isPaced(): boolean {
		if (this.rate === Infinity) return false;
		if (this.waiting.length === 0 && this.clock.now() - this.eraBegan > FORGET_MS) this.rate = Infinity;
		return this.rate !== Infinity;
	}

	private accepted(era: number): void {
		const at = Math.floor(this.clock.now() / 1_000);
		if (at !== this.second.at) {
			this.second = { at, count: 0, before: at === this.second.at + 1 ? this.second.count : 0 };
		}
		this.second.count += 1;
		if (this.rate === Infinity || era !== this.era) return;
		this.acceptedInEra += 1;
		this.inARow = 0;
		if (this.rate < this.proven) {
			this.rate = Math.min(this.proven, this.rate + (this.proven - this.rate) / 4 + 0.01);
			return;
		}
		// what was accepted before the first refusal proves little, so the rate then grows fast
		const seconds = this.era === 1 ? 200 : 2 + (this.clock.now() - this.eraBegan) / 1_000;
		this.rate += (0.0005 + 0.0025 / this.rate) * seconds;
	}

	/** Closes the gate for a pause, and lowers the rate unless the request was under way when that was done before. */
	private slowDown(answer: Answer, era: number): void {
		const now = this.clock.now();
		const asked = retryAfter(answer.headers);
		this.said = answer;
		if (era === this.era) this.lowerRate(now);
		const doubled = PAUSE_MS * 2 ** (this.inARow - 1);
		const pause = Math.min(this.inARow > 1 ? Math.max(asked ?? 0, doubled) : (asked ?? doubled), MAX_PAUSE_MS);
		this.closedUntil = Math.max(this.closedUntil, now + pause * (1 + JITTER * this.clock.random()));
	}

	private lowerRate(now: number): void {
		if (this.rate === Infinity) {
			const { at, count, before } = this.second;
			const age = now / 1_000 - at;
			this.rate = age < 1 ? count + before * (1 - age) : 0;
			this.proven = this.rate;
		} else if (this.acceptedInEra > 0) {
			// half of the pause counts: what a bucket of tokens gained in it was spent, too
			const open = now - (this.eraBegan + this.closedUntil) / 2;
			this.proven = (this.acceptedInEra / open) * 1_000;
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
			for (const { go } of this.waiting.filter(isOver)) go(false);
			this.waiting = this.waiting.filter((one) => !isOver(one));
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

	/** Lets the earliest request go of the owner whose latest turn is the longest ago. */
	private giveTurn(): void {
		const latestOf = ({ turn }: Waiting) => this.latest.get(turn.owner) ?? 0;
		const next = this.waiting.reduce((one, other) => (latestOf(other) < latestOf(one) ? other : one));
		this.latest.set(next.turn.owner, ++this.turns);
		this.waiting = this.waiting.filter((one) => one !== next);
		next.go(true);
	}
}

const gates = new Cache<string, Gate<OpenAnswer>>({ max: MAX_GATES });

/**
 * Returns the one gate of the process. The build publishes this file once, so both nodes have the same.
 * @param name names an origin and a token
 */
export function gateOf(name: string): Gate<OpenAnswer> {
	const gate = gates.get(name) ?? new Gate<OpenAnswer>();
	// as the newest, so that the one makes room that was used the longest ago
	gates.set(name, gate);
	return gate;
}
