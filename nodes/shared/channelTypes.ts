/** Channel types in which a chat may be opened by phone number (specification, "What the service does", 6). */
export const PHONE_CHANNELS: readonly string[] = ['viber', 'vk', 'whatsapp', 'whatsappb'];

/** People's names for the channel types that have one (specification, "Channel types"). */
const NAMES: ReadonlyMap<string, string> = new Map([
	['facebook', 'Facebook'],
	['instagram', 'Instagram'],
	['sms', 'SMS'],
	['tg', 'Telegram'],
	['viber', 'Viber'],
	['vibersm', 'Viber Service'],
	['vk', 'VK'],
	['whatsapp', 'WhatsApp'],
	['whatsappb', 'WhatsApp Business'],
]);

/** Names a channel type in words, for example Telegram; one without a known name, such as tgp, stays itself. */
export function channelTypeName(channel: string): string {
	return NAMES.get(channel) ?? channel;
}
