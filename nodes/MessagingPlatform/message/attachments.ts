import type { IBinaryData } from 'n8n-workflow';
import { Failure, notSent } from '../../shared/failure';
import { type JsonObject, type PrintableObject, isPrintableObject } from '../../shared/json';
import { type Field, rowOf } from '../../shared/field';
import { choice, itself, jsonText, table, text, toggle } from '../../shared/parameter';
import type { Composite, Item } from '../run/item';
import { inputFiles } from './binaryFields';
import { checkAuthors, fetchFile } from './fetchFile';
import { type FileFacts, KIND_CHOICES, shownAs, typeOf } from './fileKind';
import { filePartOf, uploadFile } from './multipart';

/** A file to attach, checked as far as possible without a request. */
export interface PlannedFile extends FileFacts {
	/** The file of the item that is still to be uploaded, or the link of one that is already somewhere. */
	source: { binary: IBinaryData } | { link: string };
	/** The link from an earlier upload; only a prepared message carries it. */
	publicUri?: string;
	/** Further members to send with it. */
	members?: PrintableObject;
}

const chosenKind = (one: Field) => one.oneOf(KIND_CHOICES, 'auto');

const row = {
	source: choice('Source', 'source', {
		choices: {
			binary: ['File From This Item', 'A file of the input item. It is uploaded and attached in one step.'],
			list: ['List (JSON)', 'Several files from a list, for example one that an earlier node made'],
			publicUrl: ['Public URL', 'A URL that anyone can open. Its file is uploaded on channels that accept no URLs.'],
			uploaded: ['Uploaded File', 'A file that you uploaded earlier, for example with File: Upload'],
		},
		default: 'binary',
		description: 'The source of the file',
	}).as((field) => field.oneOf(['binary', 'list', 'publicUrl', 'uploaded'])),
	binary: inputFiles(
		'The name of the input field that contains the file. To attach several files, separate names with commas. Leave empty for all files of the item.',
		{ displayOptions: { show: { source: ['binary'] } } },
	),
	uploaded: text('Uploaded File Link', 'channelFileId', 'The cloudUri from File: Upload', {
		required: true,
		displayOptions: { show: { source: ['uploaded'] } },
		placeholder: "e.g. {{ $('Upload File').item.json.cloudUri }}",
	}).as(itself),
	publicUri: text('Public Link', 'publicUri', 'The publicUri from File: Upload, if you have it', {
		displayOptions: { show: { source: ['uploaded'], '/resource': ['preparedMessage'] } },
		placeholder: "e.g. {{ $('Upload File').item.json.publicUri }}",
	}).as((field) => field.optional()),
	publicUrl: text(
		'Public URL',
		'publicUrl',
		'The URL of the file. It must open without a password. An uploaded file can have up to 50 MB.',
		{
			required: true,
			displayOptions: { show: { source: ['publicUrl'] } },
			placeholder: 'e.g. https://example.com/photo.jpg',
		},
	).as(itself),
	uploadFile: toggle(
		'Upload the File',
		'uploadFile',
		'Whether to upload the file even on channels that accept its URL. On all others, it is always uploaded.',
		{ default: false, displayOptions: { show: { source: ['publicUrl'] } } },
	),
	list: jsonText(
		'List (JSON)',
		'list',
		'A list of attachments. Each entry is the link of an uploaded file, the output of File: Upload, or an object with channelFileId. The object can also have kind and fileName. An empty list attaches nothing.',
		{
			typeOptions: { rows: 4 },
			default: '[]',
			displayOptions: { show: { source: ['list'] } },
			placeholder: "e.g. {{ $('Upload File').all() }}",
		},
	).as(itself),
	kind: choice('Kind', 'kind', {
		choices: {
			audio: ['Audio'],
			document: ['Document'],
			image: ['Image'],
			sticker: ['Sticker'],
			thumb: ['Thumbnail'],
			video: ['Video'],
			voice: ['Voice Message'],
			auto: ['Automatic', "Image, audio or video, by the file type. A document if the channel doesn't take that."],
		},
		displayOptions: { hide: { source: ['list'] } },
		default: 'auto',
		description: 'How the messenger shows the file',
	}),
	fileName: text('File Name', 'fileName', 'The name that the person sees. Leave empty to keep the name of the file.', {
		displayOptions: { hide: { source: ['list'] } },
		placeholder: 'e.g. price-list.pdf',
	}).as((field) => field.optional()),
	thumbnail: text(
		'Thumbnail Link',
		'thumbnail',
		'The cloudUri of a preview image that you uploaded earlier. Not all channels and kinds of files show one.',
		{
			displayOptions: { show: { '/resource': ['preparedMessage'] }, hide: { source: ['list'] } },
			placeholder: "e.g. {{ $('Upload Thumbnail').item.json.cloudUri }}",
		},
	).as((field) => field.optional()),
};

const attachmentRows = table('Attachments', 'attachments', ['Attachment', 'attachment'], row, {
	description: 'Files to send with the message, up to 10',
});

type Row = ReturnType<typeof attachmentRows.read>[number];

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
			...shownAs(chosenKind(entry.member('kind')), mimeType, name ?? uri),
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

function ofBinary({ kind, thumbnail }: Row['values'], binary: IBinaryData, name = binary.fileName): PlannedFile {
	return {
		source: { binary: name ? { ...binary, fileName: name } : binary },
		...shownAs(kind, binary.mimeType, name ?? ''),
		mimeType: binary.mimeType,
		name,
		members: thumbnailsOf(thumbnail),
	};
}

/** A file that {@link fetchFile} may still have to get. */
type GivenFile = PlannedFile & { fetch?(this: void): Promise<PlannedFile> };

function readPublicUrl(item: Item, given: Row['values'], file: PlannedFile, channel: string): GivenFile {
	const { publicUrl, fileName: name, kind } = given;
	if (!given.uploadFile && PUBLIC_LINK_CHANNELS.includes(channel)) return file;
	checkAuthors(item, publicUrl);
	// the type of any other file is known once it's fetched
	const isKnown = kind !== 'auto' || typeOf(undefined, file.origin ?? '') !== undefined;
	const kinds = isKnown ? file.kinds : (['document', 'image', 'video', 'audio'] as const);
	return { ...file, kinds, fetch: async () => ofBinary(given, await fetchFile(item, publicUrl, name)) };
}

function readRow(item: Item, { row, values: given }: Row, channel: string): GivenFile[] {
	const { source } = given;
	if (source === 'list') return readList(row.label, given.list);
	if (source === 'binary') {
		const binaries = given.binary(item);
		// one name cannot be that of several files
		return binaries.map((binary) => ofBinary(given, binary, (binaries.length === 1 && given.fileName) || undefined));
	}
	const link = source === 'publicUrl' ? given.publicUrl.webAddress() : given.uploaded.required();
	const { publicUri, thumbnail, fileName: name } = given;
	const members = thumbnailsOf(thumbnail);
	const file = { source: { link }, ...shownAs(given.kind, undefined, name ?? link), name, publicUri, members };
	return [source === 'publicUrl' ? readPublicUrl(item, given, file, channel) : file];
}

/** The files of an item for the channel that they are for. Those of URLs that have to be uploaded are fetched, except in a dry run. */
export const attachments: Composite<(channel: string, isDry?: boolean) => Promise<PlannedFile[]>> = {
	parts: [attachmentRows],
	readItem: (item) => async (channel, isDry) => {
		const files: PlannedFile[] = [];
		for (const { fetch, ...file } of item.read(attachmentRows).flatMap((row) => readRow(item, row, channel))) {
			files.push(fetch && !isDry ? await fetch() : file);
		}
		return files;
	},
};

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
	const attached: PrintableObject[] = [];
	for (const { source, kind, name, members, ...planned } of files) {
		const { link, publicUri } =
			'link' in source
				? { link: source.link, publicUri: planned.publicUri }
				: linksOf(await uploadFile(item, await filePartOf(item, source.binary)).catch(notSent));
		attached.push({
			...(withPublicUrl && publicUri ? { publicUrl: publicUri } : {}),
			...members,
			kind,
			channelFileId: link,
			...(name ? { fileName: name } : {}),
		});
	}
	return attached;
}
