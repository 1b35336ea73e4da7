import type { IBinaryData, IHttpRequestOptions } from 'n8n-workflow';
import { valueError } from './errors';
import type { Item } from './item';
import type { JsonObject } from './json';
import { readAnswer, sendHttp, toHttpOptions, valueOf } from './transport';

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

/** ms without a byte in either direction; the service stores a large file before it answers. */
const UPLOAD_IDLE_MS = 120_000;

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
	const named = { name: binary.fileName || `file${binary.fileExtension ? `.${binary.fileExtension}` : ''}`, type: binary.mimeType };
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

/**
 * POST {base_url}/upload (specification, "Messages and files"): the file goes out in pieces, memory does not grow with it.
 *
 * @param item the item, for errors
 * @param file the file
 * @returns `$value`: accountId, bucket, cloudUri, publicUri
 * @throws NodeApiError when the upload fails, NodeOperationError when the address redirects: then the file, of which
 * nothing is kept for a second go, cannot follow
 */
export async function uploadFile(item: Item, file: FilePart): Promise<JsonObject> {
	const options: IHttpRequestOptions = {
		...toHttpOptions({ method: 'POST', path: '/upload', timeoutMs: UPLOAD_IDLE_MS }),
		body: new FileForm(file),
		disableFollowRedirect: true,
	};
	const answer = await sendHttp(item.functions, options, item.index);
	if (answer.statusCode >= 300 && answer.statusCode < 400) {
		throw valueError(
			item.node,
			item.index,
			`The file was not uploaded: the service's address redirects elsewhere (HTTP ${answer.statusCode})`,
			'Enter the final address as the Base URL of the credential.',
		);
	}
	return valueOf(await readAnswer(item.functions, item.index, answer));
}
