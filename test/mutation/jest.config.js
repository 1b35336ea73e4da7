const path = require('node:path');
const { projects } = require('../../jest.config.js');
const areas = require('./areas.js');

const [unit] = projects;

/** The unit tests of one area, for StrykerJS. */
module.exports = {
	...unit,
	rootDir: path.join(__dirname, '..', '..'),
	testEnvironment: path.join(__dirname, 'environment.js'),
	testMatch: areas[process.env.AREA].tests.map((file) => `<rootDir>/test/${file}`),
};
