const { projects } = require('../../jest.config.js');

module.exports = {
	...projects[0],
	rootDir: '../..',
	// jest finds the tests that are related to a file only if it knows the file
	roots: ['credentials', 'nodes', 'sandbox', 'test'].map((folder) => `<rootDir>/${folder}`),
	// a document that quotes the code doesn't show that it works
	testPathIgnorePatterns: [...projects[0].testPathIgnorePatterns, '<rootDir>/test/docs/'],
	transform: { '^.+\\.[jt]s$': '<rootDir>/test/faults/transform.js' },
};
