import { type BinaryHelperFunctions, type IBinaryData, type IHttpRequestOptions, NodeOperationError } from 'n8n-workflow';
import { until, watchTransfer } from '../../../shared/http/deadline';
import { valueError } from '../../../shared/platform/errors';
import { cleanFileName, cleanMimeType, downloadName } from '../../../shared/fileNames';
import { type OpenAnswer, AddressError, REFUSAL_WORDS } from '../../../shared/http/follow';
import { openHttp, readHttp, requestError, requestOptionsOf } from '../../../shared/http/http';
import type { Item } from '../../engine/item';
import { isObject } from '../../../shared/json';
import { readAnswer } from '../../../shared/platform/api';
import { clip } from '../../../shared/words';

/** What to download. */
export interface Download {
	/** Absolute http or https address. */
	url: string;
	/** Name for the file; '' for the one that the service tells. */
	fileName: string;
	/** Largest size in bytes, after decompression. */
	maxBytes: number;
	/** Whether a public address outside the credential's is allowed; the token never goes there. */
	foreign: boolean;
}

type ByteStream = Exclude<Parameters<BinaryHelperFunctions['prepareBinaryData']>[0], Buffer>;

/** ms in which a download has to get on, unless the user set a time-out. */
const WINDOW_MS = 30_000;

/** A download that gets on more slowly than this is given up: bytes in a millisecond, 1 kB in a second. */
const MIN_RATE = 1;

/** ms after which a download ends in any case. */
const TOTAL_MS = 60 * 60_000;

class StoppedDownload extends Error {
	override name = 'StoppedDownload';
}

function isStream(body: unknown): body is ByteStream {
	return isObject(body) && typeof body.destroy === 'function' && typeof body.map === 'function';
}

function inMegabytes(bytes: number): string {
	return `${Number((bytes / 1024 / 1024).toFixed(3))} MB`;
}

/** Says which address was not asked, and how to allow it where that is possible. */
function addressError(item: Item, { url }: Download, { reason, from, to }: AddressError) {
	const fail = (message: string, advice: string) =>
		valueError(item.node, item.index, message, `Nothing was downloaded. ${advice}`);
	const advice =
		reason === 'foreign'
			? 'To download from there, without the API token, add the option "Download From Other Addresses".'
			: "Use an attachment's publicUrl.";
	if (reason === 'circle') return fail(`${to} redirects too often`, advice);
	if (from !== undefined) return fail(`${from.origin} redirects to ${to}, which ${REFUSAL_WORDS[reason]}`, advice);
	if (reason === 'token')
		return fail('File URL has the API token in it', 'Leave the token out: it goes along by itself where it belongs.');
	if (reason === 'not_web') return fail(`File URL is not a web address: ${clip(url)}`, advice);
	const shown = reason === 'user_name' ? '' : `: ${clip(url)}`;
	return fail(`File URL leads to ${to}, which ${REFUSAL_WORDS[reason]}${shown}`, advice);
}

function stoppedError(item: Item, bytes: number, windowMs: number) {
	return valueError(
		item.node,
		item.index,
		`The download was given up after ${inMegabytes(bytes)}, because it hardly got on`,
		`It has to get on by ${inMegabytes(windowMs * MIN_RATE)} in ${windowMs / 1000} s, and to end within an hour. Try again; if it stays, a proxy or the network may be in the way.`,
	);
}

function tooLargeError(item: Item, bytes: number, maxBytes: number) {
	return valueError(
		item.node,
		item.index,
		`The file is too large: ${inMegabytes(bytes)} or more, and Maximum Size is ${inMegabytes(maxBytes)}`,
		'Raise "Maximum Size (MB)" in the options, or leave this file out.',
	);
}

async function open(
	item: Item,
	download: Download,
	options: Partial<IHttpRequestOptions>,
	limit: AbortSignal,
): Promise<OpenAnswer> {
	const reach = download.foreign ? 'any_file' : 'file';
	try {
		// a path alone would be read as one below the Base URL
		if (!URL.canParse(download.url)) throw new AddressError('not_web', 'an address');
		return await openHttp(item.functions, { ...options, method: 'GET', url: download.url }, item.index, { reach, limit });
	} catch (error) {
		throw error instanceof AddressError ? addressError(item, download, error) : error;
	}
}

/**
 * Downloads a file into n8n's binary storage, in pieces. Every address is judged before it is asked, redirects (301 and
 * 302, specification, "Errors") included; the token goes along to the credential's own origins only.
 *
 * @param item the item
 * @param download what to download
 * @returns the binary data with fileName, mimeType and bytes
 * @throws NodeOperationError for an address that is not allowed, for a file above the limit, which is stopped as soon as it
 * is known to be larger, and for a download that hardly gets on; NodeApiError when the service refuses or the connection breaks
 */
export async function downloadFile(item: Item, download: Download): Promise<IBinaryData & { fileName: string; bytes: number }> {
	const options = requestOptionsOf(item.functions, item.index);
	const windowMs = options.timeout ?? WINDOW_MS;
	let bytes = 0;
	const watch = watchTransfer({ windowMs, minBytes: windowMs * MIN_RATE, totalMs: TOTAL_MS }, () => bytes);
	try {
		const answer = await open(item, download, options, watch.signal);
		if (answer.statusCode < 200 || answer.statusCode > 299) {
			await readAnswer(item.functions, item.index, await readHttp(item.functions, answer, item.index, watch.signal));
		}
		const { body, headers } = answer;
		if (!isStream(body))
			throw valueError(item.node, item.index, 'The service sent no file', `The address was ${clip(download.url)}.`);
		try {
			const announced = Number(headers['content-length']);
			if (announced > download.maxBytes) throw tooLargeError(item, announced, download.maxBytes);
			const counted = body.map((chunk: Buffer) => {
				bytes += chunk.length;
				if (bytes > download.maxBytes) throw new StoppedDownload();
				return chunk;
			});
			const name = cleanFileName(download.fileName) || downloadName(headers['content-disposition'], new URL(download.url));
			const mimeType = cleanMimeType(headers['content-type']) ?? 'application/octet-stream';
			const storing = item.functions.helpers.prepareBinaryData(counted, name, mimeType);
			return { ...(await until(storing, watch.signal)), fileName: name, bytes };
		} catch (error) {
			if (bytes > download.maxBytes) throw tooLargeError(item, bytes, download.maxBytes);
			if (watch.signal.aborted) throw stoppedError(item, bytes, windowMs);
			throw error instanceof NodeOperationError
				? error
				: requestError(item.functions, item.index, error, answer.url.host, watch.signal);
		} finally {
			body.destroy();
		}
	} finally {
		watch.stop();
	}
}
