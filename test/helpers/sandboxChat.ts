import { waitUntil } from '../../sandbox/demo/wait';
import type { Sandbox } from '../../sandbox/server';
import { parseJson } from '../../sandbox/core/json';

/** A message of a chat as the sandbox's API models it, as far as tests look at it. */
export interface SentMessage {
	id: string;
	direction: string;
	text?: string;
	buttons?: Array<{ text: string; payload?: string }>;
	attachments?: Array<{ fileName?: string; kind?: string; publicUrl?: string }>;
	templateId?: string;
}

/**
 * Makes one control call of a sandbox (sandbox/README.md).
 *
 * @param path below /sandbox, starting with a slash
 * @returns `$value` or `$items` of the answer
 * @throws Error with the sandbox's own words when it refuses
 */
export async function control<T>(sandbox: Sandbox, method: string, path: string, body?: unknown): Promise<T> {
	const response = await fetch(`${sandbox.origin}/sandbox${path}`, {
		method,
		headers: body === undefined ? {} : { 'Content-Type': 'application/json' },
		body: body === undefined ? undefined : JSON.stringify(body),
	});
	const text = await response.text();
	const answer = (text ? parseJson(text) : {}) as { $value?: T; $items?: T };
	if (!response.ok) throw new Error(`${method} /sandbox${path} was answered ${response.status}: ${text}`);
	return (answer.$value ?? answer.$items) as T;
}

/** The chat address of the sandbox's first chat of a channel type. */
export function chatOf(sandbox: Sandbox, channel: string): string {
	const chat = sandbox.state.chats.find((one) => one.channel === channel);
	if (!chat) throw new Error(`the sandbox has no chat of type ${channel}`);
	return `${chat.channel}_${chat.channelId}_${chat.chatId}`;
}

/** Writes to the account as the end user of a chat. */
export async function say(sandbox: Sandbox, chatRef: string, message: object): Promise<void> {
	await control(sandbox, 'POST', `/chats/${encodeURIComponent(chatRef)}/messages`, message);
}

/** What the account has sent to a chat, oldest first. */
export async function sentTo(sandbox: Sandbox, chatRef: string): Promise<SentMessage[]> {
	const path = `/chats/${encodeURIComponent(chatRef)}/messages`;
	const messages = await control<SentMessage[]>(sandbox, 'GET', path);
	return messages.filter(({ direction }) => direction === 'outbound');
}

/**
 * Waits until a condition holds.
 *
 * @param what for the error, in words
 * @throws Error when it does not come true within 30 s
 */
export async function eventually(what: string, condition: () => boolean | Promise<boolean>, timeoutMs = 30_000): Promise<void> {
	if (!(await waitUntil(condition, timeoutMs))) throw new Error(`did not happen within ${timeoutMs / 1000} s: ${what}`);
}

/** Waits until n8n has registered a production webhook, or as many as given. */
export async function registered(sandbox: Sandbox, count = 1): Promise<void> {
	await eventually(
		`${count} registered webhooks`,
		() => sandbox.state.webhooks.filter(({ url }) => url.includes('/webhook/')).length === count,
	);
}
