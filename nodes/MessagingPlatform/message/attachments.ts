import type { JsonObject, PrintableObject } from '../../shared/json';
import { channelTypeName } from '../../shared/channelTypes';
import { beforehand } from '../../shared/failure';
import { clip } from '../../shared/texts';
import type { Field } from '../../shared/field';
import type { Item } from '../run/item';
import { readAttachmentList } from './attachmentList';
import { findBinaries } from './binaryFields';
import { guessKind, readKind } from './fileKind';
import { filePartOf, uploadFile } from './multipart';
import type { PlannedFile } from './plannedFile';

/** Channel types in which a file may be sent by public link (specification, "POST /messages request fields"). */
export const PUBLIC_LINK_CHANNELS: readonly string[] = ['whatsapp', 'whatsappb'];

function readPublicUrl(field: Field, channel: string): string {
	const url = field.required();
	if (PUBLIC_LINK_CHANNELS.includes(channel)) return field.webAddress();
	throw field.refuse(
		`cannot be used on ${channelTypeName(channel)}, which does not take public links: ${clip(url)}`,
		`Only ${PUBLIC_LINK_CHANNELS.map(channelTypeName).join(' and ')} do. Download the file first and attach it with the source "File From This Item".`,
	);
}

function planLink(row: Field, link: string): PlannedFile {
	const fileName = row.member('fileName').text().trim() || undefined;
	return {
		source: { link },
		kind: readKind(row.member('kind')) ?? guessKind(undefined, fileName ?? link),
		name: fileName,
		fileName,
		publicUri: row.member('publicUri').text().trim() || undefined,
		members: thumbnailsOf(row),
	};
}

/** The small picture of a file, which is an attachment itself (specification, "Attachment", thumbnails). */
function thumbnailsOf(row: Field): PrintableObject {
	const channelFileId = row.member('thumbnail').text().trim();
	return channelFileId === '' ? {} : { thumbnails: [{ kind: 'thumb', channelFileId }] };
}

function planBinary(item: Item, row: Field): PlannedFile[] {
	const binaries = findBinaries(item, row.member('binaryPropertyName'));
	const fileName = row.member('fileName').text().trim();
	const kind = readKind(row.member('kind'));
	return binaries.map((binary) => {
		// one name cannot be that of several files
		const name = (binaries.length === 1 ? fileName : '') || binary.fileName;
		return {
			source: { binary: name ? { ...binary, fileName: name } : binary },
			kind: kind ?? guessKind(binary.mimeType, name ?? ''),
			mimeType: binary.mimeType,
			name,
			fileName: name,
			members: thumbnailsOf(row),
		};
	});
}

/**
 * Reads the attachments of an item, without a request.
 *
 * @param item the item
 * @param channel the channel's type
 * @returns the files in order
 * @throws NodeOperationError for a missing binary field, a wrong link or kind
 */
export function planFiles(item: Item, channel: string): PlannedFile[] {
	const rows = item.field('attachments').rows('attachment');
	return rows.flatMap((row) => {
		switch (row.member('source').oneOf(['binary', 'list', 'publicUrl', 'uploaded'])) {
			case 'list':
				return readAttachmentList(item, row);
			case 'uploaded':
				return [planLink(row, row.member('channelFileId').required())];
			case 'publicUrl':
				return [planLink(row, readPublicUrl(row.member('publicUrl'), channel))];
			default:
				return planBinary(item, row);
		}
	});
}

/** The links of an uploaded file; the lasting one is cloudUri (specification, "Messages and files": retention unlimited). */
function linksOf(item: Item, { cloudUri, publicUri }: JsonObject): { link: string; publicUri?: string } {
	const link = cloudUri ?? publicUri;
	if (typeof link === 'string' && link !== '') return { link, publicUri: typeof publicUri === 'string' ? publicUri : undefined };
	throw item.refuse(
		"The file was uploaded, but the platform's answer has no link to it",
		"Try again; if the problem persists, ask the platform's support.",
	);
}

/**
 * Makes the attachments of the message (specification, "Attachment"); files of the item are uploaded one after the other.
 *
 * @param item the item
 * @param files from {@link planFiles}
 * @param withPublicUrl whether they carry the upload's publicUri as their publicUrl (specification, "PreparedMessage", attachments)
 * @returns kind, channelFileId and, where known, fileName of each; of one from a list also what else the list says of it
 * @throws NodeApiError when an upload fails
 */
export async function attachFiles(item: Item, files: PlannedFile[], withPublicUrl = false): Promise<PrintableObject[]> {
	const attachments: PrintableObject[] = [];
	for (const { source, kind, fileName, members, ...planned } of files) {
		const { link, publicUri } =
			'link' in source
				? { link: source.link, publicUri: planned.publicUri }
				: linksOf(item, await beforehand(item, uploadFile(item, await filePartOf(item, source.binary))));
		attachments.push({
			...(withPublicUrl && publicUri ? { publicUrl: publicUri } : {}),
			...members,
			kind,
			channelFileId: link,
			...(fileName ? { fileName } : {}),
		});
	}
	return attachments;
}
