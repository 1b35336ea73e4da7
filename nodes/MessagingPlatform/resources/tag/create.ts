import { pathPart } from '../../../shared/api/apiRequest';
import { type Operation, accepted } from '../../run/operation';
import { text } from '../../../shared/shapes';

/** POST {base_url}/tags/{tagName} (specification, "Tags"). */
export const create: Operation = {
	option: {
		name: 'Create',
		value: 'create',
		action: 'Create tag',
		description: "Add a tag to the account. You can't delete a tag from n8n.",
	},
	reach: 'account',
	prepare: accepted((item) => {
		const tagName = item.field('tagName').name();
		return { request: { method: 'POST', path: `/tags/${pathPart(tagName)}` }, output: { accepted: true, tagName } };
	}),
	fields: [
		text('Tag Name', 'tagName', 'The name of the new tag, in any language. Spaces before or after the name count.', {
			required: true,
			placeholder: 'e.g. VIP',
		}),
	],
};
