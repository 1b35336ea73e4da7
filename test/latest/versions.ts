const STABLE = /^\d+\.\d+\.\d+$/;

const partsOf = (version: string) => version.split('.').map(Number);

/** Newest first. */
function byAge(one: string, other: string): number {
	const [left, right] = [partsOf(one), partsOf(other)];
	return right.map((part, index) => part - (left[index] ?? 0)).find((difference) => difference !== 0) ?? 0;
}

/**
 * Chooses the versions to try: a release whose dependencies are incomplete is not rare.
 *
 * @param wanted the version that is wanted; a prerelease (2.42.0-exp.1) is tried alone
 * @param published all published versions, in any order
 * @param most the number of versions to try
 * @returns the wanted one, then the releases before it, newest first
 */
export function versionsToTry(wanted: string, published: readonly string[], most = 5): string[] {
	if (!STABLE.test(wanted)) return [wanted];
	const older = published.filter((version) => STABLE.test(version) && byAge(version, wanted) > 0).sort(byAge);
	return [wanted, ...older].slice(0, most);
}
