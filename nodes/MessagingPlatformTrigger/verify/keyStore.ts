import { BoundedMap } from '../../shared/boundedMap';
import type { FetchKey } from './fetchKey';
import { FetchTurns } from './fetchTurns';
import { readKey, type SigningKey } from './pem';
import { Refusal } from './refusals';

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

/** A key and when it was fetched. */
export interface CachedKey {
	signingKey: SigningKey;
	/** Time in ms since 1970. */
	fetchedAt: number;
}

/** Which key is wanted. */
export interface KeyRequest {
	/** An address that was checked. */
	address: string;
	/** Whether a key from there verified a signature before this process started: then its fetches wait for no turn. */
	isTrusted: boolean;
	/** How to fetch it. */
	fetchKey: FetchKey;
}

/**
 * The signing keys by their addresses: fetched once for any number of waiting deliveries, cached with a maximum age,
 * bounded in number and in the rate of fetches whatever a stranger sends.
 *
 * Keys that verified a signature ("proven") are kept apart from those that did not, so that a stranger who makes up
 * addresses at an allowed place neither pushes the true keys out nor uses up their fetches. The others wait for their turn.
 */
export class KeyStore {
	private readonly proven = new BoundedMap<string, CachedKey>(MAX_PROVEN);

	private readonly unproven = new BoundedMap<string, CachedKey>(MAX_UNPROVEN);

	private readonly failures = new BoundedMap<string, { at: number; refusal: Refusal }>(MAX_FAILURES);

	private readonly inFlight = new Map<string, Promise<CachedKey>>();

	private readonly turns: FetchTurns<CachedKey>;

	/** @param now the clock: ms since 1970 */
	constructor(private readonly now: () => number) {
		this.turns = new FetchTurns(now);
	}

	/**
	 * Step 6: the key at an address, from the cache or fetched.
	 *
	 * @param request which key
	 * @throws Refusal key_unavailable or key_busy when it cannot be told now; key_redirect, key_not_found, key_too_large,
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
	 *
	 * @param request which key
	 * @param used the key that did not fit
	 * @returns undefined when the key was fetched a moment ago, so that there is no newer one
	 * @throws Refusal key_unavailable or key_busy when it could not be fetched, now or a moment ago: the signature may be by
	 * the newer key
	 */
	async getNewer(request: KeyRequest, used: CachedKey): Promise<CachedKey | undefined> {
		const entry = this.find(request.address);
		if (entry !== undefined && entry !== used) return entry;
		if (entry !== undefined && this.now() - entry.fetchedAt < ROTATION_PAUSE_MS) return undefined;
		return await this.fetch(request).catch((error: unknown) => {
			const verdict = error instanceof Refusal && error.status !== 503;
			throw verdict ? new Refusal('key_unavailable', `looked for a newer key: ${error.code}`) : error;
		});
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

	private find(address: string): CachedKey | undefined {
		return this.proven.get(address) ?? this.unproven.get(address);
	}

	private async fetch(request: KeyRequest): Promise<CachedKey> {
		const { address, isTrusted } = request;
		const failure = this.failures.get(address);
		if (failure !== undefined && this.now() - failure.at < FAILURE_PAUSE_MS) throw failure.refusal;
		if (isTrusted || this.proven.has(address)) return await this.start(request);
		return await this.turns.take(address, async () => await this.start(request));
	}

	private async start(request: KeyRequest): Promise<CachedKey> {
		const { address } = request;
		const running = this.inFlight.get(address);
		if (running !== undefined) return await running;
		const load = this.load(request).catch((error: unknown) => this.fail(address, error));
		const promise = load.finally(() => this.inFlight.delete(address));
		this.inFlight.set(address, promise);
		return await promise;
	}

	private async load({ address, isTrusted, fetchKey }: KeyRequest): Promise<CachedKey> {
		const entry = { signingKey: readKey(await fetchKey(address)), fetchedAt: this.now() };
		this.failures.delete(address);
		if (this.proven.has(address)) this.proven.replace(address, entry);
		else (isTrusted ? this.proven : this.unproven).set(address, entry);
		return entry;
	}

	private fail(address: string, error: unknown): never {
		const refusal = error instanceof Refusal ? error : new Refusal('key_unavailable');
		this.failures.set(address, { at: this.now(), refusal });
		throw refusal;
	}
}
