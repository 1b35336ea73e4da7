/** Channel types in which a chat may be opened by phone number (specification, "What the service does", 6). */
export const PHONE_CHANNELS: readonly string[] = ['viber', 'vk', 'whatsapp', 'whatsappb'];
