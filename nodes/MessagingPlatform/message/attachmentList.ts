import { type Printable, type PrintableObject, isPrintableObject } from '../../shared/json';
import { type Field, rowOf } from '../../shared/field';
import type { Item } from '../run/item';
import { guessKind, readKind } from './fileKind';
import type { PlannedFile } from './plannedFile';

/** The links of an uploaded file, the one for attachments first; the others are what the operation Upload puts out. */
const LINKS = ['channelFileId', 'cloudUri', 'publicUri'];

/** What is not sent as it is: it has a place of its own, tells of an upload, or was added by the trigger. */
const OWN_MEMBERS = ['kind', 'fileName', ...LINKS, 'accountId', 'bucket', 'binaryField', 'downloadError'];

const HOW =
	'Each entry is the link of an uploaded file, the output of the operation "Upload" of the resource "File", or an object like {"channelFileId": "https://…", "kind": "document", "fileName": "price-list.pdf"}.';

const RECEIVED =
	'Its publicUrl is for downloading only. Download the file first (resource "File", operation "Download", or "Download Attachments" of the trigger), and attach it with the source "File From This Item".';

/** An item of n8n is the object in it: so the output of a whole node, `$('Upload File').all()`, is a list of uploads. */
function unwrapped(entry: Printable): Printable {
	return isPrintableObject(entry) && isPrintableObject(entry.json) ? entry.json : entry;
}

function planned(link: string, object: PrintableObject, entry: Field): PlannedFile {
	const fileName = entry.member('fileName').text().trim() || undefined;
	const mimeType = typeof object.mimeType === 'string' ? object.mimeType : undefined;
	return {
		source: { link },
		kind: readKind(entry.member('kind')) ?? guessKind(mimeType, fileName ?? link),
		mimeType,
		name: fileName,
		fileName,
		publicUri: typeof object.publicUri === 'string' ? object.publicUri : undefined,
		members: Object.fromEntries(Object.entries(object).filter(([name]) => !OWN_MEMBERS.includes(name))),
	};
}

function readEntry(entry: Field, value: Printable): PlannedFile {
	if (typeof value === 'string') return planned(entry.required(), {}, entry);
	if (!isPrintableObject(value)) throw entry.refuse('is neither an attachment nor a link', HOW);
	const link = LINKS.map((name) => entry.member(name)).find(({ isGiven }) => isGiven);
	if (link) return planned(link.required(), value, entry);
	throw entry.refuse('has no channelFileId', entry.member('publicUrl').isGiven ? RECEIVED : HOW);
}

/**
 * Reads a list of attachments (specification, "Attachment"): objects as the platform takes them, what File: Upload puts out,
 * or bare links, in any mix. Members that the node does not know go out as they are.
 *
 * @param item the item
 * @param row the attachment whose source is the list
 * @returns the files in order, none for an empty list
 * @throws NodeOperationError naming the entry without a link or with a wrong kind
 */
export function readAttachmentList(item: Item, row: Field): PlannedFile[] {
	const field = row.member('list');
	const list = field.json() ?? [];
	const entries = isPrintableObject(list) ? [list] : list;
	if (!Array.isArray(entries)) throw field.refuse('is not a list', HOW);
	return entries.map((entry, index) => {
		const value = unwrapped(entry);
		return readEntry(rowOf(item, `${row.label}: Entry ${index + 1}`, value), value);
	});
}
