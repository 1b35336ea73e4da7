import type { INodeProperties } from 'n8n-workflow';
import { collection, rows, text } from '../../fields/shapes';
import { setting } from './setting';

const onDay = (day: string, short: string): INodeProperties =>
	setting(
		`Disable on ${day}`,
		`disableCustomChannel${short}`,
		'boolean',
		`Whether the platform's setting "disable-custom-channel" is on for ${day}`,
	);

/** The custom-channel family, with the names of the first button; what its fields mean is not documented. */
export const customChannelFields: readonly INodeProperties[] = [
	setting('Action', 'customChannelAction', 'string', 'The setting "custom-channel-action"'),
	setting('Callback', 'customChannelCallback', 'string', 'The setting "custom-channel-callback"'),
	onDay('Friday', 'Fr'),
	onDay('Monday', 'Mo'),
	onDay('Saturday', 'Sb'),
	onDay('Sunday', 'Su'),
	onDay('Thursday', 'Th'),
	onDay('Tuesday', 'Tu'),
	onDay('Wednesday', 'We'),
	setting('From Hours', 'customChannelFromHours', 'number', 'The setting "custom-channel-from-hours"'),
	setting('From Minutes', 'customChannelFromMinutes', 'number', 'The setting "custom-channel-from-minutes"'),
	setting('Icon', 'customChannelIcon', 'string', 'The setting "custom-channel-icon"'),
	setting('Icon URL', 'customChannelIconUrl', 'string', 'The setting "custom-channel-icon-url"'),
	setting('ID', 'customChannelId', 'number', 'The setting "custom-channel-id"'),
	setting('Link', 'customChannelLink', 'string', 'The setting "custom-channel-link"'),
	setting('Tab Number', 'customChannelTabNumber', 'number', 'The setting "custom-channel-tab-number"'),
	setting('To Hours', 'customChannelToHours', 'number', 'The setting "custom-channel-to-hours"'),
	setting('To Minutes', 'customChannelToMinutes', 'number', 'The setting "custom-channel-to-minutes"'),
	setting('Tooltip', 'customChannelTooltip', 'string', 'The setting "custom-channel-tooltip"'),
	setting('Wide', 'isCustomWide', 'boolean', 'Whether the setting "is-custom-wide" is on'),
];

/** Buttons and settings of the user's own. */
export const custom: INodeProperties = collection('Custom Buttons and Settings', 'custom', 'Add Custom Part', [
	rows(
		'Custom Channel Buttons',
		'buttons',
		['Button', 'button'],
		[
			collection(
				'Fields',
				'fields',
				'Add Field',
				[...customChannelFields],
				"The settings of this button. What each one does is shown in the platform's account settings.",
			),
		],
		{ description: 'Buttons that are not channels of the platform, two at most' },
	),
	{
		displayName: 'Custom Channels Total',
		name: 'customChannelsTotal',
		type: 'number',
		default: 1,
		description: 'The setting "custom-channels-total"',
	},
	rows(
		'Custom Settings',
		'settings',
		['Setting', 'setting'],
		[
			text(
				'Name',
				'name',
				'Begin it with a prefix of your own and a hyphen, so that it never clashes with what the platform calls its own',
				{
					placeholder: 'e.g. my-shop-campaign',
				},
			),
			text('Value', 'value', 'The text that the widget gets', { placeholder: 'e.g. spring' }),
		],
		{ description: 'Settings of your own that the platform keeps and gives to the widget: 50 at most, each of 1 KB at most' },
	),
	{
		displayName: 'Custom Settings (JSON)',
		name: 'settingsJson',
		type: 'json',
		default: '{}',
		description: 'Settings of your own as a JSON object, also with numbers and true or false',
	},
]);
