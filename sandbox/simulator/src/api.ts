import { z } from 'zod';
import { readJson } from './json';
import { comparedSchema, snapshotSchema, type Compared, type Snapshot } from './types';

const TIMEOUT_MS = 20_000;

/** A control call that failed; its message says what happened and what to do. */
export class CallError extends Error {
	override readonly name = 'CallError';
}

/** A person's message: one member or more. */
export type Writing = {
	text?: string;
	contact?: { phone: string; name: string };
	location?: { latitude: number; longitude: number };
};

/** A new person: the channel they write on and who they are. */
export type NewPerson = {
	channel: string;
	channelId: string;
	firstName: string;
	lastName?: string;
	phone?: string;
	text?: string;
};

const failureSchema = z.object({ $error: z.object({ msg: z.string().optional(), scn: z.string().optional() }) });
const valueSchema = z.object({ $value: z.unknown() });

/** The $value of an answer; undefined when there is none or it is null. */
export function valueOf(answer: unknown): unknown {
	const parsed = valueSchema.safeParse(answer);
	return parsed.success ? parsed.data.$value : undefined;
}

/** Reads what went wrong from a response. */
function reasonOf(answer: unknown, status: number): string {
	const parsed = failureSchema.safeParse(answer);
	const { msg, scn } = parsed.success ? parsed.data.$error : { msg: undefined, scn: undefined };
	return msg ?? scn ?? `the sandbox responded with HTTP ${status}`;
}

/**
 * Makes one control call (sandbox/README.md).
 * @param path path below the page's origin, encoded
 * @param timeoutMs how long the sandbox may take to answer, in ms
 * @returns the answer's JSON; undefined when the answer has no body
 */
export async function call(method: string, path: string, body?: unknown, timeoutMs = TIMEOUT_MS): Promise<unknown> {
	const answer = await exchange(method, path, body, timeoutMs).catch(() => undefined);
	if (!answer) {
		throw new CallError("The sandbox isn't responding. Check that it's still running in its terminal, then try again.");
	}
	const { response, json } = answer;
	if (!response.ok) throw new CallError(`${sentence(reasonOf(json, response.status))} Change it and try again.`);
	return json;
}

/** Sends a request and reads its JSON; fails when the sandbox is out of reach or answers something else. */
async function exchange(
	method: string,
	path: string,
	body: unknown,
	timeoutMs: number,
): Promise<{ response: Response; json: unknown }> {
	const form = body instanceof FormData;
	const response = await fetch(path, {
		method,
		headers: form || body === undefined ? {} : { 'content-type': 'application/json' },
		body: form ? body : body === undefined ? undefined : JSON.stringify(body),
		signal: AbortSignal.timeout(timeoutMs),
	});
	const text = await response.text();
	return { response, json: text === '' ? undefined : readJson(text) };
}

/** A text with an upper-case start and a full stop. */
function sentence(text: string): string {
	const trimmed = text.trim().replace(/[.\s]+$/, '');
	return `${trimmed.charAt(0).toUpperCase()}${trimmed.slice(1)}.`;
}

/** The control calls of a chat begin with it. */
export const chatPath = (chatRef: string) => `/sandbox/chats/${encodeURIComponent(chatRef)}`;

/** The calls that the page makes; each throws CallError. */
export const api = {
	/** Loads everything that the sandbox knows. */
	async snapshot(): Promise<Snapshot> {
		return snapshotSchema.parse(await call('GET', '/sandbox/state'));
	},

	/** Writes as the person; answers false when the chat is blocked and the message was dropped. */
	async write(chatRef: string, writing: Writing): Promise<boolean> {
		return valueOf(await call('POST', `${chatPath(chatRef)}/messages`, writing)) !== undefined;
	},

	/** Sends a file as the person; the kind decides how the bot's side shows it. */
	async sendFile(chatRef: string, file: File, kind: string, text: string): Promise<boolean> {
		const form = new FormData();
		form.append('kind', kind);
		if (text !== '') form.append('text', text);
		form.append('file', file, file.name);
		return valueOf(await call('POST', `${chatPath(chatRef)}/attachments`, form)) !== undefined;
	},

	/** Presses a button of a message, as the person of the chat or as someone else in it. */
	async press(chatRef: string, messageId: string, index: number, by?: object): Promise<void> {
		await call('POST', `${chatPath(chatRef)}/press`, { messageId, index, by });
	},

	async read(chatRef: string, messageId: string): Promise<void> {
		await call('POST', `${chatPath(chatRef)}/read`, { messageId });
	},

	/** Starts a chat as a new person; returns its chatRef if the sandbox gives it. */
	async newChat(person: NewPerson): Promise<string | undefined> {
		const value = valueOf(await call('POST', '/sandbox/chats', person));
		const parsed = z.object({ chatRef: z.string().optional(), id: z.string().optional() }).safeParse(value);
		return parsed.success ? (parsed.data.chatRef ?? parsed.data.id) : undefined;
	},

	/** Lays out a message for each channel type of the account. */
	async comparison(messageId: string): Promise<Compared[]> {
		const answer = await call('GET', `/sandbox/messages/${encodeURIComponent(messageId)}/comparison`);
		return z.object({ $items: z.array(comparedSchema) }).parse(answer).$items;
	},

	/** Loads what a delivery carried: its body and the claims of its tokens. */
	async deliveryDetail(id: string): Promise<DeliveryDetail> {
		const answer = await call('GET', `/sandbox/deliveries/${encodeURIComponent(id)}`);
		return detailSchema.parse(valueOf(answer));
	},
};

const tokenSchema = z.object({ header: z.record(z.unknown()), claims: z.record(z.unknown()) });
const detailSchema = z.object({ body: z.string(), attempts: z.array(z.object({ token: tokenSchema.optional() })) });
/** The content of a delivery: the body's text and, for each attempt, the token's decoded parts without the signature. */
export type DeliveryDetail = z.infer<typeof detailSchema>;
