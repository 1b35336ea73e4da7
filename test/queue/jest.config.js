/** The package in n8n's queue mode, on real PostgreSQL and Redis: `npm run test:queue`. Not part of `npm test`. */
const base = require('../../jest.config.js');

module.exports = {
	...base,
	rootDir: '../..',
	roots: ['<rootDir>/test/queue'],
	testPathIgnorePatterns: ['/node_modules/'],
	// The tests are one story: each begins with the processes that the one before has left running.
	maxWorkers: 1,
	bail: 1,
	testTimeout: 180_000,
};
