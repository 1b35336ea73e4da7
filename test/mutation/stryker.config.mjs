import { cpus } from 'node:os';
import areas from './areas.js';

const { AREA } = process.env;

export default {
	testRunner: 'jest',
	plugins: ['@stryker-mutator/jest-runner'],
	jest: { configFile: 'test/mutation/jest.config.js', enableFindRelatedTests: false },
	coverageAnalysis: 'perTest',
	mutate: areas[AREA].mutate,
	ignoreStatic: areas[AREA].ignoreStatic ?? false,
	// No test of these areas reads them.
	ignorePatterns: ['/dist', '/sandbox/n8n', '/test/compat/n8n', '/.artifacts', '/.demo'],
	reporters: ['clear-text', 'html', 'progress-append-only'],
	clearTextReporter: { allowColor: false, reportTests: false },
	htmlReporter: { fileName: `.artifacts/mutation/${AREA}.html` },
	concurrency: cpus().length,
	// A change may make a test hang.
	timeoutMS: 10_000,
	tempDirName: '.artifacts/stryker',
	allowConsoleColors: false,
	// Some changes make no difference: a second guard, or a default that only the compiler needs.
	thresholds: { break: 95 },
};
