/**
 * Makes a function that orders an output item's fields: what people use comes first, IDs come last. The editor keeps the order.
 * Other fields stay between them.
 */
export function itemOrder(
	first: readonly string[],
	last: readonly string[],
): <Value>(item: Record<string, Value>) => Record<string, Value> {
	// negative places come before the other fields, positive ones after them
	const places = new Map([
		...first.map((name, index): [string, number] => [name, index - first.length]),
		...last.map((name, index): [string, number] => [name, index + 1]),
	]);
	const place = ([name]: [string, unknown]) => places.get(name) ?? 0;
	return (item) => Object.fromEntries(Object.entries(item).sort((left, right) => place(left) - place(right)));
}
