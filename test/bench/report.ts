/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development only: this file is never part of the published package */
import { cpus, loadavg, totalmem } from 'node:os';

/** The results of a benchmark: tables, and its sizes and numbers of runs. */
export interface Report {
	tables: Array<{ header: string[]; rows: string[][] }>;
	conditions: string;
}

/** One benchmark: measures and checks that the work was done. */
export type Bench = (options: {
	/** Small sizes and one round: only to see that it works. */
	small: boolean;
	/** The number of items, for a benchmark that can be run with another one. */
	count?: number;
	print: (line: string) => void;
}) => Promise<Report>;

function table({ header, rows }: Report['tables'][number]): string {
	const line = (cells: string[]) => `| ${cells.join(' | ')} |`;
	return [line(header), line(header.map((_, index) => (index === 0 ? '---' : '---:'))), ...rows.map(line)].join('\n');
}

/** A report as Markdown, with the machine and the moment of the measurement. */
export function markdown({ tables, conditions }: Report, loadBefore: number): string {
	const processors = cpus();
	const memory = Math.round(totalmem() / 1024 ** 3);
	const load = `${loadBefore.toFixed(1)} before, ${(loadavg()[0] ?? 0).toFixed(1)} after`;
	const when = new Date().toISOString().slice(0, 16).replace('T', ' ');
	const machine = `${processors.length} x ${processors[0]?.model ?? 'unknown'}, ${memory} GB`;
	return [...tables.map(table), `${conditions}\nMeasured ${when} UTC on ${machine}. Load average: ${load}.`].join('\n\n');
}

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
export async function interleave<Result>(candidates: Array<Candidate<Result>>, rounds: number) {
	const results = new Map<string, Result[]>(candidates.map(({ name }) => [name, []]));
	for (let round = 0; round <= rounds; round += 1) {
		for (const { name, run } of candidates) {
			const result = await run();
			if (round > 0) results.get(name)?.push(result);
		}
	}
	type Figure = (result: Result) => number;
	const figuresOf = (name: string, figure: Figure) => (results.get(name) ?? []).map(figure);
	return {
		/** The median of one figure over a candidate's results. */
		median: (name: string, figure: Figure) => median(figuresOf(name, figure)),
		/** The median of the ratios of each turn, so that a machine that is slow for a while is slow for both candidates. */
		ratio(name: string, reference: string, figure: Figure) {
			const others = figuresOf(reference, figure);
			return median(figuresOf(name, figure).map((value, turn) => value / (others[turn] ?? NaN)));
		},
	};
}

/** A number for a table: three significant digits, thousands parted. */
export function show(value: number): string {
	if (!Number.isFinite(value)) return 'none';
	const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
	return value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits });
}
