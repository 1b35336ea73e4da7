import type { IBinaryKeyData, IHttpRequestOptions, IWebhookFunctions } from 'n8n-workflow';
import { tokenHeaders } from '../../shared/platform/authenticate';
import { readWhile, upTo } from '../../shared/http/byteStream';
import type { Connection } from '../../shared/platform/connection';
import { until } from '../../shared/http/deadline';
import { cleanFileName, cleanMimeType, downloadName } from '../../shared/fileNames';
import { AddressError, openAnswer, REFUSAL_WORDS, type Send } from '../../shared/http/follow';
import { isJsonObject, type JsonObject, type JsonValue } from '../../shared/json';

/** Downloads of one event that run at the same time; each holds at most one file in memory. */
const CONCURRENCY = 3;

/** Files that are downloaded of an event: a message has no more (specification, "Limits", Files per message). */
export const MAX_FILES = 10;

/** Bytes that are received for an event, all its files together, unless one file alone may be larger. */
export const MAX_EVENT_BYTES = 100 * 1_048_576;

/** How downloads are limited. */
export interface DownloadLimits {
	/** Largest file, in bytes. */
	maxBytes: number;
	/** Time for all files together, redirects and storing included, in ms. */
	budgetMs: number;
	/** Whether public addresses outside the credential's are asked, too; without the token. */
	foreign: boolean;
}

/** What became of the attachments of an event. */
export interface Downloads {
	/** The files, as attachment_0, attachment_1 and so on. */
	binary: IBinaryKeyData;
	/** For each attachment its name in `binary`, or why it is missing. */
	notes: Array<{ binaryField: string } | { downloadError: string }>;
}

/** A download that failed, with the reason as it is noted in the item. */
class DownloadError extends Error {}

function inMegabytes(bytes: number): string {
	return `${bytes / 1_048_576} MB`;
}

/** A file server's word on the type; "some bytes" is none, then n8n looks at the name and into the file. */
function readType(...types: unknown[]): string | undefined {
	return types.map(cleanMimeType).find((type) => type !== undefined && type !== 'application/octet-stream');
}

/** One event's downloads: its connection, limits, and what is left of its bytes and its time. */
class Downloader {
	private readonly signal: AbortSignal;

	private readonly eventBytes: number;

	private readonly fitsEvent: (size: number) => boolean;

	constructor(
		private readonly helpers: IWebhookFunctions['helpers'],
		private readonly connection: Connection,
		private readonly limits: DownloadLimits,
	) {
		this.signal = AbortSignal.timeout(limits.budgetMs);
		this.eventBytes = Math.max(MAX_EVENT_BYTES, limits.maxBytes);
		this.fitsEvent = upTo(this.eventBytes);
	}

	/** Downloads one attachment and stores it where n8n keeps files; its time over, it is no longer waited for. */
	async download(attachment: JsonObject): Promise<IBinaryKeyData[string]> {
		return await until(this.fetch(attachment), this.signal);
	}

	/** Whether the time is over. */
	get isOver(): boolean {
		return this.signal.aborted;
	}

	private async fetch({ publicUrl, fileName, fileSize, mimeType }: JsonObject): Promise<IBinaryKeyData[string]> {
		if (typeof publicUrl !== 'string' || publicUrl === '') throw new DownloadError('it has no publicUrl');
		if (typeof fileSize === 'number') this.checkSize(fileSize);
		const reach = this.limits.foreign ? 'any_file' : 'file';
		const { statusCode, headers, body, url } = await openAnswer(
			this.connection,
			{ method: 'GET', url: publicUrl },
			reach,
			this.send,
		);
		try {
			if (statusCode !== 200) throw new DownloadError(`its address answered HTTP ${statusCode}`);
			const announced = Number(headers['content-length'] ?? 0);
			this.checkSize(announced);
			const bytes = await this.receive(body, announced);
			const name = typeof fileName === 'string' ? cleanFileName(fileName) : '';
			const stored = name || downloadName(headers['content-disposition'], new URL(publicUrl));
			return await this.store(bytes, stored, readType(mimeType, headers['content-type']));
		} catch (error) {
			throw error instanceof DownloadError ? error : new DownloadError(`the connection to ${url.host} failed (${codeOf(error)})`);
		} finally {
			body.destroy();
		}
	}

	private readonly send: Send = async (options, withToken) => {
		const request: IHttpRequestOptions = { ...options, abortSignal: this.signal };
		if (withToken) request.headers = tokenHeaders(this.connection, options.url);
		return await this.helpers.httpRequest(request);
	};

	private checkSize(bytes: number): void {
		if (bytes > this.limits.maxBytes) throw new DownloadError(`it is larger than ${inMegabytes(this.limits.maxBytes)}`);
	}

	/** Reads a file; what it announced is set aside at once, so that files beside each other do not starve each other. */
	private async receive(body: Parameters<typeof readWhile>[0], announced: number): Promise<Buffer> {
		let together = this.fitsEvent(announced);
		const fitsAnnounced = upTo(announced);
		const fitsFile = upTo(this.limits.maxBytes);
		const { bytes, whole } = await readWhile(body, (size) => {
			together &&= fitsAnnounced(size) || this.fitsEvent(size);
			return together && fitsFile(size);
		});
		if (!together) throw new DownloadError(`the files of this event are larger than ${inMegabytes(this.eventBytes)} together`);
		if (!whole) this.checkSize(Infinity);
		return bytes;
	}

	private async store(bytes: Buffer, name: string, mimeType: string | undefined): Promise<IBinaryKeyData[string]> {
		return await this.helpers.prepareBinaryData(bytes, name, mimeType).catch(() => {
			throw new DownloadError('n8n could not store it');
		});
	}
}

function fieldOf(index: number): string {
	return `attachment_${index}`;
}

/** The error of the HTTP library may quote the whole request with the token; its code is enough. */
function codeOf(error: unknown): string {
	return error instanceof Error && 'code' in error ? String(error.code) : 'no answer';
}

function describe(error: unknown, isOver: boolean, budgetMs: number): string {
	if (error instanceof AddressError) {
		const { reason, from, to } = error;
		const words = REFUSAL_WORDS[reason];
		if (reason === 'circle') return `Not downloaded: its address ${words}`;
		return `Not downloaded: ${from === undefined ? 'its publicUrl' : `its address redirects to ${to}, which`} ${words}`;
	}
	if (isOver) return `Not downloaded: the time of ${budgetMs / 1_000} s was over`;
	if (error instanceof DownloadError) return `Not downloaded: ${error.message}`;
	return `Not downloaded: the connection failed (${codeOf(error)})`;
}

/**
 * Downloads the attachments of a message (specification, Attachment: `publicUrl` is downloadable through the API). Every
 * address is judged before it is asked, on redirects too. A failed download stops nothing: it is noted.
 *
 * @param helpers the helpers of the webhook's context
 * @param connection the credential's connection
 * @param attachments the message's attachments; those after the tenth are only noted
 * @param limits size of a file, time for all, and which addresses
 * @returns the files and a note for each attachment, in their order
 */
export async function downloadAttachments(
	helpers: IWebhookFunctions['helpers'],
	connection: Connection,
	attachments: readonly JsonValue[],
	limits: DownloadLimits,
): Promise<Downloads> {
	const downloader = new Downloader(helpers, connection, limits);
	const tooMany = { downloadError: `Not downloaded: it is not among the first ${MAX_FILES} files of the event` };
	const notes: Downloads['notes'] = attachments.map(() => tooMany);
	const stored = new Map<number, IBinaryKeyData[string]>();
	const queue = [...attachments.slice(0, MAX_FILES).entries()];
	async function work(): Promise<void> {
		for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
			const [index, attachment] = next;
			try {
				stored.set(index, await downloader.download(isJsonObject(attachment) ? attachment : {}));
				notes[index] = { binaryField: fieldOf(index) };
			} catch (error) {
				notes[index] = { downloadError: describe(error, downloader.isOver, limits.budgetMs) };
			}
		}
	}
	await Promise.all(Array.from({ length: CONCURRENCY }, work));
	// the first to be there need not be the first of the message
	const inOrder = [...stored].sort(([left], [right]) => left - right);
	return { binary: Object.fromEntries(inOrder.map(([index, file]) => [fieldOf(index), file])), notes };
}
