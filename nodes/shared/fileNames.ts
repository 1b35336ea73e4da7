/** Longest file name in bytes of UTF-8; file systems take 255. */
const MAX_NAME_BYTES = 200;

// Signs that reverse or hide part of a name (Unicode's bidirectional controls), break a line, or are half a character.
const INVISIBLE = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061c\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/gu;

// RFC 6838, section 4.2
const MIME_TYPE = /^[a-z0-9][a-z0-9!#$&^_.+-]{0,126}\/[a-z0-9][a-z0-9!#$&^_.+-]{0,126}$/;

function shorten(name: string): string {
	const ending = /\.[^.]{1,20}$/u.exec(name)?.[0] ?? '';
	const stem = [...name.slice(0, name.length - ending.length)];
	while (stem.length > 0 && Buffer.byteLength(stem.join('') + ending) > MAX_NAME_BYTES) {
		stem.length = Math.min(stem.length - 1, MAX_NAME_BYTES);
	}
	return stem.join('') + ending;
}

/** Makes a file name from outside safe: no path, no control or bidirectional characters, up to 200 bytes with its ending; maybe nothing. */
export function cleanFileName(name: string): string {
	const plain = name
		.slice(0, 10_000)
		.replace(INVISIBLE, '')
		.replace(/[\\/]/g, '_')
		.replace(/^[.\s]+|[.\s]+$/g, '');
	return shorten(plain);
}

/** Reads a MIME type (RFC 6838, section 4.2) that came from outside, in lower case and without parameters. */
export function cleanMimeType(value: unknown): string | undefined {
	if (typeof value !== 'string') return undefined;
	const type = value.split(';', 1)[0]?.trim().toLowerCase() ?? '';
	return MIME_TYPE.test(type) ? type : undefined;
}

function decode(text: string): string {
	try {
		return decodeURIComponent(text);
	} catch {
		// a lone % is part of the name
		return text;
	}
}

/** The name of a downloaded file, by its Content-Disposition header (RFC 6266; filename* as in RFC 8187) or its URL. */
export function downloadName(disposition: unknown, url: URL): string {
	const header = typeof disposition === 'string' ? disposition : '';
	const extended = /filename\*\s*=\s*utf-8'[^']*'([^;]+)/i.exec(header)?.[1];
	const plain = /filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))/i.exec(header);
	const quoted = plain?.[1]?.replace(/\\(.)/gs, '$1') ?? plain?.[2];
	// Node.js reads header bytes as Latin-1; many servers send UTF-8
	const utf8 = quoted === undefined ? undefined : Buffer.from(quoted, 'latin1').toString('utf8');
	const candidates = [
		extended === undefined ? undefined : decode(extended),
		utf8?.includes('\uFFFD') ? quoted : utf8,
		decode(url.pathname.split('/').at(-1) ?? ''),
	];
	return candidates.map((name) => cleanFileName(name ?? '')).find((name) => name !== '') ?? 'file';
}
