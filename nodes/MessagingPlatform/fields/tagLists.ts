import type { ILoadOptionsFunctions, INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { type Parameter, several } from '../../shared/parameter';
import { tagChoices } from '../../shared/listSearch/tags';

const TAG_LISTS = ['filters.tags', 'filters.excludedTags', 'additionalFields.excludedTags', 'options.excludedTags'];

export async function getTags(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const buttons: unknown = this.getCurrentNodeParameter('buttons.button');
	const inButtons = (Array.isArray(buttons) ? buttons : []).flatMap((_button, index) =>
		['answerTags', 'removedTags'].map((name) => `buttons.button[${index}].${name}`),
	);
	return await tagChoices(this, [...TAG_LISTS, ...inButtons]);
}

export function tagList(
	displayName: string,
	name: string,
	description: string,
	more: Partial<INodeProperties> = {},
): Parameter<string[]> {
	return several(displayName, name, description, { loadOptionsMethod: 'getTags' }).with(more);
}
