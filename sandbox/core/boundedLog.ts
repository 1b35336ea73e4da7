/** A list that forgets its oldest entries beyond a number. */
export class BoundedLog<Entry> {
	private entries: Entry[] = [];

	constructor(private readonly size: number) {}

	add(entry: Entry): void {
		this.entries.push(entry);
		// Cutting in big steps keeps adding cheap.
		if (this.entries.length > this.size * 2) this.entries = this.entries.slice(-this.size);
	}

	/** @returns the entries kept, oldest first */
	list(): Entry[] {
		return this.entries.slice(-this.size);
	}

	/** Forgets everything. */
	clear(): void {
		this.entries = [];
	}
}
