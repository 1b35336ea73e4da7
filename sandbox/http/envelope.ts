/**
 * The envelope of a list method (specification, "Response envelope").
 *
 * @param items the elements
 * @param nextPage address of the next page, if the method pages
 * @returns $count, $items and, when given, $nextPage
 */
export function listOf<Item>(items: Item[], nextPage?: string) {
	return { $count: items.length, $items: items, $nextPage: nextPage };
}

/**
 * The envelope of a single-result method.
 *
 * @param value the result
 * @returns $count 1 and $value
 */
export function single<Value>(value: Value) {
	return { $count: 1, $value: value };
}
