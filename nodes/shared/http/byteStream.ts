/** What n8n's HTTP helper gives with `encoding: 'stream'`: the answer's body, already decompressed. */
export interface ByteStream extends AsyncIterable<Uint8Array> {
	destroy(error?: Error): void;
}

/** What was read of a stream. */
export interface Reading {
	bytes: Buffer;
	/** False when there was more. */
	whole: boolean;
}

/**
 * Tells whether an answer's body can be read in pieces.
 *
 * @param body what the HTTP helper gave
 */
export function isByteStream(body: unknown): body is ByteStream {
	return typeof body === 'object' && body !== null && Symbol.asyncIterator in body && 'destroy' in body;
}

/**
 * Makes a count for {@link readWhile}.
 *
 * @param maxBytes how many bytes are let in
 * @returns tells of each piece's size whether it still fits
 */
export function upTo(maxBytes: number): (size: number) => boolean {
	let left = maxBytes;
	return (size) => {
		const fits = size <= left;
		if (fits) left -= size;
		return fits;
	};
}

/**
 * Reads a stream to its end, or for as long as its pieces are let in; either way it is destroyed afterwards, so that
 * nothing more is received and its connection is free.
 *
 * @param stream an answer's body
 * @param fits asked for each piece's size in bytes, before it is kept
 * @returns what was let in
 * @throws what the stream fails with, for example when it was aborted
 */
export async function readWhile(stream: ByteStream, fits: (size: number) => boolean): Promise<Reading> {
	const chunks: Uint8Array[] = [];
	let whole = true;
	try {
		for await (const chunk of stream) {
			whole = fits(chunk.length);
			if (!whole) break;
			chunks.push(chunk);
		}
	} finally {
		stream.destroy();
	}
	return { bytes: Buffer.concat(chunks), whole };
}

/**
 * Reads a stream to its end, or to a limit.
 *
 * @param stream an answer's body
 * @param maxBytes the limit in bytes
 * @returns the bytes, or undefined when there are more than the limit
 * @throws what the stream fails with, for example when it was aborted
 */
export async function readBounded(stream: ByteStream, maxBytes: number): Promise<Buffer | undefined> {
	const { bytes, whole } = await readWhile(stream, upTo(maxBytes));
	return whole ? bytes : undefined;
}
