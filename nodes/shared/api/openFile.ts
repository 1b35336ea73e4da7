import type { IHttpRequestOptions } from 'n8n-workflow';
import { Failure } from '../failure';
import { cleanFileName, cleanMimeType, downloadName } from '../fileNames';
import { parseUrl } from '../urls';
import type { UrlReach } from './addresses';
import { type ByteCount, drop } from './byteStream';
import type { Opened } from './inTurn';
import type { OpenHow, Platform } from './platform';
import { AddressError } from './request';

export interface FileRequest {
	/** Absolute http or https address. */
	url: string;
	/** Name for the file; '' for the one in the response. */
	fileName: string;
	reach: Exclude<UrlReach, 'api'>;
	/** Counts the content's bytes, after decompression, up to the largest size. Its reader counts them. */
	count: ByteCount;
}

/** A file whose content is unread. */
export interface OpenFile extends Opened {
	name: string;
	/** The type that the server gives; undefined when it isn't a MIME type. */
	mimeType: string | undefined;
	/** Bytes that the server announced; 0 when it didn't. */
	announced: number;
}

/** A file that is larger than it may be. */
export class TooLarge extends Error {
	constructor(
		/** Bytes that it has at least. */
		readonly bytes: number,
	) {
		super();
	}
}

/** Says what lets files be downloaded from a refused address; nothing if no setting does. */
export function placeAdvice({ reason, to }: AddressError): string {
	if (reason !== 'foreign' && reason !== 'local') return '';
	return `To download files from there, enter ${to} in the credential's File Origins, or, if it's public, turn on "Download From Anywhere".`;
}

/**
 * Asks for a file: the one way to an address that came from outside. The token goes along to the credential's own origins only;
 * every address is judged before it is asked, redirects (301 and 302, specification, "Errors") included.
 * @param take reads a file that may be taken; the rest of it is dropped afterwards
 * @throws AddressError for an address that may not be asked, TooLarge, Failure for another status than 2xx or when no response came,
 * UserError for a wrong credential, and what `take` throws
 */
export async function openFile<Taken>(
	platform: Platform,
	{ url, fileName, reach, count }: FileRequest,
	how: Omit<OpenHow, 'reach'>,
	take: (file: OpenFile) => Promise<Taken>,
	options: Partial<IHttpRequestOptions> = {},
): Promise<Taken> {
	// a path alone would be read as one below the Base URL
	const address = parseUrl(url);
	if (address === undefined) throw new AddressError('not_web', 'an address');
	const opened = await platform.open({ ...options, method: 'GET', url }, { ...how, reach });
	const { statusCode: status, headers, body } = opened;
	try {
		if (status < 200 || status > 299) {
			// not the platform, whose failures are explained
			if (reach === 'public_file') throw new Failure(`${opened.url.host} responded with HTTP ${status}`);
			await platform.read(opened);
		}
		const announced = Number(headers['content-length'] ?? 0);
		if (announced > count.max) throw new TooLarge(announced);
		const name = cleanFileName(fileName) || downloadName(headers['content-disposition'], address);
		return await take({ ...opened, name, mimeType: cleanMimeType(headers['content-type']), announced });
	} catch (error) {
		throw count.refusedAt === undefined ? error : new TooLarge(count.refusedAt);
	} finally {
		drop(body);
	}
}
