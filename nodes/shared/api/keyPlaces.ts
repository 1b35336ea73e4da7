/** Where a web address lies. */
export interface KeyAddress {
	/** Scheme, host and port, for example 'https://keys.example.com'. */
	origin: string;
	/** The decoded segments of the path; the last one is empty when the path ends with a slash. */
	segments: readonly string[];
	hasQuery: boolean;
}

/** A place that keys may come from. */
export interface KeyPlace {
	origin: string;
	/** The decoded segments of the path; none for a whole origin. */
	segments: readonly string[];
	/** 'below': the path itself and all below it. 'beside': only what lies directly in this folder. */
	reach: 'below' | 'beside';
	/** Whether an address with a query is among them. */
	withQuery: boolean;
}

const WRITTEN = /^https?:\/\/[^/?#\\]+((?:\/[^?#]*)?)(?:[?#]|$)/i;

// What some server reads as a step to another folder, or decodes a second time into one: dot segments (also with a path
// parameter or spaces behind them), an encoded slash, backslash, semicolon or percent sign, a control character.
const ENCODED_SEMICOLON = /%3b/i;
const MISLEADING = /[\p{Cc}/\\%]|^[. ]+(?:;|$)/u;

function decode(written: string): string | undefined {
	if (ENCODED_SEMICOLON.test(written)) return undefined;
	try {
		const segment = decodeURIComponent(written);
		// In this form look-alikes of dots and slashes are the real ones, as some servers take them.
		return MISLEADING.test(segment.normalize('NFKC')) ? undefined : segment;
	} catch {
		return undefined;
	}
}

/**
 * Takes a web address apart for the comparison with places (RFC 3986, sections 3.3 and 6.2.2). It is read as it is written,
 * before a URL parser resolves anything in it, so that it can mean one path only.
 *
 * @param address an http(s) address
 * @returns undefined when it is none, or when its path could be read in two ways: dot segments, an encoded slash, backslash,
 * semicolon or percent sign, an invalid escape, a backslash, a control character
 */
export function readAddress(address: string): KeyAddress | undefined {
	const [, path] = WRITTEN.exec(address) ?? [];
	if (path === undefined || !URL.canParse(address)) return undefined;
	const segments: string[] = [];
	for (const written of path.slice(1).split('/')) {
		const segment = decode(written);
		if (segment === undefined) return undefined;
		segments.push(segment);
	}
	const { origin, search } = new URL(address);
	return { origin, segments, hasQuery: search !== '' };
}

/**
 * The place that an address with all below it makes; of an address without a path the whole origin.
 *
 * @param address an address of {@link readAddress}
 */
export function placeBelow({ origin, segments }: KeyAddress): KeyPlace {
	const path = segments.at(-1) === '' ? segments.slice(0, -1) : segments;
	return { origin, segments: path, reach: 'below', withQuery: true };
}

/**
 * The folder that an address lies in, without the folders below; with a query only if the address has one.
 *
 * @param address an address of {@link readAddress}
 */
export function folderOf({ origin, segments, hasQuery }: KeyAddress): KeyPlace {
	return { origin, segments: segments.slice(0, -1), reach: 'beside', withQuery: hasQuery };
}

/**
 * Tells whether an address lies in a place, segment by segment; upper and lower case are different.
 *
 * @param address an address of {@link readAddress}
 * @param place the place
 */
export function liesIn(address: KeyAddress, place: KeyPlace): boolean {
	return (
		address.origin === place.origin &&
		(place.reach === 'below' || address.segments.length === place.segments.length + 1) &&
		(place.withQuery || !address.hasQuery) &&
		place.segments.every((segment, index) => segment === address.segments[index])
	);
}

/**
 * A place in words for a log line.
 *
 * @param place the place
 */
export function showPlace({ origin, segments, reach }: KeyPlace): string {
	const path = segments.map((segment) => `/${encodeURIComponent(segment)}`).join('');
	return `${origin}${path}${reach === 'beside' ? '/*' : ''}`;
}
