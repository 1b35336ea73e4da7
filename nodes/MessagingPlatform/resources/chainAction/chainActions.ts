import { pathPart } from '../../../shared/api/apiRequest';
import { type JsonObject, type PrintableObject, isJsonObject, isPrintableObject } from '../../../shared/json';
import { search, text as textOf } from '../../../shared/listSearch/options';
import { Failure } from '../../../shared/failure';
import { type ValuesOf, choice, picker, text } from '../../../shared/parameter';
import { ACTIONS, ACTION_VALUES, actionName, usesTags, withoutMark } from '../../fields/actions';

/** The parts of an action: undefined if the user didn't add it, and empty to remove it. */
export const actionParts = {
	action: choice('Action', 'actionType', {
		choices: ACTIONS,
		default: 'nothing',
		description: "The platform's action when a person presses the button",
	})
		.as((field) => field.oneOf(ACTION_VALUES))
		.ifAdded(),
	description: text('Description', 'description', "A note for yourself. People in the chat don't see it.", {
		placeholder: 'e.g. Button "More" of the spring campaign',
	})
		.as((field) => field.text())
		.ifAdded(),
	replyId: text(
		'Prepared Message ID',
		'preparedMessageId',
		'The reply to send: the ID from Prepared Message: Create. Leave empty to send none.',
		{ placeholder: 'e.g. 8f14e45f-ceea-467f-a1d4-0242ac120002' },
	)
		.as(
			// an expression that gave nothing must not remove the reply
			(field) => (field.isGiven ? field.text().trim() : ''),
		)
		.ifAdded(),
	tags: text(
		'Tags',
		'tags',
		"The names of the tags to assign or remove. Spaces at the start or end of a name are part of it. An expression can return a list, or names separated by commas. Spaces around a comma don't count.",
		{ typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Tag' }, default: [], placeholder: 'e.g. VIP' },
	)
		.as((field) => field.names())
		.ifAdded(),
};

type ActionParts = ValuesOf<typeof actionParts>;

/** The action to use, as its path. */
export const chainActionPath = picker(
	'Button Action',
	'chainActionId',
	{ method: 'searchChainActions', placeholder: 'Select an action…' },
	{ placeholder: 'e.g. 8f14e45f-ceea-467f-a1d4-0242ac120002' },
	{ description: 'The action to use' },
).as((field) => `/endUserNotifications/chainActions/${pathPart(field.required())}`);

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
export function changedAction(
	current: PrintableObject,
	does: Pick<ActionParts, 'action' | 'tags'>,
	more: Pick<ActionParts, 'description' | 'replyId'>,
): PrintableObject {
	const body: PrintableObject = { ...current, action: does.action ?? current.action };
	if (body.action === undefined) throw Failure.ofValue('Action is empty', 'Choose what happens when the button is pressed.');
	const { description, replyId } = more;
	if (description !== undefined) body.description = description || undefined;
	if (replyId !== undefined) body.message = replyId === '' ? undefined : { id: replyId };
	const { tags } = does;
	if (tags !== undefined) body.actionParameters = tags.length === 0 ? undefined : { tags };
	// only tag actions have parameters
	if (!usesTags(body.action)) body.actionParameters = undefined;
	checkTags(body);
	return body;
}

function labelOf(action: JsonObject): string {
	const parameters = isJsonObject(action.actionParameters) ? action.actionParameters.tags : undefined;
	const tags = Array.isArray(parameters) ? parameters.map(textOf).join(', ') : '';
	const does = [actionName(textOf(action.action)), tags].filter((one) => one !== '').join(': ');
	const name = withoutMark(textOf(action.description));
	return name === '' ? `${does} (${textOf(action.id)})` : `${name} (${does})`;
}

/** Dropdown of chain actions; the value is the action's id. */
export const searchChainActions = search({
	path: '/endUserNotifications/chainActions',
	option: (action) => ({ name: labelOf(action), value: textOf(action.id) }),
	empty: 'The account has no chain actions yet',
});
