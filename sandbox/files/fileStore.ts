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
import type { FileRecord } from '../core/model';

/** The bytes of uploads and of people's files, next to the state file or in a temporary folder. */
export class FileStore {
	private folder: string | undefined;

	constructor(private readonly context: Context) {}

	async store(content: Readable | Buffer, fileName: string, mimeType: string): Promise<FileRecord> {
		const id = randomUUID();
		const path = join(this.ensureFolder(), id);
		await pipeline(Buffer.isBuffer(content) ? Readable.from([content]) : content, createWriteStream(path));
		const record = { id, fileName, mimeType, size: (await stat(path)).size, path };
		this.context.state.files.push(record);
		return record;
	}

	get(id: string): FileRecord {
		const record = this.context.state.files.find((one) => one.id === id);
		if (!record) throw new ApiError('NOT_FOUND', 'There is no such file');
		return record;
	}

	/** Forgets a file, for an upload that did not come through. */
	discard(record: FileRecord): void {
		this.context.state.files = this.context.state.files.filter((one) => one !== record);
		rmSync(record.path, { force: true });
	}

	/** The bytes of a file. */
	read(record: FileRecord): Readable {
		return createReadStream(record.path);
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
