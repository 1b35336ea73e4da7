import type { IBinaryData } from 'n8n-workflow';
import { channelTypeName } from '../../shared/channelTypes';
import { Failure, notSent } from '../../shared/failure';
import { type JsonObject, type PrintableObject, isPrintableObject } from '../../shared/json';
import { clip } from '../../shared/texts';
import { type Field, rowOf } from '../../shared/field';
import type { Item } from '../run/item';
import { findBinaries } from './binaryFields';
import { type FileFacts, KIND_CHOICES, kindsOf } from './fileKind';
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

/** The kind of a file that the user chose, or those that Automatic may choose from. */
function shownAs(kind: Field, mimeType: string | undefined, origin: string): Pick<FileFacts, 'kind' | 'kinds' | 'origin'> {
	const kinds = kindsOf(kind.oneOf(KIND_CHOICES, 'auto'), mimeType, origin);
	return { kind: kinds[0], kinds, origin };
}

/** A list in any mix of attachments as the platform takes them (specification, "Attachment"), outputs of File: Upload, and links. */
function readList(label: string, field: Field): PlannedFile[] {
	const list = field.json() ?? [];
	const entries = isPrintableObject(list) ? [list] : list;
	if (!Array.isArray(entries)) throw field.refuse("isn't a list", HOW);
	return entries.map((given, index) => {
		// the output of a whole node, `$('Upload File').all()`, is a list of items
		const value = isPrintableObject(given) && isPrintableObject(given.json) ? given.json : given;
		const isLink = typeof value === 'string';
		const members = isLink ? {} : value;
		const entry = rowOf(`${label}: Entry ${index + 1}`, members);
		if (!isPrintableObject(members)) throw entry.refuse('is neither an attachment nor a link', HOW);
		const link = isLink ? entry.with(value) : LINKS.map((name) => entry.member(name)).find(({ isGiven }) => isGiven);
		if (!link) throw entry.refuse('has no channelFileId', entry.member('publicUrl').isGiven ? RECEIVED : HOW);
		const mimeType = typeof members.mimeType === 'string' ? members.mimeType : undefined;
		const uri = link.required();
		const name = entry.member('fileName').text().trim() || undefined;
		return {
			source: { link: uri },
			...shownAs(entry.member('kind'), mimeType, name ?? uri),
			mimeType,
			name,
			publicUri: typeof members.publicUri === 'string' ? members.publicUri : undefined,
			members: Object.fromEntries(Object.entries(members).filter(([name]) => !OWN_MEMBERS.includes(name))),
		};
	});
}

/** The preview image of a file, which is an attachment itself (specification, "Attachment", thumbnails). */
function thumbnailsOf(channelFileId: string | undefined): PrintableObject {
	return channelFileId === undefined ? {} : { thumbnails: [{ kind: 'thumb', channelFileId }] };
}

function readRow(item: Item, row: Field, channel: string): PlannedFile[] {
	const text = (name: string) => row.member(name).text().trim() || undefined;
	const kind = row.member('kind');
	const source = row.member('source').oneOf(['binary', 'list', 'publicUrl', 'uploaded']);
	if (source === 'list') return readList(row.label, row.member('list'));
	if (source === 'binary') {
		const binaries = findBinaries(item, row.member('binaryPropertyName'));
		const ownName = text('fileName');
		return binaries.map((binary) => {
			// one name cannot be that of several files
			const name = (binaries.length === 1 ? ownName : undefined) ?? binary.fileName;
			return {
				source: { binary: name ? { ...binary, fileName: name } : binary },
				...shownAs(kind, binary.mimeType, name ?? ''),
				mimeType: binary.mimeType,
				name,
				members: thumbnailsOf(text('thumbnail')),
			};
		});
	}
	const field = row.member(source === 'uploaded' ? 'channelFileId' : 'publicUrl');
	const link = source === 'publicUrl' ? field.webAddress() : field.required();
	if (source === 'publicUrl' && !PUBLIC_LINK_CHANNELS.includes(channel)) {
		throw field.refuse(
			`can't be used on ${channelTypeName(channel)}, which doesn't accept public URLs: ${clip(link)}`,
			`Only ${PUBLIC_LINK_CHANNELS.map(channelTypeName).join(' and ')} do. Download the file first and attach it with the source "File From This Item".`,
		);
	}
	const publicUri = text('publicUri');
	const members = thumbnailsOf(text('thumbnail'));
	const name = text('fileName');
	return [{ source: { link }, ...shownAs(kind, undefined, name ?? link), name, publicUri, members }];
}

/** Reads the attachments of an item, without a request. */
export function planFiles(item: Item, channel: string): PlannedFile[] {
	return item
		.field('attachments')
		.rows('attachment')
		.flatMap((row) => readRow(item, row, channel));
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
