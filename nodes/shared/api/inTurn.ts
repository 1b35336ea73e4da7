import type { IHttpRequestOptions } from 'n8n-workflow';
import { parseUrl } from '../urls';
import type { UrlReach } from './addresses';
import type { OpenResponse } from './byteStream';
import type { Connection } from './connection';
import type { Limit } from './deadline';
import { type Gate, type Turn, gateOf, isTooFast } from './gate';
import { noResponse } from './noResponse';
import { type Send, openRequest, readText } from './request';

/** Time for which a request waits for its turn while someone waits in the editor, in ms. */
export const EDITOR_PATIENCE_MS = 10_000;

/** A response and the limit of the request and of reading its body. */
export interface Opened extends OpenResponse {
	limit: Limit;
}

/** Finds the gate of a URL, if the token is sent there. */
function findGate({ deriveKey, tokenOrigins }: Connection, url: string): Gate<OpenResponse> | undefined {
	// to parse it costs as much as the rest of this
	const origin = [...tokenOrigins].find((one) => url.startsWith(`${one}/`)) ?? parseUrl(url)?.origin ?? '';
	return tokenOrigins.has(origin) ? gateOf(deriveKey(`gate\n${origin}`).toString('base64url')) : undefined;
}

/** A request's reach, its limit, which begins with each attempt, and its turn at the gate. */
interface Way extends Turn {
	reach: UrlReach;
	begin(this: void): Limit;
}

/**
 * Makes a request as {@link openRequest} does, in its turn, and again if the platform refused it as too fast.
 * @throws also a Failure when the execution was stopped before
 */
export async function openInTurn(connection: Connection, options: IHttpRequestOptions, way: Way, send: Send): Promise<Opened> {
	let limit: Limit | undefined;
	const attempt = async (): Promise<OpenResponse> => {
		limit = way.begin();
		const response = await openRequest(connection, options, way.reach, limit, send);
		// read now: others may get it, too
		if (isTooFast(response)) response.text = await readText(response, connection.redact, limit).catch(() => '');
		return response;
	};
	const gate = findGate(connection, options.url);
	const response = await (gate ? gate.pass(way, attempt) : attempt());
	if (response) return { ...response, limit: limit ?? way.begin() };
	throw noResponse({ code: 'ERR_CANCELED' }, 'the platform').with({ outcome: 'notSent' });
}
