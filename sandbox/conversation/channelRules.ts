import type { Context } from '../core/context';
import type { Capability, ChannelType, ChatRecord } from '../core/model';

/** The time after a person's message in which free-form messages are allowed, in ms. */
export const WINDOW_MS = 24 * 60 * 60 * 1000;
const PHONE_MAILING: readonly ChannelType[] = ['viber', 'vk', 'whatsapp', 'whatsappb'];
const WITHOUT_READS: readonly ChannelType[] = ['vk', 'tg', 'whatsapp', 'instagram'];
const WITH_PUBLIC_LINKS: readonly ChannelType[] = ['whatsapp', 'whatsappb'];
export type FileRestriction = 'photoRestrictions' | 'audioRestrictions' | 'videoRestrictions' | 'filesRestrictions';

/** The restrictions by kind of file; there is none for stickers, voice messages and thumbnails. */
export const RESTRICTIONS = new Map<unknown, FileRestriction>([
	['image', 'photoRestrictions'],
	['audio', 'audioRestrictions'],
	['video', 'videoRestrictions'],
	['document', 'filesRestrictions'],
	[undefined, 'filesRestrictions'],
]);

/** Checks if a GetContactButton stays one (specification, "Button flow"). */
export const knowsContactButton = (channel: ChannelType) => channel === 'tg';
/** Checks if a chat can be opened by phone number (specification, "What the service does", 6). */
export const allowsPhoneMailing = (channel: ChannelType) => PHONE_MAILING.includes(channel);
/** Checks if a channel reports that a message was read (ChannelMessageReadCommand). */
export const givesReadStatus = (channel: ChannelType) => !WITHOUT_READS.includes(channel);
/** Checks if a channel reports delivery statuses (MessageDeliveryCommand). */
export const givesStatus = (channel: ChannelType) => channel !== 'instagram';

export function supports(capability: Capability | null | undefined, restriction: keyof Capability): boolean {
	return !capability || (capability[restriction] ?? null) !== null;
}

/** Checks if attachments may be public links, not only uploaded files. */
export const allowsPublicLinks = (channel: ChannelType) => WITH_PUBLIC_LINKS.includes(channel);

/** Checks if free-form messages are allowed now: within 24 hours after the user's last inbound message. */
export function windowOpened(context: Context, chat: ChatRecord): boolean {
	return chat.lastInboundMs !== undefined && context.now() - chat.lastInboundMs <= WINDOW_MS;
}
