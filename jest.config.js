const SHARED = {
	testEnvironment: '<rootDir>/test/jest/environment.js',
	runtime: '<rootDir>/test/jest/runtime.js',
	setupFiles: ['<rootDir>/test/jest/silence.js'],
	modulePathIgnorePatterns: ['<rootDir>/sandbox/n8n/', '<rootDir>/test/compat/n8n/', '<rootDir>/dist/', '<rootDir>/.demo/'],
	transform: { '^.+\\.[jt]s$': '<rootDir>/test/jest/transform.js' },
	// Published as ES modules, which jest's CommonJS runtime can't load without translation.
	transformIgnorePatterns: ['/node_modules/(?!(jose|lossless-json)/)'],
};

/** Projects with a real n8n or a browser. */
const OUTSIDE = ['e2e', 'simulator', 'examples', 'editor', 'compat', 'queue'];

/** The tests of a folder of test/. */
const outside = (displayName) => ({
	...SHARED,
	displayName,
	roots: [`<rootDir>/test/${displayName}`],
	// a test or a hook that takes longer counts as hanging
	testEnvironmentOptions: { timeLimitMs: 600_000 },
	globalSetup: displayName === 'e2e' ? '<rootDir>/test/e2e/globalSetup.ts' : undefined,
	globalTeardown: '<rootDir>/test/jest/endN8n.js',
});

/**
 * `npm test` runs the project "unit". package.json has a command for each of the others. `npx jest <path>` finds the project:
 * right after --selectProjects, jest takes a path for the name of a project.
 */
module.exports = {
	maxWorkers: 3,
	// Node frees a worker's memory when it ends, which takes longer than jest's half a second.
	workerGracefulExitTimeout: 30_000,
	reporters: ['default', ...(process.env.TEST_COUNTS ? ['<rootDir>/test/jest/counts.js'] : [])],
	projects: [
		{
			...SHARED,
			displayName: 'unit',
			roots: ['<rootDir>/test'],
			testPathIgnorePatterns: ['/node_modules/', `<rootDir>/test/(${OUTSIDE.join('|')})/`],
			testEnvironmentOptions: { timeLimitMs: 120_000 },
		},
		...OUTSIDE.map(outside),
	],
};
