/**
 * Loads each package once in a worker, not once for each test file: n8n's engine takes longer to load than most files take to run.
 * Files of this repository are loaded anew for each test file, except the contract.
 */
const { isBuiltin } = require('node:module');
const { default: Runtime } = require('jest-runtime');

/** The first runtime of the worker, in which all packages live. */
let packages;

/** By file: its text, and the function that the context made of it, which all test files share. */
const compiled = new Map();

/** A package, or the contract, whose schemas take a while to compile and which only reads. */
const isShared = (name = '.') =>
	name.endsWith('/contract/validator') || (!/^[./]/.test(name) && !isBuiltin(name) && name !== '@jest/globals');

module.exports = class extends Runtime {
	constructor(...args) {
		super(...args);
		packages ??= this;
		// Otherwise jest takes a package that is loaded now for one that the first test file loads too late.
		packages.testState.enterTestCode();
		const compile = this.executor.compile.bind(this.executor);
		this.executor.compile = (text, file) => {
			const known = compiled.get(file);
			const made = known?.text === text ? known : { text, run: compile(text, file) };
			compiled.set(file, made);
			return made.run;
		};
	}

	requireModule(from, name, options, isActual) {
		const isTheirs = this !== packages && options?.isInternalModule !== true && isShared(name);
		return isTheirs ? packages.requireModule(from, name, options, isActual) : super.requireModule(from, name, options, isActual);
	}

	teardown() {
		if (this !== packages) return super.teardown();
		this.restoreAllMocks();
		const modules = this.registries.getActiveCjsRegistry();
		for (const file of [...modules.keys()]) if (!file.includes('/node_modules/')) modules.delete(file);
	}
};
