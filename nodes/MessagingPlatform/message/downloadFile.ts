import type { IBinaryData } from 'n8n-workflow';
import { inMegabytes } from '../../shared/api/byteStream';
import { bytesPer, until, watchTransfer } from '../../shared/api/deadline';
import { asFailure } from '../../shared/api/explain';
import { noResponse } from '../../shared/api/noResponse';
import { type FileRequest, type OpenFile, TooLarge, openFile, placeAdvice } from '../../shared/api/openFile';
import { AddressError, REFUSAL_WORDS } from '../../shared/api/request';
import { Failure } from '../../shared/failure';
import { clip } from '../../shared/texts';
import type { Item } from '../run/item';

/** Time in which a download must make progress, in ms, unless the user set a timeout. */
const WINDOW_MS = 30_000;

function addressError(url: string, urlLabel: string, error: AddressError) {
	const { reason, from, to } = error;
	const fail = (message: string, advice: string) => Failure.ofValue(message, { people: `Nothing was downloaded. ${advice}` });
	const advice = placeAdvice(error) || 'Use the publicUrl of an attachment, which the trigger outputs.';
	if (reason === 'circle') return fail(`${to} redirects too often`, advice);
	if (from !== undefined) return fail(`${from.origin} redirects to ${to}, which ${REFUSAL_WORDS[reason]}`, advice);
	if (reason === 'token')
		return fail(`${urlLabel} contains the API token`, "Remove the token from the URL: the node adds it when it's needed.");
	if (reason === 'not_web') return fail(`${urlLabel} isn't a web URL: ${clip(url)}`, advice);
	const shown = reason === 'user_name' ? '' : `: ${clip(url)}`;
	return fail(`${urlLabel} ${REFUSAL_WORDS[reason]}${shown}`, advice);
}

function stoppedError(bytes: number, windowMs: number) {
	return Failure.ofValue(
		`The download was stopped after ${inMegabytes(bytes)}, because it made almost no progress`,
		`A download must receive at least ${inMegabytes(bytesPer(windowMs))} every ${windowMs / 1000} s and finish within an hour. Try again. If it stops again, check the network and any proxy in between.`,
	);
}

function tooLargeError(maxBytes: number) {
	return Failure.ofValue(
		`The file is larger than ${inMegabytes(maxBytes)}`,
		'Raise "Maximum Size (MB)" under Options, or leave this file out.',
	);
}

/** Downloads a file into n8n's binary storage in pieces, and stops once it exceeds the limit or makes almost no progress. */
export async function downloadFile(
	item: Item,
	request: FileRequest,
	urlLabel: string,
): Promise<IBinaryData & { fileName: string; bytes: number }> {
	const { platform, functions } = item;
	const { url, count } = request;
	const options = platform.requestOptions(item.index);
	const windowMs = options.timeout ?? WINDOW_MS;
	const watch = watchTransfer(windowMs, count);
	const store = async ({ body, name, mimeType = 'application/octet-stream', limit, url: { host } }: OpenFile) => {
		const counted = body.map((chunk: Buffer) => {
			if (!count.fits(chunk.length)) throw new Error('too large');
			return chunk;
		});
		const storing = functions.helpers.prepareBinaryData(counted, name, mimeType);
		const stored = await until(storing, limit.signal).catch((error: unknown) => {
			throw limit.code === 'ETIMEDOUT' ? stoppedError(count.bytes, windowMs) : noResponse(error, host, limit);
		});
		return { ...stored, fileName: name, bytes: count.bytes };
	};
	try {
		const begin = () => platform.limitBy(watch.begin());
		return await openFile(platform, request, { begin }, store, options);
	} catch (error) {
		if (error instanceof AddressError) throw addressError(url, urlLabel, error);
		throw error instanceof TooLarge ? tooLargeError(count.max) : asFailure(error);
	} finally {
		watch.stop();
	}
}
