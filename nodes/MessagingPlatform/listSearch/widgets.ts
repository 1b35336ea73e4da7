import { type JsonObject, isJsonObject } from '../../shared/json';
import { channelTypeName } from '../../shared/channelTypes';
import { search, text } from '../../shared/listSearch/options';

function describe(widget: JsonObject): string {
	const channels = Array.isArray(widget.channels) ? widget.channels.filter(isJsonObject) : [];
	const buttons = channels
		.map(({ channel, slug, id }) => `${channelTypeName(text(channel))} ${text(slug) || text(id)}`.trim())
		.join(', ');
	const name = text(widget['welcome-name']);
	return [name, buttons].filter((part) => part !== '').join(': ') || text(widget.id);
}

/** Dropdown of the widgets of the token's user: operator's name and channels; the value is the widget's id. */
export const searchWidgets = search({
	path: '/widgets/by_user/@me',
	option: (widget) => ({ name: describe(widget), value: text(widget.id) }),
	empty: 'The user who issued the token has no widgets yet',
});
