import { clip } from '../../shared/texts';
import type { ChannelFacts, ChannelKey } from '../run/channelBook';
import { Failure } from '../../shared/failure';
import { type AttachmentKind, type FileFacts, maskAllows } from './fileKind';
import { channelNamed, orElsewhere, restrictionsOf } from './messageLimits';

/** The kinds that a capability lists; it doesn't say whether a channel takes stickers, voice messages or thumbnails. */
const RESTRICTION: Partial<Record<AttachmentKind, { field: string; what: string }>> = {
	image: { field: 'photoRestrictions', what: 'images' },
	audio: { field: 'audioRestrictions', what: 'audio' },
	video: { field: 'videoRestrictions', what: 'videos' },
	document: { field: 'filesRestrictions', what: 'documents' },
};

function checkFile(key: ChannelKey, facts: ChannelFacts | undefined, { kind, mimeType, name }: FileFacts): void {
	const restriction = RESTRICTION[kind];
	if (restriction === undefined) return;
	const restrictions = restrictionsOf(facts, restriction.field);
	const called = name ? ` (${clip(name)})` : '';
	if (Object.values(RESTRICTION).every((one) => restrictionsOf(facts, one.field) === null)) {
		throw Failure.ofValue(
			`Attachments: ${channelNamed(key, facts)} doesn't accept files${called}`,
			orElsewhere('Leave the file out'),
		);
	}
	if (restrictions === null) {
		throw Failure.ofValue(
			`Attachments: ${channelNamed(key, facts)} doesn't support ${restriction.what}${called}`,
			orElsewhere('Choose another kind for this file'),
		);
	}
	const mask = restrictions?.mimeMask;
	if (typeof mask !== 'string' || mimeType === undefined || maskAllows(mask, mimeType, name ?? '')) return;
	throw Failure.ofValue(
		`Attachments: ${channelNamed(key, facts)} doesn't accept ${clip(name ?? 'this file')} (${mimeType}) as ${kind} (it accepts ${clip(mask.split(';').join(', '), 200)})`,
		'Convert the file, or choose another kind for it.',
	);
}

function takes(facts: ChannelFacts | undefined, kind: AttachmentKind, { mimeType = '', origin = '' }: FileFacts): boolean {
	const field = RESTRICTION[kind]?.field;
	const restrictions = field === undefined ? undefined : restrictionsOf(facts, field);
	const mask = restrictions?.mimeMask;
	return restrictions !== null && (typeof mask !== 'string' || maskAllows(mask, mimeType, origin));
}

/** Shows each file in the best way that the channel takes, or refuses it (specification, "Limits": differ per channel, given by capability). */
export function fitFiles<File extends FileFacts>(key: ChannelKey, facts: ChannelFacts | undefined, files: File[]): File[] {
	return files.map((file) => {
		const fitting = { ...file, kind: file.kinds?.find((kind) => takes(facts, kind, file)) ?? file.kind };
		checkFile(key, facts, fitting);
		return fitting;
	});
}
