/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development only: this file is never part of the published package */
import path from 'node:path';
import { DemoFailure } from './failure';
import { DEMO_FOLDER } from './paths';

/** Settings of the demo. */
export interface DemoSettings {
	n8nPort: number;
	sandboxPort: number;
	/** Absolute path of the folder that keeps its state and logs. */
	folder: string;
	/** The recipe to import, by its file's name without the ending. */
	recipe?: string;
}

/** The environment variables that change the demo, for its messages. */
export const VARIABLES = {
	n8nPort: 'DEMO_N8N_PORT',
	sandboxPort: 'DEMO_SANDBOX_PORT',
	folder: 'DEMO_FOLDER',
} as const;

/**
 * Reads the demo's settings: DEMO_N8N_PORT (5678), DEMO_SANDBOX_PORT (5680), DEMO_FOLDER (.demo in the repository).
 * @throws {DemoFailure} on a port that is none, or one port for both
 */
export function readSettings(env: NodeJS.ProcessEnv): DemoSettings {
	const n8nPort = readPort(env, VARIABLES.n8nPort, 5678);
	const sandboxPort = readPort(env, VARIABLES.sandboxPort, 5680);
	if (n8nPort === sandboxPort) {
		throw new DemoFailure(
			`${VARIABLES.n8nPort} and ${VARIABLES.sandboxPort} are both ${n8nPort}.`,
			'n8n and the sandbox each need their own port: choose two different ones.',
		);
	}
	return { n8nPort, sandboxPort, folder: path.resolve(env[VARIABLES.folder]?.trim() || DEMO_FOLDER) };
}

function readPort(env: NodeJS.ProcessEnv, variable: string, fallback: number): number {
	const text = env[variable]?.trim();
	if (!text) return fallback;
	const port = /^\d+$/.test(text) ? Number(text) : 0;
	if (port >= 1 && port <= 65_535) return port;
	throw new DemoFailure(`${variable} isn't a port: ${text}`, 'Set it to a number from 1 to 65535, or leave it out.');
}
