import type { schema } from '@stryker-mutator/api/core';
import type { Area } from './areas';
import type { Explained } from './explained';

/** What of an area's mutants has to be noticed. */
export const LEAST = 0.9;

/** A change of the code that no test noticed. */
export interface Survivor {
	/** File, from the repository's folder. */
	readonly file: string;
	/** Number of the line, from 1. */
	readonly line: number;
	/** The line's code, without the space around it. */
	readonly code: string;
	/** What kind of change it is, in StrykerJS's words ("ConditionalExpression"). */
	readonly mutator: string;
	/** What stood there. */
	readonly original: string;
	/** What stood there instead. */
	readonly replacement: string;
}

/**
 * @param source A file's text.
 * @param location From where to where, in lines and columns that count from 0; the end is the first character behind.
 * @returns What stands there.
 */
export function textAt(source: string, { start, end }: schema.Location): string {
	const lines = source.split('\n').slice(start.line, end.line + 1);
	const last = lines.length - 1;
	return lines
		.map((line, index) => line.slice(index === 0 ? start.column : 0, index === last ? end.column : undefined))
		.join('\n');
}

/** What became of an area's mutants. */
export interface Verdict {
	/** Mutants that could be noticed, and those that were: by a failing test, or since nothing ended any more. */
	readonly all: number;
	readonly noticed: number;
	readonly survivors: readonly Survivor[];
}

/**
 * @param report What StrykerJS wrote down.
 * @returns Its mutants, counted. Those that could not be run (the code did not compile, StrykerJS left them out) do not count.
 */
export function verdictOf(report: schema.MutationTestResult): Verdict {
	const survivors: Survivor[] = [];
	let [all, noticed] = [0, 0];
	for (const [file, { source, mutants }] of Object.entries(report.files)) {
		const lines = source.split('\n');
		for (const { status, location, mutatorName, replacement = '' } of mutants) {
			if (status === 'Killed' || status === 'Timeout') {
				all += 1;
				noticed += 1;
			} else if (status === 'Survived' || status === 'NoCoverage') {
				all += 1;
				const { line } = location.start;
				survivors.push({
					file,
					line,
					code: lines[line - 1]?.trim() ?? '',
					mutator: mutatorName,
					original: textAt(source, { start: fromZero(location.start), end: fromZero(location.end) }),
					replacement,
				});
			}
		}
	}
	return { all, noticed, survivors };
}

/** @returns A place of StrykerJS's report, which counts lines and columns from 1. */
const fromZero = ({ line, column }: schema.Position): schema.Position => ({ line: line - 1, column: column - 1 });

/** @returns Whether a line of code, without the space around it, is one that a reason is given for. */
export const isMeant = (code: Explained['code'], line: string): boolean =>
	typeof code === 'string' ? code === line : (code?.test(line) ?? true);

/**
 * @param survivor A change that no test noticed.
 * @param reasons The reasons that are known.
 * @returns Why that is no gap, or undefined when nobody has said.
 */
export const reasonFor = (survivor: Survivor, reasons: readonly Explained[]): Explained | undefined =>
	reasons.find(
		({ file, code, mutator, original, replacement }) =>
			(file === undefined || survivor.file.startsWith(file)) &&
			(mutator === undefined || mutator === survivor.mutator) &&
			(original === undefined || [original].flat().includes(survivor.original)) &&
			(replacement === undefined || [replacement].flat().includes(survivor.replacement)) &&
			isMeant(code, survivor.code),
	);

/**
 * @param survivor A change.
 * @param reasons The reasons that are known.
 * @returns Whether one of them is for just this change, so that to try it tells nothing new. A reason for a whole line, or for a kind
 * of change in it, tells too little for that: it may hold for one change of the kind and not for the next.
 */
export const isSettled = (survivor: Survivor, reasons: readonly Explained[]): boolean =>
	reasonFor(survivor, reasons)?.replacement !== undefined;

/**
 * @param area Part of the package.
 * @param verdict What became of its mutants.
 * @param reasons Why survivors are no gap.
 * @param whole Whether all of the area's files were changed, so that the share says something about the area.
 * @returns What is wrong, in words; empty when nothing is.
 */
export function problemsOf(area: Area, verdict: Verdict, reasons: readonly Explained[], whole: boolean): string[] {
	const problems = verdict.survivors
		.filter((survivor) => reasonFor(survivor, reasons) === undefined)
		.map(
			({ file, line, code, mutator, replacement }) =>
				`${file}:${line}: no test notices "${replacement}" (${mutator}) in "${code}". Add a test, or say why in test/mutation/survivors/${area.name}.ts.`,
		);
	problems.push(...unclearReasons(area, verdict, reasons));
	if (whole && verdict.noticed < LEAST * verdict.all) {
		problems.push(`${area.name}: ${share(verdict)} of the changes are noticed, ${percent(LEAST)} are asked for.`);
	}
	return problems;
}

/**
 * A change that is settled is not tried, so that its reason must be for that change alone: `a || b` -> false and its part `a` -> false
 * stand in one line and read the same.
 *
 * @returns What to do about reasons that settle two changes, in words.
 */
function unclearReasons(area: Area, { survivors }: Verdict, reasons: readonly Explained[]): string[] {
	const settled = new Map<string, { readonly first: Survivor; readonly originals: string[] }>();
	for (const survivor of survivors) {
		const reason = reasonFor(survivor, reasons);
		if (reason?.replacement === undefined) continue;
		const { file, original, replacement } = survivor;
		const name = JSON.stringify([reasons.indexOf(reason), file, reason.original && original, replacement]);
		const group = settled.get(name) ?? { first: survivor, originals: [] };
		settled.set(name, group);
		group.originals.push(survivor.original);
	}
	return [...settled.values()]
		.filter(({ originals }) => originals.length > 1)
		.map(
			({ first: { file, line, replacement }, originals }) =>
				`${file}:${line}: one reason leaves ${originals.length} changes to "${replacement}" untried, of ${originals.map((original) => `"${original}"`).join(' and of ')}. Say as "original" what it is for in test/mutation/survivors/${area.name}.ts, or leave "replacement" out to have them tried.`,
		);
}

/** @returns The share of the mutants that were noticed, as people read it ("93.1 %"). */
export const share = ({ all, noticed }: Verdict): string => (all === 0 ? 'none' : percent(noticed / all));

const percent = (part: number): string => `${(part * 100).toFixed(1)} %`;
