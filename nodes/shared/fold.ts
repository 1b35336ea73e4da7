/** Signs that are typed for an apostrophe or a quotation mark. Unicode would make a space and an accent of some of them. */
function withPlainQuotes(text: string): string {
	return text
		.replace(
			/[\u0060\u00b4\u02b9\u02bb-\u02bd\u02c8\u02ca\u0384\u055a\u05f3\u1fbd\u1fbf\u1ffe\u2018-\u201b\u2032\u2039\u203a\uff40]/g,
			"'",
		)
		.replace(/[\u00ab\u00bb\u05f4\u201c-\u201f\u2033\u301d\u301e]/g, '"');
}

/**
 * Folds a text that a person wrote, to compare it with what another person wrote. These make no difference: upper and lower case
 * (Unicode's full case folding, and the Turkish i with and without a dot), the forms of one character (NFKC), the kinds of apostrophes,
 * quotation marks, hyphens and dashes, how much white space there is, and signs that no one sees. Accents and emoji do.
 */
export function fold(text: string): string {
	// made here, not when the file is loaded: that takes 1 ms
	const shown = withPlainQuotes(withPlainQuotes(text).normalize('NFKC'))
		.replace(/[\p{Pd}\u02d7\u2043\u2212]/gu, '-')
		// a zero width space sets words apart, and a blank of Braille looks like one
		.replace(/[\s\x85\u200b\u2800]+/g, ' ')
		// emoji are made of joiners and tags
		.replace(/(?![\u200d\u{e0020}-\u{e007f}])[\p{Default_Ignorable_Code_Point}\p{Cc}]/gu, '')
		.replace(/(?<!\p{Extended_Pictographic}\p{Emoji_Modifier}?)\u200d|\u200d(?!\p{Extended_Pictographic})/gu, '');
	const lower = shown.replace(/i\u0307|\u0130/g, 'i').toLowerCase();
	return lower.toUpperCase().toLowerCase().replaceAll('\u03c2', '\u03c3').normalize('NFKC').trimStart();
}

/** White space and punctuation around a text, except signs that give a word its meaning: "/start", "#1", "5%". */
const AROUND = '(?:(?![/#@%&])[\\s\\p{P}\\p{Cf}\\ufe0f])';

let aroundText: RegExp | undefined;

/** Levels texts that people write for the same: ignores what {@link fold} does, and punctuation around. */
export function level(text: string): string {
	const spaced = fold(text).trimEnd();
	aroundText ??= new RegExp(`^${AROUND}+|(?<!${AROUND})${AROUND}+$`, 'gu');
	const bare = spaced.replace(aroundText, '');
	return bare === '' ? spaced : bare;
}
