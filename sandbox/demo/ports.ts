/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/require-node-api-error -- development only: this file is never part of the published package */
import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import { isErrno } from './command';
import { DemoFailure } from './settings';

/** Ports that systems don't give to connections by default, and browsers open. */
const FIRST_PORT = 11_000;
const END_OF_PORTS = 32_000;

/** Finds a TCP port of 127.0.0.1 that is free, and which no connection takes before it's used: n8n needs seconds to get there. */
export async function freePort(): Promise<number> {
	for (let tries = 0; ; tries += 1) {
		const port = randomInt(FIRST_PORT, END_OF_PORTS);
		try {
			await listenOnce(port);
			return port;
		} catch (error) {
			if (tries === 100) throw error;
		}
	}
}

/** Checks before anything is started that a port can be had, so that the failure names the port and its variable. */
export async function assertPortFree(port: number, what: string, variable: string): Promise<void> {
	try {
		await listenOnce(port);
	} catch (error) {
		const reason = isErrno(error, 'EADDRINUSE')
			? `Port ${port}, which ${what} needs, is in use by another program.`
			: `Port ${port}, which ${what} needs, can't be opened (${error instanceof Error ? error.message : error}).`;
		throw new DemoFailure(reason, `Stop that program, or choose another port: ${variable}=${port + 10_000} npm start`);
	}
}

async function listenOnce(port: number): Promise<void> {
	await new Promise<void>((resolve, reject) => {
		const server = createServer();
		server.once('error', reject);
		server.listen({ port, host: '127.0.0.1', exclusive: true }, () => {
			server.close(() => resolve());
		});
	});
}
