import type { Context } from '../core/context';
import type { FileRecord } from '../core/model';

/** The file's URI in "cloud storage", as an attachment's channelFileId carries it. */
export function cloudUri(context: Context, record: FileRecord): string {
	return `${context.origin}/files/${record.id}`;
}

/** The URL for downloading a file with the token. */
export function publicUri(context: Context, record: FileRecord): string {
	return `${cloudUri(context, record)}/${encodeURIComponent(record.fileName)}`;
}
