import type { INodeProperties } from 'n8n-workflow';
import { pathPart } from '../../../shared/api/apiRequest';
import type { Field } from '../../../shared/field';
import { type JsonObject, type PrintableObject, isJsonObject, isPrintableObject } from '../../../shared/json';
import { search, text as textOf } from '../../../shared/listSearch/options';
import { Failure } from '../../../shared/failure';
import { ACTION_OPTIONS, ACTION_VALUES, actionName, usesTags, withoutMark } from '../../fields/actions';
import { picker, text } from '../../../shared/shapes';
import type { Item } from '../../run/item';

export const actionType: INodeProperties = {
	displayName: 'Action',
	name: 'actionType',
	type: 'options',
	options: ACTION_OPTIONS,
	default: 'nothing',
	description: "The platform's action when a person presses the button",
};

export const tags: INodeProperties = text(
	'Tags',
	'tags',
	"The names of the tags to assign or remove. Spaces before or after a name count. An expression can return a list, or names separated by commas. Spaces around a comma don't count.",
	{ typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Tag' }, default: [], placeholder: 'e.g. VIP' },
);

export const preparedMessageId: INodeProperties = text(
	'Prepared Message ID',
	'preparedMessageId',
	'The reply to send: the ID from Prepared Message: Create. Leave empty to send none.',
	{ placeholder: 'e.g. 8f14e45f-ceea-467f-a1d4-0242ac120002' },
);

export const description: INodeProperties = text(
	'Description',
	'description',
	"A note for yourself. People in the chat don't see it.",
	{ placeholder: 'e.g. Button "More" of the spring campaign' },
);

export const chainActionId: INodeProperties = picker(
	'Chain Action',
	'chainActionId',
	{ method: 'searchChainActions', placeholder: 'Select an action…' },
	{ placeholder: 'e.g. 8f14e45f-ceea-467f-a1d4-0242ac120002' },
	{ description: 'The action to use' },
);

export function chainActionPath(item: Item): string {
	return `/endUserNotifications/chainActions/${pathPart(item.field('chainActionId').required())}`;
}

function checkTags(body: PrintableObject): void {
	if (!usesTags(body.action)) return;
	const tags = isPrintableObject(body.actionParameters) ? body.actionParameters.tags : undefined;
	if (Array.isArray(tags) && tags.length > 0) return;
	throw Failure.ofValue(
		`Tags is empty, but the action ${String(body.action)} needs at least one tag`,
		'Add the names of the tags.',
	);
}

/** Builds the full action for the request body (specification, "ChainAction"). */
export function changedAction(current: PrintableObject, find: (name: string) => Field | undefined): PrintableObject {
	const body: PrintableObject = { ...current };
	const action = find('actionType');
	if (action) body.action = action.oneOf(ACTION_VALUES);
	if (body.action === undefined) throw Failure.ofValue('Action is empty', 'Choose what happens when the button is pressed.');
	const description = find('description');
	if (description) body.description = description.text() || undefined;
	const message = find('preparedMessageId');
	// an expression that gave nothing must not remove the reply
	const id = message?.isGiven ? message.text().trim() : '';
	if (message) body.message = id === '' ? undefined : { id };
	const tags = find('tags')?.names();
	if (tags) body.actionParameters = tags.length === 0 ? undefined : { tags };
	// only tag actions have parameters
	if (!usesTags(body.action)) body.actionParameters = undefined;
	checkTags(body);
	return body;
}

function describe(action: JsonObject): string {
	const parameters = isJsonObject(action.actionParameters) ? action.actionParameters.tags : undefined;
	const tags = Array.isArray(parameters) ? parameters.map(textOf).join(', ') : '';
	const does = [actionName(textOf(action.action)), tags].filter((one) => one !== '').join(': ');
	const name = withoutMark(textOf(action.description));
	return name === '' ? `${does} (${textOf(action.id)})` : `${name} (${does})`;
}

/** Dropdown of chain actions; the value is the action's id. */
export const searchChainActions = search({
	path: '/endUserNotifications/chainActions',
	option: (action) => ({ name: describe(action), value: textOf(action.id) }),
	empty: 'The account has no chain actions yet',
});
