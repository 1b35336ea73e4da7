/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development only: this file is never part of the published package */
import { cpus, loadavg, totalmem } from 'node:os';

/** The results of a benchmark. */
export interface Report {
	/** Its name on the command line. */
	name: string;
	tables: Array<{ header: string[]; rows: string[][] }>;
	/** Sizes and numbers of runs. */
	conditions: string;
}

function table({ header, rows }: Report['tables'][number]): string {
	const line = (cells: string[]) => `| ${cells.join(' | ')} |`;
	return [line(header), line(header.map((_, index) => (index === 0 ? '---' : '---:'))), ...rows.map(line)].join('\n');
}

/** The Markdown of a report, as in test/bench/results/speed.md: its tables, conditions, machine and moment. */
export function markdown({ tables, conditions }: Report, loadBefore: number): string {
	const processors = cpus();
	const memory = Math.round(totalmem() / 1024 ** 3);
	const load = `${loadBefore.toFixed(1)} before, ${(loadavg()[0] ?? 0).toFixed(1)} after`;
	const when = new Date().toISOString().slice(0, 16).replace('T', ' ');
	const machine = `${processors.length} x ${processors[0]?.model ?? 'unknown'}, ${memory} GB`;
	return [...tables.map(table), `${conditions}\nMeasured ${when} UTC on ${machine}. Load average: ${load}.`].join('\n\n');
}
