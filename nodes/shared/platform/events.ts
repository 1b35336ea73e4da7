import type { INodePropertyOptions } from 'n8n-workflow';

/** Value of the "All Events" choice; names that the service adds later pass as well. */
export const ALL_EVENTS = '*';

interface CatalogueEntry {
	/** The event's name on the wire. */
	value: string;
	/** What the event is about; first word of its label in the editor, so that the sorted list comes out grouped. */
	group: 'Channel' | 'Chat' | 'Message' | 'Subscription' | 'Widget';
	/** The rest of its label. */
	label: string;
	/** When it is sent, for a person who does not know the API. */
	description: string;
	/** True where the event has a field `id` of its own beside the event id (specification, Events). */
	ownId?: true;
}

/**
 * Every event of the specification (section Events), once. Labels, descriptions, types and the list that is registered
 * with the service all derive from this.
 */
export const EVENTS = [
	{
		value: 'ChannelConnected',
		group: 'Channel',
		label: 'Connected',
		description: 'A channel (a bot, a group or a number) is connected and works',
	},
	{
		value: 'ChannelCreationCommand',
		group: 'Channel',
		label: 'Created',
		description: 'A channel was added to the account',
	},
	{
		value: 'ChannelDisconnected',
		group: 'Channel',
		label: 'Disconnected',
		description: 'A channel stopped working: phone offline, token expired or revoked, or the channel deleted',
	},
	{
		value: 'NewChatCreatedCommand',
		group: 'Chat',
		label: 'Created',
		description: 'A new chat with an end user began',
	},
	{
		value: 'FirstMessageFromEndUserInChatCommand',
		group: 'Chat',
		label: 'First Incoming Message',
		description: 'An end user wrote for the first time in a chat',
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
		description: 'The notes, phones or emails kept with a chat changed, by a person, by the API or automatically',
	},
	{
		value: 'OperatorReadChatCommand',
		group: 'Chat',
		label: 'Read by Operator',
		description: 'An operator read a message or a chat',
	},
	{
		value: 'TagAssignedOnChatCommand',
		group: 'Chat',
		label: 'Tag Assigned',
		description: 'A tag was put on a chat',
	},
	{
		value: 'TagRemovedFromChatCommand',
		group: 'Chat',
		label: 'Tag Removed',
		description: 'A tag was taken off a chat',
	},
	{
		value: 'EndUserActionCommand',
		group: 'Message',
		label: 'Button Pressed',
		description: 'An end user pressed a button under a message; the payload tells which',
	},
	{
		value: 'MessageDeliveryCommand',
		group: 'Message',
		label: 'Delivery Status Changed',
		description:
			'A sent message was queued, delivered or failed. WhatsApp (not the business API) reports this unreliably, Instagram never.',
	},
	{
		value: 'new_message',
		group: 'Message',
		label: 'Received',
		description:
			'An end user wrote a message. Messages sent to end users raise this event too; they pass only if you change the Message Direction option.',
	},
	{
		value: 'ChannelMessageReadCommand',
		group: 'Message',
		label: 'Read by Recipient',
		description: 'The recipient read a message. VK, Telegram, WhatsApp and Instagram do not report this.',
		ownId: true,
	},
	{
		value: 'EndUserActivatedNotificationDeepLink',
		group: 'Subscription',
		label: 'Link Followed',
		description: 'A visitor followed a link to subscribe or to start a chat',
	},
	{
		value: 'EndUserSubscribedOnNotification',
		group: 'Subscription',
		label: 'Started',
		description: 'An end user subscribed to notifications',
	},
	{
		value: 'EndUserUnsubscribedFromNotification',
		group: 'Subscription',
		label: 'Ended',
		description: 'An end user unsubscribed from notifications, or an operator did it for them',
	},
	{
		value: 'ConversationStartContextUpdateCommand',
		group: 'Widget',
		label: 'Channel Button Pressed',
		description: 'A site visitor pressed a channel button in the chat widget; carries the page and its parameters',
		ownId: true,
	},
	{
		value: 'WidgetCreateCommand',
		group: 'Widget',
		label: 'Created',
		description: 'A chat widget was created',
	},
	{
		value: 'WidgetDeleteCommand',
		group: 'Widget',
		label: 'Deleted',
		description: 'A chat widget was deleted',
	},
	{
		value: 'WidgetDisableCommand',
		group: 'Widget',
		label: 'Disabled',
		description: 'A chat widget was switched off',
	},
	{
		value: 'WidgetEnableCommand',
		group: 'Widget',
		label: 'Enabled',
		description: 'A chat widget was switched on',
	},
	{
		value: 'WidgetUpdateCommand',
		group: 'Widget',
		label: 'Updated',
		description: 'A chat widget was changed',
	},
] as const satisfies readonly CatalogueEntry[];

/** The name of a documented event, for example 'new_message'. */
export type EventName = (typeof EVENTS)[number]['value'];

/** All documented event names, in catalogue order. */
export const EVENT_NAMES: readonly EventName[] = EVENTS.map((event) => event.value);

/** The choices of the Events parameter: everything first, then the catalogue grouped by what an event is about. */
export const EVENT_OPTIONS: INodePropertyOptions[] = [
	{
		name: 'All Events',
		value: ALL_EVENTS,
		description: 'Every event, including kinds that the service adds later',
	},
	...EVENTS.map(({ value, group, label, description }) => ({
		name: `${group}: ${label}`,
		value,
		description,
	})),
];

const KNOWN: ReadonlySet<string> = new Set(EVENT_NAMES);

const OWN_ID: ReadonlySet<string> = new Set(EVENTS.filter((event) => 'ownId' in event).map((event) => event.value));

function isEventName(name: string): name is EventName {
	return KNOWN.has(name);
}

/**
 * Turns the user's choice into the names that are registered with the service.
 *
 * @param chosen values of the Events parameter, possibly with {@link ALL_EVENTS}
 * @returns documented names without repetition, in catalogue order, so that equal choices compare equal
 */
export function registeredNames(chosen: readonly string[]): EventName[] {
	if (chosen.includes(ALL_EVENTS)) return [...EVENT_NAMES];
	const wanted = new Set(chosen);
	return EVENT_NAMES.filter((name) => wanted.has(name));
}

/**
 * Tells whether the user wants an event. A name that this version does not know passes when everything was chosen, be it
 * by {@link ALL_EVENTS} or by ticking every event.
 *
 * @param chosen values of the Events parameter
 * @param name the event's name as it came
 */
export function isChosen(chosen: readonly string[], name: string): boolean {
	if (chosen.includes(ALL_EVENTS) || chosen.includes(name)) return true;
	return !isEventName(name) && registeredNames(chosen).length === EVENT_NAMES.length;
}

/**
 * Tells whether an event has a field `id` of its own beside the event id; in the flat layout both are one field.
 *
 * @param name the event's name as it came
 */
export function hasOwnId(name: string): boolean {
	return OWN_ID.has(name);
}
