import type { INodeProperties } from 'n8n-workflow';
import { choice, collection, field, rows, text } from '../../../shared/shapes';

/** Returns the platform's name of a setting: bgColor becomes bg-color. */
export function wireKey(name: string): string {
	return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

const greeting = collection('Greeting', 'greeting', 'Add Greeting Setting', [
	text('Avatar', 'welcomeAvatar', 'Enter "image" to show the avatar in place of the default icon', {
		placeholder: 'e.g. image',
	}),
	text('Avatar URL', 'welcomeAvatarUrl', "URL of the operator's image", {
		placeholder: 'e.g. https://example.com/anna.png',
	}),
	field('Disable Cursor', 'disableWelcomeCursor', 'boolean', 'Whether the platform\'s setting "disable-welcome-cursor" is on'),
	text('Name', 'welcomeName', "The operator's name", { placeholder: 'e.g. Anna' }),
	field('Seconds Until Shown', 'welcomeSeconds', 'number', 'Seconds to wait before the greeting appears', {
		default: 5,
		typeOptions: { minValue: 0 },
	}),
	field('Show Greeting', 'showWelcome', 'boolean', 'Whether the widget greets visitors'),
	text('Text', 'welcomeTooltip', 'The greeting, as plain text or HTML', {
		typeOptions: { rows: 2 },
		placeholder: 'e.g. <b>Hello!</b> How can we help?',
	}),
]);

const appearance = collection('Appearance', 'appearance', 'Add Appearance Setting', [
	field('Background Color', 'bgColor', 'color', 'Color of the button', { default: '#4f46e5' }),
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
	text('Hide Platform Logo', 'hideTbLogo', 'The value of "hide-tb-logo" from the platform\'s account settings'),
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
	field('Show Lightbox', 'showLightbox', 'boolean', 'Whether the page behind the open widget is dimmed'),
	field('Show Waterdrop', 'showWaterdrop', 'boolean', 'Whether the button has the waterdrop animation'),
	field('Size', 'widgetSize', 'number', 'Width and height of the button in pixels', {
		default: 60,
		typeOptions: { minValue: 1 },
	}),
]);

const tooltips = collection('Tooltips', 'tooltips', 'Add Tooltip Setting', [
	text('Desktop Text (English)', 'desktopTooltiptextEn', 'Tooltip on large screens for English visitors'),
	text('Desktop Text (Russian)', 'desktopTooltiptextRu', 'Tooltip on large screens for Russian visitors'),
	field(
		'Disable on Desktop (English)',
		'disableDesktopTooltipEn',
		'boolean',
		'Whether English visitors get no tooltip on large screens',
	),
	field(
		'Disable on Desktop (Russian)',
		'disableDesktopTooltipRu',
		'boolean',
		'Whether Russian visitors get no tooltip on large screens',
	),
	field('Disable on Mobile (English)', 'disableMobileTooltipEn', 'boolean', 'Whether English visitors get no tooltip on phones'),
	field('Disable on Mobile (Russian)', 'disableMobileTooltipRu', 'boolean', 'Whether Russian visitors get no tooltip on phones'),
	text('Mobile Text (English)', 'mobileTooltiptextEn', 'Tooltip on phones for English visitors'),
	text('Mobile Text (Russian)', 'mobileTooltiptextRu', 'Tooltip on phones for Russian visitors'),
]);

const placement = collection('Placement', 'placement', 'Add Placement Setting', [
	text('Alignment', 'widgetAlignment', 'The side of the page that the button is on', {
		placeholder: 'e.g. widget-alignment-right',
	}),
	text('Offset Bottom', 'widgetAlignmentBottom', 'Distance from the bottom edge of the page'),
	text('Offset Left', 'widgetAlignmentLeft', 'Distance from the left edge of the page'),
	text('Offset Right', 'widgetAlignmentRight', 'Distance from the right edge of the page'),
	text('Open On', 'widgetOpen', "The visitor's action that opens the widget", {
		placeholder: 'e.g. open-click-mouseover',
	}),
	field('Show Mobile', 'showMobile', 'boolean', 'Whether the platform\'s setting "show-mobile" is on'),
	field('Show Mobile Version', 'showMobileVersion', 'boolean', 'Whether the widget has a version for phones'),
]);

/** The widget's display settings by subject (specification, "Widget", "Display settings"). */
export const settingGroups: readonly INodeProperties[] = [greeting, appearance, tooltips, placement];

const onDay = (day: string, short: string): INodeProperties =>
	field(
		`Disable on ${day}`,
		`disableCustomChannel${short}`,
		'boolean',
		`Whether the platform's setting "disable-custom-channel" is on for ${day}`,
	);

/** The settings of a custom button, under the first button's names; their meaning isn't documented. */
export const customChannelFields: readonly INodeProperties[] = [
	text('Action', 'customChannelAction', 'The setting "custom-channel-action"'),
	text('Callback', 'customChannelCallback', 'The setting "custom-channel-callback"'),
	onDay('Friday', 'Fr'),
	onDay('Monday', 'Mo'),
	onDay('Saturday', 'Sb'),
	onDay('Sunday', 'Su'),
	onDay('Thursday', 'Th'),
	onDay('Tuesday', 'Tu'),
	onDay('Wednesday', 'We'),
	field('From Hours', 'customChannelFromHours', 'number', 'The setting "custom-channel-from-hours"'),
	field('From Minutes', 'customChannelFromMinutes', 'number', 'The setting "custom-channel-from-minutes"'),
	text('Icon', 'customChannelIcon', 'The setting "custom-channel-icon"'),
	text('Icon URL', 'customChannelIconUrl', 'The setting "custom-channel-icon-url"'),
	field('ID', 'customChannelId', 'number', 'The setting "custom-channel-id"'),
	text('Link', 'customChannelLink', 'The setting "custom-channel-link"'),
	field('Tab Number', 'customChannelTabNumber', 'number', 'The setting "custom-channel-tab-number"'),
	field('To Hours', 'customChannelToHours', 'number', 'The setting "custom-channel-to-hours"'),
	field('To Minutes', 'customChannelToMinutes', 'number', 'The setting "custom-channel-to-minutes"'),
	text('Tooltip', 'customChannelTooltip', 'The setting "custom-channel-tooltip"'),
	field('Wide', 'isCustomWide', 'boolean', 'Whether the setting "is-custom-wide" is on'),
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
	field('Custom Channels Total', 'customChannelsTotal', 'number', 'The setting "custom-channels-total"', { default: 1 }),
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
	field(
		'Custom Settings (JSON)',
		'settingsJson',
		'json',
		'Your own settings as a JSON object. Values can be text, numbers, true or false.',
		{ default: '{}' },
	),
]);
