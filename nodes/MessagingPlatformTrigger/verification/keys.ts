import { BoundedMap } from '../boundedMap';
import type { FetchKey } from './fetchKey';
import { FetchBudget } from './fetchBudget';
import { readKey, type SigningKey } from './pem';
import { Refusal } from './refusal';

/** A cached key is fetched anew when it is older than this, in ms. */
export const REFRESH_AFTER_MS = 60 * 60_000;

/** While its address does not answer, an old key still serves up to this age, in ms; never longer. */
export const MAX_AGE_MS = 6 * 60 * 60_000;

/** A key that did not fit a signature is fetched anew at most once in this time, in ms. */
export const ROTATION_PAUSE_MS = 60_000;

/** After a failed fetch the same address is left alone for this time, in ms. */
export const FAILURE_PAUSE_MS = 2_000;

/** Keys that verified a signature and are remembered. */
export const MAX_PROVEN = 16;
const MAX_UNPROVEN = 8;
const MAX_FAILURES = 64;

interface Entry {
	signingKey: SigningKey;
	fetchedAt: number;
}

/**
 * The signing keys by their addresses: fetched once for any number of waiting deliveries, cached with a maximum age,
 * bounded in number and in the rate of fetches whatever a stranger sends.
 *
 * Keys that verified a signature ("proven") are kept apart from those that did not, so that a stranger who makes up
 * addresses on an allowed origin neither pushes the true keys out nor uses up their fetches.
 */
export class KeyStore {
	private readonly proven = new BoundedMap<string, Entry>(MAX_PROVEN);

	private readonly unproven = new BoundedMap<string, Entry>(MAX_UNPROVEN);

	private readonly failures = new BoundedMap<string, { at: number; refusal: Refusal }>(MAX_FAILURES);

	private readonly inFlight = new Map<string, Promise<Entry>>();

	private readonly budget: FetchBudget;

	/** @param now the clock: ms since 1970 */
	constructor(private readonly now: () => number) {
		this.budget = new FetchBudget(now);
	}

	/**
	 * Step 6: the key at an address, from the cache or fetched.
	 *
	 * @param address an address that was checked
	 * @param fetchKey how to fetch it
	 * @throws Refusal key_unavailable or key_busy when it cannot be told now; key_redirect, key_not_found, key_too_large,
	 * key_malformed or key_weak when there is no usable key
	 */
	async get(address: string, fetchKey: FetchKey): Promise<SigningKey> {
		const entry = this.find(address);
		if (entry === undefined) return (await this.fetch(address, fetchKey)).signingKey;
		if (this.now() - entry.fetchedAt < REFRESH_AFTER_MS) return entry.signingKey;
		const fresh = await this.fetch(address, fetchKey).catch((error: unknown) => {
			const outage = error instanceof Refusal && error.status === 503;
			if (outage && this.now() - entry.fetchedAt < MAX_AGE_MS) return entry;
			throw error;
		});
		return fresh.signingKey;
	}

	/**
	 * A newer key for a signature that did not fit the one of {@link get}: the platform may have changed its key.
	 *
	 * @param address the key's address
	 * @param used the key that did not fit
	 * @param fetchKey how to fetch it
	 * @returns undefined when there is none, or none may be looked for yet
	 * @throws Refusal as {@link get}
	 */
	async getNewer(address: string, used: SigningKey, fetchKey: FetchKey): Promise<SigningKey | undefined> {
		const entry = this.find(address);
		if (entry !== undefined && entry.signingKey !== used) return entry.signingKey;
		if (entry !== undefined && this.now() - entry.fetchedAt < ROTATION_PAUSE_MS) return undefined;
		return (await this.fetch(address, fetchKey)).signingKey;
	}

	/**
	 * Tells that the key at an address verified a signature, which protects it and its fetches.
	 *
	 * @param address the key's address
	 */
	prove(address: string): void {
		const entry = this.unproven.get(address);
		if (entry === undefined) return;
		this.unproven.delete(address);
		this.proven.set(address, entry);
	}

	private find(address: string): Entry | undefined {
		return this.proven.get(address) ?? this.unproven.get(address);
	}

	private async fetch(address: string, fetchKey: FetchKey): Promise<Entry> {
		const running = this.inFlight.get(address);
		if (running !== undefined) return await running;
		const failure = this.failures.get(address);
		if (failure !== undefined && this.now() - failure.at < FAILURE_PAUSE_MS) throw failure.refusal;
		if (!this.proven.has(address)) this.budget.take(new URL(address).origin, this.inFlight.size);
		const load = this.load(address, fetchKey).catch((error: unknown) => this.fail(address, error));
		const promise = load.finally(() => this.inFlight.delete(address));
		this.inFlight.set(address, promise);
		return await promise;
	}

	private async load(address: string, fetchKey: FetchKey): Promise<Entry> {
		const entry = { signingKey: readKey(await fetchKey(address)), fetchedAt: this.now() };
		this.failures.delete(address);
		if (this.proven.has(address)) this.proven.replace(address, entry);
		else this.unproven.set(address, entry);
		return entry;
	}

	private fail(address: string, error: unknown): never {
		const refusal = error instanceof Refusal ? error : new Refusal('key_unavailable');
		this.failures.set(address, { at: this.now(), refusal });
		throw refusal;
	}
}
