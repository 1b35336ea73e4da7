import type { ILoadOptionsFunctions, INodeListSearchResult, INodePropertyOptions } from 'n8n-workflow';
import { searchChannels } from '../shared/listSearch/channels';
import { searchTags } from '../shared/listSearch/tags';

type Load = (this: ILoadOptionsFunctions) => Promise<INodePropertyOptions[]>;

// A multi-select asks for everything at once, a dropdown of the action node for what was typed.
function loadAll(search: (this: ILoadOptionsFunctions) => Promise<INodeListSearchResult>): Load {
	return async function () {
		return (await search.call(this)).results;
	};
}

/** The account's channels, for the channel filter: name and type of each; the value is channel_channelId. */
export const getChannels = loadAll(searchChannels);

/** The account's tags, for the tag filter: the names, which are the values too. */
export const getTags = loadAll(searchTags);
