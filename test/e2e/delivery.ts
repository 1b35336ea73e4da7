/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development only: this file is never part of the published package */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { signDeliveryToken, type DeliveryTokenOptions } from '../../sandbox/security/signing';
import type { RealN8n } from '../helpers/realN8n';

/** Pauses before the platform sends again, in ms: long enough in total to outlast a restart of Redis. */
export const RESEND_DELAYS_MS = [500, 2_000, 6_000, 12_000];

/** An incoming message of an account. */
export function messageOf(accountId: string, message: object = {}): object {
	const id = randomUUID();
	const chat = { channel: 'tg', channelId: 4100, chatId: '1', tbChatId: 1 };
	return { id, accountId, name: 'new_message', message: { id, direction: 'inbound', ...chat, text: 'Hello', ...message } };
}

/**
 * Delivers an event as the platform does, signed with the sandbox's key.
 *
 * @param real the sandbox that n8n knows
 * @param change what the token says otherwise
 * @param body the event; a message of the token's account otherwise
 * @returns the status that n8n answered
 */
export async function deliverSigned(
	{ sandbox }: Pick<RealN8n, 'sandbox'>,
	url: string,
	change: Partial<DeliveryTokenOptions> = {},
	body: object = messageOf(change.accountId ?? sandbox.accountId),
): Promise<number> {
	const { keys, currentKid } = sandbox.state;
	const key = keys.find(({ kid }) => kid === currentKid);
	if (!key) throw new Error('The sandbox has no current key');
	const { accountId, issuer, origin } = sandbox;
	const token = signDeliveryToken({
		key,
		x5u: `${origin}/keys/${key.kid}.pem`,
		issuer,
		accountId,
		audience: '127.0.0.1',
		claims: { jti: randomUUID() },
		...change,
	});
	const response = await fetch(url, {
		method: 'POST',
		headers: { 'content-type': 'application/json', authorization: `JWT ${token}` },
		body: JSON.stringify(body),
	});
	await response.arrayBuffer();
	return response.status;
}

/** Delivers an event until it's accepted, up to five times (specification, "Events", rule 1). */
export async function deliverUntilAccepted(real: Pick<RealN8n, 'sandbox'>, url: string, body: object): Promise<number> {
	let status = 0;
	for (const delayMs of [0, ...RESEND_DELAYS_MS]) {
		await pause(delayMs);
		status = await deliverSigned(real, url, {}, body);
		if (status === 200) break;
	}
	return status;
}
