import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { limitTo } from '../../sandbox/core/context';
import type { N8nRest } from '../../sandbox/demo/rest';
import { signDeliveryToken } from '../../sandbox/security/signing';
import type { Sandbox } from '../../sandbox/server';
import { newMessage } from '../helpers/deliveries';
import { waitFor } from '../helpers/waitFor';

/** One of n8n's ways to evaluate expressions, which decides what an event costs. */
export interface Engine {
	title: string;
	env: Record<string, string | undefined>;
	/** Events in a round, so that it takes some seconds. */
	count: number;
}

/** An incoming message as the service sends it, with a token of its own: nothing of it was seen before. */
export function delivery({ state, origin, issuer, accountId }: Sandbox): { token: string; body: string } {
	const [[key], [chat]] = [state.keys, state.chats];
	if (key === undefined || chat === undefined) throw new Error('The sandbox has no key or no chat');
	const x5u = `${origin}/keys/${key.kid}.pem`;
	const claims = { jti: randomUUID() };
	const token = signDeliveryToken({ key, x5u, issuer, accountId, audience: '127.0.0.1', claims });
	const { channel, channelId, chatId } = chat;
	const ids = { id: randomUUID(), accountId };
	return { token, body: newMessage({ ...ids, channel, channelId, chatId }, { ...ids, id: randomUUID() }) };
}

/** Sends a delivery and gives the status of its answer. */
export async function post(url: string, { token, body }: { token: string; body: string }): Promise<number> {
	const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
	const response = await fetch(url, { method: 'POST', headers, body, signal: AbortSignal.timeout(60_000) });
	await response.arrayBuffer();
	return response.status;
}

export async function countExecutions(rest: N8nRest, workflowId: string, of: { status?: string[] } = {}): Promise<number> {
	const filter = encodeURIComponent(JSON.stringify({ workflowId, ...of }));
	const schema = z.object({ count: z.number() });
	return (await rest.call('GET', `/rest/executions?filter=${filter}&limit=1`, schema)).count;
}

/** A published workflow that deliveries start. */
export interface Receiver {
	name: string;
	url: string;
	id: string;
}

/**
 * Sends events, a few at once, and waits until n8n has a successful execution of each.
 * @returns events a second, until the last was answered, and until the last was executed
 */
export async function flood(rest: N8nRest, sandbox: Sandbox, { name, url, id }: Receiver, count: number, atOnce: number) {
	const deliveries = Array.from({ length: count }, () => delivery(sandbox));
	const countDone = async () => await countExecutions(rest, id, { status: ['success'] });
	const before = await countDone();
	const limit = limitTo(atOnce);
	const start = performance.now();
	const rate = () => (1000 * count) / (performance.now() - start);
	const statuses = await Promise.all(deliveries.map(async (one) => await limit(async () => await post(url, one))));
	const accepted = rate();
	if (statuses.some((status) => status !== 200)) throw new Error(`${name} answered ${[...new Set(statuses)].join()}`);
	const isDone = async () => (await countDone()) === before + count;
	await waitFor(isDone, `${name} has executed all of the ${count} events that it accepted`, 300_000);
	return { accepted, executed: rate() };
}
