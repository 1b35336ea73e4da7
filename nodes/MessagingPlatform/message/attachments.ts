import type { IBinaryData } from 'n8n-workflow';
import { channelTypeName } from '../../shared/channelTypes';
import { Failure, notSent } from '../../shared/failure';
import { type JsonObject, type Printable, type PrintableObject, isPrintableObject } from '../../shared/json';
import { clip } from '../../shared/texts';
import { type Field, rowOf } from '../../shared/field';
import type { Item } from '../run/item';
import { findBinaries } from './binaryFields';
import { kindOf } from './fileKind';
import type { FileFacts } from './messageLimits';
import { filePartOf, uploadFile } from './multipart';

/** A file to attach, checked as far as possible without a request. */
interface PlannedFile extends FileFacts {
	/** The file of the item that is still to be uploaded, or the link of one that is already somewhere. */
	source: { binary: IBinaryData } | { link: string };
	/** The link from an earlier upload; only a prepared message carries it. */
	publicUri?: string;
	/** Further members to send with it. */
	members?: PrintableObject;
}

/** Channel types in which a file may be sent by public link (specification, "POST /messages request fields"). */
const PUBLIC_LINK_CHANNELS: readonly string[] = ['whatsapp', 'whatsappb'];

/** The links of an uploaded file, the one for attachments first; File: Upload outputs the others. */
const LINKS = ['channelFileId', 'cloudUri', 'publicUri'];

/** Members that aren't sent unchanged: they have a place of their own, belong to an upload, or came from the trigger. */
const OWN_MEMBERS = ['kind', 'fileName', ...LINKS, 'accountId', 'bucket', 'binaryField', 'downloadError'];

const HOW =
	'Each entry is the link of an uploaded file, the output of File: Upload, or an object like {"channelFileId": "https://…", "kind": "document", "fileName": "price-list.pdf"}.';

const RECEIVED =
	'Its publicUrl is for downloading only. Download the file first, with File: Download or the trigger\'s option "Download Attachments". Then attach it with the source "File From This Item".';

const nameIn = (field: Field): string | undefined => field.member('fileName').text().trim() || undefined;

function planLink(row: Field, link: string, more: Partial<PlannedFile> = {}): PlannedFile {
	const name = nameIn(row);
	return { source: { link }, kind: kindOf(row.member('kind'), more.mimeType, name ?? link), name, ...more };
}

function readEntry(entry: Field, value: Printable): PlannedFile {
	if (typeof value === 'string') return planLink(entry, entry.required());
	if (!isPrintableObject(value)) throw entry.refuse('is neither an attachment nor a link', HOW);
	const link = LINKS.map((name) => entry.member(name)).find(({ isGiven }) => isGiven);
	if (!link) throw entry.refuse('has no channelFileId', entry.member('publicUrl').isGiven ? RECEIVED : HOW);
	const { mimeType, publicUri } = value;
	return planLink(entry, link.required(), {
		mimeType: typeof mimeType === 'string' ? mimeType : undefined,
		publicUri: typeof publicUri === 'string' ? publicUri : undefined,
		members: Object.fromEntries(Object.entries(value).filter(([name]) => !OWN_MEMBERS.includes(name))),
	});
}

/** A list in any mix of attachments as the platform takes them (specification, "Attachment"), outputs of File: Upload, and links. */
function planList(item: Item, row: Field): PlannedFile[] {
	const field = row.member('list');
	const list = field.json() ?? [];
	const entries = isPrintableObject(list) ? [list] : list;
	if (!Array.isArray(entries)) throw field.refuse("isn't a list", HOW);
	return entries.map((entry, index) => {
		// the output of a whole node, `$('Upload File').all()`, is a list of items
		const value = isPrintableObject(entry) && isPrintableObject(entry.json) ? entry.json : entry;
		return readEntry(rowOf(item, `${row.label}: Entry ${index + 1}`, value), value);
	});
}

function readPublicUrl(field: Field, channel: string): string {
	const url = field.required();
	if (PUBLIC_LINK_CHANNELS.includes(channel)) return field.webAddress();
	throw field.refuse(
		`can't be used on ${channelTypeName(channel)}, which doesn't accept public URLs: ${clip(url)}`,
		`Only ${PUBLIC_LINK_CHANNELS.map(channelTypeName).join(' and ')} do. Download the file first and attach it with the source "File From This Item".`,
	);
}

/** The preview image of a file, which is an attachment itself (specification, "Attachment", thumbnails). */
function thumbnailsOf(row: Field): PrintableObject {
	const channelFileId = row.member('thumbnail').text().trim();
	return channelFileId === '' ? {} : { thumbnails: [{ kind: 'thumb', channelFileId }] };
}

function planRow(row: Field, link: string): PlannedFile {
	const publicUri = row.member('publicUri').text().trim() || undefined;
	return planLink(row, link, { publicUri, members: thumbnailsOf(row) });
}

function planBinary(item: Item, row: Field): PlannedFile[] {
	const binaries = findBinaries(item, row.member('binaryPropertyName'));
	const fileName = nameIn(row);
	return binaries.map((binary) => {
		// one name cannot be that of several files
		const name = (binaries.length === 1 ? fileName : undefined) ?? binary.fileName;
		return {
			source: { binary: name ? { ...binary, fileName: name } : binary },
			kind: kindOf(row.member('kind'), binary.mimeType, name ?? ''),
			mimeType: binary.mimeType,
			name,
			members: thumbnailsOf(row),
		};
	});
}

/** Reads the attachments of an item, without a request. */
export function planFiles(item: Item, channel: string): PlannedFile[] {
	const rows = item.field('attachments').rows('attachment');
	return rows.flatMap((row) => {
		switch (row.member('source').oneOf(['binary', 'list', 'publicUrl', 'uploaded'])) {
			case 'list':
				return planList(item, row);
			case 'uploaded':
				return [planRow(row, row.member('channelFileId').required())];
			case 'publicUrl':
				return [planRow(row, readPublicUrl(row.member('publicUrl'), channel))];
			default:
				return planBinary(item, row);
		}
	});
}

/** The links of an uploaded file; the lasting one is cloudUri (specification, "Messages and files": retention unlimited). */
function linksOf({ cloudUri, publicUri }: JsonObject): { link: string; publicUri?: string } {
	const link = cloudUri ?? publicUri;
	if (typeof link === 'string' && link !== '') return { link, publicUri: typeof publicUri === 'string' ? publicUri : undefined };
	throw Failure.ofPlatform(
		"The file was uploaded, but the platform's response has no link to it",
		"Try again. If this keeps happening, contact the platform's support.",
	);
}

/**
 * Makes the attachments of the message (specification, "Attachment"); files of the item are uploaded one after the other.
 *
 * @param withPublicUrl whether they carry the upload's publicUri as their publicUrl (specification, "PreparedMessage", attachments)
 */
export async function attachFiles(item: Item, files: PlannedFile[], withPublicUrl = false): Promise<PrintableObject[]> {
	const attachments: PrintableObject[] = [];
	for (const { source, kind, name, members, ...planned } of files) {
		const { link, publicUri } =
			'link' in source
				? { link: source.link, publicUri: planned.publicUri }
				: linksOf(await uploadFile(item, await filePartOf(item, source.binary)).catch(notSent));
		attachments.push({
			...(withPublicUrl && publicUri ? { publicUrl: publicUri } : {}),
			...members,
			kind,
			channelFileId: link,
			...(name ? { fileName: name } : {}),
		});
	}
	return attachments;
}
