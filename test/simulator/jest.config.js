const base = require('../../jest.config.js');

/** Tests of the simulator page in a real Chromium: `npm run test:page`. */
module.exports = {
	...base,
	rootDir: '../..',
	roots: ['<rootDir>/test/simulator'],
	testPathIgnorePatterns: ['/node_modules/'],
	testTimeout: 120_000,
	maxWorkers: 1,
};
