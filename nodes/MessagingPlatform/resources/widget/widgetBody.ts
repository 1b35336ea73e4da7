import { channelTypeName } from '../../../shared/channelTypes';
import { type Printable, type PrintableObject, isPrintableObject, printJson } from '../../../shared/json';
import { clip } from '../../../shared/texts';
import { Failure } from '../../../shared/failure';
import { type ValuesOf, Parameter, table, text, toggle } from '../../../shared/parameter';
import { PLATFORM_PARTS, widgetChannelName } from './widgetLists';
import { SETTING_NAMES, custom, displaySettings } from './widgetSettings';

/** Limits of custom widget settings (specification, "Limits"). */
const MAX_SETTINGS = 50;
const MAX_BYTES = 1024;

const BUILT_IN: ReadonlySet<string> = new Set([...PLATFORM_PARTS, ...SETTING_NAMES, 'channels', 'custom-channels-total']);

/** The specification's channel types of a widget (section "Widget"). */
const WIDGET_CHANNELS: readonly string[] = ['facebook', 'instagram', 'tg', 'viber', 'vk', 'whatsapp', 'whatsappb'];

const channels = table(
	'Channels',
	'channels',
	['Channel', 'channel'],
	{
		slug: text(
			'Caption',
			'slug',
			"The text on the button, usually the account's public name. Leave empty to show the ID, or to keep the caption of a channel that the widget already has.",
			{ placeholder: 'e.g. our_shop' },
		),
		channel: new Parameter(
			{
				displayName: 'Channel Type',
				name: 'channel',
				type: 'options',
				options: WIDGET_CHANNELS.map((value) => ({ name: channelTypeName(value), value })),
				default: 'tg',
				description: 'The messenger that the button opens',
			},
			(one) => one.oneOf(WIDGET_CHANNELS),
		),
		enabled: toggle('Enabled', 'enabled', 'Whether to show the button'),
		id: text(
			'ID',
			'id',
			"The messenger's own ID, which the link to the chat is built from, for example the bot's name. It isn't an ID of the platform.",
			{ required: true, placeholder: 'e.g. our_shop_bot' },
		),
	},
	{ description: 'The buttons of the widget, one per channel' },
);

export const widgetFields = { channels, ...displaySettings, custom };

interface GivenWidget extends ValuesOf<typeof widgetFields> {
	/** What happens to the channels that the widget has; they are kept if there are none. */
	channelsMode?: 'add' | 'replace';
}

function bytesOf(value: Printable): number {
	return Buffer.byteLength(typeof value === 'string' ? value : printJson(value), 'utf8');
}

function readCustomSettings({ json, settings: rows }: GivenWidget['custom']): PrintableObject {
	const settings = { ...json };
	for (const { values } of rows) settings[values.name] = values.value;
	const taken = Object.keys(settings).find((name) => BUILT_IN.has(name));
	if (taken === undefined) return settings;
	throw Failure.ofValue(
		`The custom setting ${taken} has the same name as one of the platform's own settings`,
		'Set it with its own field, or give your setting a name with your own prefix.',
	);
}

/** Checks the limits of custom settings that the user gave (specification, "Limits"); the platform already has the others. */
function checkCustomSettings(current: PrintableObject, widget: PrintableObject, given: PrintableObject): void {
	const names = Object.keys(widget).filter((name) => widget[name] !== undefined && !BUILT_IN.has(name));
	const adds = Object.keys(given).some((name) => !Object.hasOwn(current, name));
	if (adds && names.length > MAX_SETTINGS) {
		throw Failure.ofValue(
			`A widget can have up to ${MAX_SETTINGS} custom settings, but this one would have ${names.length}`,
			'Remove some, or put several values into one setting.',
		);
	}
	for (const [name, value] of Object.entries(given)) {
		const bytes = bytesOf(value);
		if (bytes > MAX_BYTES) {
			throw Failure.ofValue(
				`Custom setting ${clip(name)} is too large: the limit is ${MAX_BYTES} bytes (1 KB), but it has ${bytes}`,
				'Shorten it. Non-English letters count as 2 to 4 bytes each.',
			);
		}
	}
}

/** Adds channels to a widget; one that it already has keeps the values that aren't given. */
function withChannels(current: Printable, added: PrintableObject[]): Printable[] {
	const channels: Printable[] = Array.isArray(current) ? [...current] : [];
	for (const channel of added) {
		const place = channels.findIndex((one) => widgetChannelName(one) === widgetChannelName(channel));
		const before = channels[place];
		if (isPrintableObject(before)) channels[place] = { ...before, ...channel };
		else channels.push(channel);
	}
	return channels;
}

function channelsOf(given: GivenWidget, current: PrintableObject): Printable {
	const listed = given.channels.map(({ values: { slug, channel, id, enabled } }) => ({
		channel,
		id,
		...(slug === '' ? {} : { slug }),
		enabled,
	}));
	if (listed.length === 0) return current.channels;
	return given.channelsMode === 'replace' ? listed : withChannels(current.channels, listed);
}

/** Builds the whole widget to send, as flat keys (specification, "Widgets"). */
export function changedWidget(given: GivenWidget, kept?: PrintableObject): PrintableObject {
	const current = kept ?? {};
	const { greeting, appearance, tooltips, placement, custom: own } = given;
	const customSettings = readCustomSettings(own);
	const { buttons, total } = own;
	const body: PrintableObject = {
		...current,
		...greeting,
		...appearance,
		...tooltips,
		...placement,
		...buttons,
		...total,
		...customSettings,
	};
	body.channels = channelsOf(given, current);
	// the platform requires one only on creation
	if (!kept) checkChannels(body.channels);
	checkCustomSettings(current, body, customSettings);
	return body;
}

function checkChannels(channels: Printable): void {
	if (Array.isArray(channels) && channels.length > 0) return;
	throw Failure.ofValue('Channels is empty, but a widget needs at least 1 channel', 'Add a channel.');
}
