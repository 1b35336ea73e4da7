/** What n8n's HTTP helper gives with `encoding: 'stream'`. */
export interface ByteStream extends AsyncIterable<Uint8Array> {
	destroy(): void;
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
 * Reads a stream to its end, or to a limit; either way it is destroyed afterwards, so that nothing more is received.
 *
 * @param stream an answer's body
 * @param maxBytes the limit in bytes
 * @returns the bytes, or undefined when there are more than the limit
 * @throws what the stream fails with, for example when it was aborted
 */
export async function readBounded(stream: ByteStream, maxBytes: number): Promise<Buffer | undefined> {
	const chunks: Uint8Array[] = [];
	let size = 0;
	try {
		for await (const chunk of stream) {
			size += chunk.length;
			if (size > maxBytes) return undefined;
			chunks.push(chunk);
		}
	} finally {
		stream.destroy();
	}
	return Buffer.concat(chunks);
}
