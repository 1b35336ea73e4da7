import { createHash } from 'crypto';
import { until } from '../../shared/api/deadline';
import { Cache } from '../../shared/cache';
import { type Clock, Queue } from '../../shared/queue';
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

/** Bytes of bodies of further deliveries, for an address that is being fetched: many people write to a new bot at once. */
const MAX_FOLLOWING_BYTES = 16 * 1_048_576;

/** Bytes that a delivery takes at least. */
const MIN_BYTES = 8_192;

/** Addresses whose requests are counted. */
const MAX_ASKED = 4_096;

/** Time for which an address that responded, with or without a key, gives way to those that haven't yet, in ms. */
const GIVE_WAY_MS = 10 * 60_000;

interface Demand {
	/** Requests since its last turn. */
	times: number;
	/** End of the time in which it gives way to others, in ms since 1970. */
	givesWayUntil: number;
}

/** Fetches that may begin, at a time in ms since 1970. */
interface Bucket {
	tokens: number;
	at: number;
}

/** A delivery that waits for what is at an address. */
interface Delivery<Result> {
	address: string;
	origin: string;
	demand: Demand;
	/** The time since which it waits, in ms since 1970. */
	since: number;
	fetch(): Promise<Result>;
	/** What it shares since its turn came. */
	result?: Promise<Result>;
	/** Aborted to turn it away, before its turn or after. */
	away: AbortController;
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
	private readonly buckets = new Map<string, Bucket>();

	private readonly demands = new Cache<string, Demand>({ max: MAX_ASKED });

	/** Deliveries that wait, for a turn or a fetch. */
	private readonly waiting = new Set<Delivery<Result>>();

	/** The fetches under way, by address. */
	private readonly fetches = new Map<string, Promise<Result>>();

	private readonly queue: Queue<Delivery<Result>>;

	private followingBytes = 0;

	/** @param clock in ms since 1970 */
	constructor(private readonly clock: Clock) {
		this.queue = new Queue({
			clock,
			pause: (delivery) => this.pauseBefore(delivery),
			// a clock that was set back counts like one that advanced
			patience: ({ since }) => MAX_WAIT_MS - Math.abs(clock.now() - since),
			goesBefore: (one, earlier) => this.goesBefore(one.demand, earlier.demand),
			begin: (delivery) => (delivery.result = this.fetches.get(delivery.address) ?? this.begin(delivery)),
		});
	}

	/**
	 * Fetches when it is the address's turn, once for all that wait for it.
	 * @param bodyBytes what the delivery keeps in memory
	 * @throws Refusal key_busy when its turn did not come in time or too many wait; what `fetch` throws
	 */
	async take(address: string, fetch: () => Promise<Result>, bodyBytes = Infinity): Promise<Result> {
		const demand = this.countDemand(address);
		const underWay = this.fetches.get(address);
		const bytes = Math.max(bodyBytes, MIN_BYTES);
		if (underWay && this.followingBytes + bytes <= MAX_FOLLOWING_BYTES) {
			this.followingBytes += bytes;
			return await underWay.finally(() => (this.followingBytes -= bytes));
		}
		const [since, away] = [this.clock.now(), new AbortController()];
		const delivery: Delivery<Result> = { address, origin: new URL(address).origin, demand, since, fetch, away };
		this.makeRoom(delivery);
		this.waiting.add(delivery);
		try {
			await until(
				this.queue.run(async () => await delivery.result, delivery, away.signal),
				away.signal,
			);
		} finally {
			this.waiting.delete(delivery);
		}
		if (delivery.result === undefined) throw new Refusal('key_busy');
		return await delivery.result;
	}

	private countDemand(address: string): Demand {
		const key = digest(address);
		const same = [...this.waiting].find((one) => one.address === address);
		const demand = same?.demand ?? this.demands.get(key) ?? { times: 0, givesWayUntil: 0 };
		demand.times += 1;
		this.demands.set(key, demand);
		return demand;
	}

	/** Compares two demands; if they are equal, neither goes first. */
	private goesBefore(one: Demand, other: Demand): boolean {
		const now = this.clock.now();
		const givesWay = one.givesWayUntil > now;
		if (givesWay !== other.givesWayUntil > now) return !givesWay;
		return one.times > other.times;
	}

	/** Turns deliveries away if too many wait: all but one of an address being fetched, then those in least demand, or the new one. */
	private makeRoom({ address, demand }: Delivery<Result>): void {
		if (this.waiting.size < MAX_WAITING) return;
		const all = [...this.waiting];
		const turnAway = (which: (delivery: Delivery<Result>) => boolean) => {
			for (const delivery of all.filter(which)) {
				this.waiting.delete(delivery);
				delivery.away.abort(new Refusal('key_busy'));
			}
		};
		const crowd = all.find(
			(one) => this.fetches.has(one.address) && all.some((other) => other !== one && other.address === one.address),
		);
		if (crowd && crowd.address !== address) return turnAway((one) => one !== crowd && one.address === crowd.address);
		const [first, ...others] = all.filter((one) => !this.fetches.has(one.address));
		const last = first && others.reduce((least, one) => (this.goesBefore(least.demand, one.demand) ? one : least), first);
		if (!last || !this.goesBefore(demand, last.demand)) throw new Refusal('key_busy');
		turnAway((one) => one.address === last.address);
	}

	private pauseBefore({ address, origin }: Delivery<Result>): number {
		if (this.fetches.has(address)) return 0;
		if (this.fetches.size >= MAX_IN_FLIGHT) return Infinity;
		return (1 - this.refill(origin).tokens) * REFILL_MS;
	}

	private refill(origin: string): Bucket {
		const now = this.clock.now();
		const { tokens, at } = this.buckets.get(origin) ?? { tokens: BURST, at: now };
		const bucket = { tokens: Math.min(BURST, tokens + Math.max(0, now - at) / REFILL_MS), at: now };
		this.buckets.set(origin, bucket);
		return bucket;
	}

	private begin({ address, origin, demand, fetch }: Delivery<Result>): Promise<Result> {
		this.refill(origin).tokens -= 1;
		demand.times = 0;
		const end = (hasAnswered: boolean): void => {
			if (hasAnswered) demand.givesWayUntil = this.clock.now() + GIVE_WAY_MS;
			this.fetches.delete(address);
		};
		const result = fetch();
		this.fetches.set(address, result);
		result.then(
			() => end(true),
			(error: unknown) => end(error instanceof Refusal && error.status !== 503),
		);
		return result;
	}
}
