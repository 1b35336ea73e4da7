/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development only: this file is never part of the published package */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { cpus, loadavg, totalmem } from 'node:os';
import path from 'node:path';
import { ROOT } from '../../sandbox/demo/paths';
import { type Picture, draw } from './growth/picture';

/** The results of a benchmark. */
export interface Report {
	/** Its name on the command line and of its section. */
	name: string;
	tables: Array<{ header: string[]; rows: string[][] }>;
	/** A target, and the result compared with it. */
	targets: Target[];
	/** Sizes and numbers of runs. */
	conditions: string;
	/** Pictures to draw into docs/images, by file name without its extension. */
	pictures?: Array<Picture & { file: string }>;
}

export interface Target {
	text: string;
	/** The value as shown. */
	value: string;
	met: boolean;
}

const FILE = path.join(ROOT, 'docs/develop/benchmarks.md');

const IMAGES = path.join(ROOT, 'docs/images');

/** A comparison with a target, "at least" or "at most". */
export function target(text: string, value: number, met: boolean, shown: string): Target {
	return { text, value: Number.isFinite(value) ? shown : 'none', met };
}

function table(header: string[], rows: string[][]): string {
	const line = (cells: string[]) => `| ${cells.join(' | ')} |`;
	return [line(header), line(header.map((_, index) => (index === 0 ? '---' : '---:'))), ...rows.map(line)].join('\n');
}

/** The Markdown of a report: its tables, its targets, its conditions. */
export function markdown({ tables, targets, conditions }: Report, machine: string): string {
	const parts = tables.map(({ header, rows }) => table(header, rows));
	if (targets.length > 0) {
		parts.push(
			table(
				['target', 'measured', 'reached'],
				targets.map(({ text, value, met }) => [text, value, met ? 'yes' : '**no**']),
			),
		);
	}
	return [...parts, `${conditions}\n${machine}`].join('\n\n');
}

/** The machine and the moment, for the reader who compares. */
export function machineNow(loadBefore: number): string {
	const processors = cpus();
	const memory = Math.round(totalmem() / 1024 ** 3);
	const load = `${loadBefore.toFixed(1)} before, ${(loadavg()[0] ?? 0).toFixed(1)} after`;
	const when = new Date().toISOString().slice(0, 16).replace('T', ' ');
	return `Measured ${when} UTC on ${processors.length} x ${processors[0]?.model ?? 'unknown'}, ${memory} GB; load average ${load}.`;
}

/**
 * Puts a report into its section of docs/develop/benchmarks.md, between `<!-- name -->` and `<!-- /name -->`, and leaves the rest
 * of the document alone; its pictures become files of docs/images.
 *
 * @throws Error when the document has no such section
 */
export async function publish(report: Report, machine: string): Promise<void> {
	const text = await readFile(FILE, 'utf8');
	const [begin, end] = [`<!-- ${report.name} -->`, `<!-- /${report.name} -->`];
	const [from, to] = [text.indexOf(begin), text.indexOf(end)];
	if (from < 0 || to < from) throw new Error(`docs/develop/benchmarks.md has no section ${begin} ... ${end}`);
	const section = `${begin}\n\n${markdown(report, machine)}\n\n`;
	await writeFile(FILE, text.slice(0, from) + section + text.slice(to));
	await drawInto(IMAGES, report);
}

/**
 * Draws the pictures of a report, as SVG.
 *
 * @param folder where to
 */
export async function drawInto(folder: string, { pictures = [] }: Report): Promise<void> {
	await mkdir(folder, { recursive: true });
	for (const picture of pictures) await writeFile(path.join(folder, `${picture.file}.svg`), draw(picture));
}
