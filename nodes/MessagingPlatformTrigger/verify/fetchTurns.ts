import { createHash } from 'crypto';
import { sleep } from 'n8n-workflow';
import { Cache } from '../../shared/cache';
import { Refusal } from './refusals';

/** Fetches of unproven addresses that may come at once, per origin. */
const BURST = 20;

/** One more such fetch is allowed each time this passes, in ms. */
const REFILL_MS = 1_000;

/** Such fetches that may be under way at once, over all origins. */
const MAX_IN_FLIGHT = 8;

/** Longest wait for a turn, in ms: long enough for a few turns, and short enough that the sender doesn't give up. */
const MAX_WAIT_MS = 6_000;

/** Deliveries that may wait at once, for a turn or a fetch, over all addresses; each keeps its body in memory. */
const MAX_WAITING = 16;

/** Addresses whose requests are counted. */
const MAX_ASKED = 4_096;

/** Time for which an address that responded, with or without a key, gives way to those that haven't yet, in ms. */
const GIVE_WAY_MS = 10 * 60_000;

/** Interval of checks for a free turn while deliveries wait, in ms. */
const LOOK_MS = 50;

/** Demand for an address. */
interface Demand {
	/** Requests since its last turn. */
	times: number;
	/** End of the time in which it gives way to others, in ms since 1970. */
	givesWayUntil: number;
}

/** The deliveries that wait for one address. */
interface Line<Result> {
	address: string;
	origin: string;
	demand: Demand;
	fetch: () => Promise<Result>;
	/** True while it has its turn. */
	isUnderWay: boolean;
	waiting: Array<{ since: number; resolve: (result: Promise<Result>) => void; reject: (refusal: Refusal) => void }>;
}

const digest = (address: string): string => createHash('sha256').update(address).digest('base64url');

/**
 * Bounds how often a stranger can make this server fetch something, by a token bucket per origin (origins come from credentials
 * only, so that map stays small), and lets deliveries wait for their turn meanwhile. The address that was asked for most often
 * since its last turn goes first. A stranger who makes up a new address for each delivery asks for each of them once; the platform's
 * true address is asked for by every delivery and every resend, so it is soon ahead of them all. An address that responded and is
 * asked for again goes last: a true key would be proven by then.
 */
export class FetchTurns<Result> {
	private readonly buckets = new Map<string, { tokens: number; at: number }>();

	private readonly lines = new Map<string, Line<Result>>();

	private readonly demands = new Cache<string, Demand>({ max: MAX_ASKED });

	private isLooking = false;

	/** @param now the clock: ms since 1970 */
	constructor(private readonly now: () => number) {}

	/**
	 * Fetches when it is the address's turn, once for all that wait for it.
	 * @throws Refusal key_busy when its turn did not come in time or too many wait; what `fetch` throws
	 */
	async take(address: string, fetch: () => Promise<Result>): Promise<Result> {
		const line = this.findLine(address, fetch);
		this.makeRoom(line);
		this.lines.set(address, line);
		return await new Promise<Result>((resolve, reject) => {
			line.waiting.push({ since: this.now(), resolve, reject });
			this.giveTurns();
			void this.keepLooking();
		});
	}

	private findLine(address: string, fetch: () => Promise<Result>): Line<Result> {
		const key = digest(address);
		const found = this.lines.get(address);
		const demand = found?.demand ?? this.demands.get(key) ?? { times: 0, givesWayUntil: 0 };
		demand.times += 1;
		this.demands.set(key, demand);
		return found ?? { address, origin: new URL(address).origin, demand, fetch, isUnderWay: false, waiting: [] };
	}

	/** Compares two demands; if they are equal, neither goes first. */
	private goesBefore(one: Demand, other: Demand): boolean {
		const now = this.now();
		const givesWay = one.givesWayUntil > now;
		if (givesWay !== other.givesWayUntil > now) return !givesWay;
		return one.times > other.times;
	}

	/**
	 * Turns deliveries away if too many wait: first all but one of those whose address is being fetched, then those in least demand. The
	 * new one is turned away if its demand isn't higher.
	 */
	private makeRoom({ address, demand }: Line<Result>): void {
		const lines = [...this.lines.values()];
		if (lines.reduce((sum, line) => sum + line.waiting.length, 0) < MAX_WAITING) return;
		const crowd = lines.find((line) => line.isUnderWay && line.waiting.length > 1);
		if (crowd !== undefined && crowd.address !== address) return this.turnAway(crowd, crowd.waiting.slice(1));
		const last = lines
			.filter(({ isUnderWay }) => !isUnderWay)
			.reduce<Line<Result> | undefined>(
				(least, line) => (least === undefined || this.goesBefore(least.demand, line.demand) ? line : least),
				undefined,
			);
		if (last === undefined || !this.goesBefore(demand, last.demand)) throw new Refusal('key_busy');
		this.turnAway(last, last.waiting);
	}

	private turnAway(line: Line<Result>, waiting: Line<Result>['waiting']): void {
		line.waiting = line.waiting.filter((one) => !waiting.includes(one));
		if (line.waiting.length === 0 && !line.isUnderWay) this.lines.delete(line.address);
		for (const { reject } of waiting) reject(new Refusal('key_busy'));
	}

	private giveTurns(): void {
		const now = this.now();
		while (this.countUnderWay() < MAX_IN_FLIGHT) {
			const next = this.findNext(now);
			if (next === undefined) break;
			this.giveTurn(next);
		}
		for (const line of this.lines.values()) {
			if (line.isUnderWay) continue;
			// A clock that was set back counts like one that advanced.
			this.turnAway(
				line,
				line.waiting.filter(({ since }) => Math.abs(now - since) >= MAX_WAIT_MS),
			);
		}
	}

	private countUnderWay(): number {
		return [...this.lines.values()].filter(({ isUnderWay }) => isUnderWay).length;
	}

	private findNext(now: number): Line<Result> | undefined {
		let next: Line<Result> | undefined;
		for (const line of this.lines.values()) {
			if (line.isUnderWay) continue;
			const isFirst = next === undefined || this.goesBefore(line.demand, next.demand);
			if (isFirst && this.refill(line.origin, now) >= 1) next = line;
		}
		return next;
	}

	private refill(origin: string, now: number): number {
		const bucket = this.buckets.get(origin) ?? { tokens: BURST, at: now };
		const tokens = Math.min(BURST, bucket.tokens + Math.max(0, now - bucket.at) / REFILL_MS);
		this.buckets.set(origin, { tokens, at: now });
		return tokens;
	}

	private giveTurn(line: Line<Result>): void {
		const { address, origin, demand, fetch } = line;
		const bucket = this.buckets.get(origin);
		if (bucket !== undefined) bucket.tokens -= 1;
		demand.times = 0;
		line.isUnderWay = true;
		const end = (hasAnswered: boolean): void => {
			if (hasAnswered) demand.givesWayUntil = this.now() + GIVE_WAY_MS;
			this.lines.delete(address);
			for (const { resolve } of line.waiting) resolve(result);
			this.giveTurns();
		};
		const result = fetch();
		result.then(
			() => end(true),
			(error: unknown) => end(error instanceof Refusal && error.status !== 503),
		);
	}

	private async keepLooking(): Promise<void> {
		if (this.isLooking) return;
		this.isLooking = true;
		while (this.lines.size > this.countUnderWay()) {
			await sleep(LOOK_MS);
			this.giveTurns();
		}
		this.isLooking = false;
	}
}
