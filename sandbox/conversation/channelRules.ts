import type { Context } from '../core/context';
import type { Capability, ChannelType, ChatRecord } from '../core/model';

const WINDOW_MS = 24 * 60 * 60 * 1000;

const PHONE_MAILING: readonly ChannelType[] = ['viber', 'vk', 'whatsapp', 'whatsappb'];

const WITHOUT_READS: readonly ChannelType[] = ['vk', 'tg', 'whatsapp', 'instagram'];

const WITH_PUBLIC_LINKS: readonly ChannelType[] = ['whatsapp', 'whatsappb'];

/** Whether a chat can be opened by phone number (specification, "What the service does", 6). */
export const allowsPhoneMailing = (channel: ChannelType) => PHONE_MAILING.includes(channel);

/** Whether a channel tells when a message was read (ChannelMessageReadCommand). */
export const givesReadStatus = (channel: ChannelType) => !WITHOUT_READS.includes(channel);

/** Whether a channel reports delivery statuses (MessageDeliveryCommand). */
export const givesStatus = (channel: ChannelType) => channel !== 'instagram';

/**
 * Whether a channel takes what a restriction is about.
 *
 * @param capability what the channel can do; where it is unknown, everything goes
 * @param restriction the name of the restriction
 * @returns false when the restriction is null or absent, which means unsupported
 */
export function supports(capability: Capability | null | undefined, restriction: keyof Capability): boolean {
	return !capability || (capability[restriction] ?? null) !== null;
}

/** Whether attachments may be public links, not only uploaded files. */
export const allowsPublicLinks = (channel: ChannelType) => WITH_PUBLIC_LINKS.includes(channel);

/**
 * Whether free-form messages are allowed now: within 24 hours after the user's last inbound message.
 *
 * @param context the sandbox
 * @param chat a chat of the business-API channel
 * @returns false when only templates can be sent
 */
export function windowOpened(context: Context, chat: ChatRecord): boolean {
	return chat.lastInboundMs !== undefined && context.now() - chat.lastInboundMs <= WINDOW_MS;
}
