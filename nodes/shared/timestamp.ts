/** Reads a time of the platform, in ms since 1970: it is in ms or in ISO 8601 (specification, "Client requirements", 3); NaN for anything else. */
export function readTimestamp(value: unknown): number {
	if (typeof value === 'number') return value;
	return typeof value === 'string' ? Date.parse(value) : NaN;
}

/** A time of the platform in ISO 8601; `otherwise` if it's none. */
export function isoTime<Other>(value: unknown, otherwise: Other): string | Other {
	// Date.parse reads a mere number in a text as a year
	const time = typeof value === 'string' && !/^\d{4}-/.test(value) ? NaN : readTimestamp(value);
	return Math.abs(time) <= 8.64e15 ? new Date(time).toISOString() : otherwise;
}
