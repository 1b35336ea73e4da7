import { clip } from './texts';

export const DIGITS_ADVICE =
	'JavaScript rounds numbers this large. Pass it as text, the way the Messaging Platform nodes output it.';

/** The first integer beyond ±(2^53 - 1), and its place, like `order.items[0].id`; '' is the value itself. */
function findLostDigits(value: unknown): { path: string; number: number } | undefined {
	const seen = new Set<object>();
	const left: Array<{ path: string; value: unknown }> = [{ path: '', value }];
	for (let one = left.pop(); one !== undefined; one = left.pop()) {
		const { path, value: current } = one;
		if (typeof current === 'number' && Number.isInteger(current) && !Number.isSafeInteger(current))
			return { path, number: current };
		// a value that prints itself, such as a date, is not a number in JSON
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

/** Finds a number that JavaScript had rounded before it came here. */
export function lostDigits(value: unknown): { problem: string; advice: string } | undefined {
	const found = findLostDigits(value);
	if (found === undefined) return undefined;
	const { path, number } = found;
	if (path === '') return { problem: `is a number that is too large to be stored exactly: ${number}`, advice: DIGITS_ADVICE };
	return {
		problem: `contains a number that is too large to be stored exactly: ${clip(path)} is ${number}`,
		advice: `${DIGITS_ADVICE} Or pass the whole JSON as text.`,
	};
}
