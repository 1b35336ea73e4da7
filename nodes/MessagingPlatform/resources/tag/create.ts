import { requireText } from '../../engine/item';
import { type Operation, acceptedRouting } from '../../engine/operation';
import { pathPart } from '../../../shared/platform/apiRequest';

/** POST {base_url}/tags/{tagName} (specification, "Tags"). */
export const create: Operation = {
	option: {
		name: 'Create',
		value: 'create',
		action: 'Create tag',
		description: 'Add a tag to the account. A tag cannot be deleted through the API.',
		routing: acceptedRouting((item) => {
			const tagName = requireText(item, item.parameter('tagName'), 'Tag Name');
			return {
				request: { method: 'POST', path: `/tags/${pathPart(tagName)}` },
				output: { accepted: true, tagName },
			};
		}),
	},
	fields: [
		{
			displayName: 'Tag Name',
			name: 'tagName',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. VIP',
			description: 'The name of the new tag, in any language',
		},
	],
};
