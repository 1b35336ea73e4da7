import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { type JsonObject, isJsonObject } from '../json';
import { itemsOf } from '../platform/envelope';
import { Platform } from '../platform/platform';
import { matching, text } from './options';

function describe(action: JsonObject): string {
	const parameters = isJsonObject(action.actionParameters) ? action.actionParameters.tags : undefined;
	const tags = Array.isArray(parameters) ? parameters.map(text).join(', ') : '';
	const does = [text(action.action), tags].filter((part) => part !== '').join(' ');
	const name = text(action.description);
	return name === '' ? `${does} (${text(action.id)})` : `${name} (${does})`;
}

/**
 * Dropdown of chain actions: description, action and tags; the value is the action's id.
 *
 * @param filter what the user typed; matched against the line and the id, in any case
 * @returns all actions that match
 * @throws NodeApiError when the platform cannot be asked; n8n shows its message in the dropdown
 */
export async function searchChainActions(this: ILoadOptionsFunctions, filter?: string): Promise<INodeListSearchResult> {
	const actions = itemsOf(await new Platform(this).call({ method: 'GET', path: '/endUserNotifications/chainActions' }));
	const options = actions.map((action) => ({ name: describe(action), value: text(action.id) }));
	return matching(options, filter, 'The account has no chain actions yet');
}
