import {
	channelSchema,
	chatSchema,
	deliverySchema,
	faultSchema,
	messageSchema,
	webhookSchema,
	type Message,
	type Snapshot,
} from '../types';
import type { Connection, FeedEvent } from './feed';
import { chatsOf, isProblem, lastMessageOf, type Pane, type State, type Toast } from './state';

/** Everything that can happen to the page. */
export type Action =
	| { type: 'snapshot'; snapshot: Snapshot }
	| { type: 'feed'; events: FeedEvent[] }
	| { type: 'connection'; connection: Connection }
	| { type: 'select'; chatRef: string }
	| { type: 'pane'; pane: Pane }
	| { type: 'toast'; toast: Toast }
	| { type: 'dismiss'; id: number }
	| { type: 'clear' };

const DELIVERIES_KEPT = 300;

/** The list with an entry put in place of the one with the same key, or added at its end. */
function put<Entry>(list: Entry[], entry: Entry, keyOf: (one: Entry) => string): Entry[] {
	const key = keyOf(entry);
	const index = list.findLastIndex((one) => keyOf(one) === key);
	return index < 0 ? [...list, entry] : list.with(index, entry);
}

function byChat(messages: Message[]): Record<string, Message[]> {
	const chats: Record<string, Message[]> = {};
	for (const message of messages) (chats[message.chatRef] ??= []).push(message);
	return chats;
}

/** Marks what the open chat shows as seen. */
function withSeen(state: State): State {
	if (state.selected === undefined) return state;
	const last = lastMessageOf(state, state.selected)?.sentTs;
	if (last === undefined || state.seen[state.selected] === last) return state;
	return { ...state, seen: { ...state.seen, [state.selected]: last } };
}

/** Takes the state from a snapshot; keeps what the person has chosen and seen. */
function withSnapshot(state: State, snapshot: Snapshot): State {
	const messages = byChat(snapshot.messages);
	const chats = Object.fromEntries(snapshot.chats.map((chat) => [chat.chatRef, chat]));
	const next: State = {
		...state,
		loaded: true,
		info: snapshot.info,
		channels: snapshot.channels,
		chats,
		messages,
		deliveries: snapshot.deliveries,
		webhooks: snapshot.webhooks,
		faults: snapshot.faults,
	};
	// Messages from before the page opened do not count as unread.
	if (!state.loaded) {
		next.seen = Object.fromEntries(Object.entries(messages).map(([ref, list]) => [ref, list.at(-1)?.sentTs ?? '']));
	}
	if (next.selected === undefined || !chats[next.selected]) {
		next.selected = chatsOf(next).find((chat) => !chat.blocked)?.chatRef;
	}
	return withSeen(next);
}

function withEvent(state: State, { kind, data }: FeedEvent): State {
	switch (kind) {
		case 'chat': {
			const chat = chatSchema.parse(data);
			return { ...state, chats: { ...state.chats, [chat.chatRef]: chat } };
		}
		case 'message': {
			const message = messageSchema.parse(data);
			const known = state.messages[message.chatRef] ?? [];
			const answered = state.answered || (message.direction === 'outbound' && message.sender === 'api');
			const messages = { ...state.messages, [message.chatRef]: put(known, message, (one) => one.id) };
			return withSeen({ ...state, answered, messages });
		}
		case 'delivery': {
			const deliveries = put(state.deliveries, deliverySchema.parse(data), (one) => one.id);
			return { ...state, deliveries: deliveries.slice(-DELIVERIES_KEPT) };
		}
		case 'channel': {
			const channel = channelSchema.parse(data);
			return { ...state, channels: put(state.channels, channel, (one) => `${one.channel}_${one.channelId}`) };
		}
		case 'webhook':
			return { ...state, webhooks: put(state.webhooks, webhookSchema.parse(data), (one) => one.id) };
		case 'webhookRemoved': {
			const { id } = webhookSchema.pick({ id: true }).parse(data);
			return { ...state, webhooks: state.webhooks.filter((one) => one.id !== id) };
		}
		case 'fault':
			return { ...state, faults: put(state.faults, faultSchema.parse(data), (one) => one.id) };
		case 'faultRemoved': {
			const { id } = faultSchema.pick({ id: true }).parse(data);
			return { ...state, faults: state.faults.filter((one) => one.id !== id) };
		}
	}
}

/** The page's state after something happened. */
export function reduce(state: State, action: Action): State {
	switch (action.type) {
		case 'snapshot':
			return withSnapshot(state, action.snapshot);
		case 'feed':
			return action.events.reduce(withEvent, state);
		case 'connection':
			return state.connection === action.connection ? state : { ...state, connection: action.connection };
		case 'select':
			return withSeen({ ...state, selected: action.chatRef });
		case 'pane':
			return { ...state, pane: action.pane };
		case 'toast':
			return { ...state, toasts: [...state.toasts.slice(-2), action.toast] };
		case 'clear':
			return { ...state, cleared: state.deliveries.filter(isProblem).map(({ id }) => id) };
		case 'dismiss':
			return { ...state, toasts: state.toasts.filter((one) => one.id !== action.id) };
	}
}
