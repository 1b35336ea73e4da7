/** Test files whose tests took no longer together in the first run (ms) are loaded before the others. */
const QUICK_MS = 500;

/** Cost of loading and running a test file in addition to its tests (ms). */
const LEAST_MS = 5;

/** Weight of a test file that has not noticed anything yet, compared with one that noticed once. */
const UNTRIED = 0.05;

const mirrorOf = (file: string) => `test/${file.replace(/\.ts$/, '.test.ts')}`;

/**
 * Knows the test files that notice the changes of a file. A run ends with the first test that notices, so it begins with the
 * files that cost least for the chance that they do. The chance is learned from earlier changes of the same file. Files and
 * test files are paths from the repository's folder.
 */
export class Experience {
	/** Number of times each test file noticed, by the changed file. */
	private readonly noticed = new Map<string, Map<string, number>>();

	/** @param spent how long the tests of each test file took together in the first run (ms) */
	constructor(private readonly spent: Readonly<Record<string, number>>) {}

	/** Learns that a change was noticed. */
	learn(file: string, testFile: string): void {
		const counts = this.noticed.get(file) ?? new Map<string, number>();
		this.noticed.set(file, counts.set(testFile, (counts.get(testFile) ?? 0) + 1));
	}

	/** Counts how often it noticed; the one next to the file is assumed to have done so once. */
	private count(file: string, testFile: string): number {
		return (this.noticed.get(file)?.get(testFile) ?? 0) + (testFile === mirrorOf(file) ? 1 : 0);
	}

	order(file: string, testFiles: readonly string[]): string[] {
		const costOf = (testFile: string) => ((this.spent[testFile] ?? 0) + LEAST_MS) / (this.count(file, testFile) + UNTRIED);
		return [...testFiles].sort((one, other) => costOf(one) - costOf(other));
	}

	/**
	 * In which turn a test file is loaded for a change that is made while files are loaded: to load takes longer than to run.
	 *
	 * @returns 0 for what noticed before, 1 for what is quick, 2 for the rest
	 */
	turnOf(file: string, testFile: string): 0 | 1 | 2 {
		if (this.count(file, testFile) > 0) return 0;
		return (this.spent[testFile] ?? 0) <= QUICK_MS ? 1 : 2;
	}
}
