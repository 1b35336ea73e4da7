import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';
import { searchChannels } from '../shared/listSearch/channels';
import { searchTags } from '../shared/listSearch/tags';

/**
 * The account's channels, for the channel filter.
 *
 * @returns name and type of each; the value is channel_channelId
 * @throws NodeApiError when the service cannot be asked; n8n shows its message in the dropdown
 */
export async function getChannels(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	return (await searchChannels.call(this)).results;
}

/**
 * The account's tags, for the tag filter.
 *
 * @returns the names, which are the values too
 * @throws NodeApiError when the service cannot be asked; n8n shows its message in the dropdown
 */
export async function getTags(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	return (await searchTags.call(this)).results;
}
