/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development only: this file is never part of the published package */
import type { IncomingHttpHeaders } from 'node:http';
import { isJsonObject, parseJson, printJson, type JsonObject } from '../../sandbox/core/json';
import { type Sandbox, startSandbox, type SandboxOptions } from '../../sandbox/server';
import { EVENT_NAMES } from '../../sandbox/events/catalogue';
import { waitFor } from './waitFor';
import { startScriptedServer } from './servers';

/** An answer of the sandbox: status, headers, text and the JSON object in it ({} when there is none). */
type Answer = Awaited<ReturnType<typeof call>>;

/** The parts of a call in addition to method and path. */
type CallOptions = { body?: unknown; raw?: string; headers?: Record<string, string>; token?: string | null };

/** The JSON of a text. Not every answer has one: faults send HTML and cut bodies. */
function jsonIn(text: string): JsonObject {
	try {
		return parseJson(text) as JsonObject;
	} catch {
		return {};
	}
}

/** Calls the sandbox over real HTTP, with its token unless another or none (null) is given. */
export async function call(sandbox: Sandbox, request: string, options: CallOptions = {}) {
	const [method, path] = request.split(/ (.*)/s);
	const token = options.token === undefined ? sandbox.apiToken : options.token;
	const body = options.raw ?? (options.body === undefined ? undefined : printJson(options.body));
	const response = await fetch(sandbox.origin + path, {
		method,
		body,
		redirect: 'manual',
		headers: {
			...(body === undefined ? {} : { 'content-type': 'application/json' }),
			...(token === null ? {} : { authorization: `Bearer ${token}` }),
			...options.headers,
		},
	});
	const text = await response.text();
	return { status: response.status, headers: response.headers, text, body: jsonIn(text) };
}

/**
 * Starts a sandbox for the tests of a file, puts it back to its seeds before each, ends it after them, and fails a test in
 * which the sandbox itself broke its contract.
 */
export function runSandbox(options: SandboxOptions = {}) {
	let sandbox: Sandbox;
	beforeAll(async () => {
		sandbox = await startSandbox({ resendDelaysMs: [1, 1, 1, 1], statusDelayMs: 0, ...options });
	});
	beforeEach(async () => {
		await call(sandbox, 'POST /sandbox/reset');
		sandbox.state.webhooks = [];
	});
	afterEach(async () => {
		await sandbox.settled();
		expect(sandbox.violations).toEqual([]);
	});
	afterAll(async () => await sandbox.close());
	const prefixed = (prefix: string) => async (request: string, body?: unknown, more?: CallOptions) =>
		await call(sandbox, request.replace(' ', ` ${prefix}`), { body, ...more });
	return {
		/** The sandbox, once the tests run. */
		get sandbox() {
			return sandbox;
		},
		/** Calls {base_url} with the token: 'GET /channels'. */
		api: prefixed('/api'),
		/** Calls a control endpoint: 'POST /clock'. */
		control: prefixed('/sandbox'),
	};
}

/** An error response: status, sc, scn, and the paths of its violations. */
export function failure({ status, body }: Answer): unknown[] {
	const error = body.$error;
	if (!isJsonObject(error)) return [status, 'no $error'];
	const violations = Array.isArray(error.violations) ? error.violations : [];
	return [status, error.sc, error.scn, ...violations.map((one) => (one as { propertyPath: string }).propertyPath)];
}

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

/** Makes one control call of a sandbox (sandbox/README.md); throws the sandbox's own words when it refuses. */
export async function control<T>(sandbox: Sandbox, method: string, path: string, body?: unknown): Promise<T> {
	const { status, text, body: answer } = await call(sandbox, `${method} /sandbox${path}`, { body, token: null });
	if (status >= 400) throw new Error(`${method} /sandbox${path} was answered ${status}: ${text}`);
	return (answer.$value ?? answer.$items) as T;
}

/** From now on, the platform sends each of these events twice at once. */
export async function sendTwice(sandbox: Sandbox, match: object = {}): Promise<void> {
	await control(sandbox, 'POST', '/faults', { kind: 'duplicate', times: 2, count: 0, match });
}

/** The chat address of the sandbox's first chat of a channel type. */
export function chatOf(sandbox: Sandbox, channel: string): string {
	const chat = sandbox.state.chats.find((one) => one.channel === channel);
	if (!chat) throw new Error(`the sandbox has no chat of type ${channel}`);
	return `${chat.channel}_${chat.channelId}_${chat.chatId}`;
}

export async function say(sandbox: Sandbox, chatRef: string, message: object): Promise<void> {
	await control(sandbox, 'POST', `/chats/${encodeURIComponent(chatRef)}/messages`, message);
}

/** Sends a message of the account through the API, as its owner's program does. */
export async function sendTo(sandbox: Sandbox, chatRef: string, content: object): Promise<string> {
	const chat = sandbox.state.chats.find((one) => `${one.channel}_${one.channelId}_${one.chatId}` === chatRef);
	const { channel, channelId, chatId } = chat ?? {};
	const { status, body, text } = await call(sandbox, 'POST /api/messages', { body: { channel, channelId, chatId, ...content } });
	if (status >= 400) throw new Error(`the message was answered ${status}: ${text}`);
	return isJsonObject(body.$value) ? String(body.$value.id) : '';
}

/** Uploads a file through the API and returns its URL, for attachments. */
export async function upload(
	sandbox: Sandbox,
	{ name, type, bytes }: { name: string; type: string; bytes: Uint8Array<ArrayBuffer> },
): Promise<string> {
	const form = new FormData();
	form.append('file', new Blob([bytes], { type }), name);
	const headers = { authorization: `Bearer ${sandbox.apiToken}` };
	const response = await fetch(`${sandbox.baseUrl}/upload`, { method: 'POST', body: form, headers });
	const { $value } = parseJson(await response.text()) as { $value: JsonObject };
	return String($value.publicUri);
}

/** Lists the messages that the account has sent to a chat, oldest first. */
export async function sentTo(sandbox: Sandbox, chatRef: string): Promise<SentMessage[]> {
	const path = `/chats/${encodeURIComponent(chatRef)}/messages`;
	const messages = await control<SentMessage[]>(sandbox, 'GET', path);
	return messages.filter(({ direction }) => direction === 'outbound');
}

/** The texts of what the account has sent to a chat, oldest first; undefined for a message without one. */
export async function textsTo(sandbox: Sandbox, chatRef: string) {
	return (await sentTo(sandbox, chatRef)).map(({ text }) => text);
}

/** Presses one of the buttons, by its index, in the newest message of the account to a chat that has any. */
export async function pressNewest(sandbox: Sandbox, chatRef: string, index: number): Promise<void> {
	const message = (await sentTo(sandbox, chatRef)).filter(({ buttons }) => buttons?.length).at(-1);
	await control(sandbox, 'POST', `/chats/${encodeURIComponent(chatRef)}/press`, { messageId: message?.id, index });
}

/** Waits until a chat was sent so many messages more, and no delivery is on its way any more. */
export async function newTextsTo(sandbox: Sandbox, chatRef: string, count: number, act: () => Promise<void>) {
	const before = (await textsTo(sandbox, chatRef)).length;
	await act();
	await waitFor(async () => (await textsTo(sandbox, chatRef)).length >= before + count, `${count} messages to ${chatRef}`);
	await sandbox.settled();
	return (await textsTo(sandbox, chatRef)).slice(before);
}

export type Received = { headers: IncomingHttpHeaders; text: string; event: JsonObject };

/** A real HTTP server that plays a subscribed receiver of webhooks. */
export class Receiver {
	readonly received: Received[] = [];
	/** Statuses of the next answers; 200 when none is left. */
	readonly statuses: number[] = [];
	/** Leaves requests unanswered while true. */
	silent = false;

	private constructor(
		/** The address to register. */
		readonly url: string,
		readonly close: () => Promise<void>,
	) {}

	static async start(): Promise<Receiver> {
		const { origin, close } = await startScriptedServer(({ headers, body }) => {
			const text = String(body);
			receiver.received.push({ headers, text, event: jsonIn(text) });
			return receiver.silent ? undefined : { status: receiver.statuses.shift(), body: {} };
		});
		const receiver = new Receiver(`${origin}/hook`, close);
		return receiver;
	}

	async until(count: number, name?: string): Promise<Received[]> {
		const matching = () => this.received.filter((one) => name === undefined || one.event.name === name);
		await waitFor(() => matching().length >= count, `${count} requests to ${this.url}`);
		return matching();
	}
}

/** Subscribes a receiver to every event, and to further names, does something, waits until everything is delivered. */
export async function eventsOf(running: { sandbox: Sandbox }, act: () => Promise<unknown>, further: string[] = []) {
	const receiver = await Receiver.start();
	try {
		const body = { url: receiver.url, events: [...EVENT_NAMES, ...further] };
		await call(running.sandbox, 'POST /notifications/webhooks', { body });
		await act();
		await running.sandbox.settled();
	} finally {
		await receiver.close();
	}
	const events = receiver.received.map((one) => one.event);
	const fields = (event: JsonObject) => (event.name === 'new_message' ? event.message : (event.command ?? event)) as JsonObject;
	const names = events.map((one) => String(one.name));
	const all = (name: string) => events.filter((one) => one.name === name).map(fields);
	return {
		/** Their names in order. */
		names,
		all,
		/** The fields of the first of a name. */
		of(name: string) {
			const [first] = all(name);
			if (!first) throw new Error(`No ${name} came, only ${names.join(', ')}.`);
			return first;
		},
	};
}
