import type { Report } from './report';

/** The options of a benchmark run. */
export interface BenchOptions {
	/** Small sizes and one round: only to see that it works. Its figures are not written into the document. */
	small: boolean;
	/** The number of items, for a benchmark that can be run with another one. Its figures are not written into the document, either. */
	count?: number;
	print: (line: string) => void;
}

/** One benchmark: measures and checks that the work was done. */
export type Bench = (options: BenchOptions) => Promise<Report>;
