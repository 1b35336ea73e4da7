/** Unit and integration tests. Those in a real n8n have configurations of their own. */
module.exports = {
	testEnvironment: '<rootDir>/test/jest/environment.js',
	runtime: '<rootDir>/test/jest/runtime.js',
	setupFiles: ['<rootDir>/test/jest/silence.js'],
	roots: ['<rootDir>/test'],
	// Suites with a real n8n or a browser have a command and a configuration of their own.
	testPathIgnorePatterns: ['/node_modules/', '<rootDir>/test/(e2e|queue|editor|examples|compat|simulator)/'],
	modulePathIgnorePatterns: ['<rootDir>/sandbox/n8n/', '<rootDir>/test/compat/n8n/', '<rootDir>/dist/', '<rootDir>/.demo/'],
	// Types are checked by `npm run typecheck`; here ts-jest only translates. jose and lossless-json are
	// published as ES modules, which jest's CommonJS runtime cannot load untranslated.
	transform: { '^.+\\.[jt]s$': ['ts-jest', { tsconfig: '<rootDir>/test/tsconfig.json', diagnostics: false }] },
	transformIgnorePatterns: ['/node_modules/(?!(jose|lossless-json)/)'],
	testTimeout: 30_000,
	maxWorkers: 2,
};
