import { tryToParseDateTime } from 'n8n-workflow';
import { isObject } from '../../shared/json';

/** A date with its time zone, as n8n's own expressions have it. */
export type DateTime = ReturnType<typeof tryToParseDateTime>;

/** ISO 8601; n8n's reader would take other texts too, like "2026-1-31", and read them in the time zone of the server. */
const ISO =
	/^\d{4}(?:-?(?:\d\d(?:-?\d\d)?|\d{3}|W\d\d(?:-?\d)?))?(?:T\d\d(?::?\d\d(?::?\d\d(?:[.,]\d+)?)?)?(?:Z|[+-]\d\d(?::?\d\d)?)?)?$/i;

/** The day of the month, where a text tells one. */
const DAY = /^\d{4}-\d\d-(\d\d)/;

/**
 * Tells whether an expression gave a date and not a text or a number that means one.
 *
 * @param value any value
 * @returns true for a JavaScript date and for a date of n8n's expressions, like $now
 */
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

/**
 * Reads a date with n8n's own reader, so that it is read as everywhere in n8n.
 *
 * @param value a date of an expression, or a text in ISO 8601, also with a space in place of the T
 * @param zone the time zone of what tells none, for example the workflow's
 * @returns the date; undefined when it is none
 */
export function readDate(value: unknown, zone: string): DateTime | undefined {
	const text = typeof value === 'string' ? isoOf(value) : undefined;
	if (text === undefined && !isDate(value)) return undefined;
	try {
		const date = tryToParseDateTime(text ?? value, zone);
		// what only looks like a date cannot tell its time
		date.toMillis();
		// the 30th of February is no date, although JavaScript counts on
		const day = DAY.exec(text ?? '')?.[1];
		return day === undefined || date.day === Number(day) ? date : undefined;
	} catch {
		return undefined;
	}
}
