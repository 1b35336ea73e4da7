/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development only: this file is never part of the published package */
import { request as httpRequest } from 'node:http';
import type { WireRequest } from './sendHttp';

/** A caller that may hang up at any time and never looks at an answer. */
export interface Caller {
	/** Ends the connection at once, as when the caller's machine loses power. */
	hangUp(): void;
}

/**
 * Calls without waiting for anything.
 *
 * @param url where
 * @param request what is sent
 * @param sentBytes how much of the body is sent; all of it when left out
 */
export function startCall(url: string, { headers, body = '' }: WireRequest, sentBytes?: number): Caller {
	const bytes = Buffer.from(body);
	const outgoing = httpRequest(url, {
		method: 'POST',
		headers: { ...headers, 'content-length': bytes.length },
		agent: false,
	});
	// Its own hanging up, too, is an error to Node.
	outgoing.on('error', () => undefined);
	outgoing.on('response', (incoming) => incoming.resume());
	if (sentBytes === undefined) outgoing.end(bytes);
	else outgoing.write(bytes.subarray(0, sentBytes));
	return { hangUp: () => void outgoing.destroy() };
}
