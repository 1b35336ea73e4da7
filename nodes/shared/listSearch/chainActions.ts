import { type JsonObject, isJsonObject } from '../json';
import { actionName } from '../platform/actions';
import { withoutMark } from '../platform/answerMark';
import { search, text } from './options';

function describe(action: JsonObject): string {
	const parameters = isJsonObject(action.actionParameters) ? action.actionParameters.tags : undefined;
	const tags = Array.isArray(parameters) ? parameters.map(text).join(', ') : '';
	const does = [actionName(text(action.action)), tags].filter((one) => one !== '').join(': ');
	const name = withoutMark(text(action.description));
	return name === '' ? `${does} (${text(action.id)})` : `${name} (${does})`;
}

/** Dropdown of chain actions: description, action and tags; the value is the action's id. */
export const searchChainActions = search({
	path: '/endUserNotifications/chainActions',
	option: (action) => ({ name: describe(action), value: text(action.id) }),
	empty: 'The account has no chain actions yet',
});
