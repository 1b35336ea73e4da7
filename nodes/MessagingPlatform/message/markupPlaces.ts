/** The ways the platform can read a text (specification, "TbUniMessage", textMarkup). */
export type TextMarkup = 'HTML' | 'MARKDOWN' | 'PLAIN';

/** Elements without an end tag (HTML Living Standard, "Void elements"). */
const VOID = /^(area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)$/;

// the name is whole before the rest is looked at: otherwise a name that no > follows is tried at each of its lengths
const HTML_TOKEN = /<(\/?)([a-z][\w:-]*)(?![\w:-])([^<>]*)>|&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z]\w{0,31});/gi;

/** Tags that a new line follows. */
const LINE_END = /<(?:br\b[^<>]*|\/(?:p|div|li|ul|ol|pre|blockquote|h[1-6]|tr|table)\s*)>/i;

const MARKDOWN_TOKEN =
	/\\(?:[^\w\s]|_)|`+|!?\[[^[\]\n]{0,1000}\]\([^()\s]{0,2000}(?: [^()\n]{0,500})?\)|<[a-z]+:[^\s<>]{1,2000}>|\*+|_+|~+|\|\|/gi;

/** A fence of a code block: three signs or more at the beginning of a line. */
const FENCE = /^[ \t]*(`{3,}|~{3,})/;

/** Places of a text, 0 before its first UTF-16 unit, and which of them are inside of something that belongs together. */
class Places {
	private readonly changes: Int32Array;

	constructor(length: number) {
		this.changes = new Int32Array(length + 2);
	}

	/** Keeps the text between two places in one piece. */
	join(from: number, to: number): void {
		if (to - from < 2) return;
		this.changes[from + 1] = (this.changes[from + 1] ?? 0) + 1;
		this.changes[to] = (this.changes[to] ?? 0) - 1;
	}

	/** Returns a check whether a place is outside of everything that was joined. */
	free(): (place: number) => boolean {
		for (let place = 1; place < this.changes.length; place++) {
			this.changes[place] = (this.changes[place] ?? 0) + (this.changes[place - 1] ?? 0);
		}
		return (place) => (this.changes[place] ?? 0) === 0;
	}
}

export interface MarkupPlaces {
	/** Checks whether a place is outside of every element, tag, entity, code and emphasis. */
	isFree(place: number): boolean;
	/** Places at which a line ends although there is no line break. */
	lineEnds: readonly number[];
}

/** Elements that are closed, tags and entities; an element that is never closed doesn't count. */
function ofHtml(text: string): MarkupPlaces {
	const places = new Places(text.length);
	const open = new Map<string, number[]>();
	const lineEnds: number[] = [];
	for (const { 0: token, 1: slash, 2: tag, 3: rest = '', index } of text.matchAll(HTML_TOKEN)) {
		const end = index + token.length;
		places.join(index, end);
		if (LINE_END.test(token)) lineEnds.push(end);
		const name = tag?.toLowerCase();
		if (name === undefined || VOID.test(name) || rest.endsWith('/')) continue;
		const froms = open.get(name) ?? [];
		open.set(name, froms);
		if (slash === '') froms.push(index);
		else places.join(froms.pop() ?? end, end);
	}
	return { isFree: places.free(), lineEnds };
}

/** Finds the end of code that begins with some backticks: after the next run of as many. */
function codeEnds(paragraph: string): (length: number, from: number) => number | undefined {
	const runs = new Map<number, number[]>();
	for (const { 0: run, index } of paragraph.matchAll(/`+/g)) {
		const ends = runs.get(run.length) ?? [];
		ends.push(index + run.length);
		runs.set(run.length, ends);
	}
	// a caller asks from the text's beginning to its end, so ends that lie before are dropped
	return (length, from) => {
		const ends = runs.get(length) ?? [];
		while (ends[0] !== undefined && ends[0] <= from) ends.shift();
		return ends[0];
	};
}

/** Emphasis, links and code within one paragraph. Signs within a word or between spaces aren't emphasis. */
function joinInline(places: Places, paragraph: string, offset: number): void {
	const open = new Map<string, number>();
	const isSpace = (place: number) => /\s/.test(paragraph.charAt(place));
	const isLetter = (place: number) => /[\p{L}\p{N}]/u.test(paragraph.charAt(place));
	const findCodeEnd = codeEnds(paragraph);
	let codeEnd = 0;
	for (const { 0: token, index } of paragraph.matchAll(MARKDOWN_TOKEN)) {
		const end = index + token.length;
		if (index < codeEnd) continue;
		if (token.startsWith('`')) {
			codeEnd = findCodeEnd(token.length, end) ?? codeEnd;
			places.join(offset + index, offset + codeEnd);
			continue;
		}
		places.join(offset + index, offset + end);
		if (/^[*_~|]/.test(token)) {
			if (token.startsWith('_') && isLetter(index - 1) && isLetter(end)) continue;
			const from = open.get(token);
			if (from !== undefined && !isSpace(index - 1)) {
				places.join(offset + from, offset + end);
				open.delete(token);
			} else if (!isSpace(end)) {
				open.set(token, index);
			}
		}
	}
}

/** Code blocks that are closed, and the contents of each paragraph outside of them. */
function ofMarkdown(text: string): MarkupPlaces {
	const places = new Places(text.length);
	let fence: { sign: string; from: number } | undefined;
	let paragraph = 0;
	let place = 0;
	const endParagraph = (at: number) => {
		joinInline(places, text.slice(paragraph, at), paragraph);
	};
	for (const line of text.split(/(?<=\n)/)) {
		const end = place + line.length;
		const sign = FENCE.exec(line)?.[1];
		if (fence === undefined && (sign !== undefined || line.trim() === '')) {
			endParagraph(place);
			paragraph = end;
			if (sign !== undefined) fence = { sign, from: place };
		} else if (fence !== undefined && sign?.startsWith(fence.sign) === true) {
			places.join(fence.from, place + line.trimEnd().length);
			fence = undefined;
			paragraph = end;
		}
		place = end;
	}
	if (fence === undefined) endParagraph(text.length);
	return { isFree: places.free(), lineEnds: [] };
}

/** Finds the places where markup can be cut. The dialect of MARKDOWN isn't documented: only what all have in common counts. */
export function markupPlaces(text: string, markup: TextMarkup): MarkupPlaces {
	switch (markup) {
		case 'HTML':
			return ofHtml(text);
		case 'MARKDOWN':
			return ofMarkdown(text);
		default:
			return { isFree: () => true, lineEnds: [] };
	}
}
