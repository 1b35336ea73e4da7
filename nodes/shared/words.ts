/**
 * Lists item numbers for a message, neighbours as a range.
 *
 * @param indexes item numbers in any order
 * @returns for example "0 to 41, 45"; at most 20 ranges, then "and more"
 */
export function listIndexes(indexes: readonly number[]): string {
	const ranges: Array<{ from: number; to: number }> = [];
	for (const index of [...indexes].sort((a, b) => a - b)) {
		const last = ranges.at(-1);
		if (last && index <= last.to + 1) last.to = index;
		else ranges.push({ from: index, to: index });
	}
	const words = ranges.slice(0, 20).map(({ from, to }) => (from === to ? `${from}` : `${from} to ${to}`));
	return words.join(', ') + (ranges.length > 20 ? ' and more' : '');
}

/**
 * Shortens a value for an error message.
 *
 * @param value any text
 * @param characters how many of it are shown at most
 * @returns the text, with an ellipsis when it is longer
 */
export function clip(value: string, characters = 100): string {
	return value.length > characters ? `${value.slice(0, characters)}…` : value;
}

/**
 * Makes a text that came from outside fit for one line of a log: a line break in it would begin a line that nobody wrote.
 *
 * @param text any text
 * @param characters how many of it are kept at most
 * @returns the text with a space for each run of control characters and line separators
 */
export function oneLine(text: string, characters = 500): string {
	return clip(text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim(), characters);
}

/**
 * Puts two texts in the order of the alphabet. A collator of the language would cost n8n several ms at its start.
 *
 * @param one a label in English
 * @param other another
 * @returns below 0, 0 or above 0, as sort() takes it; upper and lower case are the same
 */
export function alphabetically(one: string, other: string): number {
	const [first, second] = [one.toLowerCase(), other.toLowerCase()];
	if (first === second) return 0;
	return first < second ? -1 : 1;
}
