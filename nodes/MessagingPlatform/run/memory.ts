/** Makes the part of a node's memory that its operations share; `now` is the clock, ms since 1970. */
export type MemoryPart<Kind extends object> = new (now: () => number) => Kind;

/** What the node knows beyond one execution: n8n makes one object of the node, which lives as long as the process. */
export class NodeMemory {
	private readonly parts = new Map<MemoryPart<object>, object>();

	/** @param now the clock: ms since 1970 */
	constructor(private readonly now: () => number = () => Date.now()) {}

	/**
	 * What the executions of the node share.
	 *
	 * @param Kind the class of it; it bounds how much it keeps, and keeps what belongs to a credential apart
	 * @returns the one object of this class, made for the first that asks
	 */
	part<Kind extends object>(Kind: MemoryPart<Kind>): Kind {
		const known = this.parts.get(Kind);
		if (known instanceof Kind) return known;
		const part = new Kind(this.now);
		this.parts.set(Kind, part);
		return part;
	}
}
