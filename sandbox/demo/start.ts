/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- development only: this file is never part of the published package */
import { appendFile, mkdir } from 'node:fs/promises';
import path from 'node:path';

const NEEDS_NODE = 20;

const print = (line: string) => void process.stdout.write(`${line}\n`);
const printError = (line: string) => void process.stderr.write(`${line}\n`);

/** `npm start`. Everything else is loaded only after the check of Node.js, which older versions could not load. */
async function main(): Promise<number> {
	if (Number(process.versions.node.split('.')[0]) < NEEDS_NODE) {
		printError(`This needs Node.js ${NEEDS_NODE} or newer; this is ${process.versions.node}.`);
		printError('Install a current version (https://nodejs.org) and run the same command again.');
		return 1;
	}
	const { runDemo } = await import('./demo');
	const { readSettings } = await import('./settings');
	const stopping = new AbortController();
	for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
		process.on(name, () => {
			if (!stopping.signal.aborted) print('\nStopping.');
			stopping.abort();
		});
	}
	await runDemo(readSettings(process.env), print, stopping.signal);
	return 0;
}

async function explain(error: unknown): Promise<void> {
	const { DemoFailure } = await import('./failure');
	if (error instanceof DemoFailure) return printError(`\n${error.message}`);
	const { DEMO_FOLDER } = await import('./paths');
	const log = path.join(DEMO_FOLDER, 'error.log');
	await mkdir(DEMO_FOLDER, { recursive: true });
	await appendFile(log, `${new Date().toISOString()} ${error instanceof Error ? error.stack : String(error)}\n`);
	printError(`\nThe demo failed: ${error instanceof Error ? error.message : String(error)}`);
	printError(`This is not your fault. The details are in ${log}: please add them when you report it.`);
}

main()
	.catch(async (error: unknown) => {
		await explain(error);
		return 1;
	})
	// The exit is explicit, because a connection kept open by a browser must not keep the terminal waiting.
	.then((code) => process.exit(code));
