import { type JsonObject, type JsonValue, parseJson, printPlain } from '../../shared/json';

/** Length above which a value's length is shown, too, in characters. */
const LONG = 200;

/** The names that n8n accepts in `$fromAI`. */
const PLAIN_NAME = /^[A-Za-z0-9_-]{1,64}$/;

// U+2800, a Braille cell without dots, has no property of its own
const SIGNS = [
	// kept: an emoji, and a joiner between pictures or letters
	String.raw`(\p{RGI_Emoji}`,
	String.raw`(?<=\p{Extended_Pictographic}[\p{Emoji_Modifier}\uFE0F]?)\u200D(?=\p{Extended_Pictographic})`,
	String.raw`(?<=\p{L}\p{M}*)\p{Join_Control}(?=\p{L}))`,
	String.raw`[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]`,
].join('|');

let signs: RegExp | undefined;

function escaped(sign: string): string {
	const units = Array.from({ length: sign.length }, (_one, index) => sign.charCodeAt(index));
	return units.map((unit) => `\\u${unit.toString(16).toUpperCase().padStart(4, '0')}`).join('');
}

/** Writes `\uXXXX` for control and format characters, separators and invisible ones; emoji and joiners in words stay. */
export function visible(text: string): string {
	// made when it is needed, not when its file is loaded: that takes 8 ms; TypeScript checks "v" of a literal only from ES2024 on
	signs ??= new RegExp(SIGNS, 'gv');
	return text.replace(signs, (sign, kept?: string) => kept ?? escaped(sign));
}

/** Prints JSON with every escape as its number, except for quotes and backslashes. */
function printed(value: JsonValue): string {
	const escapes = /\\(?:(["\\])|u[0-9a-f]{4}|.)/g;
	return visible(
		printPlain(value).replace(escapes, (sign, own?: string) =>
			own === undefined ? escaped(String(parseJson(`"${sign}"`))) : sign,
		),
	);
}

function line(name: string, value: JsonValue): string {
	const shown = printed(value);
	const length = [...(typeof value === 'string' ? value : shown)].length;
	const note = length > LONG ? ` (${length} characters)` : '';
	return `${PLAIN_NAME.test(name) ? name : printed(name)}${note}: ${shown}`;
}

/** Lists a tool's complete values, one per line: `name: JSON`. Parsed as JSON, each equals the original. */
export function listValues(values: JsonObject): string {
	const lines = Object.entries(values).map(([name, value = null]) => line(name, value));
	return lines.join('\n') || '(without any values)';
}
