import type { INodeProperties } from 'n8n-workflow';
import { channelTypeName } from '../../../shared/channelTypes';
import { custom, settingGroups } from './widgetSettings';
import { field, picker, rows, text } from '../../../shared/shapes';

/** The specification's channel types of a widget (section "Widget"). */
export const WIDGET_CHANNELS: readonly string[] = ['facebook', 'instagram', 'tg', 'viber', 'vk', 'whatsapp', 'whatsappb'];

const channels: INodeProperties = rows(
	'Channels',
	'channels',
	['Channel', 'channel'],
	[
		text(
			'Caption',
			'slug',
			"The text on the button, usually the account's public name. Leave empty to show the ID, or to keep the caption of a channel that the widget already has.",
			{
				placeholder: 'e.g. our_shop',
			},
		),
		{
			displayName: 'Channel Type',
			name: 'channel',
			type: 'options',
			options: WIDGET_CHANNELS.map((value) => ({ name: channelTypeName(value), value })),
			default: 'tg',
			description: 'The messenger that the button opens',
		},
		field('Enabled', 'enabled', 'boolean', 'Whether to show the button', { default: true }),
		text(
			'ID',
			'id',
			"The messenger's own ID, which the link to the chat is built from, for example the bot's name. It isn't an ID of the platform.",
			{ required: true, placeholder: 'e.g. our_shop_bot' },
		),
	],
	{ description: 'The buttons of the widget, one per channel' },
);

/** A new widget has no buttons yet, and needs one (specification, "Limits", "Widgets per account"). */
const firstChannels: INodeProperties = { ...channels, displayName: 'Channels (At Least One)', required: true };

export const newWidgetFields: readonly INodeProperties[] = [firstChannels, ...settingGroups, custom];

export const widgetFields: readonly INodeProperties[] = [channels, ...settingGroups, custom];

export const widgetId: INodeProperties = picker(
	'Widget',
	'widgetId',
	{ method: 'searchWidgets', placeholder: 'Select a widget…' },
	{ placeholder: 'e.g. 8f14e45f-ceea-467f-a1d4-0242ac120002' },
	{ description: 'The widget to change. You can choose only widgets of the user who issued the token.' },
);
