/** The bot that a command is meant for: "/start@my_bot" is "/start" for it. */
const ADDRESSEE = /^(\/[^\s@]*)@\S*/;

function plain(text: string): string {
	return text.normalize('NFC').trimStart().toLowerCase();
}

function beginsWith(text: string, beginning: string): boolean {
	if (!text.startsWith(beginning)) return false;
	// "/start" is no beginning of "/started"; "/" is one of every command
	const isCommand = /^\/\S+$/.test(beginning);
	return !isCommand || /^(\s|$)/.test(text.slice(beginning.length, beginning.length + 1));
}

/**
 * Tells whether a text begins with one of several beginnings. Upper and lower case and white space before the text make no
 * difference. A command, which is a beginning of one word after a slash, has to be the whole first word of the text; in
 * "/start@my_bot" that is "/start", unless the beginning itself has an "@" in its first word.
 *
 * @param text any text
 * @param beginnings what it may begin with
 */
export function beginsWithAny(text: string, beginnings: readonly string[]): boolean {
	const whole = plain(text);
	const withoutAddressee = whole.replace(ADDRESSEE, '$1');
	return beginnings.map(plain).some((one) => beginsWith(/^\/\S*@/.test(one) ? whole : withoutAddressee, one));
}
