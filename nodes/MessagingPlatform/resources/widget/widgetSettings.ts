import type { INodeProperties } from 'n8n-workflow';
import { Failure } from '../../../shared/failure';
import type { Field } from '../../../shared/field';
import type { Printable, PrintableObject } from '../../../shared/json';
import { type Parameter, amount, choice, group, jsonText, table, text, toggle } from '../../../shared/parameter';

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
function settings(displayName: string, name: string, placeholder: string, members: readonly Parameter[]) {
	const byName = Object.fromEntries(members.map((one) => [one.property.name, one]));
	return group(displayName, name, placeholder, byName).as((given) => {
		const found = members.map(({ property }): [string, Printable] => [
			wireKey(property.name),
			readSetting(given.member(property.name), property),
		]);
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
	toggle(
		'Disable Cursor',
		'disableWelcomeCursor',
		'Whether "disable-welcome-cursor" is on. The platform doesn\'t document its effect.',
	),
	text('Name', 'welcomeName', "The operator's name", { placeholder: 'e.g. Anna' }),
	amount('Seconds Until Shown', 'welcomeSeconds', 'Seconds to wait before the greeting appears', {
		default: 5,
		typeOptions: { minValue: 0 },
	}),
	toggle('Show Greeting', 'showWelcome', 'Whether the widget greets visitors'),
	text('Text', 'welcomeTooltip', 'The greeting, as plain text or HTML', {
		typeOptions: { rows: 2 },
		placeholder: 'e.g. <b>Hello!</b> How can we help?',
	}),
]);

const appearance = settings('Appearance', 'appearance', 'Add Appearance Setting', [
	text('Background Color', 'bgColor', 'Color of the button', { type: 'color', default: '#4f46e5' }),
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
	text(
		'Platform Logo',
		'hideTbLogo',
		'The text that the platform\'s account settings show as "hide-tb-logo". Its values aren\'t documented.',
	),
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
	toggle('Show Lightbox', 'showLightbox', 'Whether the page behind the open widget is dimmed'),
	toggle('Show Waterdrop', 'showWaterdrop', 'Whether the button has the waterdrop animation'),
	amount('Size', 'widgetSize', 'Width and height of the button in pixels', {
		default: 60,
		typeOptions: { minValue: 1 },
	}),
]);

const tooltips = settings('Tooltips', 'tooltips', 'Add Tooltip Setting', [
	text('Desktop Text (English)', 'desktopTooltiptextEn', 'Tooltip on large screens for English visitors'),
	text('Desktop Text (Russian)', 'desktopTooltiptextRu', 'Tooltip on large screens for Russian visitors'),
	toggle('Hide on Desktop (English)', 'disableDesktopTooltipEn', 'Whether English visitors get no tooltip on large screens'),
	toggle('Hide on Desktop (Russian)', 'disableDesktopTooltipRu', 'Whether Russian visitors get no tooltip on large screens'),
	toggle('Hide on Mobile (English)', 'disableMobileTooltipEn', 'Whether English visitors get no tooltip on phones'),
	toggle('Hide on Mobile (Russian)', 'disableMobileTooltipRu', 'Whether Russian visitors get no tooltip on phones'),
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
	text('Opens On', 'widgetOpen', "The visitor's action that opens the widget", {
		placeholder: 'e.g. open-click-mouseover',
	}),
	toggle('Show Mobile', 'showMobile', 'Whether "show-mobile" is on. The platform doesn\'t document its effect.'),
	toggle('Show Mobile Version', 'showMobileVersion', 'Whether the widget has a version for phones'),
]);

/** The widget's display settings by subject (specification, "Widget", "Display settings"). */
export const displaySettings = { greeting, appearance, tooltips, placement };

const onDay = (day: string, short: string) =>
	toggle(
		`Disable on ${day}`,
		`disableCustomChannel${short}`,
		`Whether the platform's setting "disable-custom-channel" is on for ${day}`,
	);

/** The settings of a custom button, under the first button's names; their meaning isn't documented. */
const buttonFields: readonly Parameter[] = [
	text('Action', 'customChannelAction', 'The setting "custom-channel-action"'),
	text('Callback', 'customChannelCallback', 'The setting "custom-channel-callback"'),
	onDay('Friday', 'Fr'),
	onDay('Monday', 'Mo'),
	onDay('Saturday', 'Sb'),
	onDay('Sunday', 'Su'),
	onDay('Thursday', 'Th'),
	onDay('Tuesday', 'Tu'),
	onDay('Wednesday', 'We'),
	amount('From Hours', 'customChannelFromHours', 'The setting "custom-channel-from-hours"'),
	amount('From Minutes', 'customChannelFromMinutes', 'The setting "custom-channel-from-minutes"'),
	text('Icon', 'customChannelIcon', 'The setting "custom-channel-icon"'),
	text('Icon URL', 'customChannelIconUrl', 'The setting "custom-channel-icon-url"'),
	amount('ID', 'customChannelId', 'The setting "custom-channel-id"'),
	text('Link', 'customChannelLink', 'The setting "custom-channel-link"'),
	amount('Tab Number', 'customChannelTabNumber', 'The setting "custom-channel-tab-number"'),
	amount('To Hours', 'customChannelToHours', 'The setting "custom-channel-to-hours"'),
	amount('To Minutes', 'customChannelToMinutes', 'The setting "custom-channel-to-minutes"'),
	text('Tooltip', 'customChannelTooltip', 'The setting "custom-channel-tooltip"'),
	toggle('Wide', 'isCustomWide', 'Whether the setting "is-custom-wide" is on'),
];

/** Suffixes of the two buttons' keys (specification, "Widget", "Custom channel buttons"). */
const SUFFIXES = ['', '1'];

/** The platform's names of all settings above. */
export const SETTING_NAMES: readonly string[] = [
	...Object.values(displaySettings).flatMap(({ property }) => (property.options ?? []).map(({ name }) => wireKey(name))),
	...buttonFields.flatMap(({ property }) => SUFFIXES.map((suffix) => wireKey(property.name) + suffix)),
];

const ofButton = settings('Fields', 'fields', 'Add Field', buttonFields);

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
	buttons: table(
		'Custom Channel Buttons',
		'buttons',
		['Button', 'button'],
		// an expression may give JSON text
		{ settings: ofButton.as((one) => ofButton.read(one.with(one.jsonObject()))) },
		{
			description: "Up to 2 buttons that aren't channels of the platform. The platform doesn't document what their settings do.",
		},
	).map(joined),
	total: amount('Custom Channels Total', 'customChannelsTotal', 'The setting "custom-channels-total"', { default: 1 }).as(
		(one): PrintableObject =>
			one.value === undefined ? {} : { 'custom-channels-total': one.number(Number.isSafeInteger, 'a whole number') },
	),
	settings: table(
		'Custom Settings',
		'settings',
		['Setting', 'setting'],
		{
			name: text(
				'Name',
				'name',
				"Begin it with your own prefix and a hyphen, so that it never clashes with the platform's own names",
				{ placeholder: 'e.g. my-shop-campaign' },
			).as((field) => field.required()),
			value: text('Value', 'value', 'The text that the widget gets', { placeholder: 'e.g. spring' }).as(readValue),
		},
		{ description: 'Your own settings, which the platform keeps and passes to the widget. Up to 50, each up to 1 KB.' },
	),
	json: jsonText(
		'Custom Settings (JSON)',
		'settingsJson',
		'Your own settings as a JSON object. Values can be text, numbers, true or false.',
		{},
	),
});
