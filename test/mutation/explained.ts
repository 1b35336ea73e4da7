/** Changes of the code that no test notices, and why each is not a gap. A member that is left out matches anything. */
export interface Explained {
	/** File or folder, from the repository's folder. */
	readonly file?: string;
	/** The line's code without the space around it, or what is found in it. */
	readonly code?: string | RegExp;
	/** Kind of change, in StrykerJS's words. */
	readonly mutator?: string;
	/** The original text or texts; for a line with several places that become the same. */
	readonly original?: string | readonly string[];
	/** The replacement text or texts. */
	readonly replacement?: string | readonly string[];
	readonly why: string;
}
