/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-dangerous-functions -- development only: this file is never part of the published package */
import { spawn } from 'node:child_process';
import { ROOT } from '../../sandbox/demo/paths';
import { waitFor } from '../helpers/waitFor';

/** Everything is printed by then; more than a start on a loaded machine needs. */
const START_MS = 180_000;

/** `npm start` as a process of its own. */
export interface DemoProcess {
	/** All that it has printed. */
	output(): string;
	/** Waits for this in the output. */
	untilPrinted(text: string): Promise<void>;
	/** Sends a signal to npm, as a process manager would. */
	kill(signal: NodeJS.Signals): void;
	/** The exit code, or the name of the signal. */
	ended: Promise<number | string>;
}

/** Runs `npm start` with these variables, for example its ports and its folder, and with these arguments. */
export function startDemo(env: Record<string, string>, args: string[] = []): DemoProcess {
	const child = spawn('npm', ['start', '--', ...args], {
		cwd: ROOT,
		env: { ...process.env, ...env },
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	let output = '';
	for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += String(chunk)));
	const ended = new Promise<number | string>((resolve) => {
		child.once('exit', (code, signal) => resolve(code ?? signal ?? 'unknown'));
	});
	let over = false;
	void ended.then(() => (over = true));
	return {
		output: () => output,
		untilPrinted: async (text) => {
			const printed = () => output.includes(text);
			await waitFor(() => printed() || over, `"${text}" is printed`, START_MS).catch(() => undefined);
			if (!printed()) throw new Error(`npm start did not print "${text}":\n${output}`);
		},
		kill: (signal) => void child.kill(signal),
		ended,
	};
}

/** Checks if something answers at this address. */
export async function answers(url: string): Promise<boolean> {
	return await fetch(url).then(
		() => true,
		() => false,
	);
}
