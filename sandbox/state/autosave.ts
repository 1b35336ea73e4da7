/* eslint-disable @n8n/community-nodes/no-restricted-globals -- development only: this file is never part of the published package */
import type { Context } from '../core/context';
import { saveState } from './stateFile';

const QUIET_MS = 200;

/** Saves the state to its file soon after a change, several changes at once. */
export function startAutosave(context: Context): () => void {
	const file = context.options.stateFile;
	if (!file) return () => undefined;
	let timer: NodeJS.Timeout | undefined;
	const save = () => {
		timer = undefined;
		saveState(file, context.state);
	};
	save();
	const stop = context.onChange(() => {
		timer ??= setTimeout(save, QUIET_MS);
	});
	return () => {
		stop();
		clearTimeout(timer);
		save();
	};
}
