import { pathPart } from '../../../shared/api/apiRequest';
import { type Operation, accepted } from '../../run/operation';
import { text } from '../../fields/shapes';

/** POST {base_url}/tags/{tagName} (specification, "Tags"). */
export const create: Operation = {
	option: {
		name: 'Create',
		value: 'create',
		action: 'Create tag',
		description: 'Add a tag to the account. A tag cannot be deleted through the API.',
	},
	reach: 'account',
	prepare: accepted((item) => {
		const tagName = item.field('tagName').name();
		return { request: { method: 'POST', path: `/tags/${pathPart(tagName)}` }, output: { accepted: true, tagName } };
	}),
	fields: [
		text('Tag Name', 'tagName', 'The name of the new tag, in any language. Spaces at its ends are part of it.', {
			required: true,
			placeholder: 'e.g. VIP',
		}),
	],
};
