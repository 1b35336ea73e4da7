import { tryToParseDateTime } from 'n8n-workflow';
import { isObject } from './json';

type DateTime = ReturnType<typeof tryToParseDateTime>;

/** ISO 8601; n8n's reader would take other texts too, like "2026-1-31", and read them in the time zone of the server. */
const ISO =
	/^\d{4}(?:-?(?:\d\d(?:-?\d\d)?|\d{3}|W\d\d(?:-?\d)?))?(?:T\d\d(?::?\d\d(?::?\d\d(?:[.,]\d+)?)?)?(?:Z|[+-]\d\d(?::?\d\d)?)?)?$/i;

/** The day of the month, if a text has one. */
const DAY = /^\d{4}-\d\d-(\d\d)/;

/** Checks whether an expression gave a JavaScript date or a date of n8n's expressions, like $now. */
export function isDate(value: unknown): boolean {
	return value instanceof Date || (isObject(value) && value.isLuxonDateTime === true);
}

/** People and databases write a space before the time, and some before the offset. */
function isoOf(value: string): string | undefined {
	const text = value
		.trim()
		.replace(/^(\d{4}-\d\d-\d\d) +/, '$1T')
		.replace(/ +/, '');
	return ISO.test(text) ? text : undefined;
}

/** Reads a date, or a text in ISO 8601, with n8n's own reader; `zone` is the time zone of a value without one, n8n's by default. */
export function readDate(value: unknown, zone?: string): DateTime | undefined {
	const text = typeof value === 'string' ? isoOf(value) : undefined;
	if (text === undefined && !isDate(value)) return undefined;
	try {
		const date = tryToParseDateTime(text ?? value, zone);
		// throws for an object that only looks like a date
		date.toMillis();
		// JavaScript reads the 30th of February as a day in March
		const day = text === undefined ? undefined : DAY.exec(text)?.[1];
		return day === undefined || date.day === Number(day) ? date : undefined;
	} catch {
		return undefined;
	}
}
