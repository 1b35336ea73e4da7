/** Parses JSON and leaves null members out: for the specification an absent field and a null one are the same. */
export function readJson(text: string): unknown {
	return JSON.parse(text, (_key, value: unknown) => (value === null ? undefined : value));
}
