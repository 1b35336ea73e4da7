import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';
import { allChannels } from '../../shared/listSearch/channels';
import { allTags } from '../../shared/listSearch/tags';

type Load = (this: ILoadOptionsFunctions) => Promise<INodePropertyOptions[]>;

/** The account's channels, for the channel filter: name and type of each; the value is channel_channelId. */
export const getChannels: Load = async function () {
	return await allChannels(this);
};

const TAG_FILTERS = ['options.tags', 'options.excludedTags'];

/**
 * The account's tags, for the tag filters: the names, which are the values too. What the filters name already is offered even
 * where there is no such tag yet, as in an imported workflow: the editor marks a value that it is not offered as wrong.
 */
export const getTags: Load = async function () {
	const offered = await allTags(this);
	const named = TAG_FILTERS.flatMap((filter) => {
		const value: unknown = this.getCurrentNodeParameter(filter);
		return Array.isArray(value) ? value.filter((name): name is string => typeof name === 'string' && name !== '') : [];
	});
	const missing = [...new Set(named)].filter((name) => !offered.some(({ value }) => value === name));
	return [...offered, ...missing.map((name) => ({ name, value: name, description: 'There is no such tag yet' }))];
};
