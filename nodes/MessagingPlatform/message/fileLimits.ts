import { clip } from '../../shared/texts';
import type { Channel } from '../run/channelBook';
import { Failure } from '../../shared/failure';
import { type AttachmentKind, type FileFacts, maskAllows } from './fileKind';
import { MAX_MESSAGES, channelNamed, limitOf, orElsewhere, restrictionsOf } from './channelLimits';

/** Files per message (specification, "Limits"). */
export const MAX_FILES = 10;

type FileChoice = 'fail' | 'split';

/** The kinds that a capability lists; it doesn't say whether a channel takes stickers, voice messages or thumbnails. */
const RESTRICTION: Partial<Record<AttachmentKind, { field: string; what: string }>> = {
	image: { field: 'photoRestrictions', what: 'images' },
	audio: { field: 'audioRestrictions', what: 'audio' },
	video: { field: 'videoRestrictions', what: 'videos' },
	document: { field: 'filesRestrictions', what: 'documents' },
};

function checkFile(channel: Channel, { kind, mimeType, name }: FileFacts): void {
	const restriction = RESTRICTION[kind];
	if (restriction === undefined) return;
	const restrictions = restrictionsOf(channel, restriction.field);
	const called = name ? ` (${clip(name)})` : '';
	if (Object.values(RESTRICTION).every((one) => restrictionsOf(channel, one.field) === null)) {
		throw Failure.ofValue(
			`Attachments: ${channelNamed(channel)} doesn't accept files${called}`,
			orElsewhere('Leave the file out'),
		);
	}
	if (restrictions === null) {
		throw Failure.ofValue(
			`Attachments: ${channelNamed(channel)} doesn't support ${restriction.what}${called}`,
			orElsewhere('Choose another kind for this file'),
		);
	}
	const mask = restrictions?.mimeMask;
	if (typeof mask !== 'string' || mimeType === undefined || maskAllows(mask, mimeType, name ?? '')) return;
	throw Failure.ofValue(
		`Attachments: ${channelNamed(channel)} doesn't accept ${clip(name ?? 'this file')} (${mimeType}) as ${kind} (it accepts ${clip(mask.split(';').join(', '), 200)})`,
		'Convert the file, or choose another kind for it.',
	);
}

function takes(channel: Channel, kind: AttachmentKind, { mimeType = '', origin = '' }: FileFacts): boolean {
	const field = RESTRICTION[kind]?.field;
	const restrictions = field === undefined ? undefined : restrictionsOf(channel, field);
	const mask = restrictions?.mimeMask;
	return restrictions !== null && (typeof mask !== 'string' || maskAllows(mask, mimeType, origin));
}

/** Shows each file in the best way that the channel takes, or refuses it (specification, "Limits": differ per channel, given by capability). */
export function fitFiles<File extends FileFacts>(channel: Channel, files: File[]): File[] {
	return files.map((file) => {
		const fitting = { ...file, kind: file.kinds?.find((kind) => takes(channel, kind, file)) ?? file.kind };
		checkFile(channel, fitting);
		return fitting;
	});
}

/** Returns the number of files that go into one message, at least 1 (specification, "Capability object fields", maxAttachmentsPerMessage). */
function filesPerMessage(channel: Channel, count: number, choice: FileChoice): number {
	const own = limitOf(channel.capability?.maxAttachmentsPerMessage) ?? MAX_FILES;
	const most = Math.min(own, MAX_FILES);
	if (count <= (choice === 'split' ? most * MAX_MESSAGES : most)) return Math.max(most, 1);
	const who = own < MAX_FILES ? `${channelNamed(channel)} allows` : 'a message can have';
	throw Failure.ofValue(
		`Attachments has ${count} files, but ${who} up to ${most}${own < MAX_FILES ? ' per message' : ''}`,
		most === 0 || choice === 'split'
			? 'Leave them out, or send them another way.'
			: 'Send the others in another message, or set "If Too Many Files" to "Send Several Messages".',
	);
}

/** The files of each message, in their order (specification, "Capability object fields", canCombineDifferentTypes). */
export function fileGroups<File extends FileFacts>(channel: Channel, files: File[], choice: FileChoice): File[][] {
	const most = filesPerMessage(channel, files.length, choice);
	const isSeparate = channel.capability?.canCombineDifferentTypes === false;
	const groups: File[][] = [];
	for (const file of files) {
		const last = groups.at(-1);
		if (last === undefined || last.length >= most || (isSeparate && last[0]?.kind !== file.kind)) groups.push([file]);
		else last.push(file);
	}
	if (groups.length <= (choice === 'split' ? MAX_MESSAGES : 1)) return groups;
	throw Failure.ofValue(
		`Attachments has files of several kinds, but ${channelNamed(channel)} accepts one kind per message`,
		choice === 'split'
			? `They would take more than ${MAX_MESSAGES} messages. Put files of one kind next to each other.`
			: 'Send the others in another message, or set "If Too Many Files" to "Send Several Messages".',
	);
}

export function checkFileCount(count: number): void {
	if (count <= MAX_FILES) return;
	throw Failure.ofValue(
		`Attachments has ${count} files, but a message can have up to ${MAX_FILES}`,
		'Send the others in another message.',
	);
}
