import type { SandboxState, TemplateRecord } from '../core/model';
import { ACCOUNT_ID, issueToken, USER_ID } from '../security/apiToken';
import { createSigningKey } from '../security/signing';
import { seedChannels } from './channels';
import { seedChats } from './chats';

/** The registered templates of a fresh sandbox; placeholders are written {{name}}. */
export function seedTemplates(): TemplateRecord[] {
	return [
		{
			channel: 'whatsappb',
			templateId: '1001',
			name: 'order_ready',
			category: 'UTILITY',
			text: 'Hello, {{name}}! Your order {{order}} is ready.',
		},
		{ channel: 'whatsappb', templateId: '1002', name: 'welcome', category: 'UTILITY', text: 'Thank you for your order!' },
		{ channel: 'vk', templateId: 'order_status', name: 'order_status', text: 'Order {{order}}: {{status}}.' },
	];
}

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
