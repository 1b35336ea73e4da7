import type { INodeProperties } from 'n8n-workflow';
import type { Reach, Resource } from '../run/operation';

const CALLABLE: readonly Reach[] = ['account', 'conversation'];

const toolDescription: INodeProperties = {
	displayName: 'Tool Description',
	name: 'toolDescription',
	type: 'string',
	typeOptions: { rows: 4 },
	default: '',
	description:
		'What the AI model reads about this tool. By it the model decides when to call the tool, so say what it is for in your workflow.',
};

/**
 * The field by which a model decides when to call the tool, for each operation that it can call, so the text follows the operation
 * until the author writes another one. Without a field of this name n8n describes a tool by the operation's title alone.
 */
export function toolDescriptionsOf(resources: Resource[]): INodeProperties[] {
	return resources.flatMap(({ option: { value: resource }, operations }) =>
		operations
			.filter(({ reach }) => CALLABLE.includes(reach))
			.map(({ option, forModels }) => ({
				...toolDescription,
				default: forModels ?? option.description,
				displayOptions: { show: { '@tool': [true], resource: [resource], operation: [option.value] } },
			})),
	);
}
