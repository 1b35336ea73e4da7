import type { INodeProperties } from 'n8n-workflow';
import type { Reach, Resource } from '../run/operation';

/** What a model cannot call, whatever the author does, needs no description. */
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
 * The field that tells a model what the tool is for: by it the model decides which tool to call, and when. Without a field of
 * this name n8n makes up a description of the operation's title alone. Each operation has a default of its own, so the text
 * follows the operation until the author writes another one.
 *
 * @param resources the node's resources
 * @returns a field for each operation that a model can call; they are shown in tools alone
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
