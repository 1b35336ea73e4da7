import type { IHttpRequestOptions } from 'n8n-workflow';
import { cleanFileName, cleanMimeType, downloadName } from '../fileNames';
import { parseUrl } from '../urls';
import type { Opened } from './inTurn';
import { AddressError } from './request';
import type { OpenHow, Platform } from './platform';

export interface FileRequest {
	/** Absolute http or https address. */
	url: string;
	/** Name for the file; '' for the one in the response. */
	fileName: string;
	/** True if a public URL outside the credential's is allowed; the token never goes there. */
	foreign: boolean;
}

/** A file whose content is unread; destroy the body, or read it to its end. */
export interface OpenFile extends Opened {
	name: string;
	/** The type that the server gives; undefined when it isn't a MIME type. */
	mimeType: string | undefined;
	/** Bytes that the server announced; 0 when it didn't. */
	announced: number;
}

/** Says what lets files be downloaded from a refused address; nothing if no setting does. */
export function placeAdvice({ reason, to }: AddressError): string {
	if (reason !== 'foreign' && reason !== 'local') return '';
	return `To download files from there, enter ${to} in the credential's File Origins, or, if it's public, turn on "Download From Other Addresses".`;
}

/**
 * Asks for a file: the one way to an address that came from outside. The token goes along to the credential's own origins only;
 * every address is judged before it is asked, redirects (301 and 302, specification, "Errors") included.
 * @throws AddressError for an address that may not be asked, Failure when no response came, UserError for a wrong credential
 */
export async function openFile(
	platform: Platform,
	{ url, fileName, foreign }: FileRequest,
	how: Omit<OpenHow, 'reach'>,
	options: Partial<IHttpRequestOptions> = {},
): Promise<OpenFile> {
	// a path alone would be read as one below the Base URL
	const address = parseUrl(url);
	if (address === undefined) throw new AddressError('not_web', 'an address');
	const reach = foreign ? 'any_file' : 'file';
	const response = await platform.open({ ...options, method: 'GET', url }, { ...how, reach });
	const { headers } = response;
	return {
		...response,
		name: cleanFileName(fileName) || downloadName(headers['content-disposition'], address),
		mimeType: cleanMimeType(headers['content-type']),
		announced: Number(headers['content-length'] ?? 0),
	};
}
