import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';
import { type JsonObject, isJsonObject, printJson } from '../../shared/json';
import { itemsOf } from '../../shared/api/envelope';
import { channelTypeName } from '../../shared/channelTypes';
import { Platform } from '../../shared/api/platform';
import { isPlatformPart, widgetChannelName } from '../fields/widgetNames';
import { clip } from '../../shared/texts';
import { text } from '../../shared/listSearch/options';

/** A line in place of choices: n8n's own "No options" leaves open whether something went wrong. */
const says = (name: string): INodePropertyOptions[] => [{ name, value: '' }];

/** Makes the choices of a multi-select from the widget that the user chose. */
function partsOf(options: (widget: JsonObject) => INodePropertyOptions[], none: string) {
	return async function (this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
		const chosen = this.getCurrentNodeParameter('widgetId', { extractValue: true });
		const id = typeof chosen === 'string' ? chosen.trim().toLowerCase() : '';
		const widgets = id === '' ? [] : itemsOf(await new Platform(this).call({ method: 'GET', path: '/widgets/by_user/@me' }));
		const widget = widgets.find((one) => text(one.id).toLowerCase() === id);
		if (!widget) return says('Choose the widget first');
		const found = options(widget);
		return found.length > 0 ? found : says(none);
	};
}

function settingsOf(widget: JsonObject): INodePropertyOptions[] {
	const isSetting = (name: string) => name !== 'channels' && !isPlatformPart(name);
	const settings = Object.entries(widget).filter(([name, value]) => isSetting(name) && value !== null);
	return settings.map(([name, value]) => ({
		name: `${clip(name, 60)}: ${clip(typeof value === 'string' ? value : printJson(value), 60)}`,
		value: name,
	}));
}

/** The channels of the chosen widget: type and caption or ID of each; the value is type and ID joined by an underscore. */
export const getWidgetChannels = partsOf(({ channels }) => {
	const list = Array.isArray(channels) ? channels.filter(isJsonObject) : [];
	return list.flatMap((one) => {
		const value = widgetChannelName(one);
		return value === undefined
			? []
			: [{ name: `${text(one.slug) || text(one.id)} – ${channelTypeName(text(one.channel))}`, value }];
	});
}, 'This widget has no channels');

/** The settings of the chosen widget, custom ones too: name and value of each; the value is the name. */
export const getWidgetSettings = partsOf(settingsOf, 'This widget has no settings');
