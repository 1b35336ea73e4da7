import type { IBinaryKeyData, IWebhookFunctions } from 'n8n-workflow';
import { ByteCount, inMegabytes, readWhile } from '../../shared/api/byteStream';
import type { Connection } from '../../shared/api/connection';
import { type Limit, until } from '../../shared/api/deadline';
import { failureCode } from '../../shared/api/noResponse';
import { Failure } from '../../shared/failure';
import { type OpenFile, TooLarge, openFile, placeAdvice } from '../../shared/api/openFile';
import { Platform } from '../../shared/api/platform';
import { AddressError, REFUSAL_WORDS } from '../../shared/api/request';
import { cleanMimeType } from '../../shared/fileNames';
import { type JsonObject, type JsonValue, objectOf } from '../../shared/json';
import { Queue } from '../../shared/queue';
import type { Settings } from '../settings/settings';

/** Events whose files are downloaded at once, over all triggers of a process. */
const MAX_DOWNLOADING = 20;

/** Events that may wait for a place at once. n8n keeps each of them, without its files, in memory. */
const MAX_WAITING = 200;

/** Downloads of one event that run at the same time; each holds one file in memory. */
const CONCURRENCY = 3;

/** Files that are downloaded of an event: a message has no more (specification, "Limits", Files per message). */
const MAX_FILES = 10;

/** Bytes that are received for an event, all its files together, unless one file alone may be larger. */
const MAX_EVENT_BYTES = 100 * 1_048_576;

/** Bytes of files that events may have in memory at once: the largest file that the option allows. */
const MAX_HELD_BYTES = 200 * 1_048_576;

/** Time after which a file that n8n hasn't stored no longer counts among them, in ms: its storage may never respond. */
const STORE_MS = 10 * 60_000;

/** The events that download their files; first come, first served. One queue for the process, whose memory all triggers share. */
const events = new Queue({ atOnce: MAX_DOWNLOADING, maxWaiting: MAX_WAITING });

/** The bytes of files that events have in memory. */
const held = new ByteCount(MAX_HELD_BYTES);

type Note = { binaryField: string } | { downloadError: string };

/** A failed download, with the reason as the item has it. */
class DownloadError extends Error {}

const BUSY = 'too many other events were downloading files at the same time';

const missing = (why: string): Note => ({ downloadError: `Not downloaded: ${why}` });

/** "Some bytes" is not a type: n8n then looks at the name and into the file. */
function readType(...types: Array<string | undefined>): string | undefined {
	return types.find((type) => type !== undefined && type !== 'application/octet-stream');
}

/** One event's downloads: its limits, and the rest of its bytes and its time. */
class Downloader {
	private readonly platform: Platform;

	readonly limit: Limit;

	private readonly together: ByteCount;

	constructor(
		private readonly context: IWebhookFunctions,
		connection: Connection,
		private readonly settings: Settings,
	) {
		this.platform = new Platform(context, connection);
		this.limit = this.platform.limitBy(AbortSignal.timeout(settings.downloadBudgetMs));
		this.together = new ByteCount(Math.max(MAX_EVENT_BYTES, settings.maxAttachmentBytes));
	}

	async download(attachment: JsonObject): Promise<IBinaryKeyData[string]> {
		return await until(this.fetch(attachment), this.limit.signal);
	}

	/** Says why a file is missing. */
	describe(error: unknown): string {
		if (error instanceof AddressError) {
			const { reason, from, to } = error;
			const words = REFUSAL_WORDS[reason];
			if (reason === 'circle') return `its URL ${words}`;
			const subject = from === undefined ? 'its publicUrl' : `its URL redirects to ${to}, which`;
			return `${subject} ${words}. ${placeAdvice(error)}`.trim();
		}
		if (this.limit.signal.aborted) return `took longer than ${this.settings.downloadBudgetMs / 1_000} s`;
		if (error instanceof TooLarge) return `it is larger than ${inMegabytes(this.settings.maxAttachmentBytes)}`;
		if (error instanceof DownloadError) return error.message;
		const { response } = Failure.of(error);
		if (response?.status !== undefined) return `its URL responded with HTTP ${response.status}`;
		return `the connection failed (${failureCode(response) ?? 'no response'})`;
	}

	private async fetch({ publicUrl, fileName, fileSize, mimeType }: JsonObject): Promise<IBinaryKeyData[string]> {
		if (typeof publicUrl !== 'string' || publicUrl === '') throw new DownloadError('it has no publicUrl');
		const { allowOtherAddresses, maxAttachmentBytes } = this.settings;
		if (typeof fileSize === 'number' && fileSize > maxAttachmentBytes) throw new TooLarge(fileSize);
		const wanted = {
			url: publicUrl,
			fileName: typeof fileName === 'string' ? fileName : '',
			reach: allowOtherAddresses ? 'any_file' : 'file',
			count: new ByteCount(maxAttachmentBytes),
		} as const;
		// no turn comes too late while there is time
		const how = { begin: () => this.limit, stop: this.limit.signal, until: Infinity };
		return await openFile(this.platform, wanted, how, async (file) => {
			const share = new ByteCount();
			try {
				const bytes = await this.receive(file, wanted.count, share);
				return await this.store(bytes, file.name, readType(cleanMimeType(mimeType), file.mimeType));
			} finally {
				held.bytes -= share.bytes;
			}
		});
	}

	/**
	 * Reads a file. Its announced bytes are set aside at once, so that files next to each other don't starve each other.
	 * @param share counts the file's bytes among those that are held
	 */
	private async receive({ body, announced, url }: OpenFile, file: ByteCount, share: ByteCount): Promise<Buffer> {
		const reserved = new ByteCount(announced);
		const hold = (size: number) => held.fits(size) && share.fits(size);
		let together = this.together.fits(announced);
		let room = hold(announced);
		const fits = (size: number) => {
			const isReserved = reserved.fits(size);
			together &&= isReserved || this.together.fits(size);
			room &&= isReserved || hold(size);
			return together && room && file.fits(size);
		};
		const { bytes, whole } = await readWhile(body, fits, this.limit.signal).catch((error: unknown) => {
			throw new DownloadError(`the connection to ${url.host} failed (${failureCode(error) ?? 'no response'})`);
		});
		if (!together) throw new DownloadError(`the files of this event are larger than ${inMegabytes(this.together.max)} together`);
		if (!room) throw new DownloadError(BUSY);
		if (!whole) throw new TooLarge(Infinity);
		return bytes;
	}

	private async store(bytes: Buffer, name: string, mimeType: string | undefined): Promise<IBinaryKeyData[string]> {
		const storing = this.context.helpers.prepareBinaryData(bytes, name, mimeType);
		return await until(storing, AbortSignal.timeout(STORE_MS)).catch(() => {
			throw new DownloadError("n8n couldn't store it");
		});
	}
}

/**
 * Downloads the attachments of a message (specification, Attachment: `publicUrl` is downloadable through the API). A failed download is
 * noted and stops nothing. Waiting for a place counts as time.
 * @returns the files by their binary fields, and for each attachment its field or why it's missing
 */
export async function downloadAttachments(
	context: IWebhookFunctions,
	connection: Connection,
	attachments: readonly JsonValue[],
	settings: Settings,
	warn: (line: string) => void,
): Promise<{ binary: IBinaryKeyData; notes: Note[] }> {
	const downloader = new Downloader(context, connection, settings);
	const files: Array<IBinaryKeyData[string] | undefined> = [];
	const lane = new Queue({ atOnce: CONCURRENCY });
	const download = async (attachment: JsonValue, index: number): Promise<Note> => {
		if (index >= MAX_FILES) return missing(`only the first ${MAX_FILES} files of an event are downloaded`);
		try {
			files[index] = await downloader.download(objectOf(attachment));
			return { binaryField: `attachment_${index}` };
		} catch (error) {
			const why = downloader.describe(error);
			if (error instanceof AddressError) warn(`A file of a message wasn't downloaded: ${why}`);
			return missing(why);
		}
	};
	const downloadAll = async () =>
		await Promise.all(
			attachments.map(async (attachment, index) => await lane.run(async () => await download(attachment, index))),
		);
	const notes = await events.run(downloadAll, undefined, downloader.limit.signal);
	const binary: IBinaryKeyData = {};
	files.forEach((file, index) => {
		if (file !== undefined) binary[`attachment_${index}`] = file;
	});
	return { binary, notes: notes ?? attachments.map(() => missing(BUSY)) };
}
