import type { INodeProperties } from 'n8n-workflow';

const field = (
	displayName: string,
	name: string,
	type: 'boolean' | 'number' | 'string',
	description: string,
): INodeProperties => ({
	displayName,
	name,
	type,
	default: type === 'boolean' ? false : type === 'number' ? 0 : '',
	description,
});

const onDay = (day: string, short: string): INodeProperties =>
	field(
		`Disable on ${day}`,
		`disableCustomChannel${short}`,
		'boolean',
		`Whether the platform's setting "disable-custom-channel" is on for ${day}`,
	);

/** The custom-channel family, with the names of the first button; what its fields mean is not documented. */
export const customChannelFields: readonly INodeProperties[] = [
	field('Action', 'customChannelAction', 'string', 'The setting "custom-channel-action"'),
	field('Callback', 'customChannelCallback', 'string', 'The setting "custom-channel-callback"'),
	onDay('Friday', 'Fr'),
	onDay('Monday', 'Mo'),
	onDay('Saturday', 'Sb'),
	onDay('Sunday', 'Su'),
	onDay('Thursday', 'Th'),
	onDay('Tuesday', 'Tu'),
	onDay('Wednesday', 'We'),
	field('From Hours', 'customChannelFromHours', 'number', 'The setting "custom-channel-from-hours"'),
	field('From Minutes', 'customChannelFromMinutes', 'number', 'The setting "custom-channel-from-minutes"'),
	field('Icon', 'customChannelIcon', 'string', 'The setting "custom-channel-icon"'),
	field('Icon URL', 'customChannelIconUrl', 'string', 'The setting "custom-channel-icon-url"'),
	field('ID', 'customChannelId', 'number', 'The setting "custom-channel-id"'),
	field('Link', 'customChannelLink', 'string', 'The setting "custom-channel-link"'),
	field('Tab Number', 'customChannelTabNumber', 'number', 'The setting "custom-channel-tab-number"'),
	field('To Hours', 'customChannelToHours', 'number', 'The setting "custom-channel-to-hours"'),
	field('To Minutes', 'customChannelToMinutes', 'number', 'The setting "custom-channel-to-minutes"'),
	field('Tooltip', 'customChannelTooltip', 'string', 'The setting "custom-channel-tooltip"'),
	field('Wide', 'isCustomWide', 'boolean', 'Whether the setting "is-custom-wide" is on'),
];

/** Buttons and settings of the user's own. */
export const custom: INodeProperties = {
	displayName: 'Custom Buttons and Settings',
	name: 'custom',
	type: 'collection',
	placeholder: 'Add Custom Part',
	default: {},
	options: [
		{
			displayName: 'Custom Channel Buttons',
			name: 'buttons',
			type: 'fixedCollection',
			typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Button' },
			placeholder: 'Add Button',
			default: {},
			description: 'Buttons that are not channels of the platform, two at most',
			options: [
				{
					displayName: 'Button',
					name: 'button',
					values: [
						{
							displayName: 'Fields',
							name: 'fields',
							type: 'collection',
							placeholder: 'Add Field',
							default: {},
							description: "The settings of this button. What each one does is shown in the platform's account settings.",
							options: [...customChannelFields],
						},
					],
				},
			],
		},
		{
			displayName: 'Custom Channels Total',
			name: 'customChannelsTotal',
			type: 'number',
			default: 1,
			description: 'The setting "custom-channels-total"',
		},
		{
			displayName: 'Custom Settings',
			name: 'settings',
			type: 'fixedCollection',
			typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Setting' },
			placeholder: 'Add Setting',
			default: {},
			description: 'Settings of your own that the platform keeps and gives to the widget: 50 at most, each of 1 KB at most',
			options: [
				{
					displayName: 'Setting',
					name: 'setting',
					values: [
						{
							displayName: 'Name',
							name: 'name',
							type: 'string',
							default: '',
							placeholder: 'e.g. my-shop-campaign',
							description: 'Begin it with a prefix of your own, so that it never clashes with a setting of the platform',
						},
						{
							displayName: 'Value',
							name: 'value',
							type: 'string',
							default: '',
							placeholder: 'e.g. spring',
							description: 'The text that the widget gets',
						},
					],
				},
			],
		},
		{
			displayName: 'Custom Settings (JSON)',
			name: 'settingsJson',
			type: 'json',
			default: '{}',
			description: 'Settings of your own as a JSON object, also with numbers and true or false',
		},
	],
};
