/** HTML, as opposed to a text that has yet to be escaped. */
export class Html {
	constructor(readonly text: string) {}
}

type Part = string | number | Html | undefined | readonly Part[];

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** In an element and in a quoted attribute (HTML Living Standard, "Escaping a string"). */
function escapeHtml(text: string): string {
	return text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? '');
}

function htmlOf(part: Part): string {
	if (part === undefined) return '';
	if (part instanceof Html) return part.text;
	return Array.isArray(part) ? part.map(htmlOf).join('') : escapeHtml(String(part));
}

/** Writes HTML. Each value is escaped unless it is {@link Html}; undefined is nothing. */
export function markup(fixed: TemplateStringsArray, ...parts: Part[]): Html {
	return new Html(fixed.map((text, index) => text + htmlOf(parts[index])).join(''));
}
