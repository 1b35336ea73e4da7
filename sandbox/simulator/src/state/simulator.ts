import { createContext } from 'preact';
import { useContext, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Scene, Way } from '../../../scenes';
import { CallError } from '../api';
import { playScene, type Progress } from '../scenePlayer';
import { store, stored } from '../storage';
import { followSandbox, type FeedEvent } from './feed';
import { withEvent, withSeen, withSnapshot } from './reduce';
import { INITIAL_STATE, isProblem, type Pane, type State, type Toast } from './state';

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
