/** Unit and integration tests. The end-to-end tests have a configuration of their own in test/e2e. */
module.exports = {
	testEnvironment: 'node',
	roots: ['<rootDir>/test'],
	testPathIgnorePatterns: ['/node_modules/', '<rootDir>/test/e2e/', '<rootDir>/test/bench/', '<rootDir>/test/queue/'],
	modulePathIgnorePatterns: ['<rootDir>/sandbox/n8n/', '<rootDir>/dist/', '<rootDir>/.demo/'],
	// Types are checked by `npm run typecheck`; here ts-jest only translates. jose and lossless-json are
	// published as ES modules, which jest's CommonJS runtime cannot load untranslated.
	transform: { '^.+\\.[jt]s$': ['ts-jest', { tsconfig: '<rootDir>/test/tsconfig.json', diagnostics: false }] },
	transformIgnorePatterns: ['/node_modules/(?!(jose|lossless-json)/)'],
	testTimeout: 30_000,
	maxWorkers: 2,
};
