import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';
import type { JsonObject } from '../json';
import { PHONE_CHANNELS, channelTypeName } from '../channelTypes';
import { joinChannelRef } from '../chatRef';
import { itemsOf } from '../api/envelope';
import type { Platform } from '../api/platform';
import { type Dropdown, part, readOptions, search, textOf } from './options';

/** The name of the bot or the group, or the number. */
export function channelNameOf({ title, botName, botUsername, phone, channelId }: JsonObject): string {
	const number = textOf(phone).replace(/^(?=\d+$)/, '+');
	return [title, botName, botUsername, number, channelId].map(part).find((name) => name !== '') ?? '';
}

const refOf = ({ channel, channelId }: JsonObject) => joinChannelRef(textOf(channel), textOf(channelId));

const CHANNELS: Omit<Dropdown, 'empty'> = {
	path: '/channels',
	option: (channel) => ({ name: `${channelNameOf(channel)} – ${channelTypeName(part(channel.channel))}`, value: refOf(channel) }),
	alsoFoundBy: ({ botName, botUsername, phone }) => [botName, botUsername, phone],
};

const ALL: Dropdown = { ...CHANNELS, empty: 'No channel is connected to this account yet' };

const WITH_PHONE_NUMBERS: Dropdown = {
	...CHANNELS,
	isOffered: ({ channel }) => PHONE_CHANNELS.includes(textOf(channel)),
	empty: 'No channel of this account can write to phone numbers (only Viber, VK, WhatsApp and WhatsApp Business can)',
};

/** Dropdown of channels: name and messenger; the value is channel_channelId. */
export const searchChannels = search(ALL);

/** Lists all channels of the account for a multi-select, which has no search; the value is channel_channelId. */
export async function getChannels(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	return await readOptions(this, ALL);
}

/** Dropdown of the channels that can send: all to an existing chat, some to a phone number. */
export const searchSendingChannels = search((context) =>
	context.getCurrentNodeParameter('sendTo') === 'phone' ? WITH_PHONE_NUMBERS : ALL,
);

/** The names of the channels by channel_channelId; none if they cannot be read, because a list of something else does without. */
export async function channelNames(platform: Platform): Promise<ReadonlyMap<string, string>> {
	try {
		const channels = itemsOf((await platform.call({ method: 'GET', path: '/channels' })).json);
		return new Map(channels.map((channel) => [refOf(channel), channelNameOf(channel)]));
	} catch {
		return new Map();
	}
}
