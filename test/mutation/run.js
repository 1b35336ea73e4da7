/**
 * Changes the code in one place at a time and runs the tests: a change that none of them notices is a gap.
 *   npm run test:mutation                 all areas (areas.js)
 *   npm run test:mutation -- json gate    some
 * Exits with 1 if the tests of an area notice less than 95 % of the changes.
 */
const { spawnSync } = require('node:child_process');
const areas = require('./areas.js');

const names = process.argv.slice(2);
const unknown = names.filter((name) => !(name in areas));
if (unknown.length > 0) throw new Error(`There is no area ${unknown.join(', ')}. There are: ${Object.keys(areas).join(', ')}.`);

const failed = (names.length > 0 ? names : Object.keys(areas)).filter((AREA) => {
	const { status } = spawnSync('npx', ['stryker', 'run', 'test/mutation/stryker.config.mjs'], {
		stdio: 'inherit',
		env: { ...process.env, AREA },
	});
	return status !== 0;
});
if (failed.length > 0) {
	process.stdout.write(`\nToo few changes noticed, or not run: ${failed.join(', ')}\n`);
	process.exitCode = 1;
}
