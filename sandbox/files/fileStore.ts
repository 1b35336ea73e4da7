/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development only: this file is never part of the published package */
import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Context } from '../core/context';
import { ApiError } from '../core/errors';
import type { JsonObject } from '../core/json';
import type { FileRecord } from '../core/model';

/**
 * The name of a form's file: browsers write a quote and line ends in it as %22, %0D and %0A (HTML standard,
 * "multipart/form-data encoding algorithm").
 *
 * @param encoded the name as it came
 * @returns the name as it was, line ends as spaces
 */
export function formFileName(encoded: string | undefined): string {
	return (encoded ?? 'file').replace(/%22/g, '"').replace(/%0D|%0A/g, ' ');
}

/** The bytes of uploads and of what end users sent, beside the state file or in a temporary folder. */
export class FileStore {
	private folder: string | undefined;

	/**
	 * @param context the sandbox
	 */
	constructor(private readonly context: Context) {}

	/**
	 * Stores a file as it streams in.
	 *
	 * @param content the bytes
	 * @param fileName the sender's name for it
	 * @param mimeType its type
	 * @returns the record
	 */
	async store(content: Readable | Buffer, fileName: string, mimeType: string): Promise<FileRecord> {
		const id = randomUUID();
		const path = join(this.ensureFolder(), id);
		await pipeline(Buffer.isBuffer(content) ? Readable.from([content]) : content, createWriteStream(path));
		const record = { id, fileName, mimeType, size: (await stat(path)).size, path };
		this.context.state.files.push(record);
		return record;
	}

	/**
	 * Finds a stored file.
	 *
	 * @param id its id
	 * @throws ApiError NOT_FOUND when there is none
	 */
	get(id: string): FileRecord {
		const record = this.context.state.files.find((one) => one.id === id);
		if (!record) throw new ApiError('NOT_FOUND', 'There is no such file');
		return record;
	}

	/**
	 * Forgets a file, for an upload that did not come through.
	 *
	 * @param record the file
	 */
	discard(record: FileRecord): void {
		this.context.state.files = this.context.state.files.filter((one) => one !== record);
		rmSync(record.path, { force: true });
	}

	/**
	 * The bytes of a file.
	 *
	 * @param record the file
	 * @returns a stream
	 */
	read(record: FileRecord): Readable {
		return createReadStream(record.path);
	}

	/** Where a file is in "cloud storage": what an attachment's channelFileId carries. */
	cloudUri(record: FileRecord): string {
		return `${this.context.origin}/files/${record.id}`;
	}

	/** Where a file is downloaded, with the token. */
	publicUri(record: FileRecord): string {
		return `${this.cloudUri(record)}/${encodeURIComponent(record.fileName)}`;
	}

	/**
	 * The attachment that an end user's file makes.
	 *
	 * @param record the file
	 * @param kind how to show it; told by its type when absent
	 * @returns the specification's Attachment
	 */
	attachmentOf(record: FileRecord, kind?: string): JsonObject {
		const { fileName, size: fileSize, mimeType } = record;
		const [family] = mimeType.split('/');
		const told = ['image', 'audio', 'video'].includes(String(family)) ? family : 'document';
		return { kind: kind ?? told, fileName, fileSize, mimeType, publicUrl: this.publicUri(record) };
	}

	/** Deletes what was only temporary. */
	close(): void {
		if (this.folder && !this.context.options.stateFile) rmSync(this.folder, { recursive: true, force: true });
	}

	/** The folder of the files, made when first needed. */
	private ensureFolder(): string {
		const { stateFile } = this.context.options;
		if (!this.folder && stateFile) mkdirSync(`${stateFile}.files`, { recursive: true, mode: 0o700 });
		this.folder ??= stateFile ? `${stateFile}.files` : mkdtempSync(join(tmpdir(), 'sandbox-files-'));
		return this.folder;
	}
}
