/** Test files whose tests took no longer together in the first run (ms) are loaded before the others. */
const QUICK_MS = 500;

/** What loading and running costs a test file besides its tests (ms). */
const LEAST_MS = 5;

/** What a test file that has not noticed anything yet counts for, beside one that noticed once. */
const UNTRIED = 0.05;

const mirrorOf = (file: string) => `test/${file.replace(/\.ts$/, '.test.ts')}`;

/**
 * Which test files notice the changes of a file. A run ends with the first test that notices, so those are asked first that cost
 * least for the chance that they do: the chance is learnt from the changes of the same file that were tried before.
 *
 * Files and test files are paths from the repository's folder.
 */
export class Experience {
	/** How often each test file noticed, by the file that was changed. */
	private readonly noticed = new Map<string, Map<string, number>>();

	/** @param spent how long the tests of each test file took together in the first run (ms) */
	constructor(private readonly spent: Readonly<Record<string, number>>) {}

	/**
	 * Learns that a change was noticed.
	 *
	 * @param file the file that was changed
	 * @param testFile where the test stands that noticed
	 */
	learn(file: string, testFile: string): void {
		const counts = this.noticed.get(file) ?? new Map<string, number>();
		this.noticed.set(file, counts.set(testFile, (counts.get(testFile) ?? 0) + 1));
	}

	/** How often it noticed; the one that stands beside the file is taken to have done so once. */
	private count(file: string, testFile: string): number {
		return (this.noticed.get(file)?.get(testFile) ?? 0) + (testFile === mirrorOf(file) ? 1 : 0);
	}

	/**
	 * @param file the file that is changed
	 * @param testFiles the test files to ask
	 * @returns them in the order in which to ask them
	 */
	order(file: string, testFiles: readonly string[]): string[] {
		const costOf = (testFile: string) => ((this.spent[testFile] ?? 0) + LEAST_MS) / (this.count(file, testFile) + UNTRIED);
		return [...testFiles].sort((one, other) => costOf(one) - costOf(other));
	}

	/**
	 * In which turn a test file is loaded for a change that is made while files are loaded: to load takes longer than to run.
	 *
	 * @param file the file that is changed
	 * @param testFile the test file
	 * @returns 0 for what noticed before, 1 for what is quick, 2 for the rest
	 */
	turnOf(file: string, testFile: string): 0 | 1 | 2 {
		if (this.count(file, testFile) > 0) return 0;
		return (this.spent[testFile] ?? 0) <= QUICK_MS ? 1 : 2;
	}
}
