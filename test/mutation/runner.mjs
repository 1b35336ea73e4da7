/**
 * StrykerJS's runner for mocha, but one that loads the project's own files anew in the same process. A change of what is made once,
 * while a file is loaded (a table, a pattern), is seen only then; a new process for each would load n8n's engine each time.
 */
import { createRequire } from 'node:module';
import { join, relative, sep } from 'node:path';
import { commonTokens, declareFactoryPlugin, PluginKind, tokens } from '@stryker-mutator/api/plugin';
import { MutantRunStatus } from '@stryker-mutator/api/test-runner';
import { createMochaTestRunner } from '@stryker-mutator/mocha-runner';

const { cache } = createRequire(import.meta.url);

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

function createRunner(injector) {
	const runner = createMochaTestRunner(injector);
	const run = runner.mutantRun.bind(runner);
	runner.capabilities = async () => ({ reloadEnvironment: true });
	runner.mutantRun = async (options) => {
		if (!options.reloadEnvironment) return await run(options);
		if (options.mutantActivation === 'static') {
			// the tests that stand beside the file notice most, and load in a moment
			const mirror = join('test', relative(process.cwd(), options.sandboxFileName)).replace(/\.ts$/, '.test.ts');
			await forget(runner, (file) => relative(process.cwd(), file) === mirror);
			const result = await run(options);
			if (result.status === MutantRunStatus.Killed || result.status === MutantRunStatus.Timeout) return result;
		}
		await forget(runner, () => true);
		return await run(options);
	};
	return runner;
}
createRunner.inject = tokens(commonTokens.injector);

export const strykerPlugins = [declareFactoryPlugin(PluginKind.TestRunner, 'mocha-reloading', createRunner)];
