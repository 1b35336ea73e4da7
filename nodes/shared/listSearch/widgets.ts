import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { type JsonObject, isJsonObject } from '../json';
import { itemsOf } from '../platform/envelope';
import { Platform } from '../platform/platform';
import { matching, text } from './options';

function describe(widget: JsonObject): string {
	const channels = Array.isArray(widget.channels) ? widget.channels.filter(isJsonObject) : [];
	const buttons = channels.map(({ channel, slug, id }) => `${text(channel)} ${text(slug) || text(id)}`.trim()).join(', ');
	const name = text(widget['welcome-name']);
	return [name, buttons].filter((part) => part !== '').join(': ') || text(widget.id);
}

/**
 * Dropdown of the widgets of the token's user: operator's name and channels; the value is the widget's id.
 *
 * @param filter what the user typed; matched against the line and the id, in any case
 * @returns all widgets that match
 * @throws NodeApiError when the platform cannot be asked; n8n shows its message in the dropdown
 */
export async function searchWidgets(this: ILoadOptionsFunctions, filter?: string): Promise<INodeListSearchResult> {
	const widgets = itemsOf(await new Platform(this).call({ method: 'GET', path: '/widgets/by_user/@me' }));
	const options = widgets.map((widget) => ({ name: describe(widget), value: text(widget.id) }));
	return matching(options, filter, 'The user who issued the token has no widgets yet');
}
