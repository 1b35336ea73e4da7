/** One JavaScript context for all test files of a worker, so that packages can be loaded once for all of them (runtime.js). */
const { TestEnvironment } = require('jest-environment-node');

let shared;

module.exports = class extends TestEnvironment {
	constructor(config, context) {
		super(config, context);
		shared ??= { context: this.context, global: this.global, moduleMocker: this.moduleMocker };
		Object.assign(this, shared);
	}

	/** The context stays: jest would empty it. */
	async teardown() {
		this.fakeTimers?.dispose();
		this.fakeTimersModern?.dispose();
	}
};
