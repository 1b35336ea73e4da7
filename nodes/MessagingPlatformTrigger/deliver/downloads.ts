import type { IBinaryKeyData, IWebhookFunctions } from 'n8n-workflow';
import { ByteCount, readWhile } from '../../shared/api/byteStream';
import { type Limit, until } from '../../shared/api/deadline';
import { NoAnswer, failureCode } from '../../shared/api/noAnswer';
import { AddressError, REFUSAL_WORDS } from '../../shared/api/request';
import { cleanMimeType } from '../../shared/fileNames';
import { type JsonObject, type JsonValue, objectOf } from '../../shared/json';
import type { Connection } from '../../shared/api/connection';
import { type OpenFile, openFile } from '../../shared/api/openFile';
import { Platform } from '../../shared/api/platform';
import { DownloadPlaces } from './downloadPlaces';

/** Downloads of one event that run at the same time; each holds at most one file in memory. */
const CONCURRENCY = 3;

/** Files that are downloaded of an event: a message has no more (specification, "Limits", Files per message). */
export const MAX_FILES = 10;

/** Bytes that are received for an event, all its files together, unless one file alone may be larger. */
export const MAX_EVENT_BYTES = 100 * 1_048_576;

/** Bytes of files that events may have in memory at once: the largest file that the option allows. */
export const MAX_HELD_BYTES = 200 * 1_048_576;

// One for the process, whose memory all triggers share.
const places = new DownloadPlaces();
const held = new ByteCount(MAX_HELD_BYTES);

/** How downloads are limited. */
export interface DownloadLimits {
	/** Largest file, in bytes. */
	maxBytes: number;
	/** Time for all files together, redirects and storing included, in ms. Half of it may pass until there is a place. */
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

const BUSY = 'too many other events were downloading files at the same time';

function inMegabytes(bytes: number): string {
	return `${bytes / 1_048_576} MB`;
}

/** A file server's word on the type; "some bytes" is none, then n8n looks at the name and into the file. */
function readType(...types: Array<string | undefined>): string | undefined {
	return types.find((type) => type !== undefined && type !== 'application/octet-stream');
}

/** A file's share of the bytes that files of all events may take up in memory. */
class Share {
	private bytes = 0;

	/**
	 * Asks for room.
	 *
	 * @param size bytes
	 * @returns whether there is room; give it back with {@link free}
	 */
	take(size: number): boolean {
		const fits = held.fits(size);
		if (fits) this.bytes += size;
		return fits;
	}

	/** Gives back everything that was taken. */
	free(): void {
		held.bytes -= this.bytes;
	}
}

/** One event's downloads: its limits, and what is left of its bytes and its time. */
class Downloader {
	private readonly platform: Platform;

	private readonly limit: Limit;

	private readonly together: ByteCount;

	constructor(
		private readonly context: IWebhookFunctions,
		connection: Connection,
		private readonly limits: DownloadLimits,
	) {
		this.platform = new Platform(context, connection);
		this.limit = this.platform.limitBy(AbortSignal.timeout(limits.budgetMs));
		this.together = new ByteCount(Math.max(MAX_EVENT_BYTES, limits.maxBytes));
	}

	/** Downloads one attachment and stores it where n8n keeps files; its time over, it is no longer waited for. */
	async download(attachment: JsonObject): Promise<IBinaryKeyData[string]> {
		return await until(this.fetch(attachment), this.limit.signal);
	}

	/** Whether the time is over. */
	get isOver(): boolean {
		return this.limit.signal.aborted;
	}

	private async fetch({ publicUrl, fileName, fileSize, mimeType }: JsonObject): Promise<IBinaryKeyData[string]> {
		if (typeof publicUrl !== 'string' || publicUrl === '') throw new DownloadError('it has no publicUrl');
		if (typeof fileSize === 'number') this.checkSize(fileSize);
		const wanted = { url: publicUrl, fileName: typeof fileName === 'string' ? fileName : '', foreign: this.limits.foreign };
		const file = await openFile(this.platform, wanted, this.limit);
		const share = new Share();
		try {
			if (file.statusCode !== 200) throw new DownloadError(`its address answered HTTP ${file.statusCode}`);
			this.checkSize(file.announced);
			const bytes = await this.receive(file, share);
			return await this.store(bytes, file.name, readType(cleanMimeType(mimeType), file.mimeType));
		} finally {
			file.body.destroy();
			share.free();
		}
	}

	private checkSize(bytes: number): void {
		if (bytes > this.limits.maxBytes) throw new DownloadError(`it is larger than ${inMegabytes(this.limits.maxBytes)}`);
	}

	/** Reads a file; what it announced is set aside at once, so that files beside each other do not starve each other. */
	private async receive({ body, announced, url }: OpenFile, share: Share): Promise<Buffer> {
		const reserved = new ByteCount(announced);
		const file = new ByteCount(this.limits.maxBytes);
		let together = this.together.fits(announced);
		let room = share.take(announced);
		const fits = (size: number) => {
			const isReserved = reserved.fits(size);
			together &&= isReserved || this.together.fits(size);
			room &&= isReserved || share.take(size);
			return together && room && file.fits(size);
		};
		const { bytes, whole } = await readWhile(body, fits, this.limit.signal).catch((error: unknown) => {
			throw new DownloadError(`the connection to ${url.host} failed (${failureCode(error) ?? 'no answer'})`);
		});
		if (!together) throw new DownloadError(`the files of this event are larger than ${inMegabytes(this.together.max)} together`);
		if (!room) throw new DownloadError(BUSY);
		if (!whole) this.checkSize(Infinity);
		return bytes;
	}

	private async store(bytes: Buffer, name: string, mimeType: string | undefined): Promise<IBinaryKeyData[string]> {
		return await this.context.helpers.prepareBinaryData(bytes, name, mimeType).catch(() => {
			throw new DownloadError('n8n could not store it');
		});
	}
}

function fieldOf(index: number): string {
	return `attachment_${index}`;
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
	const code = error instanceof NoAnswer ? error.code : undefined;
	return `Not downloaded: the connection failed (${code ?? 'no answer'})`;
}

/**
 * Downloads the attachments of a message (specification, Attachment: `publicUrl` is downloadable through the API). Every
 * address is judged before it is asked, on redirects too. A failed download stops nothing: it is noted. So is each attachment of an
 * event that finds no place among those that download at once.
 *
 * @param context the webhook's context
 * @param connection the credential's connection
 * @param attachments the message's attachments; those after the tenth are only noted
 * @param limits size of a file, time for all, and which addresses
 * @returns the files and a note for each attachment, in their order
 */
export async function downloadAttachments(
	context: IWebhookFunctions,
	connection: Connection,
	attachments: readonly JsonValue[],
	limits: DownloadLimits,
): Promise<Downloads> {
	const downloader = new Downloader(context, connection, limits);
	if (!(await places.take(AbortSignal.timeout(limits.budgetMs / 2)))) {
		const busy = { downloadError: `Not downloaded: ${BUSY}` };
		return { binary: {}, notes: attachments.map(() => busy) };
	}
	const tooMany = { downloadError: `Not downloaded: it is not among the first ${MAX_FILES} files of the event` };
	const notes: Downloads['notes'] = attachments.map(() => tooMany);
	const stored = new Map<number, IBinaryKeyData[string]>();
	const queue = [...attachments.slice(0, MAX_FILES).entries()];
	async function work(): Promise<void> {
		for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
			const [index, attachment] = next;
			try {
				stored.set(index, await downloader.download(objectOf(attachment)));
				notes[index] = { binaryField: fieldOf(index) };
			} catch (error) {
				notes[index] = { downloadError: describe(error, downloader.isOver, limits.budgetMs) };
			}
		}
	}
	await Promise.all(Array.from({ length: CONCURRENCY }, work)).finally(() => places.free());
	// the first to be there need not be the first of the message
	const inOrder = [...stored].sort(([left], [right]) => left - right);
	return { binary: Object.fromEntries(inOrder.map(([index, file]) => [fieldOf(index), file])), notes };
}
