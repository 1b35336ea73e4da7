/** A Map that forgets its oldest entries beyond a number, so that nothing a stranger sends makes it grow. */
export class BoundedMap<Key, Value> {
	private readonly entries = new Map<Key, Value>();

	// One iterator for all: from the beginning, each look for the oldest would pass the gaps of all that was forgotten.
	private oldest: MapIterator<Key> | undefined;

	constructor(
		private readonly limit: number,
		private readonly onForget?: (value: Value) => void,
	) {}

	/** How many entries there are. */
	get size(): number {
		return this.entries.size;
	}

	/** @returns the value, or undefined when it is not there or was forgotten */
	get(key: Key): Value | undefined {
		return this.entries.get(key);
	}

	/** Whether there is an entry. */
	has(key: Key): boolean {
		return this.entries.has(key);
	}

	/** Sets a value as the newest entry, and forgets the oldest when there are too many. */
	set(key: Key, value: Value): void {
		this.entries.delete(key);
		this.entries.set(key, value);
		if (this.entries.size <= this.limit) return;
		this.oldest ??= this.entries.keys();
		const { value: first, done } = this.oldest.next();
		if (done) return;
		const forgotten = this.entries.get(first);
		this.entries.delete(first);
		if (forgotten !== undefined) this.onForget?.(forgotten);
	}

	/** Gives an entry another value at its old place; does nothing when it is not there any more. */
	replace(key: Key, value: Value): void {
		if (this.entries.has(key)) this.entries.set(key, value);
	}

	/** Takes an entry out. */
	delete(key: Key): void {
		this.entries.delete(key);
	}
}
