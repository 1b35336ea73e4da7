import type { INodeProperties } from 'n8n-workflow';
import { ACTION_OPTIONS } from '../../fields/actions';
import { picker, text } from '../../fields/shapes';

/** What happens when the button is pressed. */
export const actionType: INodeProperties = {
	displayName: 'Action',
	name: 'actionType',
	type: 'options',
	options: ACTION_OPTIONS,
	default: 'nothing',
	description: 'What the platform does when a person presses the button',
};

/** The tags of a tag action. */
export const tags: INodeProperties = {
	displayName: 'Tags',
	name: 'tags',
	type: 'string',
	typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Tag' },
	default: [],
	placeholder: 'e.g. VIP',
	description:
		'The names of the tags to assign or remove. Spaces at the ends of a name are part of it. An expression may give a list, or names separated by commas, where spaces around a comma do not count.',
};

/** The reply that the platform sends. */
export const preparedMessageId: INodeProperties = text(
	'Prepared Message ID',
	'preparedMessageId',
	'The message to send as a reply, by the ID that "Prepared Message: Create" gave. Leave empty to send none.',
	{ placeholder: 'e.g. 8f14e45f-ceea-467f-a1d4-0242ac120002' },
);

/** For the people who work with the account. */
export const description: INodeProperties = text(
	'Description',
	'description',
	'A note for yourself; people in the chat do not see it',
	{ placeholder: 'e.g. Button "More" of the spring campaign' },
);

/** An action that exists. */
export const chainActionId: INodeProperties = picker(
	'Chain Action',
	'chainActionId',
	{ method: 'searchChainActions', placeholder: 'Select an action…' },
	{ placeholder: 'e.g. 8f14e45f-ceea-467f-a1d4-0242ac120002' },
	{ description: 'The action to use' },
);
