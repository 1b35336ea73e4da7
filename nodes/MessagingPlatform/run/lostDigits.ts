/** A number that has lost digits, and where it is. */
export interface LostDigits {
	/** '' for the value itself, else its place in it, like `order.items[0].id`. */
	path: string;
	number: number;
}

/**
 * Looks for an integer beyond ±(2^53 - 1): JavaScript had rounded it before it came here.
 *
 * @param value any value
 * @returns the first one, in the order of the members; undefined when there is none
 */
export function findLostDigits(value: unknown): LostDigits | undefined {
	const seen = new Set<object>();
	const left: Array<{ path: string; value: unknown }> = [{ path: '', value }];
	for (let one = left.pop(); one !== undefined; one = left.pop()) {
		const { path, value: current } = one;
		if (typeof current === 'number') {
			if (Number.isInteger(current) && !Number.isSafeInteger(current)) return { path, number: current };
			continue;
		}
		// what prints itself, such as a date, is no number in JSON
		if (typeof current !== 'object' || current === null || 'toJSON' in current || seen.has(current)) continue;
		seen.add(current);
		const isList = Array.isArray(current);
		const members = Object.entries(current).map(([name, member]: [string, unknown]) => {
			const inside = path === '' ? name : `${path}.${name}`;
			return { path: isList ? `${path}[${name}]` : inside, value: member };
		});
		for (const member of members.reverse()) left.push(member);
	}
	return undefined;
}
