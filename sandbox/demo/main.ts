/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- development only: this file is never part of the published package */
import { appendFile, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { runDemo } from './demo';
import { DemoFailure, readSettings } from './settings';
import { DEMO_FOLDER } from './paths';
import { listOf, readArguments, readRecipes } from './recipes';
import { terminalOn } from './terminal';

const PARENT_CHECK_MS = 500;
const terminal = terminalOn(process.stdout, process.env.TERM);
const print = terminal.report;
const printError = (line: string) => void process.stderr.write(`${line}\n`);

async function main(): Promise<number> {
	const request = readArguments(process.argv.slice(2));
	if (request.kind === 'list') {
		print(listOf(await readRecipes()));
		return 0;
	}
	const stopping = new AbortController();
	const stop = () => {
		if (!stopping.signal.aborted) print('Stopping.');
		stopping.abort();
	};
	for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, stop);
	// npm ends only the shell between it and this process, which doesn't pass the signal on.
	const parent = process.ppid;
	setInterval(() => process.ppid !== parent && stop(), PARENT_CHECK_MS).unref();
	// A terminal that is gone takes no more lines; that must not get in the way of stopping.
	for (const stream of [process.stdout, process.stderr]) stream.on('error', stop);
	await runDemo({ ...readSettings(process.env), recipe: request.recipe }, print, stopping.signal);
	return 0;
}

async function explain(error: unknown): Promise<void> {
	terminal.clear();
	if (error instanceof DemoFailure) return printError(`\n${error.message}`);
	const log = path.join(DEMO_FOLDER, 'error.log');
	await mkdir(DEMO_FOLDER, { recursive: true });
	await appendFile(log, `${new Date().toISOString()} ${error instanceof Error ? error.stack : String(error)}\n`);
	printError(`\nThe sandbox failed: ${error instanceof Error ? error.message : String(error)}`);
	printError(`This isn't your fault. The details are in ${log}: please add them when you report it.`);
}

main()
	.catch(async (error: unknown) => {
		await explain(error);
		return 1;
	})
	// The exit is explicit, because a connection kept open by a browser must not keep the terminal waiting.
	.then((code) => {
		terminal.clear();
		process.exit(code);
	});
