import { RECORDED } from './versions';

/** An intended difference in how a version runs the workflows that earlier versions saved. */
export interface Difference {
	/** The first version that does so. */
	since: string;
	/** The cases that come out otherwise, by their names in the records, or the defaults, such as "message: send, limit". */
	cases: string[];
	/** The reason, in the words of CHANGELOG.md. */
	reason: string;
}

/**
 * Every difference that is meant. A test fails on one that is missing here, on one that does not exist (any more), and on a
 * reason that CHANGELOG.md does not hold.
 */
export const DIFFERENCES: Difference[] = [];

const isBefore = (one: string, other: string): boolean => one.localeCompare(other, 'en', { numeric: true }) < 0;

/**
 * Checks if a saved case is meant to have another outcome today.
 *
 * @param version the version that saved it
 * @param name the name of the case or of the default
 */
export function isMeantToDiffer(version: string, name: string): boolean {
	return DIFFERENCES.some(({ since, cases }) => isBefore(version, since) && cases.includes(name));
}

/** The versions that a difference concerns. */
export const versionsBefore = ({ since }: Difference): string[] => RECORDED.filter((one) => isBefore(one, since));
