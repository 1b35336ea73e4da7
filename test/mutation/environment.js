/** The environment of all unit tests (test/jest/environment.js), in which StrykerJS can switch on one change after the other. */
const Environment = require('../jest/environment.js');

const ACTIVE = '__STRYKER_ACTIVE_MUTANT__';

module.exports = class extends Environment {
	constructor(...args) {
		super(...args);
		// The context has a copy of the variables, from before the first change.
		if (process.env[ACTIVE] === undefined) delete this.global.process.env[ACTIVE];
		else this.global.process.env[ACTIVE] = process.env[ACTIVE];
	}
};
