/** Tests of the editor in Chromium, in a real n8n with the packed package: `npm run test:editor`. */
module.exports = {
	...require('../../jest.config.js'),
	rootDir: '../..',
	roots: ['<rootDir>/test/editor'],
	testPathIgnorePatterns: ['/node_modules/'],
	testTimeout: 120_000,
};
