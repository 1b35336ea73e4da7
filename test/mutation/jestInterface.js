// Mocha's interface with jest's words, so that the tests of `npm test` also run in one process that stays: StrykerJS switches
// mutants on and off in it, and n8n's engine is loaded once instead of once a mutant.
const { bind } = require('jest-each');
const { expect } = require('expect');
const { ModuleMocker } = require('jest-mock');
const { relative } = require('node:path');
const Mocha = require('mocha');

const { Suite, Test } = Mocha;
const mocker = new ModuleMocker(globalThis);

/** How long a test or a hook may take (ms). Some wait for the 8 s that the trigger gives n8n, and a mutant may make one hang. */
const LIMIT_MS = 12_000;

/**
 * Gives a test or hook a time limit. Not mocha's own: where a function that was given up ends after all, mocha takes this for a
 * second end of the test and stops the process.
 */
const limited = (run, limit) => async () => {
	let timer;
	const late = new Promise((_resolve, reject) => {
		timer = setTimeout(() => reject(new Error(`It took longer than ${limit()} ms.`)), limit());
	});
	try {
		await Promise.race([run(), late]);
	} finally {
		clearTimeout(timer);
	}
};

// StrykerJS takes only the names of mocha's own interfaces; this one stands in for the usual one.
Mocha.interfaces.bdd = (root) => {
	root.on('pre-require', (context, file) => {
		// Hooks outside a `describe` hold for their file in jest, and for all files in mocha: each file is a suite of its own.
		const suites = [Suite.create(root, relative(process.cwd(), file))];
		const current = () => suites[0];
		let usual = LIMIT_MS;

		const test = (title, run, limit) => {
			const made = new Test(
				title,
				limited(run, () => limit ?? usual),
			);
			made.file = file;
			current().addTest(made);
		};
		test.each = bind(test, false);
		test.skip = (title) => current().addTest(new Test(title));

		const describe = (title, fill) => {
			suites.unshift(Suite.create(current(), title));
			fill();
			suites.shift();
		};
		describe.each = bind(describe, false);

		const hook = (name) => (run, limit) => current()[name](limited(run, () => limit ?? usual));

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
				setTimeout: (limit) => {
					usual = limit;
				},
			},
		});
	});
};
