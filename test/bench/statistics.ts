/** Computes the median of some values. */
export function median(values: number[]): number {
	const sorted = [...values].sort((left, right) => left - right);
	const upper = sorted[Math.floor(sorted.length / 2)];
	const lower = sorted[Math.floor((sorted.length - 1) / 2)];
	if (upper === undefined || lower === undefined) throw new RangeError('A median needs at least one value');
	return (lower + upper) / 2;
}

/** Something to measure, by its name in the table. */
export interface Candidate<Result> {
	name: string;
	/** Does the work once, and throws when it was not done. */
	run(): Promise<Result>;
}

/**
 * Runs candidates in turns (a, b, a, b ...), so that what slows the machine down for a while hits all of them, and leaves out the
 * first turn, in which everything is cold.
 */
export async function interleave<Result>(candidates: Array<Candidate<Result>>, rounds: number): Promise<Map<string, Result[]>> {
	const results = new Map<string, Result[]>(candidates.map(({ name }) => [name, []]));
	for (let round = 0; round <= rounds; round += 1) {
		for (const { name, run } of candidates) {
			const result = await run();
			if (round > 0) results.get(name)?.push(result);
		}
	}
	return results;
}

/** The median of one figure over a candidate's results. */
export function medianOf<Result>(results: Map<string, Result[]>, name: string, figure: (result: Result) => number): number {
	return median((results.get(name) ?? []).map(figure));
}

/**
 * Compares one candidate with another: the median of the ratios of each turn, so that a machine that is slow for a while is slow
 * for both.
 */
export function ratioOf<Result>(
	results: Map<string, Result[]>,
	name: string,
	reference: string,
	figure: (result: Result) => number,
): number {
	const others = (results.get(reference) ?? []).map(figure);
	return median((results.get(name) ?? []).map((result, turn) => figure(result) / (others[turn] ?? NaN)));
}

/** A number for a table: three significant digits, thousands parted. */
export function show(value: number): string {
	if (!Number.isFinite(value)) return 'none';
	const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
	return value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits });
}
