import { randomUUID } from 'node:crypto';
import type { Sandbox } from '../../sandbox/server';
import { signDeliveryToken } from '../../sandbox/security/signing';

/** An event as the service sends it, with a token of its own: nothing of it was seen before. */
function signed(sandbox: Sandbox, name: string, content: object): { token: string; body: string } {
	const key = sandbox.state.keys[0];
	if (key === undefined) throw new Error('The sandbox has no key');
	const token = signDeliveryToken({
		key,
		x5u: `${sandbox.origin}/keys/${key.kid}.pem`,
		issuer: sandbox.issuer,
		accountId: sandbox.accountId,
		audience: '127.0.0.1',
		claims: { jti: randomUUID() },
	});
	const event = { accountId: sandbox.accountId, id: randomUUID(), name, userId: 'user', ...content };
	return { token, body: JSON.stringify(event) };
}

function addressOf(sandbox: Sandbox) {
	const chat = sandbox.state.chats[0];
	if (chat === undefined) throw new Error('The sandbox has no chat');
	const { channel, channelId, chatId, remoteAddress } = chat;
	return { channel, channelId, chatId, tbChatId: 70_001, remoteAddress };
}

/** An incoming message. */
export function delivery(sandbox: Sandbox, text = 'Good morning, is my order ready?'): { token: string; body: string } {
	const message = {
		...{ id: randomUUID(), accountId: sandbox.accountId, direction: 'inbound', ...addressOf(sandbox) },
		...{ remoteFirstName: 'Zoë', text, textMarkup: 'PLAIN' },
		sentTimestamp: new Date().toISOString(),
	};
	return signed(sandbox, 'new_message', { message });
}

/** A pressed button. */
export function pressOf(sandbox: Sandbox, payload: string): { token: string; body: string } {
	return signed(sandbox, 'EndUserActionCommand', { command: { ...addressOf(sandbox), payload, timestamp: Date.now() } });
}

/** Sends a delivery and gives the status of its answer. */
export async function post(url: string, { token, body }: { token: string; body: string }): Promise<number> {
	const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
	const response = await fetch(url, { method: 'POST', headers, body, signal: AbortSignal.timeout(60_000) });
	await response.arrayBuffer();
	return response.status;
}
