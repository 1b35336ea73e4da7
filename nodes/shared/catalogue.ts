import type { INodePropertyOptions } from 'n8n-workflow';
import { oneLine } from './texts';

/** Value of the "All Events" choice: every event of the catalogue is registered, and none that the platform adds later. */
export const ALL_EVENTS = '*';

/** The subjects of events; first word of an event's name in the editor, so that the sorted list comes out grouped. */
type Group = 'Channel' | 'Chat' | 'Message' | 'Subscription' | 'Widget';

/** An event's name in the editor, and when it is sent, in words for a person who doesn't know the API. */
type Entry = [name: `${Group}: ${string}`, description: string, ownId?: 'ownId'];

/**
 * Every event of the specification (section Events), once, by its name in the platform's API. Names, descriptions, types and the list that
 * is registered with the platform all derive from this. `ownId`: it has a field `id` of its own in addition to the event ID.
 */
export const EVENTS = {
	ChannelConnected: ['Channel: Connected', 'A channel (a bot, a group or a number) was connected and works'],
	ChannelCreationCommand: ['Channel: Created', 'A channel was added to the account'],
	ChannelDisconnected: [
		'Channel: Disconnected',
		'A channel stopped working: its phone is offline, its token expired or was revoked, or the channel was deleted',
	],
	NewChatCreatedCommand: ['Chat: Created', 'A new chat with a person was created'],
	FirstMessageFromEndUserInChatCommand: ['Chat: First Incoming Message', 'A person wrote in a chat for the first time'],
	OperatorUnReadChatCommand: ['Chat: Marked Unread by Operator', 'An operator marked a chat as unread'],
	ChatMemoChanged: [
		'Chat: Notes Changed',
		'The notes, phone numbers or email addresses kept with a chat changed: by hand, through the API or automatically',
	],
	OperatorReadChatCommand: ['Chat: Read by Operator', 'An operator read a message or a chat'],
	TagAssignedOnChatCommand: ['Chat: Tag Assigned', 'A tag was added to a chat'],
	TagRemovedFromChatCommand: ['Chat: Tag Removed', 'A tag was removed from a chat'],
	EndUserActionCommand: ['Message: Button Pressed', 'A person pressed a button in a message. The payload says which one.'],
	MessageDeliveryCommand: [
		'Message: Delivery Status Changed',
		"A message you sent was queued, delivered or failed. WhatsApp doesn't report this reliably, and Instagram never.",
	],
	new_message: [
		'Message: Received',
		'A person sent you a message. To react to outgoing messages too, change the Message Direction filter.',
	],
	ChannelMessageReadCommand: [
		'Message: Read by Recipient',
		"The recipient read a message. VK, Telegram, WhatsApp and Instagram don't report this.",
		'ownId',
	],
	EndUserActivatedNotificationDeepLink: [
		'Subscription: Link Followed',
		'A person followed a link to subscribe or to start a chat',
	],
	EndUserSubscribedOnNotification: ['Subscription: Started', 'A person subscribed to notifications'],
	EndUserUnsubscribedFromNotification: [
		'Subscription: Ended',
		'A person unsubscribed from notifications, or an operator unsubscribed them',
	],
	ConversationStartContextUpdateCommand: [
		'Widget: Channel Button Pressed',
		'A visitor of your website pressed a channel button in the chat widget. The event names the page.',
		'ownId',
	],
	WidgetCreateCommand: ['Widget: Created', 'A chat widget was created'],
	WidgetDeleteCommand: ['Widget: Deleted', 'A chat widget was deleted'],
	WidgetDisableCommand: ['Widget: Disabled', 'A chat widget was switched off'],
	WidgetEnableCommand: ['Widget: Enabled', 'A chat widget was switched on'],
	WidgetUpdateCommand: ['Widget: Updated', 'A chat widget was changed'],
} as const satisfies Record<string, Entry>;

export type EventName = keyof typeof EVENTS;

/** All documented event names, in catalogue order. */
export const EVENT_NAMES = Object.keys(EVENTS) as readonly EventName[];

const KNOWN: ReadonlyMap<string, Entry> = new Map(Object.entries(EVENTS));

/** The events that most workflows start with. */
const FIRST: readonly EventName[] = ['new_message', 'EndUserActionCommand'];

const optionOf = (value: EventName): INodePropertyOptions => ({
	name: EVENTS[value][0],
	value,
	description: EVENTS[value][1],
});

/** The choices of the Events parameter, in the order of n8n's list of triggers: the frequent ones, the others by subject, everything. */
export const EVENT_OPTIONS: INodePropertyOptions[] = [
	...FIRST.map(optionOf),
	...EVENT_NAMES.filter((name) => !FIRST.includes(name)).map(optionOf),
	{
		name: 'All Events',
		value: ALL_EVENTS,
		description: `All ${EVENT_NAMES.length} events in this list. To receive events that the platform adds later, enter their names in Other Events.`,
	},
];

/** The number of names that can be registered in addition to those of the catalogue. */
const MAX_FURTHER = 100;

/** A name that could be one: on one line, without spaces, and without what a pasted list has around its names. */
const NAME = /^[^\s\p{C}"'`*,;()<>[\]{}]{1,200}$/u;

function furtherNames(chosen: readonly string[]): string[] {
	return [...new Set(chosen)].filter((name) => name !== ALL_EVENTS && !KNOWN.has(name)).sort();
}

/** The event of a pressed button, which lets a workflow that waits for an answer continue. */
export const PRESS_EVENT = 'EndUserActionCommand' satisfies EventName;

export const MESSAGE_EVENT = 'new_message' satisfies EventName;

export const STATUS_EVENT = 'MessageDeliveryCommand' satisfies EventName;

export const TAG_REMOVED_EVENT = 'TagRemovedFromChatCommand' satisfies EventName;

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

/** Checks whether the user wants an event: typed, ticked, or all of them ({@link ALL_EVENTS}), even those that this version doesn't know. */
export function isChosen(chosen: readonly string[], name: string): boolean {
	if (chosen.includes(ALL_EVENTS) || chosen.includes(name)) return true;
	return !KNOWN.has(name) && EVENT_NAMES.every((known) => chosen.includes(known));
}

/** Checks whether an event is about a chat, even if it doesn't say which. */
export function isAboutChat(name: string): boolean {
	return /^(Chat|Message|Subscription): /.test(KNOWN.get(name)?.[0] ?? '');
}

/** Checks whether the editor offers a name among the events. */
export function isListed(name: string): boolean {
	return name === ALL_EVENTS || KNOWN.has(name);
}

/** Checks whether an event has a field `id` of its own in addition to the event ID; in the flat layout both are one field. */
export function hasOwnId(name: string): boolean {
	return KNOWN.get(name)?.[2] === 'ownId';
}
