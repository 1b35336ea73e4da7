import type { INodePropertyOptions } from 'n8n-workflow';
import { oneLine } from './texts';

/** Value of the "All Events" choice: every event of the catalogue is registered, and none that the platform adds later. */
export const ALL_EVENTS = '*';

interface CatalogueEntry {
	/** The event's name in the platform's API. */
	value: string;
	/** The subject of the event; first word of its label in the editor, so that the sorted list comes out grouped. */
	group: 'Channel' | 'Chat' | 'Message' | 'Subscription' | 'Widget';
	/** The rest of its label. */
	label: string;
	/** Says when it is sent, to a person who doesn't know the API. */
	description: string;
	/** True if the event has a field `id` of its own in addition to the event ID (specification, Events). */
	ownId?: true;
}

/**
 * Every event of the specification (section Events), once. Labels, descriptions, types and the list that is registered
 * with the platform all derive from this.
 */
export const EVENTS = [
	{
		value: 'ChannelConnected',
		group: 'Channel',
		label: 'Connected',
		description: 'A channel (a bot, a group or a number) was connected and works',
	},
	{ value: 'ChannelCreationCommand', group: 'Channel', label: 'Created', description: 'A channel was added to the account' },
	{
		value: 'ChannelDisconnected',
		group: 'Channel',
		label: 'Disconnected',
		description: 'A channel stopped working: its phone is offline, its token expired or was revoked, or the channel was deleted',
	},
	{ value: 'NewChatCreatedCommand', group: 'Chat', label: 'Created', description: 'A new chat with a person was created' },
	{
		value: 'FirstMessageFromEndUserInChatCommand',
		group: 'Chat',
		label: 'First Incoming Message',
		description: 'A person wrote in a chat for the first time',
	},
	{
		value: 'OperatorUnReadChatCommand',
		group: 'Chat',
		label: 'Marked Unread by Operator',
		description: 'An operator marked a chat as unread',
	},
	{
		value: 'ChatMemoChanged',
		group: 'Chat',
		label: 'Notes Changed',
		description:
			'The notes, phone numbers or email addresses kept with a chat changed: by hand, through the API or automatically',
	},
	{
		value: 'OperatorReadChatCommand',
		group: 'Chat',
		label: 'Read by Operator',
		description: 'An operator read a message or a chat',
	},
	{ value: 'TagAssignedOnChatCommand', group: 'Chat', label: 'Tag Assigned', description: 'A tag was added to a chat' },
	{ value: 'TagRemovedFromChatCommand', group: 'Chat', label: 'Tag Removed', description: 'A tag was removed from a chat' },
	{
		value: 'EndUserActionCommand',
		group: 'Message',
		label: 'Button Pressed',
		description: 'A person pressed a button in a message. The payload says which one.',
	},
	{
		value: 'MessageDeliveryCommand',
		group: 'Message',
		label: 'Delivery Status Changed',
		description:
			"A message you sent was queued, delivered or failed. WhatsApp doesn't report this reliably, and Instagram never.",
	},
	{
		value: 'new_message',
		group: 'Message',
		label: 'Received',
		description: 'A person sent you a message. To react to outgoing messages too, change the Message Direction filter.',
	},
	{
		value: 'ChannelMessageReadCommand',
		group: 'Message',
		label: 'Read by Recipient',
		description: "The recipient read a message. VK, Telegram, WhatsApp and Instagram don't report this.",
		ownId: true,
	},
	{
		value: 'EndUserActivatedNotificationDeepLink',
		group: 'Subscription',
		label: 'Link Followed',
		description: 'A person followed a link to subscribe or to start a chat',
	},
	{
		value: 'EndUserSubscribedOnNotification',
		group: 'Subscription',
		label: 'Started',
		description: 'A person subscribed to notifications',
	},
	{
		value: 'EndUserUnsubscribedFromNotification',
		group: 'Subscription',
		label: 'Ended',
		description: 'A person unsubscribed from notifications, or an operator unsubscribed them',
	},
	{
		value: 'ConversationStartContextUpdateCommand',
		group: 'Widget',
		label: 'Channel Button Pressed',
		description: 'A visitor of your website pressed a channel button in the chat widget. The event names the page.',
		ownId: true,
	},
	{ value: 'WidgetCreateCommand', group: 'Widget', label: 'Created', description: 'A chat widget was created' },
	{ value: 'WidgetDeleteCommand', group: 'Widget', label: 'Deleted', description: 'A chat widget was deleted' },
	{ value: 'WidgetDisableCommand', group: 'Widget', label: 'Disabled', description: 'A chat widget was switched off' },
	{ value: 'WidgetEnableCommand', group: 'Widget', label: 'Enabled', description: 'A chat widget was switched on' },
	{ value: 'WidgetUpdateCommand', group: 'Widget', label: 'Updated', description: 'A chat widget was changed' },
] as const satisfies readonly CatalogueEntry[];

/** The name of a documented event, for example 'new_message'. */
export type EventName = (typeof EVENTS)[number]['value'];

/** All documented event names, in catalogue order. */
export const EVENT_NAMES: readonly EventName[] = EVENTS.map((event) => event.value);

/** The events that most workflows start with. */
const FIRST: readonly EventName[] = ['new_message', 'EndUserActionCommand'];

const optionOf = ({ value, group, label, description }: CatalogueEntry): INodePropertyOptions => ({
	name: `${group}: ${label}`,
	value,
	description,
});

/**
 * The choices of the Events parameter: those that most workflows start with, the others grouped by subject, and
 * everything. n8n's list of triggers keeps this order.
 */
export const EVENT_OPTIONS: INodePropertyOptions[] = [
	...FIRST.flatMap((name) => EVENTS.filter(({ value }) => value === name)).map(optionOf),
	...EVENTS.filter(({ value }) => !FIRST.includes(value)).map(optionOf),
	{
		name: 'All Events',
		value: ALL_EVENTS,
		description: `All ${EVENTS.length} events in this list. To receive events that the platform adds later, enter their names in Other Events.`,
	},
];

const KNOWN: ReadonlyMap<string, CatalogueEntry> = new Map(EVENTS.map((event) => [event.value, event]));

/** The number of names that can be registered in addition to those of the catalogue. */
const MAX_FURTHER = 100;

/** A name that could be one: on one line, without spaces, and without what a pasted list has around its names. */
const NAME = /^[^\s\p{C}"'`*,;()<>[\]{}]{1,200}$/u;

function furtherNames(chosen: readonly string[]): string[] {
	return [...new Set(chosen)].filter((name) => name !== ALL_EVENTS && !KNOWN.has(name)).sort();
}

/** The event of a pressed button, which lets a workflow that waits for an answer continue. */
export const PRESS_EVENT = 'EndUserActionCommand' satisfies EventName;

/** The event of a message, in either direction. */
export const MESSAGE_EVENT = 'new_message' satisfies EventName;

/** The event of a delivery status. */
export const STATUS_EVENT = 'MessageDeliveryCommand' satisfies EventName;

/** A tag was removed from a chat. */
export const TAG_REMOVED_EVENT = 'TagRemovedFromChatCommand' satisfies EventName;

/** A sent message was read. */
export const READ_EVENT = 'ChannelMessageReadCommand' satisfies EventName;

/**
 * Turns the user's choice into the names that are registered with the platform, which delivers no others (specification, Events,
 * rule 5): the chosen ones, and with them always {@link PRESS_EVENT} and {@link MESSAGE_EVENT}, so that every published trigger
 * can hand over the answers that executions wait for, and an operator can take a chat over.
 * @returns names without repetition: those of the catalogue in its order, then the others in the order of the alphabet, so that
 * equal choices compare equal; none when none was chosen
 */
export function registeredNames(chosen: readonly string[]): string[] {
	if (chosen.length === 0) return [];
	const wanted = new Set([...chosen, PRESS_EVENT, MESSAGE_EVENT]);
	const known = wanted.has(ALL_EVENTS) ? EVENT_NAMES : EVENT_NAMES.filter((name) => wanted.has(name));
	return [...known, ...furtherNames(chosen)];
}

/**
 * Looks for names that a user typed and that can't be an event's.
 * @returns the problem, in words that follow "Other Events", and the advice; undefined when all can be registered
 */
export function findNameFault(chosen: readonly string[]): { problem: string; advice: string } | undefined {
	const names = furtherNames(chosen);
	const wrong = names.find((name) => !NAME.test(name));
	if (wrong !== undefined) {
		return {
			problem: `contains something that isn't the name of an event: "${oneLine(wrong, 60)}"`,
			advice: 'Enter the names as the platform documents them, without spaces or quotes, separated by commas.',
		};
	}
	if (names.length <= MAX_FURTHER) return undefined;
	return { problem: `has ${names.length} names`, advice: `Enter ${MAX_FURTHER} or fewer.` };
}

/**
 * Checks whether the user wants an event. A name that this version does not know passes when the user typed it or wants
 * everything, be it by {@link ALL_EVENTS} or by ticking every event.
 */
export function isChosen(chosen: readonly string[], name: string): boolean {
	if (chosen.includes(ALL_EVENTS) || chosen.includes(name)) return true;
	return !KNOWN.has(name) && EVENT_NAMES.every((known) => chosen.includes(known));
}

/** Checks whether an event is about a chat, even if it doesn't say which. */
export function isAboutChat(name: string): boolean {
	const group = KNOWN.get(name)?.group ?? 'Channel';
	return group !== 'Channel' && group !== 'Widget';
}

/** Checks whether the editor offers a name among the events. */
export function isListed(name: string): boolean {
	return name === ALL_EVENTS || KNOWN.has(name);
}

/** Checks whether an event has a field `id` of its own in addition to the event ID; in the flat layout both are one field. */
export function hasOwnId(name: string): boolean {
	return KNOWN.get(name)?.ownId === true;
}
