/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- development only: this file is never part of the published package */
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { isJsonObject, parseJson, printJson } from '../core/json';
import type { SandboxState } from '../core/model';
import { issueToken } from '../security/apiToken';
import { createState } from '../seeds/state';
import type { ResolvedOptions } from '../core/options';
import type { Context } from '../core/context';

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

/** Loads the state from its file, or makes a fresh one. An expired token is replaced. */
export async function loadState({ stateFile: file, clock, rules }: ResolvedOptions): Promise<SandboxState> {
	const [now, claims] = [clock(), rules.accountToken];
	if (!file || !existsSync(file)) return await createState(now, claims);
	const saved = parseJson(readFileSync(file, 'utf8'));
	if (!isJsonObject(saved) || !Array.isArray(saved.channels) || !Array.isArray(saved.tokens)) {
		throw new Error(`${file} is not a saved sandbox state. Delete it to start over.`);
	}
	const state = saved as unknown as SandboxState;
	if (!state.tokens[0] || state.tokens[0].expiresMs <= now) state.tokens.unshift(issueToken(now, { claims }));
	return state;
}

/**
 * Saves the state atomically: a reader sees the old file or the new one, never half of one. The file holds private keys and
 * tokens of the sandbox, so only its owner may read it.
 */
export function saveState(file: string, state: SandboxState): void {
	mkdirSync(dirname(file), { recursive: true });
	const next = `${file}.next`;
	writeFileSync(next, printJson(state, 1), { mode: 0o600 });
	renameSync(next, file);
}
