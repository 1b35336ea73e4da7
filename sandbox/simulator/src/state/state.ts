import type { Attempt, Channel, Chat, Delivery, Fault, Info, Message, Webhook } from '../types';
import type { Connection } from './feed';

/** The panes; on a phone-width screen one of them is shown at a time. */
export type Pane = 'chats' | 'conversation' | 'log';
/** A short notice; errors stay until dismissed. */
export type Toast = { id: number; kind: 'error' | 'warning' | 'info'; text: string };

export type State = {
	connection: Connection;
	loaded: boolean;
	info?: Info;
	channels: Channel[];
	chats: Record<string, Chat>;
	/** Messages by chatRef, oldest first. */
	messages: Record<string, Message[]>;
	deliveries: Delivery[];
	webhooks: Webhook[];
	/** What the sandbox does wrong on purpose, now or from now on. */
	faults: Fault[];
	selected?: string;
	/** The sentTs up to which the person has seen each chat, by chatRef. */
	seen: Record<string, string>;
	pane: Pane;
	toasts: Toast[];
	/** True once a message of the bot arrived while the page was open. */
	answered: boolean;
	/** Ids of the deliveries whose problem the person has cleared. */
	cleared: string[];
};

export const INITIAL_STATE: State = {
	...({ connection: 'connecting', loaded: false, pane: 'chats', answered: false } as const),
	...{ channels: [], chats: {}, messages: {}, deliveries: [], webhooks: [], faults: [], seen: {}, toasts: [], cleared: [] },
};

/** The chats as the list shows them: the newest message first. */
export function chatsOf(state: State, query = ''): Chat[] {
	const wanted = query.trim().toLocaleLowerCase();
	const matches = (chat: Chat) => {
		const channel = channelOf(state, chat);
		const last = lastMessageOf(state, chat.chatRef)?.text ?? '';
		const words = [nameOf(chat), chat.remoteAddress, chat.remoteUsername, channel?.title, chat.channel, last, ...chat.tags];
		return words.join('\n').toLocaleLowerCase().includes(wanted);
	};
	return Object.values(state.chats)
		.filter((chat) => wanted === '' || matches(chat))
		.sort((one, other) => timeOf(other).localeCompare(timeOf(one)));
}

const timeOf = (chat: Chat) => chat.lastMessageTs ?? chat.createdTs;

/** Names the person of a chat: the name, or the address without its scheme. */
export function nameOf(chat: Chat): string {
	return chat.name.trim() || chat.remoteUsername || chat.remoteAddress.replace(/^tel:/, '') || chat.chatId;
}

export function firstNameOf(chat: Chat): string {
	return (
		nameOf(chat)
			.split(/\s+/)
			.find((word) => /\p{L}|\d/u.test(word)) ?? nameOf(chat)
	);
}

export function channelOf(state: State, chat: Chat): Channel | undefined {
	return state.channels.find((one) => one.channel === chat.channel && one.channelId === chat.channelId);
}

/** The newest message of a chat. */
export function lastMessageOf(state: State, chatRef: string): Message | undefined {
	return state.messages[chatRef]?.at(-1);
}

/** Checks if the bot wrote something that the person has not seen. */
export function isUnread(state: State, chatRef: string): boolean {
	const last = state.messages[chatRef]?.findLast((one) => one.direction === 'outbound');
	return last !== undefined && last.sentTs > (state.seen[chatRef] ?? '');
}

/**
 * Names the receiver of a delivery: the workflow, if n8n is known, or the webhook by its number in the list of the registered
 * ones.
 */
export function receiverOf({ webhooks }: State, { webhookId, url, workflow }: Delivery): string {
	const at = webhooks.findIndex(({ id }) => id === webhookId);
	if (workflow) return `${workflow.name}${isTestUrl(url) ? ', test' : at < 0 ? ', since unpublished' : ''}`;
	const name = isTestUrl(url) ? 'test webhook' : 'webhook';
	return at < 0 ? `${name}, since removed` : `${name} ${at + 1}`;
}

/** Checks if a URL is one that n8n's editor listens at only while someone tests a workflow. */
export const isTestUrl = (url: string) => url.includes('/webhook-test/');

/** The faults that keep n8n from fetching a key, until someone ends them. */
export function keyFaultsIn({ faults }: State): Fault[] {
	return faults.filter(({ kind, count }) => kind === 'keyDown' && count === 0);
}

export function listensTo({ webhooks }: State, event: string): boolean {
	return webhooks.some(({ events }) => events.includes(event));
}

/** The caption of the button whose press a delivery reports, as far as the page knows. */
export function pressedIn({ messages }: State, { chatRef = '', eventId }: Delivery): string | undefined {
	for (const { presses, buttons } of messages[chatRef] ?? []) {
		const press = presses.find((one) => one.eventId === eventId);
		if (press) return buttons.find(({ index }) => index === press.index)?.text;
	}
	return undefined;
}

export function selectedChat(state: State): Chat | undefined {
	return state.selected === undefined ? undefined : state.chats[state.selected];
}

/**
 * Checks if a delivery came after a test had ended. n8n's editor takes one event, then answers 404 or has removed its webhook
 * before the first attempt. A delivery that the test refused and the platform repeated isn't one of these.
 */
export function isAfterTest({ url, status, attempts }: Delivery): boolean {
	return isTestUrl(url) && attempts.every((attempt) => attempt.status === 404) && (attempts.length > 0 || status === 'cancelled');
}

/** The attempt that decided a delivery's status: the last, unless a test had ended by then. */
export function decisiveAttempt({ url, attempts }: Delivery): Attempt | undefined {
	return (isTestUrl(url) ? attempts.findLast(({ status }) => status !== 404) : undefined) ?? attempts.at(-1);
}

/** The workflow in n8n's editor that was published last, or n8n's list of workflows. Undefined in a sandbox without n8n. */
export function editorUrlOf({ info, webhooks }: State): string | undefined {
	return info?.n8nUrl && (webhooks.findLast(({ workflow }) => workflow !== undefined)?.workflow?.url ?? info.n8nUrl);
}

/** Checks if a delivery was refused or not reached at its last attempt, finally or for now. */
export function isProblem(delivery: Delivery): boolean {
	const last = delivery.attempts.at(-1);
	return !isAfterTest(delivery) && (delivery.status === 'failed' || (last !== undefined && last.status !== 200));
}

export function problemsIn({ deliveries, cleared }: State): Delivery[] {
	return deliveries.filter((one) => isProblem(one) && !cleared.includes(one.id));
}
