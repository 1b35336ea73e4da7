import type { IBinaryData } from 'n8n-workflow';
import { ByteCount } from '../../../shared/api/byteStream';
import { bytesPer, until, watchTransfer } from '../../../shared/api/deadline';
import { noAnswer } from '../../../shared/api/noAnswer';
import { AddressError, REFUSAL_WORDS } from '../../../shared/api/request';
import { requestError } from '../../../shared/failure';
import { type FileRequest, type OpenFile, openFile } from '../../../shared/api/openFile';
import { clip } from '../../../shared/texts';
import type { Item } from '../../run/item';

/** What to download. */
export interface Download extends FileRequest {
	/** Largest size in bytes, after decompression. */
	maxBytes: number;
}

/** ms in which a download has to get on, unless the user set a time-out. */
const WINDOW_MS = 30_000;

function inMegabytes(bytes: number): string {
	return `${Number((bytes / 1024 / 1024).toFixed(3))} MB`;
}

/** Says which address was not asked, and how to allow it where that is possible. */
function addressError(item: Item, { url }: Download, { reason, from, to }: AddressError) {
	const fail = (message: string, advice: string) => item.refuse(message, `Nothing was downloaded. ${advice}`);
	const advice =
		reason === 'foreign'
			? 'To download from there, without the API token, add the option "Download From Other Addresses".'
			: 'Use the publicUrl of an attachment, as the trigger outputs it.';
	if (reason === 'circle') return fail(`${to} redirects too often`, advice);
	if (from !== undefined) return fail(`${from.origin} redirects to ${to}, which ${REFUSAL_WORDS[reason]}`, advice);
	if (reason === 'token')
		return fail('File URL has the API token in it', 'Remove the token from the address: the node adds it wherever it is needed.');
	if (reason === 'not_web') return fail(`File URL is not a web address: ${clip(url)}`, advice);
	const shown = reason === 'user_name' ? '' : `: ${clip(url)}`;
	return fail(`File URL ${REFUSAL_WORDS[reason]}${shown}`, advice);
}

function stoppedError(item: Item, bytes: number, windowMs: number) {
	return item.refuse(
		`The download was given up after ${inMegabytes(bytes)}, because it made almost no progress`,
		`It must receive at least ${inMegabytes(bytesPer(windowMs))} every ${windowMs / 1000} s and finish within an hour. Try again; if the problem persists, a proxy or the network may be in the way.`,
	);
}

function tooLargeError(item: Item, bytes: number, maxBytes: number) {
	return item.refuse(
		`The file is too large: ${inMegabytes(bytes)} or more, and Maximum Size is ${inMegabytes(maxBytes)}`,
		'Raise "Maximum Size (MB)" in the options, or leave this file out.',
	);
}

/** Stores a file piece by piece, for as long as its pieces fit. */
async function store(item: Item, { body, name, mimeType }: OpenFile, count: ByteCount): Promise<IBinaryData> {
	const counted = body.map((chunk: Buffer) => {
		if (!count.fits(chunk.length)) throw new Error('too large');
		return chunk;
	});
	return await item.functions.helpers.prepareBinaryData(counted, name, mimeType ?? 'application/octet-stream');
}

/**
 * Downloads a file into n8n's binary storage, in pieces.
 *
 * @param item the item
 * @param download what to download
 * @returns the binary data with fileName, mimeType and bytes
 * @throws NodeOperationError for an address that is not allowed, for a file above the limit, which is stopped as soon as it
 * is known to be larger, and for a download that makes almost no progress; NodeApiError when the platform refuses or the
 * connection breaks
 */
export async function downloadFile(item: Item, download: Download): Promise<IBinaryData & { fileName: string; bytes: number }> {
	const { platform } = item;
	const options = platform.requestOptions(item.index);
	const windowMs = options.timeout ?? WINDOW_MS;
	const count = new ByteCount(download.maxBytes);
	const watch = watchTransfer(windowMs, count);
	const limit = platform.limitBy(watch.signal);
	try {
		const file = await openFile(platform, download, limit, options);
		if (file.statusCode < 200 || file.statusCode > 299) await platform.read(file, item.index, limit);
		try {
			if (file.announced > download.maxBytes) throw tooLargeError(item, file.announced, download.maxBytes);
			const stored = await until(store(item, file, count), watch.signal).catch((error: unknown) => {
				if (count.refusedAt !== undefined) throw tooLargeError(item, count.refusedAt, download.maxBytes);
				throw watch.signal.aborted ? stoppedError(item, count.bytes, windowMs) : noAnswer(error, file.url.host, limit);
			});
			return { ...stored, fileName: file.name, bytes: count.bytes };
		} finally {
			file.body.destroy();
		}
	} catch (error) {
		throw error instanceof AddressError ? addressError(item, download, error) : requestError(item, error);
	} finally {
		watch.stop();
	}
}
