import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import type { JsonObject } from '../json';
import { PHONE_CHANNELS } from '../platform/channels';
import { joinChannelRef } from '../platform/chatRef';
import { type Dropdown, readDropdown, search, text } from './options';

function describe(channel: JsonObject): string {
	const name =
		text(channel.title) || text(channel.botName) || text(channel.botUsername) || text(channel.phone) || text(channel.channelId);
	return `${name} (${text(channel.channel)})`;
}

const option = (channel: JsonObject) => ({
	name: describe(channel),
	value: joinChannelRef(text(channel.channel), text(channel.channelId)),
});

const ALL: Dropdown = { path: '/channels', option, empty: 'No channel is connected to this account yet' };

const WITH_PHONE_NUMBERS: Dropdown = {
	path: '/channels',
	option,
	isOffered: ({ channel }) => PHONE_CHANNELS.includes(text(channel)),
	empty: 'No channel of this account can write to phone numbers (only viber, vk, whatsapp and whatsappb can)',
};

/** Dropdown of channels: name and type; the value is channel_channelId. */
export const searchChannels = search(ALL);

/**
 * Dropdown of the channels that can send: all of them to an existing chat, some of them to a phone number.
 *
 * @param filter what the user typed
 * @returns the options
 * @throws NodeApiError when the platform cannot be asked; n8n shows its message in the dropdown
 */
export async function searchSendingChannels(this: ILoadOptionsFunctions, filter?: string): Promise<INodeListSearchResult> {
	const toPhone = this.getCurrentNodeParameter('sendTo') === 'phone';
	return await readDropdown(this, toPhone ? WITH_PHONE_NUMBERS : ALL, filter);
}
