import { pathPart } from '../../../shared/api/apiRequest';
import { text } from '../../../shared/parameter';
import { accepted, operation } from '../../run/operation';

/** POST {base_url}/tags/{tagName} (specification, "Tags"). */
export const create = operation({
	option: {
		name: 'Create',
		value: 'create',
		action: 'Create tag',
		description: "Add a tag to the account. You can't delete a tag from n8n.",
	},
	reach: 'account',
	fields: {
		newTagName: text(
			'Tag Name',
			'newTagName',
			'The name of the new tag, in any language. Spaces at the start or end become part of the name.',
			{
				required: true,
				placeholder: 'e.g. VIP',
			},
		).as((field) => field.name()),
	},
	prepare: accepted(({ newTagName }) => ({
		request: { method: 'POST', path: `/tags/${pathPart(newTagName)}` },
		output: { accepted: true, tagName: newTagName },
	})),
});
