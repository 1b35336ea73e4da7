import { RECORDED } from './versions';

/** What a version does otherwise than the versions before it with the workflows that these saved, and means to. */
export interface Difference {
	/** The first version that does so. */
	since: string;
	/** The cases that come out otherwise, by their names in the records, or the defaults, such as "message: send, limit". */
	cases: string[];
	/** Why, in the words in which CHANGELOG.md tells it to users. */
	reason: string;
}

/**
 * Every difference that is meant. A test fails on one that is missing here, on one that does not exist (any more), and on a
 * reason that CHANGELOG.md does not hold.
 */
export const DIFFERENCES: Difference[] = [];

const isBefore = (one: string, other: string): boolean => one.localeCompare(other, 'en', { numeric: true }) < 0;

/**
 * Whether what a version saved is meant to come out otherwise today.
 *
 * @param version the version that saved it
 * @param name the name of the case or of the default
 */
export function isMeantToDiffer(version: string, name: string): boolean {
	return DIFFERENCES.some(({ since, cases }) => isBefore(version, since) && cases.includes(name));
}

/** The versions that a difference concerns. */
export const versionsBefore = ({ since }: Difference): string[] => RECORDED.filter((one) => isBefore(one, since));
