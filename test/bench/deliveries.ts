import { randomUUID } from 'node:crypto';
import type { Sandbox } from '../../sandbox/server';
import { signDeliveryToken } from '../../sandbox/security/signing';

/** An incoming message as the service sends it, with a token of its own: nothing of it was seen before. */
export function delivery(sandbox: Sandbox): { token: string; body: string } {
	const [[key], [chat]] = [sandbox.state.keys, sandbox.state.chats];
	if (key === undefined || chat === undefined) throw new Error('The sandbox has no key or no chat');
	const token = signDeliveryToken({
		key,
		x5u: `${sandbox.origin}/keys/${key.kid}.pem`,
		issuer: sandbox.issuer,
		accountId: sandbox.accountId,
		audience: '127.0.0.1',
		claims: { jti: randomUUID() },
	});
	const { channel, channelId, chatId, remoteAddress } = chat;
	const message = {
		...{ id: randomUUID(), accountId: sandbox.accountId, direction: 'inbound' },
		...{ channel, channelId, chatId, tbChatId: 70_001, remoteAddress, remoteFirstName: 'Zoë' },
		...{ text: 'Good morning, is my order ready?', textMarkup: 'PLAIN', sentTimestamp: new Date().toISOString() },
	};
	const event = { accountId: sandbox.accountId, id: randomUUID(), name: 'new_message', userId: 'user', message };
	return { token, body: JSON.stringify(event) };
}

/** Sends a delivery and gives the status of its answer. */
export async function post(url: string, { token, body }: { token: string; body: string }): Promise<number> {
	const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
	const response = await fetch(url, { method: 'POST', headers, body, signal: AbortSignal.timeout(60_000) });
	await response.arrayBuffer();
	return response.status;
}
