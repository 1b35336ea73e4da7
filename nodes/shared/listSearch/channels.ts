import type { JsonObject } from '../json';
import { PHONE_CHANNELS } from '../platform/channels';
import { joinChannelRef } from '../platform/chatRef';
import { search, text } from './options';

function describe(channel: JsonObject): string {
	const name =
		text(channel.title) || text(channel.botName) || text(channel.botUsername) || text(channel.phone) || text(channel.channelId);
	return `${name} (${text(channel.channel)})`;
}

const option = (channel: JsonObject) => ({
	name: describe(channel),
	value: joinChannelRef(text(channel.channel), text(channel.channelId)),
});

/** Dropdown of channels: name and type; the value is channel_channelId. */
export const searchChannels = search({ path: '/channels', option, empty: 'No channel is connected to this account yet' });

/** Dropdown of the channels that can write to a phone number. */
export const searchPhoneChannels = search({
	path: '/channels',
	option,
	isOffered: ({ channel }) => PHONE_CHANNELS.includes(text(channel)),
	empty: 'No channel of this account can write to phone numbers (only viber, vk, whatsapp and whatsappb can)',
});
