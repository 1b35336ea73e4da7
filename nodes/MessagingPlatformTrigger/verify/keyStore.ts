import { Cache } from '../../shared/cache';
import { SingleFlight } from '../../shared/singleFlight';
import type { FetchKey } from './fetchKey';
import { CLOCK } from '../../shared/queue';
import { FetchTurns } from './fetchTurns';
import { readKey, type SigningKey } from './pem';
import { Refusal } from './refusals';

/** Age after which a cached key is fetched again, in ms. */
const REFRESH_AFTER_MS = 60 * 60_000;

/** Age up to which an old key still serves while its address doesn't respond, in ms. */
const MAX_AGE_MS = 6 * 60 * 60_000;

/** Minimum time between refetches of a key that failed to verify a signature, in ms. */
const ROTATION_PAUSE_MS = 60_000;

/** Pause after a failed fetch of an address, in ms. */
const FAILURE_PAUSE_MS = 2_000;

const MAX_PROVEN = 16;
const MAX_UNPROVEN = 8;
const MAX_FAILURES = 64;

/** A key and when it was fetched. */
interface CachedKey {
	signingKey: SigningKey;
	/** Time in ms since 1970. */
	fetchedAt: number;
}

/** The wanted key. */
export interface KeyRequest {
	/** An address that was checked. */
	address: string;
	/** True if a key from there verified a signature before this process started: then its fetches wait for no turn. */
	isTrusted: boolean;
	fetchKey: FetchKey;
	/** What the delivery that waits for it keeps in memory. */
	bodyBytes?: number;
}

/**
 * The signing keys by their addresses: fetched once for any number of waiting deliveries, and bounded in number and in the rate of
 * fetches, whatever a stranger sends. Keys that verified a signature ("proven") are kept apart, so that a stranger who makes up
 * addresses at an allowed place neither pushes them out nor uses up their fetches. The others wait for their turn.
 */
export class KeyStore {
	private readonly proven: Cache<string, CachedKey>;

	private readonly unproven: Cache<string, CachedKey>;

	private readonly failures: Cache<string, Refusal>;

	private readonly fetches = new SingleFlight<CachedKey>();

	private readonly turns: FetchTurns<CachedKey>;

	/** @param now the clock: ms since 1970 */
	constructor(private readonly now: () => number) {
		this.proven = new Cache({ max: MAX_PROVEN, now });
		this.unproven = new Cache({ max: MAX_UNPROVEN, now });
		this.failures = new Cache({ max: MAX_FAILURES, keepMs: FAILURE_PAUSE_MS, now });
		this.turns = new FetchTurns({ ...CLOCK, now });
	}

	/**
	 * Step 6: the key at an address, cached or fetched.
	 * @throws Refusal key_unavailable or key_busy when it is not known now; key_redirect, key_not_found, key_too_large,
	 * key_malformed or key_weak when there is no usable key
	 */
	async get(request: KeyRequest): Promise<CachedKey> {
		const entry = this.find(request.address);
		if (entry === undefined) return await this.fetch(request);
		if (this.now() - entry.fetchedAt < REFRESH_AFTER_MS) return entry;
		return await this.fetch(request).catch((error: unknown) => {
			const outage = error instanceof Refusal && error.status === 503;
			if (outage && this.now() - entry.fetchedAt < MAX_AGE_MS) return entry;
			throw error;
		});
	}

	/**
	 * A newer key for a signature that did not fit the one of {@link get}: the platform may have changed its key.
	 * @returns undefined when the key was fetched a moment ago, so that there is no newer one
	 * @throws Refusal key_unavailable or key_busy when it could not be fetched: the signature may be by the newer key
	 */
	async getNewer(request: KeyRequest, used: CachedKey): Promise<CachedKey | undefined> {
		const entry = this.find(request.address) ?? used;
		if (entry !== used) return entry;
		if (this.now() - entry.fetchedAt < ROTATION_PAUSE_MS) return undefined;
		return await this.fetch(request).catch((error: unknown) => {
			const verdict = error instanceof Refusal && error.status !== 503;
			throw verdict ? new Refusal('key_unavailable', `fetching a newer key failed: ${error.code}`) : error;
		});
	}

	/** Protects the key at an address, which verified a signature, and its fetches. */
	prove(address: string): void {
		const entry = this.unproven.get(address);
		if (entry === undefined) return;
		this.unproven.delete(address);
		this.proven.set(address, entry);
	}

	private find(address: string): CachedKey | undefined {
		return this.proven.get(address) ?? this.unproven.get(address);
	}

	private async fetch(request: KeyRequest): Promise<CachedKey> {
		const { address, isTrusted, bodyBytes } = request;
		const failure = this.failures.get(address);
		if (failure !== undefined) throw failure;
		const read = async () => await this.fetches.run(address, async () => await this.read(request));
		return isTrusted || this.proven.has(address) ? await read() : await this.turns.take(address, read, bodyBytes);
	}

	private async read({ address, isTrusted, fetchKey }: KeyRequest): Promise<CachedKey> {
		try {
			const entry = { signingKey: readKey(await fetchKey(address)), fetchedAt: this.now() };
			this.failures.delete(address);
			(isTrusted || this.proven.has(address) ? this.proven : this.unproven).set(address, entry);
			return entry;
		} catch (error) {
			const refusal = error instanceof Refusal ? error : new Refusal('key_unavailable');
			this.failures.set(address, refusal);
			throw refusal;
		}
	}
}
