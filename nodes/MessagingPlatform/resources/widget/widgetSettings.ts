import type { INodeProperties } from 'n8n-workflow';
import { Failure } from '../../../shared/failure';
import type { Field } from '../../../shared/field';
import type { Printable, PrintableObject } from '../../../shared/json';
import { type Parameter, group, mapped, parameter, table } from '../../../shared/parameter';
import { choice, collection, field, text } from '../../../shared/shapes';

/** Returns the platform's name of a setting: bgColor becomes bg-color. */
function wireKey(name: string): string {
	return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** Reads a setting by its type; an expression without a value sets nothing. */
function readSetting(given: Field, { type }: INodeProperties): Printable {
	if ((given.value ?? undefined) === undefined || (type === 'boolean' && given.value === '')) return undefined;
	if (type === 'boolean') return given.flag();
	return type === 'number' ? given.number(Number.isSafeInteger, 'a whole number') : given.text();
}

/** Settings to choose from, read as those that are set, by the platform's names. */
function settings(...about: Parameters<typeof collection>): Parameter<PrintableObject> {
	const [displayName, name, placeholder, members] = about;
	// a switch is on as soon as it's added: adding it is the decision
	const shown = members.map((one) => (one.type === 'boolean' ? { ...one, default: true } : one));
	return parameter(collection(displayName, name, placeholder, shown), (given) => {
		const found = members.map((one): [string, Printable] => [wireKey(one.name), readSetting(given.member(one.name), one)]);
		return Object.fromEntries(found.filter(([, value]) => value !== undefined));
	});
}

const greeting = settings('Greeting', 'greeting', 'Add Greeting Setting', [
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

const appearance = settings('Appearance', 'appearance', 'Add Appearance Setting', [
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

const tooltips = settings('Tooltips', 'tooltips', 'Add Tooltip Setting', [
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

const placement = settings('Placement', 'placement', 'Add Placement Setting', [
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
export const displaySettings = { greeting, appearance, tooltips, placement };

const onDay = (day: string, short: string): INodeProperties =>
	field(
		`Disable on ${day}`,
		`disableCustomChannel${short}`,
		'boolean',
		`Whether the platform's setting "disable-custom-channel" is on for ${day}`,
	);

/** The settings of a custom button, under the first button's names; their meaning isn't documented. */
const buttonFields: readonly INodeProperties[] = [
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

/** Suffixes of the two buttons' keys (specification, "Widget", "Custom channel buttons"). */
const SUFFIXES = ['', '1'];

/** The platform's names of all settings above. */
export const SETTING_NAMES: readonly string[] = [
	...Object.values(displaySettings).flatMap(({ property }) => (property.options ?? []).map(({ name }) => wireKey(name))),
	...buttonFields.flatMap(({ name }) => SUFFIXES.map((suffix) => wireKey(name) + suffix)),
];

const ofButton = settings(
	'Fields',
	'fields',
	'Add Field',
	buttonFields,
	"The settings of this button. The platform's account settings show what each one does.",
);

/** The settings of both buttons in one object. */
function joined(buttons: Array<{ values: { settings: PrintableObject } }>): PrintableObject {
	if (buttons.length > SUFFIXES.length) {
		throw Failure.ofValue(
			`Custom Channel Buttons has ${buttons.length} buttons, but the platform documents only ${SUFFIXES.length}`,
			'Remove the others, or set their keys as custom settings.',
		);
	}
	const ofBoth = buttons.flatMap(({ values: { settings: ofOne } }, index) =>
		Object.entries(ofOne).map(([key, value]) => [`${key}${SUFFIXES[index]}`, value]),
	);
	return Object.fromEntries(ofBoth);
}

/** Reads a value of any kind: expressions give any kind, and the platform keeps it. */
function readValue(given: Field): Printable {
	const { value } = given;
	return typeof value === 'string' || value === undefined || value === null ? given.text() : given.exact();
}

/** Buttons and settings of the user's own. */
export const custom = group('Custom Buttons and Settings', 'custom', 'Add Custom Part', {
	buttons: mapped(
		table(
			'Custom Channel Buttons',
			'buttons',
			['Button', 'button'],
			// an expression may give JSON text
			{ settings: parameter(ofButton.property, (one) => ofButton.read(one.with(one.jsonObject()))) },
			{ description: "Up to 2 buttons that aren't channels of the platform" },
		),
		joined,
	),
	total: parameter(
		field('Custom Channels Total', 'customChannelsTotal', 'number', 'The setting "custom-channels-total"', { default: 1 }),
		(one): PrintableObject =>
			one.value === undefined ? {} : { 'custom-channels-total': one.number(Number.isSafeInteger, 'a whole number') },
	),
	settings: table(
		'Custom Settings',
		'settings',
		['Setting', 'setting'],
		{
			name: parameter(
				text(
					'Name',
					'name',
					"Begin it with your own prefix and a hyphen, so that it never clashes with the platform's own names",
					{ placeholder: 'e.g. my-shop-campaign' },
				),
				(one) => one.required(),
			),
			value: parameter(text('Value', 'value', 'The text that the widget gets', { placeholder: 'e.g. spring' }), readValue),
		},
		{ description: 'Your own settings, which the platform keeps and passes to the widget. Up to 50, each up to 1 KB.' },
	),
	json: parameter(
		field(
			'Custom Settings (JSON)',
			'settingsJson',
			'json',
			'Your own settings as a JSON object. Values can be text, numbers, true or false.',
			{ default: '{}' },
		),
		(one) => one.jsonObject(),
	),
});
