import type { MarkupPlaces } from './markupPlaces';

const LINE_BREAK = /\r\n|[\n\r\u2028\u2029]/g;

/** The distance ahead to look for the end of a sentence, a word or a character, in UTF-16 units. */
const CONTEXT = 64;

/** A part must not begin with these, nor end with an opening bracket or quotation mark. */
const CLOSING = /^[\p{Pe}\p{Pf}\p{Po}\p{Pd}\p{M}]/u;
const OPENING = /[\p{Ps}\p{Pi}]$/u;

/** The text from the beginning of a part on, the part's limits, and the facts that decide its end. */
interface Window {
	text: string;
	from: number;
	/** The place of the first character that isn't white space. */
	first: number;
	/** The last place at which the part is not too long. */
	last: number;
	places: MarkupPlaces;
}

/** A run of white space, and how many lines end in it. */
interface Gap {
	place: number;
	lines: number;
}

function placeAfter(text: string, from: number, characters: number): number {
	let place = from;
	for (let count = 0; count < characters && place < text.length; count++) {
		place += (text.codePointAt(place) ?? 0) > 0xffff ? 2 : 1;
	}
	return place;
}

function afterSpace(text: string, place: number): number {
	const space = /\s*/y;
	space.lastIndex = place;
	space.exec(text);
	return space.lastIndex;
}

function isEnd({ first, last, places }: Window, place: number): boolean {
	return place > first && place <= last && places.isFree(place);
}

function gapsOf({ text, from, last }: Window): Gap[] {
	const within = text.slice(from, afterSpace(text, last));
	return [...within.matchAll(/\s+/g)].map(({ 0: space, index }) => ({
		place: from + index,
		lines: space.match(LINE_BREAK)?.length ?? 0,
	}));
}

/** The last end among places in rising order. */
const lastEnd = (window: Window, places: readonly number[]) => places.filter((place) => isEnd(window, place)).at(-1);

/** The last end between two sentences, words or characters (UAX #29). */
function lastBoundary(window: Window, granularity: 'grapheme' | 'sentence' | 'word'): number | undefined {
	const { text, from, last } = window;
	const within = text.slice(from, afterSpace(text, last) + CONTEXT);
	const segments = new Intl.Segmenter('en', { granularity }).segment(within);
	let after = segments.containing(within.length - 1);
	let before = after && segments.containing(after.index - 1);
	while (after && before) {
		const place = from + after.index - (before.segment.length - before.segment.trimEnd().length);
		const isBroken = granularity === 'word' && (CLOSING.test(after.segment) || OPENING.test(before.segment));
		if (!isBroken && isEnd(window, place)) return place;
		[after, before] = [before, segments.containing(before.index - 1)];
	}
	return undefined;
}

/** If markup leaves no place to cut, the part extends to the end of what must not be cut, and of the word there. */
function nextFree({ text, last, places }: Window): number {
	let free = last;
	while (!places.isFree(free)) free++;
	const lineEnd = places.lineEnds.find((place) => place >= free) ?? text.length;
	const spaces = /\s/g;
	spaces.lastIndex = free;
	const space = Math.min(spaces.exec(text)?.index ?? text.length, lineEnd);
	return space - free <= CONTEXT && places.isFree(space) ? space : free;
}

function endOf(window: Window): number {
	const gaps = gapsOf(window);
	const ends = (atLeast: number) => gaps.filter(({ lines }) => lines >= atLeast).map(({ place }) => place);
	const lines = [...ends(1), ...window.places.lineEnds].sort((one, other) => one - other);
	return (
		lastEnd(window, ends(2)) ??
		lastEnd(window, lines) ??
		lastBoundary(window, 'sentence') ??
		lastEnd(window, ends(0)) ??
		lastBoundary(window, 'word') ??
		lastBoundary(window, 'grapheme') ??
		(isEnd(window, window.last) ? window.last : nextFree(window))
	);
}

/** The next part begins without the white space at the cut, but a line keeps its indent of up to half a part. */
function startAfter(text: string, place: number, maxSize: number): number {
	const end = afterSpace(text, place);
	const lineStart = text.slice(place, end).search(/(?<![^\n\r\u2028\u2029])[^\n\r\u2028\u2029]*$/) + place;
	return (lineStart > place || place === 0) && (end - lineStart) * 2 <= maxSize ? lineStart : end;
}

/**
 * Cuts a text into parts: at the end of a paragraph, or failing that of a line, a sentence, a word, a character. Only white
 * space at the cuts and at the text's ends is lost.
 * @param maxSize the longest part in code points, at least 1; a part is longer if its markup has no place to cut
 */
export function splitText(text: string, maxSize: number, places: MarkupPlaces): string[] {
	const end = text.trimEnd().length;
	const parts: string[] = [];
	for (let from = startAfter(text, 0, maxSize); from < end;) {
		const last = placeAfter(text, from, maxSize);
		if (last >= end) return [...parts, text.slice(from, last === text.length ? last : end)];
		const place = endOf({ text, from, first: afterSpace(text, from), last, places });
		parts.push(text.slice(from, place).trimEnd());
		from = startAfter(text, place, maxSize);
	}
	return parts;
}
