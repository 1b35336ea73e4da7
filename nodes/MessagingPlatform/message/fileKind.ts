/** The ways a channel can show a file (specification, "Attachment", kind). */
const ATTACHMENT_KINDS = ['audio', 'document', 'image', 'sticker', 'thumb', 'video', 'voice'] as const;

export type AttachmentKind = (typeof ATTACHMENT_KINDS)[number];

/** The choices of a user. */
export const KIND_CHOICES = [...ATTACHMENT_KINDS, 'auto'] as const;

const BY_ENDING: Record<string, AttachmentKind> = Object.fromEntries([
	...['jpg', 'jpeg', 'png', 'gif', 'webp', 'bmp', 'heic'].map((ending) => [ending, 'image']),
	...['mp3', 'm4a', 'aac', 'ogg', 'oga', 'opus', 'wav', 'flac', 'amr'].map((ending) => [ending, 'audio']),
	...['mp4', 'mov', 'm4v', 'webm', '3gp', 'avi', 'mkv', 'mpeg'].map((ending) => [ending, 'video']),
]) as Record<string, AttachmentKind>;

// Messengers don't show these formats as images.
const NOT_SHOWN = /^image\/(svg|vnd\.|tiff|x-)/;

/** The ending of a name or a URL in lower case, '' for none: jpg of https://example.com/photo.JPG?size=1 */
function endingOf(name: string): string {
	return /\.([\p{L}\p{N}]{1,8})$/u.exec(name.replace(/[?#].*/s, ''))?.[1]?.toLowerCase() ?? '';
}

/** Decides the way to show a file: the user's choice, or for auto a guess: image, audio, video, or otherwise document, the platform's default. */
export function kindOf(choice: AttachmentKind | 'auto', mimeType: string | undefined, name: string): AttachmentKind {
	if (choice !== 'auto') return choice;
	const mime = (mimeType ?? '').trim().toLowerCase();
	if (mime === '' || mime === 'application/octet-stream') {
		const ending = endingOf(name);
		return Object.hasOwn(BY_ENDING, ending) ? (BY_ENDING[ending] ?? 'document') : 'document';
	}
	if (mime.startsWith('image/')) return NOT_SHOWN.test(mime) ? 'document' : 'image';
	if (mime.startsWith('audio/')) return 'audio';
	return mime.startsWith('video/') ? 'video' : 'document';
}

/**
 * Checks whether a channel takes a file (specification, "Capability object fields", mimeMask). The form of a format isn't
 * documented: MIME types, endings, *.endings and negations with ! are read, and only a mask that surely excludes the file counts.
 */
export function maskAllows(mask: string, mimeType: string, name: string): boolean {
	const mime = mimeType.trim().toLowerCase().replace(/;.*/s, '');
	const ending = endingOf(name);
	const entries = mask
		.toLowerCase()
		.split(';')
		.map((entry) => entry.trim())
		.filter((entry) => entry !== '');
	let allowed = entries.length === 0;
	for (const entry of entries) {
		const negated = entry.startsWith('!');
		const format = entry.replace(/^!/, '').replace(/^\*?\.(?=[^.])/, '');
		if (!/^(\*|\*\/\*|[a-z0-9]{1,8}|[a-z]+\/[a-z0-9.+*-]+)$/.test(format)) return true;
		const matches =
			format === '*' || format === '*/*'
				? true
				: format.endsWith('/*')
					? mime.startsWith(format.slice(0, -1))
					: format.includes('/')
						? mime === format
						: sameEnding(format, ending, mime);
		if (matches === undefined ? !negated : matches && !negated) allowed = true;
		if (matches === true && negated) return false;
	}
	return allowed;
}

/** Compares endings, or the name of the MIME type; undefined for a file without an ending: an audio/mpeg may be an mp3. */
function sameEnding(format: string, ending: string, mime: string): boolean | undefined {
	const same = (one: string) => (one === 'jpg' ? 'jpeg' : one);
	if (same(ending) === same(format) || mime.replace(/^.*\//s, '') === same(format)) return true;
	return ending === '' ? undefined : false;
}
