import type { IBinaryKeyData, IHttpRequestOptions, IWebhookFunctions } from 'n8n-workflow';
import { mayCarryToken, type Connection } from '../MessagingPlatform/shared/connection';
import { isJsonObject, type JsonObject, type JsonValue } from '../MessagingPlatform/shared/json';
import { isByteStream, readBounded, type ByteStream } from './byteStream';

/** Downloads of one event that run at the same time; each holds at most one file in memory. */
const CONCURRENCY = 3;

const MAX_REDIRECTS = 3;

/** How downloads are limited. */
export interface DownloadLimits {
	/** Largest file, in bytes. */
	maxBytes: number;
	/** Time for all files together, in ms. */
	budgetMs: number;
}

/** What became of the attachments of an event. */
export interface Downloads {
	/** The files, as attachment_0, attachment_1 and so on. */
	binary: IBinaryKeyData;
	/** For each attachment its name in `binary`, or why it is missing. */
	notes: Array<{ binaryField: string } | { downloadError: string }>;
}

function readText(value: JsonValue | undefined): string | undefined {
	return typeof value === 'string' && value !== '' ? value : undefined;
}

/** A file server's word on the type; "some bytes" is none, then n8n looks at the name and into the file. */
function readType(header: unknown): string | undefined {
	const type = typeof header === 'string' ? header.split(';')[0]?.trim() : undefined;
	return type === 'application/octet-stream' ? undefined : readText(type);
}

/** A download that failed, with the reason as it is noted in the item. */
class DownloadError extends Error {}

interface Response {
	headers: Record<string, unknown>;
	body: ByteStream;
}

/** One event's downloads: its connection, limits and deadline. */
class Downloader {
	private readonly signal: AbortSignal;

	constructor(
		private readonly helpers: IWebhookFunctions['helpers'],
		private readonly connection: Connection,
		private readonly limits: DownloadLimits,
	) {
		this.signal = AbortSignal.timeout(limits.budgetMs);
	}

	/** Downloads one attachment and stores it where n8n keeps files. */
	async download(attachment: JsonObject): Promise<IBinaryKeyData[string]> {
		const { publicUrl, fileName, fileSize } = attachment;
		if (typeof publicUrl !== 'string' || !URL.canParse(publicUrl))
			throw new DownloadError('it has no publicUrl');
		if (typeof fileSize === 'number' && fileSize > this.limits.maxBytes) this.refuseSize();
		const { headers, body } = await this.open(new URL(publicUrl));
		const bytes = await readBounded(body, this.limits.maxBytes);
		if (bytes === undefined) return this.refuseSize();
		const name = readText(fileName) ?? readText(new URL(publicUrl).pathname.split('/').at(-1));
		const mimeType = readText(attachment.mimeType) ?? readType(headers['content-type']);
		return await this.helpers.prepareBinaryData(bytes, name, mimeType).catch(() => {
			throw new DownloadError('n8n could not store it');
		});
	}

	/** Whether the time is over. */
	get isOver(): boolean {
		return this.signal.aborted;
	}

	private refuseSize(): never {
		throw new DownloadError(`it is larger than ${this.limits.maxBytes / 1_048_576} MB`);
	}

	/** Follows redirects by hand, so that the token stays with the credential's own origins at each step. */
	private async open(url: URL, redirects = 0): Promise<Response> {
		if (url.protocol !== 'https:' && url.protocol !== 'http:')
			throw new DownloadError('its publicUrl is no web address');
		const options: IHttpRequestOptions = {
			method: 'GET',
			url: url.href,
			headers: mayCarryToken(this.connection, url.href)
				? { Authorization: `Bearer ${this.connection.apiToken}` }
				: {},
			encoding: 'stream',
			returnFullResponse: true,
			ignoreHttpStatusErrors: true,
			disableFollowRedirect: true,
			timeout: this.limits.budgetMs,
			abortSignal: this.signal,
		};
		const { statusCode, headers, body } = await this.helpers.httpRequest(options);
		if (!isByteStream(body)) throw new DownloadError('there was no answer');
		if (statusCode === 200) return { headers, body };
		body.destroy();
		const { location } = headers;
		const isRedirect = [301, 302, 303, 307, 308].includes(statusCode) && typeof location === 'string';
		if (!isRedirect || !URL.canParse(location, url.href))
			throw new DownloadError(`its address answered HTTP ${statusCode}`);
		if (redirects === MAX_REDIRECTS) throw new DownloadError('its address redirects too often');
		return await this.open(new URL(location, url.href), redirects + 1);
	}
}

function describe(error: unknown, isOver: boolean, budgetMs: number): string {
	if (error instanceof DownloadError) return `Not downloaded: ${error.message}`;
	if (isOver) return `Not downloaded: the time of ${budgetMs / 1_000} s was over`;
	// The error of the HTTP library may quote the whole request with the token; its code is enough.
	const code = error instanceof Error && 'code' in error ? String(error.code) : 'no answer';
	return `Not downloaded: the connection failed (${code})`;
}

/**
 * Downloads the attachments of a message (specification, Attachment: `publicUrl` is downloadable through the API). The
 * token goes only to the credential's own origins, also on redirects. A failed download stops nothing: it is noted.
 *
 * @param helpers the helpers of the webhook's context
 * @param connection the credential's connection
 * @param attachments the message's attachments
 * @param limits size of a file and time for all
 * @returns the files and a note for each attachment, in their order
 */
export async function downloadAttachments(
	helpers: IWebhookFunctions['helpers'],
	connection: Connection,
	attachments: readonly JsonValue[],
	limits: DownloadLimits,
): Promise<Downloads> {
	const downloader = new Downloader(helpers, connection, limits);
	const downloads: Downloads = { binary: {}, notes: [] };
	const queue = [...attachments.entries()];
	async function work(): Promise<void> {
		for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
			const [index, attachment] = next;
			const binaryField = `attachment_${index}`;
			try {
				downloads.binary[binaryField] = await downloader.download(isJsonObject(attachment) ? attachment : {});
				downloads.notes[index] = { binaryField };
			} catch (error) {
				downloads.notes[index] = { downloadError: describe(error, downloader.isOver, limits.budgetMs) };
			}
		}
	}
	await Promise.all(Array.from({ length: CONCURRENCY }, work));
	return downloads;
}
