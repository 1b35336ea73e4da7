import type { schema } from '@stryker-mutator/api/core';
import type { Area } from './areas';
import type { Explained } from './explained';

/** The share of an area's mutants that must be noticed. */
export const LEAST = 0.9;

/** A change of the code that no test noticed. */
export interface Survivor {
	/** File, from the repository's folder. */
	readonly file: string;
	/** Number of the line, from 1. */
	readonly line: number;
	/** The line's code, without the space around it. */
	readonly code: string;
	/** The kind of change, in StrykerJS's words ("ConditionalExpression"). */
	readonly mutator: string;
	/** The original text. */
	readonly original: string;
	/** The replacement. */
	readonly replacement: string;
}

/** StrykerJS's description of a change that it makes. */
type Change = Pick<schema.MutantResult, 'location' | 'mutatorName' | 'replacement'>;

/** The start and the end of what a change replaces in a file's text; `first` as in {@link survivorOf}. */
function partOf(source: string, { start, end }: Change['location'], first: 0 | 1): [number, number] {
	const lines = source.split('\n');
	const placeOf = ({ line, column }: typeof start) =>
		lines.slice(0, line - first).reduce((place, { length }) => place + length + 1, column - first);
	return [placeOf(start), placeOf(end)];
}

/**
 * @param file File, from the repository's folder.
 * @param source Its text.
 * @param change The change. Its end is the first character behind it.
 * @param first What StrykerJS calls the first line and the first column: 1 in its report, 0 while it runs.
 * @returns The change as reasons are given for it.
 */
export function survivorOf(file: string, source: string, change: Change, first: 0 | 1): Survivor {
	const { location, mutatorName: mutator, replacement = '' } = change;
	const line = location.start.line - first;
	const code = source.split('\n')[line]?.trim() ?? '';
	return { file, line: line + 1, code, mutator, original: source.slice(...partOf(source, location, first)), replacement };
}

/** @returns A file's text with a change made in it; `first` as in {@link survivorOf}. */
export function changedText(source: string, { location, replacement = '' }: Change, first: 0 | 1): string {
	const [from, to] = partOf(source, location, first);
	return source.slice(0, from) + replacement + source.slice(to);
}

/** The status of an area's mutants. */
export interface Verdict {
	/** Mutants that could be noticed, and those that were: by a failing test, or since nothing ended any more. */
	readonly all: number;
	readonly noticed: number;
	readonly survivors: readonly Survivor[];
}

/**
 * @param report What StrykerJS wrote down.
 * @param refuses Whether the compiler refuses a file with a text in place of its own.
 * @returns Its mutants, counted. Those that could not be run do not count, and neither do those that no test notices but the
 * compiler refuses.
 */
export function verdictOf(report: schema.MutationTestResult, refuses: (file: string, text: string) => boolean): Verdict {
	const survivors: Survivor[] = [];
	let [all, noticed] = [0, 0];
	for (const [file, { source, mutants }] of Object.entries(report.files)) {
		for (const mutant of mutants) {
			const { status } = mutant;
			if (status === 'Killed' || status === 'Timeout') {
				all += 1;
				noticed += 1;
			} else if ((status === 'Survived' || status === 'NoCoverage') && !refuses(file, changedText(source, mutant, 1))) {
				all += 1;
				survivors.push(survivorOf(file, source, mutant, 1));
			}
		}
	}
	return { all, noticed, survivors };
}

/** @returns Whether a line of code, without the space around it, is one that a reason is given for. */
export const isMeant = (code: Explained['code'], line: string): boolean =>
	typeof code === 'string' ? code === line : (code?.test(line) ?? true);

/**
 * @param survivor A change that no test noticed.
 * @param reasons The known reasons.
 * @returns Why that is not a gap, or undefined when no one has said.
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
 * @param reasons The known reasons.
 * @returns True if one of them is for exactly this change, so that trying it is pointless. A reason for a whole line, or for a
 * kind of change in it, is not enough: it may hold for one change of the kind and not for the next.
 */
export const isSettled = (survivor: Survivor, reasons: readonly Explained[]): boolean =>
	reasonFor(survivor, reasons)?.replacement !== undefined;

/**
 * @param area Part of the package.
 * @param verdict The status of its mutants.
 * @param reasons Why survivors are not a gap.
 * @param whole True if all of the area's files were changed, so that the share says something about the area.
 * @returns The problems, in words; empty when there are none.
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
	const settled = new Map<string, Survivor[]>();
	for (const survivor of survivors) {
		const reason = reasonFor(survivor, reasons);
		if (reason?.replacement === undefined) continue;
		const { file, original, replacement } = survivor;
		const name = JSON.stringify([reasons.indexOf(reason), file, reason.original && original, replacement]);
		settled.set(name, [...(settled.get(name) ?? []), survivor]);
	}
	return [...settled.values()].flatMap((alike) => {
		const [one, another] = alike;
		if (one === undefined || another === undefined) return [];
		const originals = alike.map(({ original }) => `"${original}"`).join(' and of ');
		return `${one.file}:${one.line}: one reason leaves ${alike.length} changes to "${one.replacement}" untried, of ${originals}. Say as "original" what it is for in test/mutation/survivors/${area.name}.ts, or leave "replacement" out to have them tried.`;
	});
}

/** @returns The share of the mutants that were noticed, as people read it ("93.1 %"). */
export const share = ({ all, noticed }: Verdict): string => (all === 0 ? 'none' : percent(noticed / all));

const percent = (part: number): string => `${(part * 100).toFixed(1)} %`;
