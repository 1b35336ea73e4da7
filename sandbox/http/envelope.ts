/** The envelope of a list method (specification, "Response envelope"). */
export function listOf<Item>(items: Item[], nextPage?: string) {
	return { $count: items.length, $items: items, $nextPage: nextPage };
}

/** The envelope of a single-result method. */
export function single<Value>(value: Value) {
	return { $count: 1, $value: value };
}
