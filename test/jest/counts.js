/** Adds how many tests passed and failed to the file TEST_COUNTS, for the last line of .ci/run and .ci/nightly. */
const { appendFileSync } = require('node:fs');

module.exports = class {
	onRunComplete(_contexts, { numPassedTests, numFailedTests, numRuntimeErrorTestSuites }) {
		// A file that couldn't run at all has no tests to count.
		const failed = numFailedTests + numRuntimeErrorTestSuites;
		appendFileSync(process.env.TEST_COUNTS, `${numPassedTests} ${failed}\n`);
	}
};
