/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development only: this file is never part of the published package */
import { isDeepStrictEqual } from 'node:util';
import { withNumberedButtons } from '../../nodes/MessagingPlatform/message/buttons';
import { type FileFacts, KIND_CHOICES, maskAllows, shownAs } from '../../nodes/MessagingPlatform/message/fileKind';
import { fileGroups } from '../../nodes/MessagingPlatform/message/fileLimits';
import type { Context } from '../core/context';
import { knowsContactButton, RESTRICTIONS, supports, type FileRestriction } from '../conversation/channelRules';
import { partsOf } from '../conversation/send';
import type { JsonObject } from '../core/json';
import type { Capability, ChannelRecord, ChatRecord, Message } from '../core/model';
import { QUESTION_MARK } from '../core/records';
import { messageView } from './views';

/** A file of the message, with what the node knows about it. */
type File = FileFacts & { attachment: JsonObject };
/** What a message loses: contents for which the node refuses it, and contents that arrive in another form. */
type Losses = { refused: string[]; changed: string[] };

const WHAT: Record<FileRestriction, string> = {
	photoRestrictions: 'images',
	audioRestrictions: 'audio',
	videoRestrictions: 'videos',
	filesRestrictions: 'documents',
};

const times = (count: number, what: string) => `${count.toLocaleString('en')} ${what}${count === 1 ? '' : 's'}`;

function filesOf({ attachments = [] }: Message): File[] {
	return attachments.map((attachment) => {
		const mimeType = typeof attachment.mimeType === 'string' ? attachment.mimeType : undefined;
		const name = typeof attachment.fileName === 'string' ? attachment.fileName : '';
		const kind = KIND_CHOICES.find((one) => one === attachment.kind) ?? 'document';
		return { kind: shownAs(kind, mimeType, name).kind, mimeType, name, attachment };
	});
}

function lackFor({ kind, mimeType, name = '' }: File, capability: Capability): string | undefined {
	if (capability.maxAttachmentsPerMessage === 0) return 'No files';
	const restriction = RESTRICTIONS.get(kind);
	if (restriction === undefined) return undefined;
	if (!supports(capability, restriction)) return `No ${WHAT[restriction]}`;
	const mask = capability[restriction]?.mimeMask;
	return typeof mask !== 'string' || mimeType === undefined || maskAllows(mask, mimeType, name) ? undefined : `No ${mimeType}`;
}

function textAndButtons(message: Message, { channel }: ChannelRecord, capability: Capability, { refused, changed }: Losses) {
	const { text = '', buttons = [] } = message;
	if (buttons.length === 0) return { text, buttons };
	if (supports(capability, 'buttonsRestrictions')) {
		if (knowsContactButton(channel) || !buttons.some(({ type }) => type === 'GetContactButton')) return { text, buttons };
		changed.push('No contact button: sent as an ordinary one.');
		return { text, buttons: buttons.map((one) => (one.type === 'GetContactButton' ? { ...one, type: 'ActionButton' } : one)) };
	}
	if (buttons.some(({ payload }) => String(payload).startsWith(QUESTION_MARK))) {
		refused.push('No buttons to answer with');
		return { text, buttons: [] };
	}
	changed.push('No buttons: sent as numbered text.');
	const captions = buttons.map(({ text: caption, link }) => ({
		button: { type: 'ActionButton' as const, text: String(caption), ...(typeof link === 'string' && { link }) },
	}));
	return { text: withNumberedButtons(text, captions, message.textMarkup === 'HTML' ? 'HTML' : 'PLAIN'), buttons: [] };
}

/** Lays out a message as the node sends it with its default settings, and as the platform splits that. */
function layOut(message: Message, channel: ChannelRecord, capability: Capability) {
	const losses: Losses = { refused: [], changed: [] };
	const { refused, changed } = losses;
	const { text, buttons } = textAndButtons(message, channel, capability, losses);
	const takesText = supports(capability, 'textRestrictions');
	if (text !== '' && !takesText) refused.push('No text');
	const files = filesOf(message).filter((file) => {
		const lack = lackFor(file, capability);
		if (lack !== undefined && !refused.includes(lack)) refused.push(lack);
		return lack === undefined;
	});
	const takesLocation = capability.locationSupported !== false;
	if (message.location && !takesLocation) refused.push('No location');
	const key = { channel: channel.channel, channelId: String(channel.channelId) };
	const { maxAttachmentsPerMessage, canCombineDifferentTypes } = capability;
	const limits = { capability: { maxAttachmentsPerMessage, canCombineDifferentTypes } };
	const groups = fileGroups({ ...key, ...limits }, files, 'split');
	if (groups.length > 1) {
		const most = maxAttachmentsPerMessage ?? Infinity;
		const limit = files.length > most ? `Up to ${times(most, 'file')} per message` : 'One kind of file per message';
		changed.push(`${limit}: sent as ${groups.length} messages.`);
	}
	const left = files.map(({ attachment }) => attachment);
	const count = Math.max(groups.length, 1);
	const parts = Array.from({ length: count }, (_one, index) => {
		const isLast = index === count - 1;
		return partsOf(
			{
				text: index === 0 && takesText ? text : undefined,
				attachments: left.splice(0, groups[index]?.length ?? 0),
				buttons: isLast && buttons.length > 0 ? buttons : undefined,
				location: isLast && takesLocation ? message.location : undefined,
				contact: isLast ? message.contact : undefined,
			},
			capability,
		);
	}).flat();
	const texts = parts.filter((part) => part.text).length;
	if (texts > 1) {
		const most = times(capability.textRestrictions?.maxSize ?? 0, 'character');
		changed.push(`Up to ${most}: the platform splits it in ${texts}.`);
	}
	if (parts.length >= count + Math.max(texts, 1)) changed.push('Text and files come as separate messages.');
	return { parts, ...losses };
}

/**
 * Shows how a message would look on the account's connected channels: by their capabilities, as the node sends it with its
 * default settings, and as the platform splits it. Channels of one type with the same capability are one entry.
 */
export function comparison(context: Context, chat: ChatRecord, sent: Message) {
	const whole = chat.messages.find(({ id }) => id === sent.masterMessageId) ?? sent;
	const kinds: ChannelRecord[][] = [];
	for (const channel of context.state.channels.filter(({ connected }) => connected)) {
		const isSame = ([first]: ChannelRecord[]) =>
			first?.channel === channel.channel && isDeepStrictEqual(first.capability, channel.capability);
		const kind = kinds.find(isSame);
		if (kind) kind.push(channel);
		else kinds.push([channel]);
	}
	return kinds.flatMap((channels) => {
		const [first] = channels;
		if (!first) return [];
		const { parts, refused, changed } = first.capability
			? layOut(whole, first, first.capability)
			: { parts: [{}], refused: [], changed: ["What it supports isn't known."] };
		const bare = first.capability ? { text: undefined, attachments: undefined, buttons: undefined } : {};
		const messages = parts.map((part) => messageView(context, { ...whole, ...bare, ...part }));
		return [{ channel: first.channel, titles: channels.map(({ title }) => title), messages, refused, changed }];
	});
}
