// Mocha's interface with jest's words, so that the tests of `npm test` also run in one process that stays: StrykerJS switches
// mutants on and off in it, and n8n's engine is loaded once instead of once a mutant.
const { bind } = require('jest-each');
const { expect } = require('expect');
const { ModuleMocker } = require('jest-mock');
const { relative } = require('node:path');
const Mocha = require('mocha');

const { Suite, Test } = Mocha;
const mocker = new ModuleMocker(globalThis);

/** How long a test may take (ms) that says nothing about it: a mutant that makes it hang is noticed by then. */
const TEST_LIMIT = 5_000;

/** Gives a mocha test, suite or hook the time limit (ms) that jest takes as its last argument. */
const limited = (runnable, limit) => {
	if (limit !== undefined) runnable.timeout(limit);
	return runnable;
};

// StrykerJS takes only the names of mocha's own interfaces; this one stands in for the usual one.
Mocha.interfaces.bdd = (root) => {
	root.on('pre-require', (context, file) => {
		// Hooks outside a `describe` hold for their file in jest, and for all files in mocha: each file is a suite of its own.
		const suites = [limited(Suite.create(root, relative(process.cwd(), file)), TEST_LIMIT)];
		const current = () => suites[0];

		const test = (title, run, limit) => {
			const made = new Test(title, run);
			made.file = file;
			current().addTest(limited(made, limit));
		};
		test.each = bind(test, false);
		test.skip = (title) => current().addTest(new Test(title));

		const describe = (title, fill) => {
			suites.unshift(Suite.create(current(), title));
			fill();
			suites.shift();
		};
		describe.each = bind(describe, false);

		const hook = (name) => (run, limit) => {
			current()[name](run);
			if (limit === undefined) return;
			limited(current()[`_${name}`].at(-1), limit);
		};

		Object.assign(context, {
			test,
			describe,
			beforeAll: hook('beforeAll'),
			afterAll: hook('afterAll'),
			beforeEach: hook('beforeEach'),
			afterEach: hook('afterEach'),
			expect,
			jest: {
				fn: mocker.fn.bind(mocker),
				spyOn: mocker.spyOn.bind(mocker),
				restoreAllMocks: mocker.restoreAllMocks.bind(mocker),
				setTimeout: (limit) => current().timeout(limit),
			},
		});
	});
};
