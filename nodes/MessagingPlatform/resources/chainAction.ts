import type { INodeProperties } from 'n8n-workflow';
import { pathPart } from '../../shared/api/apiRequest';
import { valueOf } from '../../shared/api/envelope';
import { Failure } from '../../shared/failure';
import { type JsonObject, type PrintableObject, isJsonObject, isPrintableObject } from '../../shared/json';
import { search, textOf } from '../../shared/listSearch/options';
import { type Parameter, type ValuesOf, choice, group, picker, text } from '../../shared/parameter';
import { ACTIONS, ACTION_VALUES, actionName, isEnabled, usesTags, withoutMark } from '../fields/actions';
import { listing, most } from '../fields/list';
import { updateMode } from '../fields/modes';
import { replaceReply } from '../message/buttonReplies';
import type { Item } from '../run/item';
import { type Resource, change, independent, oneCall, operation } from '../run/operation';

/** The parts of an action: undefined if the user didn't add it, and empty to remove it. */
const actionParts = {
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
const chainActionPath = picker(
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
		`Tags is empty, but "${actionName(String(body.action))}" needs at least one tag`,
		'Add the names of the tags.',
	);
}

/** Builds the full action for the request body (specification, "ChainAction"). */
function changedAction(
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
	empty: 'The account has no button actions yet',
});

const { action, description, replyId, tags } = actionParts;

/** A part as a field of its own, which has no value if it isn't shown. */
function alone<Value>(one: Parameter<Value>, more: Partial<INodeProperties> = {}): Parameter<Value | undefined> {
	return one.with(more).as((field) => (field.value === undefined ? undefined : one.read(field)));
}

/** POST {base_url}/endUserNotifications/chainActions (specification, "Buttons: prepared messages and chain actions"). */
const create = operation({
	option: {
		name: 'Create',
		value: 'create',
		action: 'Create button action',
		description: "Add an action for a button. To use it, enter its ID as the button's key (payload).",
	},
	reach: 'account',
	fields: {
		action: alone(action),
		tags: alone(tags, { required: true, displayOptions: { show: { actionType: ['tags.assign', 'tags.remove'] } } }),
		more: group('Additional Fields', 'additionalFields', 'Add Field', { description, replyId }),
	},
	prepare: oneCall((given) => ({
		method: 'POST',
		path: '/endUserNotifications/chainActions',
		body: changedAction({}, given, given.more),
	})),
});

/** GET {base_url}/endUserNotifications/chainActions/:id (specification, "Buttons: prepared messages and chain actions"). */
const get = operation({
	option: { name: 'Get', value: 'get', action: 'Get button action', description: 'Read one action of a button' },
	reach: 'account',
	reads: true,
	fields: { path: chainActionPath },
	prepare: independent(async ({ path }, item) => [valueOf(await item.call({ method: 'GET', path }))]),
});

/** GET {base_url}/endUserNotifications/chainActions (specification, "Buttons: prepared messages and chain actions"). */
const getAll = operation({
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many button actions',
		description: 'List the button actions of the account',
	},
	reach: 'account',
	reads: true,
	fields: { most },
	prepare: listing('/endUserNotifications/chainActions'),
});

/** Reads the action without the parts that only a response has: ids that are in the path, and the message's content. */
async function readCurrent(item: Item, path: string): Promise<PrintableObject> {
	const body = await item.readExact(path);
	const value = isPrintableObject(body) && isPrintableObject(body.$value) ? body.$value : body;
	if (!isPrintableObject(value)) {
		const message = "The platform's response doesn't include the action, so nothing of it can be kept";
		throw Failure.ofPlatform(message, "Try again. If this keeps happening, contact the platform's support.");
	}
	const current: PrintableObject = {};
	for (const [name, part] of Object.entries(value)) {
		if (part !== null && name !== 'id' && name !== 'accountId') current[name] = part;
	}
	if (isPrintableObject(current.message)) {
		current.message = current.message.id === undefined ? undefined : { id: current.message.id };
	}
	if (current.enabled !== undefined) current.enabled = isEnabled(current.enabled);
	return current;
}

const parts = group('Action Fields', 'actionFields', 'Add Field', actionParts, {
	description: 'The fields to change. A field that you add and leave empty is removed.',
});

/** PUT {base_url}/endUserNotifications/chainActions/:id (specification, "Buttons: …": full new action object). */
const update = operation({
	option: {
		name: 'Update',
		value: 'update',
		action: 'Update button action',
		description: 'Change an action, even for buttons that were already delivered',
	},
	reach: 'account',
	fields: {
		path: chainActionPath,
		updateMode,
		changes: parts.as((field) => ({ field, values: parts.read(field) })),
	},
	prepare: change(({ path, updateMode: mode, changes: { field, values } }, item) => {
		const replaces = mode === 'replace';
		if (!replaces && field.added.length === 0)
			throw Failure.ofValue('There is nothing to update', 'Add at least one field to change.');
		const run = async () => {
			const body = changedAction(replaces ? {} : await readCurrent(item, path), values, values);
			return await replaceReply(item, path, body);
		};
		return { path, run };
	}),
});

export const chainAction: Resource = {
	option: {
		name: 'Button Action',
		value: 'chainAction',
		description: 'Automatic replies of buttons, which can also tag the chat or subscribe the person',
	},
	operations: [create, get, getAll, update],
	first: 'create',
};
