import type { Sandbox } from '../../sandbox/server';
import { call } from './callSandbox';
import { waitFor } from './waitFor';

/** A message of a chat as the sandbox's API models it, as far as tests look at it. */
export interface SentMessage {
	id: string;
	channel: string;
	direction: string;
	text?: string;
	buttons?: Array<{ type: string; text: string; payload?: string; link?: string }>;
	attachments?: Array<{ fileName?: string; kind?: string; publicUrl?: string }>;
	templateId?: string;
	compositeMessageType?: string;
}

/**
 * Makes one control call of a sandbox (sandbox/README.md).
 *
 * @param path below /sandbox, starting with a slash
 * @returns `$value` or `$items` of the answer
 * @throws Error with the sandbox's own words when it refuses
 */
export async function control<T>(sandbox: Sandbox, method: string, path: string, body?: unknown): Promise<T> {
	const { status, text, body: answer } = await call(sandbox, `${method} /sandbox${path}`, { body, token: null });
	if (status >= 400) throw new Error(`${method} /sandbox${path} was answered ${status}: ${text}`);
	return (answer.$value ?? answer.$items) as T;
}

/** The chat address of the sandbox's first chat of a channel type. */
export function chatOf(sandbox: Sandbox, channel: string): string {
	const chat = sandbox.state.chats.find((one) => one.channel === channel);
	if (!chat) throw new Error(`the sandbox has no chat of type ${channel}`);
	return `${chat.channel}_${chat.channelId}_${chat.chatId}`;
}

/** Writes to the account as the person in a chat. */
export async function say(sandbox: Sandbox, chatRef: string, message: object): Promise<void> {
	await control(sandbox, 'POST', `/chats/${encodeURIComponent(chatRef)}/messages`, message);
}

/** What the account has sent to a chat, oldest first. */
export async function sentTo(sandbox: Sandbox, chatRef: string): Promise<SentMessage[]> {
	const path = `/chats/${encodeURIComponent(chatRef)}/messages`;
	const messages = await control<SentMessage[]>(sandbox, 'GET', path);
	return messages.filter(({ direction }) => direction === 'outbound');
}

/** The texts of what the account has sent to a chat, oldest first; undefined for a message without one. */
export async function textsTo(sandbox: Sandbox, chatRef: string): Promise<Array<string | undefined>> {
	return (await sentTo(sandbox, chatRef)).map(({ text }) => text);
}

/**
 * Waits until a chat was sent so many messages more, and no delivery is on its way any more.
 *
 * @param act what makes the account send them
 * @returns the texts of all that came since the beginning
 */
export async function newTextsTo(
	sandbox: Sandbox,
	chatRef: string,
	count: number,
	act: () => Promise<void>,
): Promise<Array<string | undefined>> {
	const before = (await textsTo(sandbox, chatRef)).length;
	await act();
	await waitFor(async () => (await textsTo(sandbox, chatRef)).length >= before + count, `${count} messages to ${chatRef}`);
	await sandbox.settled();
	return (await textsTo(sandbox, chatRef)).slice(before);
}
