/**
 * Parses JSON and leaves null members out: for the specification an absent field and a null one are the same.
 *
 * @param text JSON text; ids in it are strings (sandbox/README.md), so that no digit is lost
 * @throws SyntaxError when the text is not JSON
 */
export function readJson(text: string): unknown {
	return JSON.parse(text, (_key, value: unknown) => (value === null ? undefined : value));
}
