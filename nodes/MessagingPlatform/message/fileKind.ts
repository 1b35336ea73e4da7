import type { JsonObject } from '../../shared/json';

/** The ways a channel can show a file (specification, "Attachment", kind). */
const ATTACHMENT_KINDS = ['audio', 'document', 'image', 'sticker', 'thumb', 'video', 'voice'] as const;

export type AttachmentKind = (typeof ATTACHMENT_KINDS)[number];

export const KIND_CHOICES = [...ATTACHMENT_KINDS, 'auto'] as const;

export interface FileFacts {
	/** The way to show it; {@link fitFiles} decides if the user leaves it to the node. */
	kind: AttachmentKind;
	/** The ways that are possible, the best first. */
	kinds?: readonly AttachmentKind[];
	/** The name or link whose ending says what it is. */
	origin?: string;
	/** Known for files of the item. */
	mimeType?: string;
	name?: string;
}

/** The names of formats: endings, then MIME types without "x-", the usual one first (mime-db, and freedesktop.org's shared MIME-info). */
const FORMATS = `
jpg jpeg jpe jfif image/jpeg image/jpg image/pjpeg | png apng image/png image/apng | gif image/gif | webp image/webp |
bmp dib image/bmp image/ms-bmp image/windows-bmp | heic heif hif image/heic image/heif image/heic-sequence image/heif-sequence |
avif image/avif | svg image/svg+xml image/svg | tif tiff image/tiff | ico image/vnd.microsoft.icon image/icon image/ico |
mp3 audio/mpeg audio/mp3 audio/mpeg3 audio/mpeg-3 audio/mpg | m4a audio/mp4 audio/m4a audio/mp4a-latm | aac audio/aac audio/aacp |
ogg oga opus audio/ogg audio/opus audio/vorbis application/ogg | wav audio/wav audio/wave audio/vnd.wave audio/pn-wav |
flac audio/flac | amr audio/amr audio/amr-nb | wma audio/ms-wma | mp4 m4v mpg4 video/mp4 video/m4v video/mp4v-es |
mov qt video/quicktime | webm video/webm | 3gp 3gpp video/3gpp video/3gp audio/3gpp | avi video/msvideo video/avi video/vnd.avi |
mkv video/matroska | mpeg mpg mpe video/mpeg video/mpg | ogv video/ogg | wmv video/ms-wmv | pdf application/pdf |
zip application/zip application/zip-compressed | gz application/gzip application/gunzip |
rar application/vnd.rar application/rar application/rar-compressed | 7z application/7z-compressed |
doc application/msword application/vnd.ms-word | docx application/vnd.openxmlformats-officedocument.wordprocessingml.document |
xls application/vnd.ms-excel application/excel application/msexcel |
xlsx application/vnd.openxmlformats-officedocument.spreadsheetml.sheet |
ppt application/vnd.ms-powerpoint application/powerpoint application/mspowerpoint |
pptx application/vnd.openxmlformats-officedocument.presentationml.presentation | odt application/vnd.oasis.opendocument.text |
ods application/vnd.oasis.opendocument.spreadsheet | rtf application/rtf text/rtf text/richtext | txt text text/plain |
csv text/csv application/csv text/comma-separated-values | json application/json text/json | xml application/xml text/xml |
html htm text/html application/xhtml+xml | vcf text/vcard text/directory | ics text/calendar`
	.split('|')
	.map((format) => format.trim().split(' '));

// Messengers don't show these formats as images.
const NOT_SHOWN = /^image\/(svg|vnd\.|tiff|x-)/;

/** The ending of a name or a URL in lower case, '' for none: jpg of https://example.com/photo.JPG?size=1 */
function endingOf(name: string): string {
	return /\.([\p{L}\p{N}]{1,8})$/u.exec(name.replace(/[?#].*/s, ''))?.[1]?.toLowerCase() ?? '';
}

const bare = (mimeType: string): string => mimeType.replace('/x-', '/');

/** A name of a format, and the others that it has. */
function namesOf(name: string): string[] {
	return [name, ...FORMATS.filter((names) => names.includes(name)).flat()];
}

/** The type of a file in lower case, by its name if the given one says nothing; undefined if neither does. */
export function typeOf(mimeType: string | undefined, name: string): string | undefined {
	const given = (mimeType ?? '').trim().toLowerCase();
	const isKnown = given !== '' && !given.endsWith('/octet-stream');
	return isKnown ? given : namesOf(endingOf(name)).find((one) => one.includes('/'));
}

/** The ways to show a file, the best first: the user's choice, or for auto image, audio or video, and document, the platform's default. */
export function shownAs(choice: AttachmentKind | 'auto', mimeType: string | undefined, origin: string) {
	const as = (...kinds: [AttachmentKind, ...AttachmentKind[]]) => ({ kind: kinds[0], kinds, origin });
	if (choice !== 'auto') return as(choice);
	const mime = typeOf(mimeType, origin);
	const shown = (['image', 'audio', 'video'] as const).find((kind) => mime?.startsWith(`${kind}/`));
	if (shown === undefined) return as('document');
	return NOT_SHOWN.test(mime ?? '') ? as('document', shown) : as(shown, 'document');
}

/**
 * Checks whether a channel takes a file (specification, "Capability object fields", mimeMask). The form of a format isn't
 * documented: MIME types, endings, *.endings and negations with ! are read, and only a mask that surely excludes the file counts:
 * no name of its type and no ending of its name is in it.
 */
export function maskAllows(mask: string, mimeType: string, name: string): boolean {
	const mime = bare(mimeType.toLowerCase().replace(/;.*/s, '').trim());
	const ending = endingOf(name);
	const subtype = mime.replace(/^.*\//s, '');
	const byType = namesOf(mime);
	const byEnding = [...namesOf(ending), subtype];
	const entries = mask
		.toLowerCase()
		.split(';')
		.map((entry) => entry.trim())
		.filter((entry) => entry !== '');
	let allowed = entries.length === 0;
	for (const entry of entries) {
		const negated = entry.startsWith('!');
		const format = bare(entry.replace(/^!/, '').replace(/^\*?\.(?=[^.])/, ''));
		if (!/^(\*|\*\/\*|[a-z0-9]{1,8}|[a-z]+\/[a-z0-9.+*-]+)$/.test(format)) return true;
		const isType = format.includes('/');
		// an excluded format must match literally: a guess could exclude too much
		const names = negated ? (isType ? byType : byEnding) : [...byType, ...byEnding];
		const matches =
			format === '*' ||
			format === '*/*' ||
			(format.endsWith('/*') ? names.some((one) => one.startsWith(format.slice(0, -1))) : names.includes(format));
		if (matches && negated) return false;
		// without an ending, an audio/mpeg may be an mp3
		if (!negated && (matches || (!isType && ending === ''))) allowed = true;
	}
	return allowed;
}

/** The files of a message, each with the kind that it has on its channel, for the output. */
export function shownFiles(files: FileFacts[] = []): JsonObject {
	const attachments = files.map(({ kind, name }) => ({ kind, ...(name && { fileName: name }) }));
	return attachments.length === 0 ? {} : { attachments };
}
