import type { Int64 } from '../core/json';
import type { ChannelRecord, ChannelType } from '../core/model';
import { capabilityOf } from './capabilities';

function channel(type: ChannelType, channelId: Int64, title: string, more: Partial<ChannelRecord> = {}): ChannelRecord {
	return { channel: type, channelId, title, connected: true, capability: capabilityOf(type), ...more };
}

/**
 * The channels of a fresh sandbox: one or two of each type. tg and vk share a number, because a channelId is unique only within
 * its type; two numbers are beyond 2^53, as the instagram and whatsappb services really use them.
 */
export function seedChannels(): ChannelRecord[] {
	return [
		channel('tg', 4100, 'Flower shop bot', { botUsername: 'flower_shop_bot', webUrl: 'https://t.me/flower_shop_bot' }),
		channel('tg', 5123456789, 'Support bot', { botUsername: 'support_bot', webUrl: 'https://t.me/support_bot' }),
		channel('vk', 4100, 'Flower shop group', { webUrl: 'https://vk.com/club4100' }),
		channel('whatsapp', 79005550101, 'Shop phone', { phone: '79005550101' }),
		channel('whatsappb', 9007199254740993n, 'Business account', { phone: '79005550102' }),
		channel('viber', 310, 'Viber bot', { botUsername: 'flowershopviber' }),
		channel('vibersm', 311, 'Shop alerts'),
		channel('sms', 79005550103, 'SMS sender', { phone: '79005550103' }),
		channel('instagram', 17841400008460056n, 'flower.shop', { webUrl: 'https://instagram.com/flower.shop' }),
		channel('facebook', 104857600, 'Flower shop page'),
		channel('tgp', 79005550104, 'Personal telegram', { phone: '79005550104' }),
	];
}
