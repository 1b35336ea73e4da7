/** Parses a URL; undefined for a text that isn't one. In Node 20, `URL.canParse` refuses some with letters such as ü. */
export function parseUrl(text: string, base?: string): URL | undefined {
	try {
		return new URL(text, base);
	} catch {
		return undefined;
	}
}
