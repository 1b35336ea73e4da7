import { type Int64, isJsonObject, type Json, type JsonObject } from '../core/json';
import { contract } from '../contract/validator';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const DATE = /^\d{4}-\d{2}-\d{2}T[\d:]+(\.\d+)?(Z|[+-]\d{2}:?\d{2})$/;
const WEB = /^https?:\/\//i;
const DIGITS = /^\d+$/;
const PHONE = /^(tel:)?\+\d+$/;
const COMPOSITE = /^([a-z]+)_(\d+)_(.+)$/s;
/** Numbers that tell nothing of a person: counts, limits, sizes, pauses. */
const LARGEST_PLAIN = 1_000_000_000;
/** Fields in which even a small number can identify a person. */
const OF_SOMEBODY = /id$|phone|address|number/i;
/** 2020-01-01, in ms since 1970. */
const SOME_TIME_MS = 1_577_836_800_000;
/** The number of entries shown per list: the others have the same fields, or the differences mention them. */
const ENTRIES = 3;

/** Every word that the contract itself knows: enumerations, constants, examples. */
function wordsOf(value: Json, found = new Set<string>(), isWord = false): Set<string> {
	if (typeof value === 'string' && isWord) found.add(value);
	if (Array.isArray(value)) for (const one of value) wordsOf(one, found, isWord);
	if (!isJsonObject(value)) return found;
	for (const [key, member] of Object.entries(value)) wordsOf(member, found, ['enum', 'const', 'examples'].includes(key));
	return found;
}

/**
 * Replaces personal values with pseudonyms of the same kind: a UUID with a UUID, 12 digits with 12 digits. Equal values have
 * equal pseudonyms, so that related values still show. Anything that could be a name or a text counts as one.
 */
export class Pseudonyms {
	private readonly words = wordsOf(contract().document);
	private readonly known = new Map<string, number>();

	/** The shape of a value: its members with stand-ins for what they hold. */
	of(value: Json, key = ''): Json {
		if (typeof value === 'string') return this.text(value);
		if (typeof value === 'number' || typeof value === 'bigint') return this.number(value, key);
		if (Array.isArray(value)) return value.slice(0, ENTRIES).map((one) => this.of(one, key));
		if (!isJsonObject(value)) return value;
		return this.object(value);
	}

	/** A member's name. Most are the platform's, but customers can choose names for some things. */
	name(name: string): string {
		const isPlain = /^[$\w.-]{1,60}$/.test(name) && !/\d{4}/.test(name) && !UUID.test(name);
		return isPlain ? name : `name-${this.numberOf(name)}`;
	}
	private object(value: JsonObject): JsonObject {
		const members = Object.entries(value).map(([key, member]): [string, Json] => [this.name(key), this.of(member, key)]);
		return Object.fromEntries(members);
	}

	private text(value: string): string {
		if (value === '' || this.words.has(value)) return value;
		if (UUID.test(value)) return `00000000-0000-4000-8000-${this.digits(value, 12)}`;
		if (DATE.test(value))
			return value.replace(/^.{10}T[\d:]+/, '2020-01-01T00:00:00').replace(/\.\d+/, (part) => `.${'0'.repeat(part.length - 1)}`);
		if (WEB.test(value)) return `${value.startsWith('https') ? 'https' : 'http'}://example.com/${this.numberOf(value)}`;
		if (DIGITS.test(value)) return this.digits(value, value.length);
		if (PHONE.test(value)) return `${value.startsWith('tel:') ? 'tel:' : ''}+${this.digits(value, 11)}`;
		const [, type = '', channelId = '', chatId = ''] = COMPOSITE.exec(value) ?? [];
		if (this.words.has(type)) return `${type}_${this.digits(channelId, channelId.length)}_${this.text(chatId)}`;
		return `text ${this.numberOf(value)}`;
	}

	private number(value: Int64, key: string): Int64 {
		if (typeof value === 'number' && !Number.isInteger(value)) return 0.5;
		const digits = String(value).replace('-', '');
		if (/^\d{13}$/.test(digits) && /^[12]/.test(digits) && !OF_SOMEBODY.test(key)) return SOME_TIME_MS;
		if (!OF_SOMEBODY.test(key) && Math.abs(Number(value)) <= LARGEST_PLAIN) return value;
		const standIn = BigInt(this.digits(digits, digits.length));
		return standIn <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(standIn) : standIn;
	}

	/** As many digits, the first of them 1. */
	private digits(value: string, length: number): string {
		const number = String(this.numberOf(value));
		return length <= number.length ? number.slice(-length) : `1${number.padStart(length - 1, '0')}`;
	}
	private numberOf(value: string): number {
		const number = this.known.get(value) ?? this.known.size + 1;
		this.known.set(value, number);
		return number;
	}
}
