import type { IBinaryData, IDataObject } from 'n8n-workflow';
import { findBinaries } from './binaryFields';
import { valueError } from '../../shared/platform/errors';
import { type AttachmentKind, ATTACHMENT_KINDS, guessKind } from './fileKind';
import { type Item, readText, requireText } from '../engine/item';
import { type JsonObject, isObject } from '../../shared/json';
import { type FileFacts, checkFileCount } from './messageLimits';
import { filePartOf, uploadFile } from './multipart';
import { clip } from '../../shared/words';

/** Channel types in which a file may be sent by public link (specification, "POST /messages request fields"). */
export const PUBLIC_LINK_CHANNELS: readonly string[] = ['whatsapp', 'whatsappb'];

/** A file to attach, checked as far as possible without a request. */
export interface PlannedFile extends FileFacts {
	/** The file of the item that is still to be uploaded, or the link of one that is already somewhere. */
	source: { binary: IBinaryData } | { link: string };
	/** Name to show, when the user or the file gives one. */
	fileName?: string;
}

function readKind(item: Item, value: unknown): AttachmentKind | undefined {
	const kind = readText(item, value, 'Kind').trim();
	if (kind === '' || kind === 'auto') return undefined;
	const known = ATTACHMENT_KINDS.find((one) => one === kind);
	if (known) return known;
	throw valueError(
		item.node,
		item.index,
		`Attachments: there is no kind "${clip(kind)}"`,
		`The kinds are: ${ATTACHMENT_KINDS.join(', ')}; or auto.`,
	);
}

function readPublicUrl(item: Item, value: unknown, channel: string): string {
	const url = requireText(item, value, 'Attachments: Public URL');
	if (!PUBLIC_LINK_CHANNELS.includes(channel)) {
		throw valueError(
			item.node,
			item.index,
			`Attachments: a channel of the type ${channel} does not take a public link: ${clip(url)}`,
			`Only ${PUBLIC_LINK_CHANNELS.join(' and ')} do. Download the file first and attach it from its binary field.`,
		);
	}
	if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
		throw valueError(
			item.node,
			item.index,
			`Attachments: Public URL is not a web address: ${clip(url)}`,
			'Enter one that begins with https://.',
		);
	}
	return url;
}

function planLink(item: Item, entry: IDataObject, link: string): PlannedFile {
	const fileName = readText(item, entry.fileName, 'Attachments: File Name').trim() || undefined;
	const kind = readKind(item, entry.kind) ?? guessKind(undefined, fileName ?? link);
	return { source: { link }, kind, name: fileName, fileName };
}

/** A row's field as it is saved; of a collection that is an expression, the expression. */
function savedFileField(item: Item, row: number): unknown {
	const saved: unknown = item.node.parameters.attachments;
	if (!isObject(saved)) return saved;
	const rows: unknown = saved.attachment;
	const one: unknown = Array.isArray(rows) ? rows[row] : rows;
	return isObject(one) ? one.binaryPropertyName : one;
}

function planBinary(item: Item, entry: IDataObject, row: number): PlannedFile[] {
	const binaries = findBinaries(item, {
		value: entry.binaryPropertyName,
		saved: savedFileField(item, row),
		name: 'Attachments: Input Binary Field',
	});
	const fileName = readText(item, entry.fileName, 'Attachments: File Name').trim();
	const kind = readKind(item, entry.kind);
	return binaries.map((binary) => {
		// one name cannot be that of several files
		const name = (binaries.length === 1 ? fileName : '') || binary.fileName;
		return {
			source: { binary: name ? { ...binary, fileName: name } : binary },
			kind: kind ?? guessKind(binary.mimeType, name ?? ''),
			mimeType: binary.mimeType,
			name,
			fileName: name,
		};
	});
}

/**
 * Reads the attachment fields of an item, without a request.
 *
 * @param item the item
 * @param value the collection: a list of entries with source, kind, fileName and the source's own field
 * @param channel the channel's type
 * @returns the files in order
 * @throws NodeOperationError for more than 10 files, a missing binary field, a wrong link or kind
 */
export function planFiles(item: Item, value: unknown, channel: string): PlannedFile[] {
	const entries = isObject(value) && Array.isArray(value.attachment) ? (value.attachment as unknown[]) : [];
	const files = entries.flatMap((entry, row) => {
		if (!isObject(entry)) return [];
		const source = readText(item, entry.source, 'Attachments: Source').trim();
		switch (source) {
			case 'uploaded':
				return [planLink(item, entry, requireText(item, entry.channelFileId, 'Attachments: Uploaded File Link'))];
			case 'publicUrl':
				return [planLink(item, entry, readPublicUrl(item, entry.publicUrl, channel))];
			case 'binary':
				return planBinary(item, entry, row);
			default:
				throw valueError(
					item.node,
					item.index,
					`Attachments: there is no source "${clip(source)}"`,
					'It is one of: binary, publicUrl, uploaded.',
				);
		}
	});
	checkFileCount(item, files.length);
	return files;
}

/** The lasting link of an uploaded file: cloudUri (specification, "Messages and files": retention unlimited). */
function linkOf(item: Item, uploaded: JsonObject): string {
	const link = uploaded.cloudUri ?? uploaded.publicUri;
	if (typeof link === 'string' && link !== '') return link;
	throw valueError(
		item.node,
		item.index,
		"The file was uploaded, but the service's answer has no link to it",
		'Try again; if it stays, ask the support of the service.',
	);
}

/**
 * Makes the attachments of the message (specification, "Attachment"); files of the item are uploaded one after the other.
 *
 * @param item the item
 * @param files from {@link planFiles}
 * @returns kind, channelFileId and, where known, fileName of each
 * @throws NodeApiError when an upload fails
 */
export async function attachFiles(item: Item, files: PlannedFile[]): Promise<JsonObject[]> {
	const attachments: JsonObject[] = [];
	for (const { source, kind, fileName } of files) {
		const channelFileId =
			'link' in source ? source.link : linkOf(item, await uploadFile(item, await filePartOf(item, source.binary)));
		attachments.push({ kind, channelFileId, ...(fileName ? { fileName } : {}) });
	}
	return attachments;
}
