/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development only: this file is never part of the published package */
import path from 'node:path';
import { DEMO_FOLDER } from './paths';

/**
 * A failure that the person at the terminal can do something about: a busy port, a missing tool, a failed download. `npm start`
 * prints the message alone; any other error is a fault of the demo itself.
 */
export class DemoFailure extends Error {
	constructor(what: string, remedy: string) {
		super(`${what}\n${remedy}`);
		this.name = 'DemoFailure';
	}
}

export interface DemoSettings {
	n8nPort: number;
	sandboxPort: number;
	/** The sandbox's other port, for files from people: the next one. */
	filePort: number;
	/** Absolute path of the folder that keeps its state and logs. */
	folder: string;
	/** The recipe to import, by its file's name without the ending. */
	recipe?: string;
}

const LAST_PORT = 65_535;
export const VARIABLES = { n8nPort: 'DEMO_N8N_PORT', sandboxPort: 'DEMO_SANDBOX_PORT', folder: 'DEMO_FOLDER' } as const;

/** Reads the demo's settings: DEMO_N8N_PORT (5678), DEMO_SANDBOX_PORT (5680), DEMO_FOLDER (.demo in the repository). */
export function readSettings(env: NodeJS.ProcessEnv): DemoSettings {
	const n8nPort = readPort(env, VARIABLES.n8nPort, 5678);
	const sandboxPort = readPort(env, VARIABLES.sandboxPort, 5680);
	const filePort = sandboxPort + 1;
	if (n8nPort === sandboxPort || n8nPort === filePort || filePort > LAST_PORT) {
		throw new DemoFailure(
			`${VARIABLES.n8nPort} is ${n8nPort}, and ${VARIABLES.sandboxPort} ${sandboxPort}.`,
			`The sandbox needs two ports, ${sandboxPort} and ${filePort}, and n8n another one: choose others.`,
		);
	}
	return { n8nPort, sandboxPort, filePort, folder: path.resolve(env[VARIABLES.folder]?.trim() || DEMO_FOLDER) };
}

function readPort(env: NodeJS.ProcessEnv, variable: string, fallback: number): number {
	const text = env[variable]?.trim();
	if (!text) return fallback;
	const port = /^\d+$/.test(text) ? Number(text) : 0;
	if (port >= 1 && port <= LAST_PORT) return port;
	throw new DemoFailure(`${variable} isn't a port: ${text}`, 'Set it to a number from 1 to 65535, or leave it out.');
}
