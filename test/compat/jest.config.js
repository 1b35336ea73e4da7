/** The packed package in the oldest n8n that it supports: `npm run test:compat`. */
module.exports = {
	...require('../../jest.config.js'),
	rootDir: '../..',
	roots: ['<rootDir>/test/compat'],
	testPathIgnorePatterns: ['/node_modules/'],
	testTimeout: 120_000,
};
