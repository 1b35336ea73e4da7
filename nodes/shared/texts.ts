/**
 * Lists items as people count them, neighbors as a range.
 * @returns for example "1 to 42, 46": counted from 1; up to 20 ranges, then "and more"
 */
export function listItems(indexes: readonly number[]): string {
	const ranges: Array<{ from: number; to: number }> = [];
	for (const number of [...indexes].sort((a, b) => a - b).map((index) => index + 1)) {
		const last = ranges.at(-1);
		if (last && number <= last.to + 1) last.to = number;
		else ranges.push({ from: number, to: number });
	}
	const words = ranges.slice(0, 20).map(({ from, to }) => (from === to ? `${from}` : `${from} to ${to}`));
	return words.join(', ') + (ranges.length > 20 ? ' and more' : '');
}

/** Makes one paragraph of what an error says: n8n's editor shows line breaks as spaces, so sentences would run together. */
export function inOneParagraph(parts: ReadonlyArray<string | null | undefined>): string {
	const said = parts.map((part) => part?.trim() ?? '').filter((part) => part !== '');
	return said.map((part) => (/[.!?:…)]$/.test(part) ? part : `${part}.`)).join(' ');
}

/**
 * Makes a text that n8n's editor draws as HTML show its signs: without this, "<b>" of a customer's message would be drawn, and a
 * link that a stranger wrote could be clicked.
 * @returns the text with "‹" in the place of each "<" that could begin a tag
 */
export function asWritten(text: string): string {
	return text.replace(/<(?=[a-z/!?])/gi, '‹');
}

/** Drops what a text was cut through at: a half of an emoji isn't a character, and no messenger shows it. */
export function withoutHalves(text: string): string {
	return text.replace(/\p{Surrogate}/gu, '');
}

export function clip(value: string, characters = 100): string {
	return value.length > characters ? `${value.slice(0, characters)}…` : value;
}

/**
 * Makes a text that came from outside fit for one line of a log: a line break in it would begin a line that no one wrote.
 * @returns the text with a space for each run of control characters and line separators
 */
export function oneLine(text: string, characters = 500): string {
	return clip(text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim(), characters);
}

/** Puts two texts in the order of the alphabet. A collator of the language would cost n8n several ms at its start. */
export function alphabetically(one: string, other: string): number {
	const [first, second] = [one.toLowerCase(), other.toLowerCase()];
	if (first === second) return 0;
	return first < second ? -1 : 1;
}
