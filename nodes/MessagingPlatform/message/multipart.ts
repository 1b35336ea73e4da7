import type { IBinaryData, IHttpRequestOptions } from 'n8n-workflow';
import { ByteCount } from '../../shared/api/byteStream';
import { bytesPer, watchTransfer } from '../../shared/api/deadline';
import type { Item } from '../run/item';
import type { JsonObject } from '../../shared/json';
import { TIMEOUT_MS, toHttpOptions } from '../../shared/api/apiRequest';
import { SEE_OTHER, requestError } from '../../shared/failure';

/** A file on its way out, not read yet. */
export interface FilePart {
	/** File name with its ending, in any script. */
	name: string;
	/** MIME type. */
	type: string;
	/** Length in bytes; exact, because it becomes part of the Content-Length. */
	size: number;
	/** The content in pieces; called once. */
	stream(): AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
}

/** ms in which an upload has to get on, unless the user set a time-out; the platform stores a large file before it answers. */
const WINDOW_MS = 120_000;

/**
 * A multipart/form-data body of one file, in the shape that n8n's HTTP library (axios) recognises as a form: it streams
 * the file with a Content-Length and encodes the part itself (RFC 7578), as the form-data package would.
 */
export class FileForm {
	readonly [Symbol.toStringTag] = 'FormData';

	/** @param file the one part, in the field "file"; the specification names no field */
	constructor(readonly file: FilePart) {}

	/** A form is recognised by having this; nothing is ever appended. */
	append(): never {
		throw new TypeError('A FileForm holds exactly one file');
	}

	entries(): Iterator<[string, FilePart]> & Iterable<[string, FilePart]> {
		return [['file', this.file] as [string, FilePart]].values();
	}

	[Symbol.iterator](): Iterator<[string, FilePart]> {
		return this.entries();
	}
}

/**
 * Opens a binary field of an item: streamed from n8n's binary storage where it is stored there, else from memory, where it
 * already is.
 *
 * @param item the item, for n8n's helpers
 * @param binary the binary field
 * @returns the file with the exact length
 */
export async function filePartOf(item: Item, binary: IBinaryData): Promise<FilePart> {
	const { helpers } = item.functions;
	const named = {
		name: binary.fileName || `file${binary.fileExtension ? `.${binary.fileExtension}` : ''}`,
		type: binary.mimeType,
	};
	const { id } = binary;
	if (id === undefined || id === '') {
		const content = Buffer.from(binary.data, 'base64');
		return { ...named, size: content.length, stream: () => [content] };
	}
	const { fileSize } = await helpers.getBinaryMetadata(id);
	async function* stream(file: string): AsyncGenerator<Uint8Array> {
		// opened when the body is read, so that a request that never starts leaves no file open
		yield* await helpers.getBinaryStream(file);
	}
	return { ...named, size: fileSize, stream: () => stream(id) };
}

/** Counts what the HTTP library took of a file; its end counts as much as a window asks for, so that the answer gets time. */
function countPieces(file: FilePart, count: ByteCount, atEnd: number): FilePart {
	async function* counted(): AsyncGenerator<Uint8Array> {
		for await (const piece of file.stream()) {
			count.fits(piece.length);
			yield piece;
		}
		count.fits(atEnd);
	}
	return { name: file.name, type: file.type, size: file.size, stream: counted };
}

/**
 * POST {base_url}/upload (specification, "Messages and files"): the file goes out in pieces, memory does not grow with it.
 *
 * @param item the item, for errors
 * @param file the file
 * @returns `$value`: accountId, bucket, cloudUri, publicUri
 * @throws NodeApiError when the upload fails or makes almost no progress, NodeOperationError when the address redirects: then the file,
 * of which nothing is kept for a second go, cannot follow
 */
export async function uploadFile(item: Item, file: FilePart): Promise<JsonObject> {
	const { platform, index } = item;
	const own = platform.requestOptions(index);
	const windowMs = own.timeout ?? WINDOW_MS;
	const sent = new ByteCount();
	const watch = watchTransfer(windowMs, sent);
	const options: IHttpRequestOptions = {
		...toHttpOptions({ method: 'POST', path: '/upload' }),
		...own,
		body: new FileForm(countPieces(file, sent, bytesPer(windowMs))),
	};
	try {
		const opened = await platform.open(options, { reach: 'api', limit: platform.limitBy(watch.signal) });
		if (opened.statusCode >= 300 && opened.statusCode < 400 && opened.statusCode !== SEE_OTHER) {
			opened.body.destroy();
			throw item.refuse(
				`The file was not uploaded: the platform's address redirects elsewhere (HTTP ${opened.statusCode})`,
				'Enter the final address as the Base URL of the credential.',
			);
		}
		const limit = platform.limitBy(AbortSignal.timeout(own.timeout ?? TIMEOUT_MS));
		return item.recordOf((await platform.read(opened, index, limit)).json);
	} catch (error) {
		throw requestError(item, error);
	} finally {
		watch.stop();
	}
}
