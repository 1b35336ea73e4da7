interface Keeping<Value> {
	/** Values that are kept; the oldest makes room for the newest. */
	max: number;
	/** Lifetime of a value, in ms; without it, a value stays until it makes room. */
	keepMs?: number;
	/** Lifetime of a failed load, in ms; without it, only those who wait for the load share its failure. */
	failureMs?: number;
	/** A failure that took long is remembered this many times as long, up to a minute: waiting must not become the rule. */
	patience?: number;
	/** The clock: ms since 1970. */
	now?: () => number;
	/** Called with each value that made room, was replaced, or was deleted. */
	onForget?: (value: Value) => void;
}

interface Wanted {
	/** Greatest age in ms, if that is less than usual. */
	maxAgeMs?: number;
	/** The signal of the execution that asks: a load that it stops counts for nothing. */
	signal?: AbortSignal;
}

interface Load<Value> {
	value: Promise<Value>;
	signal?: AbortSignal;
}

const MAX_FAILURE_MS = 60_000;

/** Remembers a bounded number of values for some time, and loads each once for all who ask at the same time. */
export class Cache<Key, Value> {
	private readonly entries = new Map<Key, { value: Value; at: number }>();

	// One iterator for all: from the beginning, each look for the oldest would pass the gaps of all that was forgotten.
	private readonly oldest = this.entries.keys();

	private readonly loads = new Map<Key, Load<Value>>();

	private readonly failures?: Cache<Key, { error: unknown; forMs: number }>;

	private readonly now: () => number;

	constructor(private readonly keeping: Keeping<Value>) {
		const { max, failureMs, now = Date.now } = keeping;
		this.now = now;
		if (failureMs !== undefined) this.failures = new Cache({ max, now });
	}

	/** A value that is not too old. */
	get(key: Key, maxAgeMs = Infinity): Value | undefined {
		const entry = this.entries.get(key);
		const limit = Math.min(maxAgeMs, this.keeping.keepMs ?? Infinity);
		if (entry === undefined || limit === Infinity) return entry?.value;
		const age = this.now() - entry.at;
		// once the clock was set back, no one knows how old it is
		return age >= 0 && age < limit ? entry.value : undefined;
	}

	has(key: Key): boolean {
		return this.get(key) !== undefined;
	}

	set(key: Key, value: Value): void {
		this.drop(key);
		this.entries.set(key, { value, at: this.now() });
		if (this.entries.size <= this.keeping.max) return;
		const { value: first, done } = this.oldest.next();
		if (!done) this.drop(first);
	}

	/** Forgets a value, and a load of it that has begun: the next to ask gets a newer one. */
	delete(key: Key): void {
		this.drop(key);
		this.loads.delete(key);
	}

	/**
	 * The value that is known, or else is being loaded, or else `read` gives.
	 * @throws what `read` threw, the same error for all who share it
	 */
	async load(key: Key, read: () => Promise<Value>, wanted: Wanted = {}): Promise<Value> {
		const known = this.get(key, wanted.maxAgeMs);
		if (known !== undefined) return known;
		const running = this.loads.get(key);
		return await (running?.value ?? this.start(key, read, wanted.signal)).catch(async (error: unknown) => {
			if (running?.signal?.aborted) return await this.load(key, read, wanted);
			throw error;
		});
	}

	private drop(key: Key): void {
		const entry = this.entries.get(key);
		this.entries.delete(key);
		if (entry !== undefined) this.keeping.onForget?.(entry.value);
	}

	private async start(key: Key, read: () => Promise<Value>, signal?: AbortSignal): Promise<Value> {
		const failure = this.failures?.get(key);
		if (failure !== undefined && this.failures?.get(key, failure.forMs)) throw failure.error;
		const load: Load<Value> = { value: this.read(key, read, () => this.loads.get(key) === load, signal), signal };
		this.loads.set(key, load);
		return await load.value.finally(() => {
			if (this.loads.get(key) === load) this.loads.delete(key);
		});
	}

	private async read(key: Key, read: () => Promise<Value>, isWanted: () => boolean, signal?: AbortSignal): Promise<Value> {
		const startedAt = this.now();
		const value = await (async () => await read())().catch((error: unknown) => {
			const { failureMs = 0, patience = 0 } = this.keeping;
			const longMs = Math.min(patience * (this.now() - startedAt), MAX_FAILURE_MS);
			if (!signal?.aborted) this.failures?.set(key, { error, forMs: Math.max(failureMs, longMs) });
			throw error;
		});
		if (isWanted()) this.set(key, value);
		return value;
	}
}
