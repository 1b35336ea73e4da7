/**
 * StrykerJS's runner for mocha, but one that loads the project's own files anew in the same process. A change of what is made once,
 * while a file is loaded (a table, a pattern), is seen only then; a new process for each would load n8n's engine each time.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, relative, sep } from 'node:path';
import { commonTokens, declareFactoryPlugin, PluginKind, tokens } from '@stryker-mutator/api/plugin';
import { MutantRunStatus } from '@stryker-mutator/api/test-runner';
import { createMochaTestRunner } from '@stryker-mutator/mocha-runner';

const require = createRequire(import.meta.url);
const { cache } = require;

const ROOT = join(import.meta.dirname, '..', '..');

/** Files whose tests took no longer together in the first run (ms) are asked before the others. */
const QUICK_MS = 500;

/** Where the runner of the first run tells the other processes how long the tests of each file took (ms). */
const times = () => join(process.cwd(), '.times.json');

const readTimes = () => (existsSync(times()) ? JSON.parse(readFileSync(times(), 'utf8')) : {});

/**
 * Lets the next run load nodes, tests and sandbox again, all but libraries.
 *
 * @param runner the runner
 * @param isWanted which test files the next run has
 */
async function forget(runner, isWanted) {
	const [own, libraries] = [process.cwd() + sep, `${sep}node_modules${sep}`];
	const kept = join(process.cwd(), 'test', 'mutation');
	for (const file of Object.keys(cache)) {
		if (file.startsWith(own) && !file.startsWith(kept) && !file.includes(libraries)) delete cache[file];
	}
	await runner.init();
	runner.mocha.files = runner.mocha.files.filter(isWanted);
	runner.loadedEnv = false;
}

/** Whether a change is not tried, since it would run all tests that reach it and it is known that none notices: it counts so. */
function isExplained({ fileName, location, mutatorName, replacement }) {
	// these are TypeScript, which is read once the runner has loaded what the tests require
	const { SURVIVORS } = require('./survivors.ts');
	const { isSettled } = require('./verdict.ts');
	const file = relative(ROOT, fileName).split(sep).join('/');
	// StrykerJS counts lines from 0 here, and from 1 in its report
	const { line } = location.start;
	const code = readFileSync(fileName, 'utf8').split('\n')[line]?.trim() ?? '';
	return isSettled({ file, line: line + 1, code, mutator: mutatorName, replacement }, SURVIVORS);
}

function createRunner(injector) {
	const runner = createMochaTestRunner(injector);
	const [first, run, load] = [runner.dryRun, runner.mutantRun, runner.run].map((method) => method.bind(runner));
	runner.dryRun = async (options) => {
		const result = await first(options);
		const spent = {};
		for (const { fileName, timeSpentMs } of result.tests ?? []) spent[fileName] = (spent[fileName] ?? 0) + timeSpentMs;
		writeFileSync(times(), JSON.stringify(spent));
		// loaded again in their new order
		await forget(runner, () => true);
		return result;
	};
	// the quickest first: a run ends with the first test that notices
	runner.run = async (...parameters) => {
		if (!runner.loadedEnv) {
			const spent = readTimes();
			runner.mocha.files.sort((one, other) => (spent[one] ?? 0) - (spent[other] ?? 0));
		}
		return await load(...parameters);
	};
	runner.capabilities = async () => ({ reloadEnvironment: true });
	// StrykerJS asks once for files that are loaded anew, also where that change is not tried
	let isStale = false;
	runner.mutantRun = async (options) => {
		isStale ||= options.reloadEnvironment;
		if (isExplained(options.activeMutant)) return { status: MutantRunStatus.Survived, nrOfTests: 0 };
		if (!isStale) return await run(options);
		isStale = false;
		if (options.mutantActivation !== 'static') {
			await forget(runner, () => true);
			return await run(options);
		}
		// the tests that stand beside the file notice most, and with the other quick ones they load in a moment
		const mirror = join('test', relative(process.cwd(), options.sandboxFileName)).replace(/\.ts$/, '.test.ts');
		const spent = readTimes();
		const rankOf = (file) => (relative(process.cwd(), file) === mirror ? 0 : (spent[file] ?? 0) <= QUICK_MS ? 1 : 2);
		let result;
		for (const rank of [0, 1, 2]) {
			await forget(runner, (file) => rankOf(file) === rank);
			result = await run(options);
			// a test file that cannot be loaded any more is a failure like any other
			if (result.status === MutantRunStatus.Error)
				return { status: MutantRunStatus.Killed, killedBy: [], failureMessage: result.errorMessage, nrOfTests: 0 };
			if (result.status !== MutantRunStatus.Survived) break;
		}
		return result;
	};
	return runner;
}
createRunner.inject = tokens(commonTokens.injector);

export const strykerPlugins = [declareFactoryPlugin(PluginKind.TestRunner, 'mocha-reloading', createRunner)];
