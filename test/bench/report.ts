/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development only: this file is never part of the published package */
import { readFile, writeFile } from 'node:fs/promises';
import { cpus, loadavg, totalmem } from 'node:os';
import path from 'node:path';
import { ROOT } from '../../sandbox/demo/paths';
import { drawBars } from './picture';
import { speedPicture, summary } from './summary';

/** The results of a benchmark. */
export interface Report {
	/** Its name on the command line and of its section. */
	name: string;
	tables: Array<{ header: string[]; rows: string[][] }>;
	/** A target, and the result compared with it. */
	targets: Target[];
	/** Sizes and numbers of runs. */
	conditions: string;
}

export interface Target {
	text: string;
	/** The value as shown. */
	value: string;
	met: boolean;
	/** The reason, in a sentence, if the target can be missed. */
	why?: string;
}

const RESULTS = 'test/bench/results';

/** The page with the summary, and those with the tables and the targets. */
export const PAGES = ['docs/develop/benchmarks.md', ...['speed', 'targets'].map((page) => `${RESULTS}/${page}.md`)];

/** A comparison with a target, and the reason if it can be missed. */
export function target(text: string, value: number, met: boolean, shown: string, why?: string): Target {
	return { text, value: Number.isFinite(value) ? shown : 'none', met, why };
}

function table(header: string[], rows: string[][]): string {
	const line = (cells: string[]) => `| ${cells.join(' | ')} |`;
	return [line(header), line(header.map((_, index) => (index === 0 ? '---' : '---:'))), ...rows.map(line)].join('\n');
}

/** The Markdown of a report: its tables and conditions. */
export function markdown({ tables, conditions }: Report, machine: string): string {
	return [...tables.map(({ header, rows }) => table(header, rows)), `${conditions}\n${machine}`].join('\n\n');
}

/** The targets of a report as lines of the page: a sentence and the reason if missed, a row of a table if reached. */
export function targetLines({ name, targets }: Report): { missed: string[]; reached: string[] } {
	const missed = targets.filter(({ met }) => !met);
	return {
		missed: missed.map(({ text, value, why = '' }, index) => {
			const reason = index > 0 && why !== '' && why === missed[index - 1]?.why ? 'The reason is the same.' : why;
			return `- \`${name}\`: ${text}. Measured: ${value}. ${reason}`.trimEnd();
		}),
		reached: targets.filter(({ met }) => met).map(({ text, value }) => `| \`${name}\` | ${text} | ${value} |`),
	};
}

/** The machine and the moment, for the reader who compares. */
export function machineNow(loadBefore: number): string {
	const processors = cpus();
	const memory = Math.round(totalmem() / 1024 ** 3);
	const load = `${loadBefore.toFixed(1)} before, ${(loadavg()[0] ?? 0).toFixed(1)} after`;
	const when = new Date().toISOString().slice(0, 16).replace('T', ' ');
	return `Measured ${when} UTC on ${processors.length} x ${processors[0]?.model ?? 'unknown'}, ${memory} GB. Load average: ${load}.`;
}

/** Replaces a section between `<!-- name -->` and `<!-- /name -->` on the page that has it. */
function withSection(pages: string[], name: string, change: (section: string) => string): string[] {
	const [begin, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
	const index = pages.findIndex((page) => page.includes(begin));
	const page = pages[index] ?? '';
	const [from, to] = [page.indexOf(begin), page.indexOf(end)];
	if (from < 0 || to < from) throw new Error(`No page has a section ${begin} ... ${end}: ${PAGES.join(', ')}`);
	const inner = change(page.slice(from + begin.length, to).trim());
	const changed = `${page.slice(0, from)}${begin}\n\n${inner}\n\n${page.slice(to)}`;
	return pages.map((one, at) => (at === index ? changed : one));
}

/** Replaces a benchmark's lines in a list of all targets. The benchmarks keep the order of their sections. */
function withLines(pages: string[], list: string, name: string, lines: string[]): string[] {
	const text = pages.join('');
	const nameOf = (line: string) => /^(?:- |\| )`([\w-]+)`/.exec(line)?.[1];
	const place = (line: string) => text.indexOf(`<!-- ${nameOf(line)} -->`);
	return withSection(pages, list, (section) => {
		const old = section.split('\n');
		const others = old.filter((line) => nameOf(line) !== undefined && nameOf(line) !== name);
		const head = old.filter((line) => line !== '' && nameOf(line) === undefined);
		return [...head, ...[...others, ...lines].sort((one, other) => place(one) - place(other))].join('\n');
	});
}

/**
 * Puts a report into the pages: its own section, its lines among the targets, and the table at the top. The rest stays unchanged.
 *
 * @throws Error when the pages lack one of these sections
 */
export function withReport(pages: string[], report: Report, machine: string): string[] {
	const { missed, reached } = targetLines(report);
	let changed = withSection(pages, report.name, () => markdown(report, machine));
	changed = withLines(changed, 'missed', report.name, missed);
	changed = withLines(changed, 'reached', report.name, reached);
	return withSection(changed, 'summary', () => summary(changed.join('\n')));
}

/** Writes a report into its page and the picture of the first page into docs/images. */
export async function publish(report: Report, machine: string): Promise<void> {
	const files = PAGES.map((page) => path.join(ROOT, page));
	const pages = withReport(await Promise.all(files.map(async (file) => await readFile(file, 'utf8'))), report, machine);
	for (const [index, file] of files.entries()) await writeFile(file, pages[index] ?? '');
	await writeFile(path.join(ROOT, 'docs/images/speed.svg'), drawBars(speedPicture(pages.join('\n'))));
}
