import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';
import { type AddressRefusal, type Reach, judgeAddress, MAX_REDIRECTS, redirectOf } from './addressPolicy';
import { type ByteStream, isByteStream, readWhile, upTo } from './byteStream';
import type { Connection } from '../platform/connection';
import { redact } from './redact';

/** An answer whose body has not been read yet; destroy the body, or read it to its end. */
export interface OpenAnswer {
	statusCode: number;
	/** Without the API token, should the service have echoed it. */
	headers: IDataObject;
	body: ByteStream;
	/** The address that answered, after redirects. */
	url: URL;
}

/** Largest answer of the API that is read, in bytes after decompression. */
export const MAX_ANSWER_BYTES = 64 * 1024 * 1024;

/** Bytes that are read of an answer that is a failure. */
export const MAX_ERROR_BYTES = 64 * 1024;

/** Sends one request, without following anything, and returns what n8n's HTTP helper gives with `returnFullResponse`. */
export type Send = (options: IHttpRequestOptions, withToken: boolean) => Promise<unknown>;

/** What n8n's HTTP helper must be told so that {@link openAnswer} decides about redirects, statuses and the body. */
const OPEN_OPTIONS = {
	encoding: 'stream',
	returnFullResponse: true,
	ignoreHttpStatusErrors: true,
	disableFollowRedirect: true,
} as const;

/** An address that is not asked. */
export class AddressError extends Error {
	override readonly name = 'AddressError';

	/**
	 * @param reason why
	 * @param to the address, or its origin; without the token
	 * @param from the address that redirects there; undefined for the first one
	 */
	constructor(
		readonly reason: AddressRefusal | 'circle',
		readonly to: string,
		readonly from?: URL,
	) {
		super(`${to} is not asked: ${reason}`);
	}
}

/** Why an address is not asked, to follow "an address that" or "the address". */
export const REFUSAL_WORDS: Record<AddressRefusal | 'circle', string> = {
	circle: 'redirects too often',
	endpoint: 'is an endpoint of the API and no file',
	foreign: "is outside the credential's addresses",
	local: 'is on this machine or in its network',
	not_web: 'is no web address',
	token: 'has the API token in it',
	user_name: 'has a user name in it',
};

function readAnswer(answer: unknown, url: URL, token: string): OpenAnswer {
	const { statusCode, headers, body } = answer as { statusCode?: unknown; headers?: IDataObject; body?: unknown };
	if (typeof statusCode !== 'number' || !isByteStream(body)) throw new Error('n8n gave no answer');
	const clean: IDataObject = {};
	for (const [name, value] of Object.entries(headers ?? {}))
		clean[name] = typeof value === 'string' ? redact(value, token) : value;
	return { statusCode, headers: clean, body, url };
}

/**
 * Makes a request and follows its redirects by hand, each judged like the first address: n8n's own HTTP library would go
 * anywhere. The method and the body stay as they are (RFC 9110, section 15.4.3). Once a request went without the token, so
 * do all that follow it.
 *
 * @param connection the credential's connection
 * @param options the request with an absolute address
 * @param reach which addresses may be asked
 * @param send sends one request
 * @returns the first answer that does not redirect, or that cannot be followed because its body cannot be sent again
 * @throws AddressError for an address that may not be asked, else what `send` throws
 */
export async function openAnswer(
	connection: Connection,
	options: IHttpRequestOptions,
	reach: Reach,
	send: Send,
): Promise<OpenAnswer> {
	let current: IHttpRequestOptions = { ...options, ...OPEN_OPTIONS };
	let from: URL | undefined;
	let withToken = true;
	for (let hops = 0; ; hops++) {
		const verdict = judgeAddress(connection, current.url, reach);
		if ('refused' in verdict) throw new AddressError(verdict.refused, verdict.url?.origin ?? 'an address', from);
		const { url } = verdict;
		withToken &&= verdict.withToken;
		const answer = readAnswer(await send({ ...current, url: url.href }, withToken), url, connection.apiToken);
		const next = redirectOf(answer.statusCode, answer.headers.location, url.href);
		// a stream has been read already, so it cannot be sent again
		if (next === undefined || (current.body !== undefined && typeof current.body !== 'string')) return answer;
		answer.body.destroy();
		if (hops >= MAX_REDIRECTS) throw new AddressError('circle', url.origin, url);
		from = url;
		current = { ...current, url: next, qs: undefined };
	}
}

/**
 * Reads the body of an answer, up to {@link MAX_ANSWER_BYTES}, and of a failure its beginning.
 *
 * @param answer an answer whose body is unread
 * @param token the API token, which is taken out
 * @param limit ends the reading
 * @returns the text; undefined when it is larger
 * @throws what the stream fails with, and the limit's reason
 */
export async function readText({ statusCode, body }: OpenAnswer, token: string, limit: AbortSignal): Promise<string | undefined> {
	const succeeded = statusCode >= 200 && statusCode <= 299;
	const stop = () => body.destroy();
	limit.addEventListener('abort', stop, { once: true });
	try {
		const { bytes, whole } = await readWhile(body, upTo(succeeded ? MAX_ANSWER_BYTES : MAX_ERROR_BYTES));
		limit.throwIfAborted();
		return succeeded && !whole ? undefined : redact(bytes.toString('utf8'), token);
	} finally {
		limit.removeEventListener('abort', stop);
	}
}
