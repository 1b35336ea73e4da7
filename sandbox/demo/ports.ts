/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/require-node-api-error -- development only: this file is never part of the published package */
import { createServer, type AddressInfo } from 'node:net';
import { isErrno } from './command';
import { DemoFailure } from './failure';

/** Finds a TCP port of 127.0.0.1 that is free at this moment. */
export async function freePort(): Promise<number> {
	return await listenOnce(0);
}

/**
 * Checks before anything is started that a port can be had, so that the failure names the port and its variable.
 * @throws {DemoFailure} when something listens on it or the system does not allow it
 */
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

async function listenOnce(port: number): Promise<number> {
	return await new Promise((resolve, reject) => {
		const server = createServer();
		server.once('error', reject);
		server.listen({ port, host: '127.0.0.1', exclusive: true }, () => {
			const { port: chosen } = server.address() as AddressInfo;
			server.close(() => resolve(chosen));
		});
	});
}
