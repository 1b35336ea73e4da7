import type { IBinaryData, IHttpRequestOptions } from 'n8n-workflow';
import { ByteCount, drop } from '../../shared/api/byteStream';
import { bytesPer, watchTransfer } from '../../shared/api/deadline';
import type { Item } from '../run/item';
import type { Made } from '../run/journal';
import { type JsonObject, printJson } from '../../shared/json';
import { TIMEOUT_MS, toHttpOptions } from '../../shared/api/apiRequest';
import { SEE_OTHER, asFailure } from '../../shared/api/explain';
import { Failure } from '../../shared/failure';
import { withoutHalves } from '../../shared/texts';

/** ms in which an upload has to progress, unless the user set a timeout; the platform stores a large file before it responds. */
const WINDOW_MS = 120_000;

interface FilePart {
	name: string;
	type: string;
	/** Bytes; exact, because they are part of the Content-Length. */
	size: number;
	/** The content in pieces; called once for each attempt. */
	stream(): AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
}

/** A form of one file, as n8n's HTTP library (axios) recognizes one: it encodes the part (RFC 7578) and streams the file. */
class FileForm {
	readonly [Symbol.toStringTag] = 'FormData';

	constructor(private readonly file: FilePart) {}

	append(): void {
		// a form is recognized by having this; nothing is ever appended
	}

	/** The specification doesn't name the field. */
	*entries(): Generator<[string, FilePart]> {
		yield ['file', this.file];
	}

	[Symbol.iterator](): Generator<[string, FilePart]> {
		return this.entries();
	}
}

/** Opens a binary field, streamed from n8n's binary storage, or from memory if it is there. */
export async function filePartOf(item: Item, binary: IBinaryData): Promise<FilePart> {
	const { helpers } = item.functions;
	const { id, fileName, fileExtension, mimeType: type } = binary;
	const name = withoutHalves(fileName ?? '') || `file${fileExtension ? `.${fileExtension}` : ''}`;
	if (id === undefined || id === '') {
		const content = Buffer.from(binary.data, 'base64');
		return { name, type, size: content.length, stream: () => [content] };
	}
	const { fileSize: size } = await helpers.getBinaryMetadata(id);
	async function* stream(file: string): AsyncGenerator<Uint8Array> {
		// opened when the body is read, so that a request that never starts leaves no file open
		yield* await helpers.getBinaryStream(file);
	}
	return { name, type, size, stream: () => stream(id) };
}

/** Uploads a file, once in all tries of the node. */
export async function uploadFile(item: Item, file: FilePart): Promise<JsonObject> {
	const kind = printJson(['POST /upload', file.name, file.type, file.size]);
	return item.recordOf((await item.once(kind, async () => await sendFile(item, file), { repeatable: true })).json);
}

/** POST {base_url}/upload (specification, "Messages and files"): the file goes out in pieces that aren't kept, so it follows no redirect. */
async function sendFile(item: Item, file: FilePart): Promise<Made> {
	const { platform, index } = item;
	const own = platform.requestOptions(index);
	const windowMs = own.timeout ?? WINDOW_MS;
	const sent = new ByteCount();
	const watch = watchTransfer(windowMs, sent);
	async function* counted(): AsyncGenerator<Uint8Array> {
		for await (const piece of file.stream()) {
			sent.fits(piece.length);
			yield piece;
		}
		// the end counts as much as a window asks for, so that the platform gets time to respond
		sent.fits(bytesPer(windowMs));
	}
	const options: IHttpRequestOptions = {
		...toHttpOptions({ method: 'POST', path: '/upload' }),
		...own,
		body: new FileForm({ ...file, stream: counted }),
	};
	try {
		const begin = () => platform.limitBy(watch.begin());
		const opened = await platform.open(options, { reach: 'api', begin });
		if (opened.statusCode >= 300 && opened.statusCode < 400 && opened.statusCode !== SEE_OTHER) {
			drop(opened.body);
			throw Failure.ofPlatform(
				`The file wasn't uploaded: the platform's URL redirects to another one (HTTP ${opened.statusCode})`,
				"Enter the final URL as the credential's Base URL.",
			);
		}
		const limit = platform.limitBy(AbortSignal.timeout(own.timeout ?? TIMEOUT_MS));
		return await platform.read({ ...opened, limit });
	} catch (error) {
		throw asFailure(error);
	} finally {
		watch.stop();
	}
}
