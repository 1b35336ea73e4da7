/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development only: this file is never part of the published package */
import { createHmac, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { isJsonObject, parseJson, printJson } from './json';
import type { SandboxState, TokenRecord } from './model';
import { seedChannels } from '../seeds/channels';
import { seedChats } from '../seeds/chats';
import { seedTemplates } from '../seeds/templates';
import { createSigningKey } from './signing';

const YEAR_MS = 365 * 24 * 60 * 60 * 1000;

const ACCOUNT_ID = '11111111-2222-4333-8444-555555555555';

const USER_ID = '66666666-7777-4888-9999-000000000000';

/**
 * Issues an API token as the cabinet does: a JWT that lives one year (specification, "Authentication" 2 and 3).
 *
 * @param now ms since 1970
 * @param lifetimeMs time until the server answers 401; one year when absent
 * @param rights what calls with it may do: all of them, none (403), or only with payment (402)
 * @returns the token and what the sandbox remembers of it
 */
export function issueToken(now: number, lifetimeMs = YEAR_MS, rights: TokenRecord['rights'] = 'all'): TokenRecord {
	const part = (value: object) => Buffer.from(printJson(value)).toString('base64url');
	const issuedAt = Math.floor(now / 1000);
	const claims = {
		sub: USER_ID,
		accountId: ACCOUNT_ID,
		iat: issuedAt,
		exp: issuedAt + Math.floor(lifetimeMs / 1000),
		jti: randomBytes(9).toString('base64url'),
	};
	const input = `${part({ alg: 'HS256', typ: 'JWT' })}.${part(claims)}`;
	const token = `${input}.${createHmac('sha256', randomBytes(32)).update(input).digest('base64url')}`;
	return { token, expiresMs: now + lifetimeMs, revoked: false, rights };
}

/**
 * The state of a fresh sandbox: seeded channels, chats and templates, a new key and a new token.
 *
 * @param now ms since 1970
 * @returns the state
 */
export async function createState(now: number): Promise<SandboxState> {
	const key = await createSigningKey();
	return {
		accountId: ACCOUNT_ID,
		userId: USER_ID,
		tokens: [issueToken(now)],
		keys: [key],
		currentKid: key.kid,
		channels: seedChannels(),
		chats: seedChats(now),
		tags: [],
		templates: seedTemplates(),
		files: [],
		preparedMessages: [],
		chainActions: [],
		widgets: [],
		webhooks: [],
		plan: 'pro',
		presses: {},
		nextId: 1_000_000,
	};
}

/**
 * Loads the state from its file, or makes a fresh one. An expired token is replaced.
 *
 * @param file path of the state file; nothing is read when absent
 * @param now ms since 1970
 * @returns the state
 * @throws Error when the file exists and is not a saved state
 */
export async function loadState(file: string | undefined, now: number): Promise<SandboxState> {
	if (!file || !existsSync(file)) return await createState(now);
	const saved = parseJson(readFileSync(file, 'utf8'));
	if (!isJsonObject(saved) || !Array.isArray(saved.channels) || !Array.isArray(saved.tokens)) {
		throw new Error(`${file} is not a saved sandbox state. Delete it to start afresh.`);
	}
	const state = saved as unknown as SandboxState;
	if (!state.tokens[0] || state.tokens[0].expiresMs <= now) state.tokens.unshift(issueToken(now));
	return state;
}

/**
 * Saves the state atomically: a reader sees the old file or the new one, never half of one. The file holds private keys
 * and tokens of the sandbox, so only its owner may read it.
 *
 * @param file path of the state file; its folder is made when missing
 * @param state what to save
 */
export function saveState(file: string, state: SandboxState): void {
	mkdirSync(dirname(file), { recursive: true });
	const next = `${file}.next`;
	writeFileSync(next, printJson(state, 1), { mode: 0o600 });
	renameSync(next, file);
}
