import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';
import { itemsOf } from '../../../shared/api/envelope';
import { Platform } from '../../../shared/api/platform';
import { channelTypeName } from '../../../shared/channelTypes';
import { type JsonObject, type Printable, isJsonObject, isPrintableObject, printJson } from '../../../shared/json';
import { nothing, search, textOf } from '../../../shared/listSearch/options';
import { clip } from '../../../shared/texts';

/** The members of a widget that the platform fills (specification, "Widget"). An update that leaves out any other deletes it. */
export const PLATFORM_PARTS: readonly string[] = ['id', 'userId', 'accountId'];

/** Type and ID of a widget's channel, joined by an underscore, like tg_our_bot (specification, "Widget", "Channels element"). */
export function widgetChannelName(element: Printable): string | undefined {
	if (!isPrintableObject(element)) return undefined;
	const { channel, id } = element;
	const isNamed = [channel, id].every((part) => typeof part === 'string' || typeof part === 'number');
	return isNamed ? `${String(channel)}_${String(id)}` : undefined;
}

function labelOf(widget: JsonObject): string {
	const channels = Array.isArray(widget.channels) ? widget.channels.filter(isJsonObject) : [];
	const buttons = channels
		.map(({ channel, slug, id }) => `${channelTypeName(textOf(channel))} ${textOf(slug) || textOf(id)}`.trim())
		.join(', ');
	const name = textOf(widget['welcome-name']);
	return [name, buttons].filter((part) => part !== '').join(': ') || textOf(widget.id);
}

/** Dropdown of the widgets of the token's user: operator's name and channels; the value is the widget's id. */
export const searchWidgets = search({
	path: '/widgets/by_user/@me',
	option: (widget) => ({ name: labelOf(widget), value: textOf(widget.id) }),
	empty: 'The user who issued the token has no widgets yet',
});

/** Shows a line instead of choices: n8n's own "No options" doesn't say whether something went wrong. */
const says = (line: string): INodePropertyOptions[] => [nothing(line)];

function partsOf(options: (widget: JsonObject) => INodePropertyOptions[], none: string) {
	return async function (this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
		const chosen = this.getCurrentNodeParameter('widgetId', { extractValue: true });
		const id = typeof chosen === 'string' ? chosen.trim().toLowerCase() : '';
		const read = async () => (await new Platform(this).call({ method: 'GET', path: '/widgets/by_user/@me' })).json;
		const widgets = id === '' ? [] : itemsOf(await read());
		const widget = widgets.find((one) => textOf(one.id).toLowerCase() === id);
		if (!widget) return says('Choose the widget first');
		const found = options(widget);
		return found.length > 0 ? found : says(none);
	};
}

function settingsOf(widget: JsonObject): INodePropertyOptions[] {
	const isSetting = (name: string) => name !== 'channels' && !PLATFORM_PARTS.includes(name);
	const settings = Object.entries(widget).filter(([name, value]) => isSetting(name) && value !== null);
	return settings.map(([name, value]) => ({
		name: `${clip(name, 60)}: ${clip(typeof value === 'string' ? value : printJson(value), 60)}`,
		value: name,
	}));
}

/** The channels of the chosen widget; the value is type and ID joined by an underscore. */
export const getWidgetChannels = partsOf(({ channels }) => {
	const list = Array.isArray(channels) ? channels.filter(isJsonObject) : [];
	return list.flatMap((one) => {
		const value = widgetChannelName(one);
		return value === undefined
			? []
			: [{ name: `${textOf(one.slug) || textOf(one.id)} – ${channelTypeName(textOf(one.channel))}`, value }];
	});
}, 'This widget has no channels');

/** The settings of the chosen widget, custom ones too; the value is the name. */
export const getWidgetSettings = partsOf(settingsOf, 'This widget has no settings');
