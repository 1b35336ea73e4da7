import type { schema } from '@stryker-mutator/api/core';
import type { Area } from './areas';

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

/** The start and the end of what a change replaces in a file's text; `first` as in {@link changedText}. */
function partOf(source: string, { start, end }: Change['location'], first: 0 | 1): [number, number] {
	const lines = source.split('\n');
	const placeOf = ({ line, column }: typeof start) =>
		lines.slice(0, line - first).reduce((place, { length }) => place + length + 1, column - first);
	return [placeOf(start), placeOf(end)];
}

/** @param first What StrykerJS calls the first line and the first column: 1 in its report, 0 while it runs. */
export function changedText(source: string, { location, replacement = '' }: Change, first: 0 | 1): string {
	const [from, to] = partOf(source, location, first);
	return source.slice(0, from) + replacement + source.slice(to);
}

/** @returns A change of a report as reasons are given for it. */
function survivorOf(file: string, source: string, { location, mutatorName: mutator, replacement = '' }: Change): Survivor {
	const { line } = location.start;
	const code = source.split('\n')[line - 1]?.trim() ?? '';
	return { file, line, code, mutator, original: source.slice(...partOf(source, location, 1)), replacement };
}

/** The status of an area's mutants. */
export interface Verdict {
	/** Mutants that could be noticed, and those that were: by a failing test, or since nothing ended any more. */
	readonly all: number;
	readonly noticed: number;
	readonly survivors: readonly Survivor[];
}

/**
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
				survivors.push(survivorOf(file, source, mutant));
			}
		}
	}
	return { all, noticed, survivors };
}

/** @returns Whether a line of code, without the space around it, is one that a reason is given for. */
export const isMeant = (code: Explained['code'], line: string): boolean =>
	typeof code === 'string' ? code === line : (code?.test(line) ?? true);

/** @returns Why that is not a gap, or undefined when no one has said. */
export const reasonFor = (survivor: Survivor, reasons: readonly Explained[]): Explained | undefined =>
	reasons.find(
		({ file, code, mutator, original, replacement }) =>
			(file === undefined || survivor.file.startsWith(file)) &&
			(mutator === undefined || mutator === survivor.mutator) &&
			(original === undefined || [original].flat().includes(survivor.original)) &&
			(replacement === undefined || [replacement].flat().includes(survivor.replacement)) &&
			isMeant(code, survivor.code),
	);

/** @returns The problems, in words; empty when there are none. */
export function problemsOf(area: Area, verdict: Verdict, reasons: readonly Explained[]): string[] {
	const problems = verdict.survivors
		.filter((survivor) => reasonFor(survivor, reasons) === undefined)
		.map(
			({ file, line, code, mutator, replacement }) =>
				`${file}:${line}: no test notices "${replacement}" (${mutator}) in "${code}". Add a test, or say why in test/mutation/survivors/${area.name}.ts.`,
		);
	if (verdict.noticed < LEAST * verdict.all) {
		problems.push(`${area.name}: ${share(verdict)} of the changes are noticed, ${percent(LEAST)} are asked for.`);
	}
	return problems;
}

/** @returns The share of the mutants that were noticed, as people read it ("93.1 %"). */
export const share = ({ all, noticed }: Verdict): string => (all === 0 ? 'none' : percent(noticed / all));

const percent = (part: number): string => `${(part * 100).toFixed(1)} %`;
