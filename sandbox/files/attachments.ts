import type { Context } from '../core/context';
import type { JsonObject } from '../core/json';
import type { FileRecord } from '../core/model';
import { publicUri, receivedUri } from './addresses';

export function attachmentOf(context: Context, record: FileRecord, kind?: string): JsonObject {
	const { fileName, size: fileSize, mimeType } = record;
	const [family] = mimeType.split('/');
	const told = ['image', 'audio', 'video'].includes(String(family)) ? family : 'document';
	const publicUrl = context.holds('fileOrigin') ? receivedUri(context, record) : publicUri(context, record);
	return { kind: kind ?? told, fileName, fileSize, mimeType, publicUrl };
}
