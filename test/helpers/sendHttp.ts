/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- development only: this file is never part of the published package */
import { request as httpRequest, type IncomingHttpHeaders, type OutgoingHttpHeaders } from 'node:http';

/** What the trigger answered. */
export interface Answer {
	status: number;
	headers: IncomingHttpHeaders;
	text: string;
	/** The status word of an ignored event; of a refusal the code, where the caller of the test can know it from the log. */
	code: string | undefined;
}

/** A delivery as it goes over the wire. */
export interface WireRequest {
	method?: string;
	headers?: OutgoingHttpHeaders;
	body?: string | Buffer;
	/** What follows the address, for example '?a=b'. */
	query?: string;
}

/** Sends one request and reads the answer; a connection of its own, so that a refused body disturbs no other. */
export async function sendHttp(
	url: string,
	{ method = 'POST', headers: given = {}, body, query = '' }: WireRequest,
): Promise<Answer> {
	const headers = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
	return await new Promise((resolve, reject) => {
		const outgoing = httpRequest(url + query, { method, headers, agent: false }, (incoming) => {
			const chunks: Buffer[] = [];
			incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
			incoming.on('end', () => {
				const text = Buffer.concat(chunks).toString('utf8');
				const [, code] = /"status":"([a-z0-9_]+)"/.exec(text) ?? [];
				resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, text, code });
			});
		});
		outgoing.on('error', reject);
		outgoing.end(body);
	});
}

/**
 * Waits for something that happens in this process.
 *
 * @param condition true once it has happened
 * @throws Error when it has not happened within 10 s
 */
export async function until(condition: () => boolean): Promise<void> {
	const deadline = Date.now() + 10_000;
	while (!condition()) {
		if (Date.now() > deadline) throw new Error(`not within 10 s: ${condition.toString()}`);
		await new Promise((resolve) => setImmediate(resolve));
	}
}
