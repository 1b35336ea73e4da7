/** A number from its first character on, digits, signs and exponent: wherever it ends, no part of it is a number of its own. */
const NUMBER = /[-+.\deE]+/y;

export const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const MINUS = 0x2d;
const ZERO = 0x30;
const NINE = 0x39;

/** The place after a string that begins with a quote. */
export function endOfString(text: string, start: number): number {
	for (let index = start + 1; index < text.length; index += 1) {
		const code = text.charCodeAt(index);
		if (code === QUOTE) return index + 1;
		if (code === BACKSLASH) index += 1;
	}
	return text.length;
}

function isLong(number: string): boolean {
	return number.length >= 16 && /^-?[1-9]\d*$/.test(number) && !Number.isSafeInteger(Number(number));
}

/** A colon that comes next: only a string can be a name, so an integer there must not become one. */
const COLON = /\s*:/y;

/** Checks whether a text may have integers that JSON.parse rounds: sixteen digits are the fewest past Number.MAX_SAFE_INTEGER. */
export const mayHaveLongIntegers = (text: string): boolean => /(?:^|[:,[\s-])\d{16}/.test(text);

/**
 * Puts each integer beyond ±(2^53 - 1) in quotes.
 * @returns JSON exactly if the text is: JSON (RFC 8259) takes a string wherever it takes a number
 */
export function quoteLongIntegers(text: string): string {
	let quoted = '';
	let copied = 0;
	for (let index = 0; index < text.length;) {
		const code = text.charCodeAt(index);
		if (code === QUOTE) {
			index = endOfString(text, index);
		} else if (code === MINUS || (code >= ZERO && code <= NINE)) {
			NUMBER.lastIndex = index;
			const [number = ''] = NUMBER.exec(text) ?? [];
			const end = index + number.length;
			COLON.lastIndex = end;
			if (isLong(number) && !COLON.test(text)) {
				quoted += `${text.slice(copied, index)}"${number}"`;
				copied = end;
			}
			index = end;
		} else {
			index += 1;
		}
	}
	return quoted + text.slice(copied);
}
