/** Every workflow of examples/ in a real n8n against the sandbox: `npm run test:examples`. */
module.exports = {
	...require('../../jest.config.js'),
	rootDir: '../..',
	roots: ['<rootDir>/test/examples'],
	testPathIgnorePatterns: ['/node_modules/'],
	testTimeout: 120_000,
};
