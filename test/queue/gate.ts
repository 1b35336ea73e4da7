/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development only: this file is never part of the published package */
import { createServer, type ServerResponse } from 'node:http';
import { listen } from '../helpers/servers';

/** A server that holds back its answers while it is closed, so that a test can stop an execution in its middle. */
export interface Gate {
	origin: string;
	/** The paths of the requests that wait for an answer, without the leading slash. */
	waiting(): string[];
	/** Makes requests wait from now on. */
	shut(): void;
	/** Answers waiting requests, and new ones at once. */
	open(): void;
	close(): Promise<void>;
}

/** @param listLength how many elements the answer to /list has */
export async function startGate(listLength = 20): Promise<Gate> {
	const list = Array.from({ length: listLength }, (_, number) => ({ number }));
	const held = new Map<ServerResponse, string>();
	let isOpen = true;
	const server = createServer((request, response) => {
		const path = (request.url ?? '').slice(1);
		response.setHeader('content-type', 'application/json');
		response.once('close', () => held.delete(response));
		if (path === 'list') response.end(JSON.stringify(list));
		else if (isOpen) response.end('{}');
		else held.set(response, path);
	});
	const { origin, close } = await listen(server);
	return {
		origin,
		waiting: () => [...held.values()],
		shut: () => (isOpen = false),
		open: () => {
			isOpen = true;
			for (const response of held.keys()) response.end('{}');
		},
		close,
	};
}
