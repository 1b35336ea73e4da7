import type { INodeProperties } from 'n8n-workflow';
import type { Operation, Reach } from '../run/operation';

const CALLABLE: readonly Reach[] = ['account', 'conversation'];

const toolDescription: INodeProperties = {
	displayName: 'Tool Description',
	name: 'toolDescription',
	type: 'string',
	typeOptions: { rows: 4 },
	default: '',
	displayOptions: { show: { '@tool': [true] } },
	description: 'The AI model reads this to decide when to call the tool. Say what the tool is for in your workflow.',
};

/**
 * Makes the field by which a model decides when to call the tool, one per operation, so that the text follows the operation until
 * the author writes another. Without a field of this name, n8n describes a tool only by the operation's title.
 */
export function toolDescriptionOf({ reach, forModels, option }: Operation): INodeProperties[] {
	return CALLABLE.includes(reach) ? [{ ...toolDescription, default: forModels ?? option.description }] : [];
}
