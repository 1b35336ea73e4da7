import type { BinaryHelperFunctions, IDataObject } from 'n8n-workflow';

/** The response body that n8n's HTTP helper gives with `encoding: 'stream'`, already decompressed. */
type ByteStream = Exclude<Parameters<BinaryHelperFunctions['prepareBinaryData']>[0], Buffer>;

/** A response whose body has not been read yet; {@link drop} the body, or read it to its end. */
export interface OpenResponse {
	statusCode: number;
	/** The headers without the API token, in case the platform echoed it. */
	headers: IDataObject;
	body: ByteStream;
	/** The URL that responded, after redirects. */
	url: URL;
	/** The body without the API token, once it was read. */
	text?: string;
	/** True if the request wasn't sent: the response is one that others got (see gate.ts). */
	held?: true;
}

/** Checks whether a response's body can be read in pieces. */
export function isByteStream(body: unknown): body is ByteStream {
	return typeof body === 'object' && body !== null && Symbol.asyncIterator in body && 'destroy' in body;
}

/**
 * Leaves the rest of a response unread. Its connection closes with the next piece, or with the request's limit: n8n's HTTP library
 * reads it with a generator, which closes nothing unless it has begun to read.
 */
export function drop(body: ByteStream): void {
	body.read(0);
	body.destroy();
}

export function inMegabytes(bytes: number): string {
	return `${Number((bytes / 1024 / 1024).toFixed(3))} MB`;
}

/** Counts bytes and says when they are too many: the one guard of everything that is received. */
export class ByteCount {
	bytes = 0;

	/** Bytes up to the end of the first piece that was not let in; undefined while everything was. */
	refusedAt?: number;

	constructor(readonly max = Infinity) {}

	/** Asks for a piece of so many bytes to be let in. */
	readonly fits = (size: number): boolean => {
		const bytes = this.bytes + size;
		if (bytes <= this.max) this.bytes = bytes;
		else this.refusedAt ??= bytes;
		return bytes <= this.max;
	};
}

/**
 * Reads a stream to its end, or for as long as its pieces are let in; either way it is destroyed afterwards, so that nothing more
 * is received and its connection is free.
 * @param fits asked for each piece's size in bytes, before it is kept
 * @returns the bytes that were read; `whole` is false when there were more
 * @throws what the stream fails with, for example when it was aborted
 */
export async function readWhile(
	stream: ByteStream,
	fits: (size: number) => boolean,
	limit?: AbortSignal,
): Promise<{ bytes: Buffer; whole: boolean }> {
	const chunks: Buffer[] = [];
	let whole = true;
	const stop = () => stream.destroy();
	limit?.addEventListener('abort', stop, { once: true });
	try {
		// listeners cost half of an async iterator
		await new Promise<void>((resolve, reject) => {
			const broken = () => {
				// every stream closes; an error is made for those that had not ended
				if (!stream.readableEnded) reject(Object.assign(new Error('Premature close'), { code: 'ERR_STREAM_PREMATURE_CLOSE' }));
			};
			if (limit?.aborted || stream.destroyed) return broken();
			stream.on('error', reject).on('close', broken).on('end', resolve);
			stream.on('data', (chunk: Buffer) => {
				whole &&= fits(chunk.length);
				if (whole) chunks.push(chunk);
				else resolve();
			});
		});
	} finally {
		limit?.removeEventListener('abort', stop);
		stream.destroy();
	}
	return { bytes: chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks), whole };
}
