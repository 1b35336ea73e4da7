import { type PrintableObject, isPrintableObject } from '../../../shared/json';
import { Failure } from '../../../shared/failure';
import { group } from '../../../shared/parameter';
import { isEnabled } from '../../fields/actions';
import { replaceReply } from '../../message/buttonAnswers';
import type { Item } from '../../run/item';
import { change, operation } from '../../run/operation';
import { updateMode } from '../../fields/modes';
import { actionParts, chainActionPath, changedAction } from './chainActions';

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
export const update = operation({
	option: {
		name: 'Update',
		value: 'update',
		action: 'Update chain action',
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
