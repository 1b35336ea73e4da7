/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development only: this file is never part of the published package */
import { randomUUID, createHmac } from 'node:crypto';
import { createReadStream, createWriteStream, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, extname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Context } from '../core/context';
import { ApiError } from '../core/errors';
import type { FileRecord } from '../core/model';
import type { JsonObject } from '../core/json';

const YEAR_MS = 365 * 24 * 60 * 60 * 1000;

export function cloudUri(context: Context, record: FileRecord): string {
	return `${context.origin}/files/${record.id}`;
}

export function publicUri(context: Context, record: FileRecord): string {
	return `${cloudUri(context, record)}/${encodeURIComponent(record.fileName)}`;
}

/**
 * The signature of a link to a file from a person. The sandbox's secret is none, because everyone may read its files.
 * @param until the link's `se`: the end of its validity, ISO-8601
 * @returns Base64
 */
export const signLink = (path: string, until: string) =>
	createHmac('sha256', 'sandbox').update(`${path} ${until}`).digest('base64');

/** The URL of a file from a person, which is signed for ten years and needs no token. */
export function receivedUri(context: Context, record: FileRecord): string {
	const url = new URL(context.fileOrigin);
	const [extension = ''] = /\.\w+$/.exec(extname(record.fileName)) ?? [];
	url.pathname = `/${context.state.accountId}-received/${context.isoNow().replace('Z', '')}-${record.id}${extension}`;
	const until = `${new Date(context.now() + 10 * YEAR_MS).toISOString().slice(0, 19)}Z`;
	url.search = new URLSearchParams({
		sig: signLink(url.pathname, until),
		se: until,
		sv: '2019-02-02',
		sp: 'r',
		sr: 'b',
	}).toString();
	return url.href;
}

/**
 * Finds the id of a file in any of its links.
 * @returns the id; undefined when the link is none of the sandbox's
 */
export function fileIdIn(link: string): string | undefined {
	return /(?:\/files\/|-received\/[^/]*?)([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})/.exec(link)?.[1];
}

export function attachmentOf(context: Context, record: FileRecord, kind?: string): JsonObject {
	const { fileName, size: fileSize, mimeType } = record;
	const [family] = mimeType.split('/');
	const told = ['image', 'audio', 'video'].includes(String(family)) ? family : 'document';
	const publicUrl = context.holds('fileOrigin') ? receivedUri(context, record) : publicUri(context, record);
	return { kind: kind ?? told, fileName, fileSize, mimeType, publicUrl };
}

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

	private ensureFolder(): string {
		const { stateFile } = this.context.options;
		if (!this.folder && stateFile) mkdirSync(`${stateFile}.files`, { recursive: true, mode: 0o700 });
		this.folder ??= stateFile ? `${stateFile}.files` : mkdtempSync(join(tmpdir(), 'sandbox-files-'));
		return this.folder;
	}
}
