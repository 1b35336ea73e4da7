import type { Context } from '../core/context';
import type { FileRecord } from '../core/model';

/** Where a file is in "cloud storage": what an attachment's channelFileId carries. */
export function cloudUri(context: Context, record: FileRecord): string {
	return `${context.origin}/files/${record.id}`;
}

/** Where a file is downloaded, with the token. */
export function publicUri(context: Context, record: FileRecord): string {
	return `${cloudUri(context, record)}/${encodeURIComponent(record.fileName)}`;
}
