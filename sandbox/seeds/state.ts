import type { SandboxState } from '../core/model';
import { issueToken } from '../security/apiToken';
import { createSigningKey } from '../security/signing';
import { ACCOUNT_ID, USER_ID } from './account';
import { seedChannels } from './channels';
import { seedChats } from './chats';
import { seedTemplates } from './templates';

const TAGS = ['bouquet', 'prices', 'human', 'newsletter', 'opted-out'];

/**
 * Builds a fresh account: seeded channels, chats, tags and templates, and nothing else.
 * @param now ms since 1970
 */
export function seedContent(now: number) {
	return {
		channels: seedChannels(),
		chats: seedChats(now),
		tags: TAGS.map((name, index) => ({ id: 900_000 + index, name, createdTs: new Date(now).toISOString() })),
		templates: seedTemplates(),
		files: [],
		preparedMessages: [],
		chainActions: [],
		widgets: [],
		presses: {},
	};
}

/**
 * The state of a fresh sandbox: the seeded content, a new key and a new token.
 * @param now ms since 1970
 */
export async function createState(now: number, claims: boolean): Promise<SandboxState> {
	const key = await createSigningKey();
	return {
		accountId: ACCOUNT_ID,
		userId: USER_ID,
		tokens: [issueToken(now, { claims })],
		keys: [key],
		currentKid: key.kid,
		...seedContent(now),
		webhooks: [],
		plan: 'pro',
		nextId: 1_000_000,
	};
}
