/**
 * StrykerJS's runner for mocha, but one that loads the project's own files anew in the same process. A change of what is made once,
 * while a file is loaded (a table, a pattern), is seen only then; a new process for each would load n8n's engine each time.
 *
 * Measured with the area "verification" (890 changes, two busy cores): StrykerJS's own runner for jest tried 7 changes in two
 * minutes, and said that 6 hours remain, because it loads all test files of the area for each change. This one tried 136 in
 * a minute and a half.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, relative, sep } from 'node:path';
import { commonTokens, declareFactoryPlugin, PluginKind, tokens } from '@stryker-mutator/api/plugin';
import { MutantRunStatus } from '@stryker-mutator/api/test-runner';
import { createMochaTestRunner } from '@stryker-mutator/mocha-runner';

const require = createRequire(import.meta.url);
const { cache } = require;

// what follows is TypeScript
require('./register.js');
const { Experience } = require('./experience.ts');
const { changedText } = require('./verdict.ts');
const { compilerOf } = require('./compiler.ts');

const ROOT = join(import.meta.dirname, '..', '..');

/** A file's name in the repository; `from` is the folder of the repository or of its copy. */
const nameOf = (file, from = process.cwd()) => relative(from, file).split(sep).join('/');

/** Where the runner of the first run tells the other processes how long the tests of each file took (ms), and which were slow. */
const times = () => join(process.cwd(), '.times.json');

/** Tests that took longer (ms) are asked only about a change that no other test notices: they mostly wait for a time limit. */
const SLOW_MS = 1_500;

/** Lets the next run load nodes, tests and sandbox again, all but libraries. */
async function forget(runner, isWanted) {
	const [own, libraries] = [process.cwd() + sep, `${sep}node_modules${sep}`];
	const kept = join(process.cwd(), 'test', 'mutation');
	for (const file of Object.keys(cache)) {
		if (file.startsWith(own) && !file.startsWith(kept) && !file.includes(libraries)) delete cache[file];
	}
	await runner.init();
	runner.mocha.files = runner.mocha.files.filter((file) => isWanted(nameOf(file)));
	runner.loadedEnv = false;
}

let refuses;

/** Whether the compiler refuses a change. It doesn't count then if no test notices it, so that the slower tests aren't asked. */
function isRefused(change) {
	const { fileName } = change;
	refuses ??= compilerOf(join(ROOT, 'tsconfig.build.json'));
	return refuses(nameOf(fileName, ROOT), changedText(readFileSync(fileName, 'utf8'), change, 0));
}

function createRunner(injector) {
	const runner = createMochaTestRunner(injector);
	const [first, run, runMocha] = [runner.dryRun, runner.mutantRun, runner.runMocha].map((method) => method.bind(runner));
	runner.dryRun = async (options) => {
		const result = await first(options);
		const spent = {};
		const slow = [];
		for (const { id, fileName, timeSpentMs } of result.tests ?? []) {
			if (timeSpentMs > SLOW_MS) slow.push(id);
			// a hook that failed has no file; StrykerJS says which it is
			if (fileName === undefined) continue;
			const name = nameOf(fileName);
			spent[name] = (spent[name] ?? 0) + timeSpentMs;
		}
		writeFileSync(times(), JSON.stringify({ spent, slow }));
		return result;
	};
	let experience;
	let slow;
	/** The file that is changed now, by its name. */
	let changed;
	// each test file is a suite of its own, which bears its name
	runner.runMocha = async () => {
		const { suite } = runner.mocha;
		if (changed !== undefined) {
			const byName = new Map(suite.suites.map((one) => [one.title, one]));
			suite.suites = experience.order(changed, [...byName.keys()]).map((name) => byName.get(name));
		}
		return await runMocha();
	};
	runner.capabilities = async () => ({ reloadEnvironment: true });

	/** Runs a change that is made while files are loaded. */
	const runStatic = async (options) => {
		let result;
		for (const turn of [0, 1, 2]) {
			if (turn === 1 && isRefused(options.activeMutant)) break;
			await forget(runner, (testFile) => experience.turnOf(changed, testFile) === turn);
			result = await run(options);
			// a test file that cannot be loaded any more is a failure like any other
			if (result.status === MutantRunStatus.Error)
				return { status: MutantRunStatus.Killed, killedBy: [], failureMessage: result.errorMessage, nrOfTests: 0 };
			if (result.status !== MutantRunStatus.Survived) break;
		}
		return result;
	};

	/** Runs a change that is made while tests run: the quick tests first, and the slow ones if none of those notices. */
	const runQuickFirst = async (options) => {
		const { testFilter = [] } = options;
		let result;
		for (const isTurn of [(id) => !slow.has(id), (id) => slow.has(id)]) {
			const turn = testFilter.filter(isTurn);
			if (turn.length === 0) continue;
			if (result && isRefused(options.activeMutant)) break;
			result = await run({ ...options, testFilter: turn });
			if (result.status !== MutantRunStatus.Survived) break;
		}
		return result ?? (await run(options));
	};

	runner.mutantRun = async (options) => {
		if (!experience) {
			const known = existsSync(times()) ? JSON.parse(readFileSync(times(), 'utf8')) : { spent: {}, slow: [] };
			experience = new Experience(known.spent);
			slow = new Set(known.slow);
		}
		changed = nameOf(options.sandboxFileName);
		const { reloadEnvironment: isStale, mutantActivation } = options;
		if (isStale && mutantActivation !== 'static') await forget(runner, () => true);
		const result = isStale && mutantActivation === 'static' ? await runStatic(options) : await runQuickFirst(options);
		// a test's full title begins with its file
		for (const title of [result.killedBy ?? []].flat()) experience.learn(changed, title.split(' ')[0]);
		return result;
	};
	return runner;
}
createRunner.inject = tokens(commonTokens.injector);

export const strykerPlugins = [declareFactoryPlugin(PluginKind.TestRunner, 'mocha-reloading', createRunner)];
