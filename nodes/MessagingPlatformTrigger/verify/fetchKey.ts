import type { IHttpRequestOptions, IWebhookFunctions } from 'n8n-workflow';
import { ByteCount, drop, readWhile } from '../../shared/api/byteStream';
import { failureCode } from '../../shared/api/noResponse';
import { OPEN_OPTIONS, readOpened } from '../../shared/api/request';
import { Refusal } from './refusals';

/** Longest response that is read, in bytes; a chain of certificates is about 10 kB. */
const MAX_KEY_BYTES = 65_536;

/** Time within which the whole response must be there, in ms. */
const KEY_TIMEOUT_MS = 5_000;

export interface FetchedKey {
	/** At most {@link MAX_KEY_BYTES} bytes. */
	bytes: Uint8Array;
	/** The Content-Type header, or '' when there is none. */
	contentType: string;
}

export type FetchKey = (address: string) => Promise<FetchedKey>;

function refusalOf(status: number): Refusal {
	const detail = `HTTP ${status}`;
	if (status >= 300 && status < 400) return new Refusal('key_redirect', detail);
	// The key server may respond differently in a moment, so this doesn't decide about the delivery.
	if (status === 408 || status === 425 || status === 429 || status >= 500) return new Refusal('key_unavailable', detail);
	return new Refusal('key_not_found', detail);
}

async function receive(helpers: IWebhookFunctions['helpers'], options: IHttpRequestOptions): Promise<FetchedKey> {
	const { statusCode, headers, body } = readOpened(await helpers.httpRequest(options), new URL(options.url));
	if (statusCode !== 200) {
		drop(body);
		throw refusalOf(statusCode);
	}
	const { bytes, whole } = await readWhile(body, new ByteCount(MAX_KEY_BYTES).fits);
	if (!whole) throw new Refusal('key_too_large', `more than ${MAX_KEY_BYTES} bytes`);
	return { bytes, contentType: String(headers['content-type'] ?? '') };
}

/** Fetches a key with n8n's HTTP helper (its proxy, its protection), without a token or redirects, up to a size and a time. */
export async function fetchKey(helpers: IWebhookFunctions['helpers'], address: string): Promise<FetchedKey> {
	const options: IHttpRequestOptions = {
		url: address,
		headers: { Accept: 'application/x-pem-file, application/pem-certificate-chain, */*' },
		...OPEN_OPTIONS,
		timeout: KEY_TIMEOUT_MS,
		abortSignal: AbortSignal.timeout(KEY_TIMEOUT_MS),
	};
	return await receive(helpers, options).catch((error: unknown) => {
		if (error instanceof Refusal) throw error;
		// The error of the HTTP library may quote the whole request; its code is enough.
		throw new Refusal('key_unavailable', `${new URL(address).host}: ${failureCode(error) ?? 'no response'}`);
	});
}
