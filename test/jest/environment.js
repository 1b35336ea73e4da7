/** One JavaScript context for all test files of a worker, so that packages can be loaded once for all of them (runtime.js). */
const { runInContext } = require('node:vm');
const { TestEnvironment } = require('jest-environment-node');

let shared;

/** Objects from which everything of the context inherits: a key that one test file adds to them breaks the files after it. */
const INHERITED = ['Object', 'Array', 'Function', 'Promise', 'String'];

const keysOf = (context) =>
	INHERITED.flatMap((name) =>
		Reflect.ownKeys(runInContext(`${name}.prototype`, context)).map((key) => `${name}.prototype[${JSON.stringify(String(key))}]`),
	);

module.exports = class extends TestEnvironment {
	constructor(config, context) {
		super(config, context);
		shared ??= {
			context: this.context,
			global: this.global,
			moduleMocker: this.moduleMocker,
			keys: new Set(keysOf(this.context)),
		};
		const { keys, ...kept } = shared;
		this.keys = keys;
		Object.assign(this, kept);
		// As jest.setTimeout does, of which the file before may have left another one; jest knows no limit for one project.
		this.global[Symbol.for('TEST_TIMEOUT_SYMBOL')] = config.projectConfig.testEnvironmentOptions.timeLimitMs;
	}

	/** The context stays: jest would empty it. */
	async teardown() {
		this.fakeTimers?.dispose();
		this.fakeTimersModern?.dispose();
		const added = keysOf(this.context).filter((key) => !this.keys.has(key));
		for (const key of added) this.keys.add(key);
		if (added.length > 0)
			throw new Error(`This file, or a package that it loads, added ${added.join(', ')}: all other files see it.`);
	}
};
