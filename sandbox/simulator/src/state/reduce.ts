import type { Message, Snapshot } from '../types';
import type { FeedEvent } from './feed';
import { chatsOf, lastMessageOf, type State } from './state';

const DELIVERIES_KEPT = 300;

/** The list with an entry put in place of the one with the same id, or added at its end. */
function put<Entry extends { id: string }>(list: Entry[], entry: Entry): Entry[] {
	const index = list.findLastIndex(({ id }) => id === entry.id);
	return index < 0 ? [...list, entry] : list.with(index, entry);
}

const without = <Entry extends { id: string }>(list: Entry[], gone: Entry) => list.filter(({ id }) => id !== gone.id);

function byChat(messages: Message[]): Record<string, Message[]> {
	const chats: Record<string, Message[]> = {};
	for (const message of messages) (chats[message.chatRef] ??= []).push(message);
	return chats;
}

export function withSeen(state: State): State {
	if (state.selected === undefined) return state;
	const last = lastMessageOf(state, state.selected)?.sentTs;
	if (last === undefined || state.seen[state.selected] === last) return state;
	return { ...state, seen: { ...state.seen, [state.selected]: last } };
}

/** Takes the state from a snapshot; keeps what the person has chosen and seen. */
export function withSnapshot(state: State, snapshot: Snapshot): State {
	const { info, channels, deliveries, webhooks, faults } = snapshot;
	const messages = byChat(snapshot.messages);
	const chats = Object.fromEntries(snapshot.chats.map((chat) => [chat.chatRef, chat]));
	const next: State = { ...state, loaded: true, info, channels, chats, messages, deliveries, webhooks, faults };
	// Messages from before the page opened do not count as unread.
	if (!state.loaded) {
		next.seen = Object.fromEntries(Object.entries(messages).map(([ref, list]) => [ref, list.at(-1)?.sentTs ?? '']));
	}
	if (next.selected === undefined || !chats[next.selected]) {
		next.selected = chatsOf(next).find((chat) => !chat.blocked)?.chatRef;
	}
	return withSeen(next);
}

export function withEvent(state: State, { kind, data }: FeedEvent): State {
	switch (kind) {
		case 'chat':
			return { ...state, chats: { ...state.chats, [data.chatRef]: data } };
		case 'message': {
			const answered = state.answered || (data.direction === 'outbound' && data.sender === 'api');
			const messages = { ...state.messages, [data.chatRef]: put(state.messages[data.chatRef] ?? [], data) };
			return withSeen({ ...state, answered, messages });
		}
		case 'delivery':
			return { ...state, deliveries: put(state.deliveries, data).slice(-DELIVERIES_KEPT) };
		case 'channel': {
			const isIt = (one: typeof data) => one.channel === data.channel && one.channelId === data.channelId;
			const at = state.channels.findIndex(isIt);
			return { ...state, channels: at < 0 ? [...state.channels, data] : state.channels.with(at, data) };
		}
		case 'webhook':
			return { ...state, webhooks: put(state.webhooks, data) };
		case 'webhookRemoved':
			return { ...state, webhooks: without(state.webhooks, data) };
		case 'fault':
			return { ...state, faults: put(state.faults, data) };
		case 'faultRemoved':
			return { ...state, faults: without(state.faults, data) };
	}
}
