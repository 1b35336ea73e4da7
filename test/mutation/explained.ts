/** Changes of the code that no test notices, and why that is no gap. What is left out holds for any. */
export interface Explained {
	/** File or folder, from the repository's folder. */
	readonly file?: string;
	/** The line's code without the space around it, or what is found in it. */
	readonly code?: string | RegExp;
	/** Kind of change, in StrykerJS's words. */
	readonly mutator?: string;
	/** What stood there, or the texts that did; for a line with several places that become the same. */
	readonly original?: string | readonly string[];
	/** What stood there instead, or the texts that did. */
	readonly replacement?: string | readonly string[];
	readonly why: string;
}
