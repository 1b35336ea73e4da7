export type ChannelLook = { name: string; short: string };

// the platform doesn't describe tgp, so it has no other name in the nodes either
const LOOKS: Record<string, ChannelLook> = {
	tg: { name: 'Telegram bot', short: 'TG' },
	tgp: { name: 'tgp', short: 'TP' },
	vk: { name: 'VK', short: 'VK' },
	facebook: { name: 'Facebook', short: 'FB' },
	instagram: { name: 'Instagram', short: 'IG' },
	viber: { name: 'Viber', short: 'VB' },
	vibersm: { name: 'Viber Service', short: 'VS' },
	whatsapp: { name: 'WhatsApp', short: 'WA' },
	whatsappb: { name: 'WhatsApp Business', short: 'WB' },
	sms: { name: 'SMS', short: 'SM' },
};

export function lookOf(channel: string): ChannelLook {
	return LOOKS[channel] ?? { name: channel, short: channel.slice(0, 2).toUpperCase() };
}
