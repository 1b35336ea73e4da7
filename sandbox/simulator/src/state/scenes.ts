import { useCallback, useRef, useState } from 'preact/hooks';
import type { Scene, Way } from '../../../scenes';
import { playScene, type Progress } from '../scenePlayer';
import type { State } from './state';

type Scenes = { progress?: Progress; play: (scene: Scene, way: Way) => void; leaveScene: () => void };

export function useScenes(state: State, open: (chatRef: string) => void): Scenes {
	const [progress, setProgress] = useState<Progress>();
	const newest = useRef(state);
	newest.current = state;
	const playing = useRef<AbortController | undefined>(undefined);
	const leaveScene = useCallback(() => {
		playing.current?.abort();
		setProgress(undefined);
	}, []);
	const play = useCallback(
		(scene: Scene, way: Way) => {
			playing.current?.abort();
			const own = new AbortController();
			playing.current = own;
			const report = (next: Progress) => {
				if (!own.signal.aborted) setProgress(next);
			};
			void playScene(scene, way, { state: () => newest.current, open, report, signal: own.signal });
		},
		[open],
	);
	return { progress, play, leaveScene };
}
