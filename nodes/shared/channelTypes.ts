/** Channel types in which a chat may be opened by phone number (specification, "What the service does", 6). */
export const PHONE_CHANNELS: readonly string[] = ['viber', 'vk', 'whatsapp', 'whatsappb'];

/** What people call the channel types that have a name (specification, "Channel types"). */
const NAMES: ReadonlyMap<string, string> = new Map([
	['facebook', 'Facebook'],
	['instagram', 'Instagram'],
	['sms', 'SMS'],
	['tg', 'Telegram'],
	['viber', 'Viber'],
	['vk', 'VK'],
	['whatsapp', 'WhatsApp'],
	['whatsappb', 'WhatsApp Business'],
]);

/**
 * Names a channel type in words.
 * @returns for example Telegram; the type itself where nothing tells what it is called, as for vibersm and tgp
 */
export function channelTypeName(channel: string): string {
	return NAMES.get(channel) ?? channel;
}
