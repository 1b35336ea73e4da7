import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import type { JsonObject, JsonValue } from '../shared/json';
import { apiCall, itemsOf } from '../shared/transport';

function text(value: JsonValue | undefined): string {
	return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

function describe(channel: JsonObject): string {
	const name =
		text(channel.title) || text(channel.botName) || text(channel.botUsername) || text(channel.phone) || text(channel.channelId);
	return `${name} (${text(channel.channel)})`;
}

/**
 * Dropdown of channels: name and type; the value is channel_channelId.
 *
 * @param filter what the user typed; matched against name, type and number, in any case
 * @returns all channels that match
 * @throws NodeApiError when the service cannot be asked; n8n shows its message in the dropdown
 */
export async function searchChannels(this: ILoadOptionsFunctions, filter = ''): Promise<INodeListSearchResult> {
	const wanted = filter.trim().toLocaleLowerCase();
	const channels = itemsOf(await apiCall(this, { method: 'GET', path: '/channels' }));
	const results = channels
		.map((channel) => ({ name: describe(channel), value: `${text(channel.channel)}_${text(channel.channelId)}` }))
		.filter(({ name, value }) => `${name} ${value}`.toLocaleLowerCase().includes(wanted));
	return { results };
}
