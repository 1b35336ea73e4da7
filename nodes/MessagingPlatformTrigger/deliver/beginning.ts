/** The bot that a command is meant for: "/start@my_bot" is "/start" for it. */
const ADDRESSEE = /^(\/[^\s@]*)@\S*/;

/** A letter or digit, except in scripts that don't set words apart. */
const LETTER =
	'(?![\\p{scx=Thai}\\p{scx=Laoo}\\p{scx=Khmr}\\p{scx=Mymr}\\p{scx=Tale}\\p{scx=Talu}\\p{scx=Lana}\\p{scx=Tavt}\\p{scx=Java}\\p{scx=Bali}' +
	'\\p{scx=Hani}\\p{scx=Hira}\\p{scx=Kana}\\p{scx=Bopo}\\p{scx=Yiii}])[\\p{L}\\p{N}]';

/**
 * A place within a word: between two letters, whatever invisible joiners are between them, or before a mark of a letter. The zero
 * width space sets words apart.
 */
const WITHIN_WORD = new RegExp(`(?<=[\\p{L}\\p{N}]\\p{M}*)\\p{M}|(?<=${LETTER}\\p{M}*)(?:(?!\\u200b)\\p{Cf})*${LETTER}`, 'uy');

function plain(text: string): string {
	return text.normalize('NFC').trimStart().toLowerCase();
}

function beginsWith(text: string, beginning: string): boolean {
	if (!text.startsWith(beginning)) return false;
	// "/start" doesn't begin "/started" or "/start-now", but "/" begins every command
	const isCommand = /^\/\S+$/.test(beginning);
	if (isCommand) return /^(\s|$)/.test(text.slice(beginning.length, beginning.length + 1));
	WITHIN_WORD.lastIndex = beginning.length;
	return !WITHIN_WORD.test(text);
}

/**
 * Tells whether a text begins with one of several beginnings. Upper and lower case and white space before the text make no
 * difference. A beginning that ends with a letter or digit has to end with a whole word, in scripts that set words apart. A command,
 * which is a beginning of one word after a slash, has to be the whole first word of the text; in "/start@my_bot" that is "/start",
 * unless the beginning itself has an "@" in its first word.
 *
 * @param text any text
 * @param beginnings what it may begin with
 */
export function beginsWithAny(text: string, beginnings: readonly string[]): boolean {
	const whole = plain(text);
	const withoutAddressee = whole.replace(ADDRESSEE, '$1');
	return beginnings.map(plain).some((one) => beginsWith(/^\/\S*@/.test(one) ? whole : withoutAddressee, one));
}
