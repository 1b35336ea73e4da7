import { type JsonObject, isJsonObject } from '../../shared/json';
import { actionName } from '../fields/actions';
import { withoutMark } from '../fields/answerMark';
import { search, text } from '../../shared/listSearch/options';

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
