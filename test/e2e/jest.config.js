/** The packed package in a real n8n: `npm run test:e2e`. */
module.exports = {
	...require('../../jest.config.js'),
	rootDir: '../..',
	roots: ['<rootDir>/test/e2e'],
	testPathIgnorePatterns: ['/node_modules/'],
	globalSetup: '<rootDir>/test/e2e/globalSetup.ts',
	testTimeout: 120_000,
	maxWorkers: 1,
	// A connection that a test has left open must not keep the whole run from ending.
	forceExit: true,
};
