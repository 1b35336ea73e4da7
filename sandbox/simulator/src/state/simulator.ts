import { createContext } from 'preact';
import { useCallback, useContext, useEffect, useMemo, useReducer } from 'preact/hooks';
import { CallError } from '../api';
import { followSandbox, type FeedEvent, type FeedListener } from './feed';
import { keepCleared, keptCleared } from './kept';
import { reduce, type Action } from './reduce';
import type { Scene, Way } from '../../../scenes';
import type { Progress } from '../scenePlayer';
import { useScenes } from './scenes';
import { INITIAL_STATE, type Pane, type State } from './state';

const INFO_SHOWN_MS = 5000;
/** Milliseconds for which events are collected before the page is drawn again. */
const FRAME_MS = 16;

/** Shared by every part of the page. */
export type Simulator = {
	state: State;
	open: (chatRef: string) => void;
	show: (pane: Pane) => void;
	/** Shows a short notice: that something went well, unless `kind` says otherwise. */
	tell: (text: string, kind?: 'info' | 'warning') => void;
	/** Takes all problems of the log as seen. */
	clearProblems: () => void;
	/** Takes a notice away. */
	dismiss: (id: number) => void;
	/** The scene that is played, or was played last. */
	progress?: Progress;
	/** Plays a scene; stops the one that is played. */
	play: (scene: Scene, way: Way) => void;
	/** Stops the scene and takes its bar away. */
	leaveScene: () => void;
	/** Runs a call; a failure becomes an error notice. Resolves to true when it went well. */
	run: (call: () => Promise<unknown>) => Promise<boolean>;
};

let toastId = 0;

/** Follows the sandbox and shows many events that come at once in one go: a burst is drawn a few times, not a thousand. */
function followInFrames(dispatch: (action: Action) => void, onConnection: FeedListener['onConnection']): () => void {
	let events: FeedEvent[] = [];
	let timer: number | undefined;
	const flush = () => {
		timer = undefined;
		dispatch({ type: 'feed', events });
		events = [];
	};
	const stop = followSandbox({
		onConnection,
		onSnapshot: (snapshot) => {
			// Earlier changes are in the snapshot.
			events = [];
			dispatch({ type: 'snapshot', snapshot });
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

/** The chat that the address names after #, so that a reload opens the same chat. */
function chatOfAddress(): string | undefined {
	try {
		return decodeURIComponent(window.location.hash.slice(1)) || undefined;
	} catch {
		return undefined;
	}
}

export function useSandbox(): Simulator {
	const [state, dispatch] = useReducer<State, Action, State>(reduce, INITIAL_STATE, (initial) => ({
		...initial,
		selected: chatOfAddress(),
		cleared: keptCleared(),
	}));

	useEffect(() => followInFrames(dispatch, (connection) => dispatch({ type: 'connection', connection })), []);

	useEffect(() => keepCleared(state.cleared), [state.cleared]);

	useEffect(() => {
		if (state.selected === undefined) return;
		window.history.replaceState(null, '', `#${encodeURIComponent(state.selected)}`);
	}, [state.selected]);

	const dismiss = useCallback((id: number) => dispatch({ type: 'dismiss', id }), []);
	const tell = useCallback((text: string, kind: 'info' | 'warning' = 'info') => {
		const id = ++toastId;
		dispatch({ type: 'toast', toast: { id, kind, text } });
		window.setTimeout(() => dispatch({ type: 'dismiss', id }), INFO_SHOWN_MS);
	}, []);
	const run = useCallback(async (call: () => Promise<unknown>) => {
		try {
			await call();
			return true;
		} catch (error) {
			const text = error instanceof CallError ? error.message : `Unexpected: ${String(error)}. Reload the page.`;
			dispatch({ type: 'toast', toast: { id: ++toastId, kind: 'error', text } });
			return false;
		}
	}, []);
	const clearProblems = useCallback(() => dispatch({ type: 'clear' }), []);
	const open = useCallback((chatRef: string) => {
		dispatch({ type: 'select', chatRef });
		dispatch({ type: 'pane', pane: 'conversation' });
	}, []);
	const show = useCallback((pane: Pane) => dispatch({ type: 'pane', pane }), []);

	const scenes = useScenes(state, open);
	const actions = { open, show, tell, dismiss, clearProblems, run, play: scenes.play, leaveScene: scenes.leaveScene };
	return useMemo(() => ({ state, progress: scenes.progress, ...actions }), [state, scenes.progress, ...Object.values(actions)]);
}

export const SimulatorContext = createContext<Simulator | undefined>(undefined);

export function useSimulator(): Simulator {
	const simulator = useContext(SimulatorContext);
	if (!simulator) throw new Error('useSimulator is called outside SimulatorContext.');
	return simulator;
}
