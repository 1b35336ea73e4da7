import type { INodeProperties } from 'n8n-workflow';
import { choice, collection, rows, text } from '../../fields/shapes';

/** Describes a widget's setting: a field of the editor, whose name becomes a key of the request. */
function setting(
	displayName: string,
	name: string,
	type: 'boolean' | 'number' | 'string' | 'color',
	description: string,
	more: Partial<INodeProperties> = {},
): INodeProperties {
	const fallback = type === 'boolean' ? false : type === 'number' ? 0 : type === 'color' ? '#4f46e5' : '';
	return { displayName, name, type, default: fallback, description, ...more };
}

/** Returns the platform's name of a setting: bgColor becomes bg-color. */
export function wireKey(name: string): string {
	return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

const greeting = collection('Greeting', 'greeting', 'Add Greeting Setting', [
	setting('Avatar', 'welcomeAvatar', 'string', 'Enter "image" to show the avatar in place of the default icon', {
		placeholder: 'e.g. image',
	}),
	setting('Avatar URL', 'welcomeAvatarUrl', 'string', "URL of the operator's image", {
		placeholder: 'e.g. https://example.com/anna.png',
	}),
	setting('Disable Cursor', 'disableWelcomeCursor', 'boolean', 'Whether the platform\'s setting "disable-welcome-cursor" is on'),
	setting('Name', 'welcomeName', 'string', "The operator's name", { placeholder: 'e.g. Anna' }),
	setting('Seconds Until Shown', 'welcomeSeconds', 'number', 'Seconds to wait before the greeting appears', {
		default: 5,
		typeOptions: { minValue: 0 },
	}),
	setting('Show Greeting', 'showWelcome', 'boolean', 'Whether the widget greets visitors'),
	setting('Text', 'welcomeTooltip', 'string', 'The greeting, as plain text or HTML', {
		typeOptions: { rows: 2 },
		placeholder: 'e.g. <b>Hello!</b> How can we help?',
	}),
]);

const appearance = collection('Appearance', 'appearance', 'Add Appearance Setting', [
	setting('Background Color', 'bgColor', 'color', 'Color of the button'),
	choice('Desktop Icon', 'widgetDesktopIcon', {
		choices: {
			desktopBubble: ['Bubble'],
			desktopCarousel: ['Carousel'],
			desktopMessaging: ['Messaging'],
			desktopPhone: ['Phone'],
			desktopTelegram: ['Telegram'],
		},
		default: 'desktopMessaging',
		description: 'The icon on large screens',
	}),
	setting('Hide Platform Logo', 'hideTbLogo', 'string', 'The value of "hide-tb-logo" from the platform\'s account settings'),
	choice('Mobile Icon', 'widgetMobileIcon', {
		choices: {
			mobileAngle: ['Angle'],
			mobileBubble: ['Bubble'],
			mobileCarousel: ['Carousel'],
			mobileMessaging: ['Messaging'],
			mobilePhone: ['Phone'],
			mobileTelegram: ['Telegram'],
		},
		default: 'mobileMessaging',
		description: 'The icon on phones',
	}),
	setting('Show Lightbox', 'showLightbox', 'boolean', 'Whether the page behind the open widget is dimmed'),
	setting('Show Waterdrop', 'showWaterdrop', 'boolean', 'Whether the button has the waterdrop animation'),
	setting('Size', 'widgetSize', 'number', 'Width and height of the button in pixels', {
		default: 60,
		typeOptions: { minValue: 1 },
	}),
]);

const tooltips = collection('Tooltips', 'tooltips', 'Add Tooltip Setting', [
	setting('Desktop Text (English)', 'desktopTooltiptextEn', 'string', 'Tooltip on large screens for English visitors'),
	setting('Desktop Text (Russian)', 'desktopTooltiptextRu', 'string', 'Tooltip on large screens for Russian visitors'),
	setting(
		'Disable on Desktop (English)',
		'disableDesktopTooltipEn',
		'boolean',
		'Whether English visitors get no tooltip on large screens',
	),
	setting(
		'Disable on Desktop (Russian)',
		'disableDesktopTooltipRu',
		'boolean',
		'Whether Russian visitors get no tooltip on large screens',
	),
	setting(
		'Disable on Mobile (English)',
		'disableMobileTooltipEn',
		'boolean',
		'Whether English visitors get no tooltip on phones',
	),
	setting(
		'Disable on Mobile (Russian)',
		'disableMobileTooltipRu',
		'boolean',
		'Whether Russian visitors get no tooltip on phones',
	),
	setting('Mobile Text (English)', 'mobileTooltiptextEn', 'string', 'Tooltip on phones for English visitors'),
	setting('Mobile Text (Russian)', 'mobileTooltiptextRu', 'string', 'Tooltip on phones for Russian visitors'),
]);

const placement = collection('Placement', 'placement', 'Add Placement Setting', [
	setting('Alignment', 'widgetAlignment', 'string', 'The side of the page that the button is on', {
		placeholder: 'e.g. widget-alignment-right',
	}),
	setting('Offset Bottom', 'widgetAlignmentBottom', 'string', 'Distance from the bottom edge of the page'),
	setting('Offset Left', 'widgetAlignmentLeft', 'string', 'Distance from the left edge of the page'),
	setting('Offset Right', 'widgetAlignmentRight', 'string', 'Distance from the right edge of the page'),
	setting('Open On', 'widgetOpen', 'string', "The visitor's action that opens the widget", {
		placeholder: 'e.g. open-click-mouseover',
	}),
	setting('Show Mobile', 'showMobile', 'boolean', 'Whether the platform\'s setting "show-mobile" is on'),
	setting('Show Mobile Version', 'showMobileVersion', 'boolean', 'Whether the widget has a version for phones'),
]);

/** The widget's display settings by subject (specification, "Widget", "Display settings"). */
export const settingGroups: readonly INodeProperties[] = [greeting, appearance, tooltips, placement];

const onDay = (day: string, short: string): INodeProperties =>
	setting(
		`Disable on ${day}`,
		`disableCustomChannel${short}`,
		'boolean',
		`Whether the platform's setting "disable-custom-channel" is on for ${day}`,
	);

/** The settings of a custom button, under the first button's names; their meaning isn't documented. */
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
				"The settings of this button. The platform's account settings show what each one does.",
			),
		],
		{ description: "Up to 2 buttons that aren't channels of the platform" },
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
			text('Name', 'name', "Begin it with your own prefix and a hyphen, so that it never clashes with the platform's own names", {
				placeholder: 'e.g. my-shop-campaign',
			}),
			text('Value', 'value', 'The text that the widget gets', { placeholder: 'e.g. spring' }),
		],
		{ description: 'Your own settings, which the platform keeps and passes to the widget. Up to 50, each up to 1 KB.' },
	),
	{
		displayName: 'Custom Settings (JSON)',
		name: 'settingsJson',
		type: 'json',
		default: '{}',
		description: 'Your own settings as a JSON object. Values can be text, numbers, true or false.',
	},
]);
