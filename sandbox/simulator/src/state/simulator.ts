import { createContext } from 'preact';
import { useContext, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Scene, Way } from '../../../scenes';
import { CallError } from '../api';
import { playScene, type Progress } from '../scenePlayer';
import { store, stored } from '../storage';
import { followSandbox, type FeedEvent } from './feed';
import { INITIAL_STATE, isProblem, type Pane, type State, type Toast, chatsOf, lastMessageOf } from './state';
import type { Message, Snapshot } from '../types';

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

const INFO_SHOWN_MS = 5000;
/** Milliseconds for which events are collected before the page is drawn again. */
const FRAME_MS = 16;
const CLEARED = 'simulator-cleared';

export type Simulator = {
	state: State;
	/** Opens a chat and, on a phone-width screen, its pane. */
	open: (chatRef: string) => void;
	show: (pane: Pane) => void;
	/** Shows a short notice: that something went well, unless `kind` says otherwise. */
	tell: (text: string, kind?: 'info' | 'warning') => void;
	clearProblems: () => void;
	dismiss: (id: number) => void;
	progress?: Progress;
	/** Plays a scene; stops the one that is played. */
	play: (scene: Scene, way: Way) => void;
	leaveScene: () => void;
	/** Runs a call; a failure becomes an error notice. Resolves to true when it went well. */
	run: (call: () => Promise<unknown>) => Promise<boolean>;
};

let toastId = 0;
type Change = (change: (now: State) => State) => void;

/** Follows the sandbox and shows many events that come at once in one go: a burst is drawn a few times, not a thousand. */
function followInFrames(change: Change): () => void {
	let events: FeedEvent[] = [];
	let timer: number | undefined;
	const flush = () => {
		timer = undefined;
		const now = events;
		events = [];
		change((state) => now.reduce(withEvent, state));
	};
	const stop = followSandbox({
		onConnection: (connection) => change((now) => ({ ...now, connection })),
		onSnapshot: (snapshot) => {
			// Earlier changes are in the snapshot.
			events = [];
			change((now) => withSnapshot(now, snapshot));
		},
		onEvent: (event) => {
			events.push(event);
			timer ??= window.setTimeout(flush, FRAME_MS);
		},
	});
	return () => {
		window.clearTimeout(timer);
		stop();
	};
}

/** Parses a text of the address or of the browser's memory; nothing if it can't be. */
function parsed<Value>(parse: () => Value): Value | undefined {
	try {
		return parse();
	} catch {
		return undefined;
	}
}

/** The state at first: the address names a chat after #, so that a reload opens the same one. */
const initialState = (): State => ({
	...INITIAL_STATE,
	selected: parsed(() => decodeURIComponent(window.location.hash.slice(1))) || undefined,
	cleared: parsed(() => [JSON.parse(stored(CLEARED) ?? '[]')].flat().map(String)) ?? [],
});

export function useSandbox(): Simulator {
	const [state, change] = useState<State>(initialState);
	const [progress, setProgress] = useState<Progress>();
	const newest = useRef(state);
	newest.current = state;
	useEffect(() => followInFrames(change), []);
	useEffect(() => store(CLEARED, JSON.stringify(state.cleared)), [state.cleared]);
	useEffect(() => {
		if (state.selected === undefined) return;
		window.history.replaceState(null, '', `#${encodeURIComponent(state.selected)}`);
	}, [state.selected]);

	const actions = useMemo(() => {
		let playing: AbortController | undefined;
		const dismiss = (id: number) => change((now) => ({ ...now, toasts: now.toasts.filter((one) => one.id !== id) }));
		const notify = (kind: Toast['kind'], text: string) => {
			const id = ++toastId;
			change((now) => ({ ...now, toasts: [...now.toasts.slice(-2), { id, kind, text }] }));
			if (kind !== 'error') window.setTimeout(() => dismiss(id), INFO_SHOWN_MS);
		};
		const open = (chatRef: string) => change((now) => withSeen({ ...now, selected: chatRef, pane: 'conversation' }));
		return {
			open,
			dismiss,
			show: (pane: Pane) => change((now) => ({ ...now, pane })),
			tell: (text: string, kind: 'info' | 'warning' = 'info') => notify(kind, text),
			clearProblems: () => change((now) => ({ ...now, cleared: now.deliveries.filter(isProblem).map(({ id }) => id) })),
			run: async (call: () => Promise<unknown>) => {
				try {
					await call();
					return true;
				} catch (error) {
					notify('error', error instanceof CallError ? error.message : `Unexpected: ${String(error)}. Reload the page.`);
					return false;
				}
			},
			play: (scene: Scene, way: Way) => {
				playing?.abort();
				const { signal } = (playing = new AbortController());
				const report = (next: Progress) => {
					if (!signal.aborted) setProgress(next);
				};
				void playScene(scene, way, { state: () => newest.current, open, report, signal });
			},
			leaveScene: () => {
				playing?.abort();
				setProgress(undefined);
			},
		};
	}, []);
	return useMemo(() => ({ state, progress, ...actions }), [state, progress]);
}

export const SimulatorContext = createContext<Simulator | undefined>(undefined);

export function useSimulator(): Simulator {
	const simulator = useContext(SimulatorContext);
	if (!simulator) throw new Error('useSimulator is called outside SimulatorContext.');
	return simulator;
}
