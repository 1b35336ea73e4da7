import type { ILoadOptionsFunctions, INodeListSearchItems, INodeListSearchResult } from 'n8n-workflow';
import type { JsonObject } from '../json';
import { PHONE_CHANNELS, channelTypeName } from '../channelTypes';
import { joinChannelRef } from '../chatRef';
import { itemsOf } from '../api/envelope';
import type { Platform } from '../api/platform';
import { type Dropdown, part, readDropdown, readOptions, search, text } from './options';

/** What a channel is called: the name of the bot or the group, or the number. */
function nameOf({ title, botName, botUsername, phone, channelId }: JsonObject): string {
	return [title, botName, botUsername, phone, channelId].map(part).find((name) => name !== '') ?? '';
}

const refOf = ({ channel, channelId }: JsonObject) => joinChannelRef(text(channel), text(channelId));

const CHANNELS: Omit<Dropdown, 'empty'> = {
	path: '/channels',
	option: (channel) => ({ name: `${nameOf(channel)} – ${channelTypeName(part(channel.channel))}`, value: refOf(channel) }),
	alsoFoundBy: ({ botName, botUsername, phone }) => [botName, botUsername, phone],
};

const ALL: Dropdown = { ...CHANNELS, empty: 'No channel is connected to this account yet' };

const WITH_PHONE_NUMBERS: Dropdown = {
	...CHANNELS,
	isOffered: ({ channel }) => PHONE_CHANNELS.includes(text(channel)),
	empty: 'No channel of this account can write to phone numbers (only Viber, VK, WhatsApp and WhatsApp Business can)',
};

/** Dropdown of channels: name and messenger; the value is channel_channelId. */
export const searchChannels = search(ALL);

/**
 * All channels of the account, for a list without a search; as {@link readOptions}.
 *
 * @param context n8n's context of the editor
 */
export async function allChannels(context: ILoadOptionsFunctions): Promise<INodeListSearchItems[]> {
	return await readOptions(context, ALL);
}

/**
 * Dropdown of the channels that can send: all of them to an existing chat, some of them to a phone number.
 *
 * @param filter what the user typed
 * @param paginationToken as {@link readDropdown}
 * @returns the options
 * @throws NodeApiError when the platform cannot be asked; n8n shows its message in the dropdown
 */
export async function searchSendingChannels(
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	const toPhone = this.getCurrentNodeParameter('sendTo') === 'phone';
	return await readDropdown(this, toPhone ? WITH_PHONE_NUMBERS : ALL, filter, paginationToken);
}

/**
 * Reads what the account's channels are called (specification, "Channels", version 0.1.0).
 *
 * @param platform the platform
 * @returns their names by channel_channelId; none where they cannot be read, because a list of something else does without them
 */
export async function channelNames(platform: Platform): Promise<ReadonlyMap<string, string>> {
	try {
		const channels = itemsOf(await platform.call({ method: 'GET', path: '/channels' }));
		return new Map(channels.map((channel) => [refOf(channel), nameOf(channel)]));
	} catch {
		return new Map();
	}
}
