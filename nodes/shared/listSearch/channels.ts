import { PHONE_CHANNELS } from '../platform/channels';
import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import type { JsonObject } from '../json';
import { itemsOf } from '../platform/envelope';
import { Platform } from '../platform/platform';
import { matching, text } from './options';

function describe(channel: JsonObject): string {
	const name =
		text(channel.title) || text(channel.botName) || text(channel.botUsername) || text(channel.phone) || text(channel.channelId);
	return `${name} (${text(channel.channel)})`;
}

async function listChannels(
	context: ILoadOptionsFunctions,
	filter: string | undefined,
	empty: string,
	types?: readonly string[],
): Promise<INodeListSearchResult> {
	const channels = itemsOf(await new Platform(context).call({ method: 'GET', path: '/channels' }));
	const options = channels
		.filter(({ channel }) => types === undefined || types.includes(text(channel)))
		.map((channel) => ({ name: describe(channel), value: `${text(channel.channel)}_${text(channel.channelId)}` }));
	return matching(options, filter, empty);
}

/**
 * Dropdown of channels: name and type; the value is channel_channelId.
 *
 * @param filter what the user typed; matched against name, type and number, in any case
 * @returns all channels that match
 * @throws NodeApiError when the platform cannot be asked; n8n shows its message in the dropdown
 */
export async function searchChannels(this: ILoadOptionsFunctions, filter?: string): Promise<INodeListSearchResult> {
	return await listChannels(this, filter, 'No channel is connected to this account yet');
}

/**
 * Dropdown of the channels that can write to a phone number (viber, vk, whatsapp, whatsappb); the value is
 * channel_channelId.
 *
 * @param filter what the user typed; matched against name, type and number, in any case
 * @returns all such channels that match
 * @throws NodeApiError when the platform cannot be asked; n8n shows its message in the dropdown
 */
export async function searchPhoneChannels(this: ILoadOptionsFunctions, filter?: string): Promise<INodeListSearchResult> {
	const empty = 'No channel of this account can write to phone numbers (only viber, vk, whatsapp and whatsappb can)';
	return await listChannels(this, filter, empty, PHONE_CHANNELS);
}
