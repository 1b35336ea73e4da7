import { type IHttpRequestMethods, type IHttpRequestOptions, UserError } from 'n8n-workflow';
import { type Printable, printJson } from '../json';

/** ms for a request and its response, redirects included: slightly longer than the platform's own limit of 10 s (specification,
 * "What the service does", client requirement 5). */
export const TIMEOUT_MS = 12_000;

/** One call of the platform, as an operation describes it. */
export interface ApiRequest {
	method: IHttpRequestMethods;
	/** Path below the base address, starting with a slash; each part from outside goes through {@link pathPart}. */
	path: string;
	/** Parameters, or a query as the platform gave it. */
	query?: Record<string, string | number | boolean> | string;
	/** JSON body; ids as {@link Int64} go out as exact numbers. */
	body?: Printable;
	/** `notification` for webhook management, or an address of its own; the main API otherwise. */
	base?: 'notification' | { url: string };
}

/**
 * Encodes one part of a path, so that a slash, a percent sign, a space or any letter of any script stays inside it.
 * @returns the percent-encoded part (RFC 3986, section 3.3)
 * @throws UserError for "." and "..", which every URL parser resolves, encoded or not, and for half of an emoji
 */
export function pathPart(value: string): string {
	if (/^\.{1,2}$/.test(value)) {
		throw new UserError(`"${value}" can't be part of a URL: it has a special meaning there. Use another name.`);
	}
	if (/\p{Surrogate}/u.test(value)) {
		throw new UserError(`"${value}" can't be part of a URL: one of its characters, for example an emoji, is cut in half.`);
	}
	return encodeURIComponent(value);
}

/** Checks whether a request can be made again even if it was carried out. Most POSTs would make a second message or record. */
export function isRepeatable({ method, path }: Pick<ApiRequest, 'method' | 'path'>): boolean {
	return method !== 'POST' || /^\/(?:upload$|chats\/)/.test(path);
}

/** Turns a call into the options of n8n's HTTP helper; the credential's `authenticate` adds the base address and the token. */
export function toHttpOptions({ method, path, query, body }: ApiRequest): IHttpRequestOptions {
	const options: IHttpRequestOptions = { method, url: path, headers: { Accept: 'application/json' } };
	if (typeof query === 'string') options.url = `${path}?${query}`;
	else if (query !== undefined) options.qs = query;
	if (body !== undefined) {
		// JSON has a half of an emoji as an escape
		options.body = printJson(body).replace(/\\(?:ud[89a-f]..|.)/g, (escape) => (escape.length > 2 ? '' : escape));
		options.headers = { Accept: 'application/json', 'Content-Type': 'application/json' };
	}
	return options;
}
