import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';
import type { AddressRefusal, UrlReach } from './addresses';
import { type OpenResponse, ByteCount, drop, isByteStream, readWhile } from './byteStream';
import type { Connection } from './connection';
import type { Limit } from './deadline';
import { Failure } from '../failure';
import { parseUrl } from '../urls';
import { brokenOff, noResponse } from './noResponse';
import type { Redact } from './redact';

/** Redirects that are followed before a circle is assumed. */
const MAX_REDIRECTS = 5;

/** Largest response of the API that is read, in bytes after decompression. */
const MAX_RESPONSE_BYTES = 64 * 1024 * 1024;

/** Bytes that are read of a response that is a failure. */
const MAX_ERROR_BYTES = 64 * 1024;

/** Sends one request, without following anything, and returns what n8n's HTTP helper gives with `returnFullResponse`. */
export type Send = (options: IHttpRequestOptions, withToken: boolean, limit: Limit) => Promise<unknown>;

/** Options for n8n's HTTP helper that leave redirects, statuses and the body to this module. */
export const OPEN_OPTIONS = {
	encoding: 'stream',
	returnFullResponse: true,
	ignoreHttpStatusErrors: true,
	disableFollowRedirect: true,
} as const;

/** The reasons why a URL is not requested, to follow "a URL that" or "the URL". */
export const REFUSAL_WORDS: Record<AddressRefusal | 'circle', string> = {
	circle: 'redirects too often',
	endpoint: 'is an API endpoint, not a file',
	foreign: "is outside the credential's addresses",
	local: 'is on this machine or in its network',
	not_web: "isn't a web URL",
	token: 'contains the API token',
	user_name: 'contains a user name',
};

function refusal(reason: keyof typeof REFUSAL_WORDS, to: string, from: URL | undefined): [message: string, advice: string] {
	const words = REFUSAL_WORDS[reason];
	if (from === undefined) return [`The API token wasn't sent to ${to}: this URL ${words}`, 'Check the URLs in the credential.'];
	if (reason === 'circle') {
		const message = `${from.origin} keeps redirecting, so the request was canceled after ${MAX_REDIRECTS} redirects`;
		return [message, 'Check the URL in the credential.'];
	}
	const message = `${from.origin} redirects to ${to}, which ${words}, so nothing was sent there`;
	return [message, 'If this is the new URL of the platform, enter it in the credential.'];
}

/** The failure of a request to a URL that may not be requested, as a call of the platform. */
export class AddressError extends Failure {
	constructor(
		readonly reason: AddressRefusal | 'circle',
		readonly to: string,
		readonly from?: URL,
	) {
		const [message, advice] = refusal(reason, to, from);
		super(message, Failure.ofPlatform(message, advice));
	}
}

export type Rules = Pick<Connection, 'addresses' | 'redact'>;

/**
 * Reads what n8n's HTTP helper gave for {@link OPEN_OPTIONS}.
 * @throws Error when it gave no response
 */
export function readOpened(response: unknown, url: URL, redact: Redact = (text) => text): OpenResponse {
	const { statusCode, headers, body } = response as { statusCode?: unknown; headers?: IDataObject; body?: unknown };
	if (typeof statusCode !== 'number' || !isByteStream(body)) throw new Error('n8n gave no response');
	const clean: IDataObject = {};
	for (const [name, value] of Object.entries(headers ?? {})) clean[name] = typeof value === 'string' ? redact(value) : value;
	return { statusCode, headers: clean, body, url };
}

/** Finds the URL that a response redirects to: 301 and 302 are followed, anything else is not (specification, "Errors"; RFC 9110, section 10.2.2). */
function redirectOf({ statusCode, headers: { location } }: OpenResponse, from: string): string | undefined {
	if ((statusCode !== 301 && statusCode !== 302) || typeof location !== 'string') return undefined;
	return parseUrl(location, from)?.href;
}

/**
 * Makes a request and follows its redirects by hand, each judged like the first URL: n8n's own HTTP library would go
 * anywhere. The method and the body stay the same (RFC 9110, section 15.4.3). Once a request went without the token, so do all
 * that follow it.
 * @throws AddressError for a URL that may not be requested, Failure when no response came
 */
export async function openRequest(
	{ addresses, redact }: Rules,
	options: IHttpRequestOptions,
	reach: UrlReach,
	limit: Limit,
	send: Send,
): Promise<OpenResponse> {
	let current: IHttpRequestOptions = { ...options, ...OPEN_OPTIONS };
	let from: URL | undefined;
	let withToken = true;
	for (let hops = 0; ; hops++) {
		const verdict = addresses.judge(current.url, reach);
		if ('refused' in verdict) throw new AddressError(verdict.refused, verdict.url?.origin ?? 'an address', from);
		const { url } = verdict;
		withToken &&= verdict.withToken;
		current.url = url.href;
		const response = await send(current, withToken, limit)
			.then((given) => readOpened(given, url, redact))
			.catch((error: unknown) => {
				throw noResponse(error, url.host, limit);
			});
		const next = redirectOf(response, url.href);
		// a stream has been read already, so it cannot be sent again
		if (next === undefined || (current.body !== undefined && typeof current.body !== 'string')) return response;
		drop(response.body);
		if (hops >= MAX_REDIRECTS) throw new AddressError('circle', url.origin, url);
		from = url;
		current = { ...current, url: next, qs: undefined };
	}
}

/**
 * Reads the body of a response, up to {@link MAX_RESPONSE_BYTES}, or the beginning of a failure's.
 * @throws Failure when the body is too large, breaks off or takes too long
 */
export async function readText(response: OpenResponse, redact: Redact, limit: Limit): Promise<string> {
	const { statusCode, body, url, text } = response;
	if (text !== undefined) return text;
	const succeeded = statusCode >= 200 && statusCode <= 299;
	const { fits } = new ByteCount(succeeded ? MAX_RESPONSE_BYTES : MAX_ERROR_BYTES);
	const { bytes, whole } = await readWhile(body, fits, limit.signal).catch((error: unknown) => {
		throw brokenOff(error, url.host, limit);
	});
	if (succeeded && !whole) {
		const message = `${url.host} sent more than ${MAX_RESPONSE_BYTES / 1024 / 1024} MB, so the rest of the response wasn't read`;
		const advice = "The API's responses are never that large. Check the URL in the credential.";
		throw Failure.ofPlatform(message, advice).with({ outcome: 'unknown' });
	}
	return redact(bytes.toString('utf8'));
}
