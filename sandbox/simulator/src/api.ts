import type { Chat, Compared, DeliveryDetail, Fault, Snapshot } from './types';

const TIMEOUT_MS = 20_000;
/** n8n takes 15 seconds to start on a small machine, and a minute on a busy one. */
const RESTART_TIMEOUT_MS = 300_000;

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

type NewPerson = { channel: string; channelId: string; firstName: string; lastName?: string; phone?: string; text?: string };
/** An answer of the sandbox, as far as the page reads it (sandbox/README.md). */
type Answer<Value> = { $value?: Value; $items?: Value; $error?: { msg?: string; scn?: string } } | undefined;

/** Parses JSON and leaves null members out: for the specification an absent field and a null one are the same. */
export function readJson(text: string): unknown {
	return JSON.parse(text, (_key, value: unknown) => (value === null ? undefined : value));
}

/** Sends a request and reads its JSON; fails when the sandbox is out of reach or answers something else. */
async function exchange<Body>(method: string, path: string, body: unknown, timeoutMs: number) {
	const form = body instanceof FormData;
	const response = await fetch(path, {
		method,
		headers: form || body === undefined ? {} : { 'content-type': 'application/json' },
		body: form ? body : body === undefined ? undefined : JSON.stringify(body),
		signal: AbortSignal.timeout(timeoutMs),
	});
	const text = await response.text();
	return { response, json: (text === '' ? undefined : readJson(text)) as Body };
}

/** A text with an upper-case start and a full stop. */
function sentence(text: string): string {
	const trimmed = text.trim().replace(/[.\s]+$/, '');
	return `${trimmed.charAt(0).toUpperCase()}${trimmed.slice(1)}.`;
}

/** Makes one control call; throws CallError when the sandbox is out of reach or refuses it. */
async function call<Body>(method: string, path: string, body?: unknown, timeoutMs = TIMEOUT_MS): Promise<Body> {
	const answer = await exchange<Body>(method, `/sandbox${path}`, body, timeoutMs).catch(() => undefined);
	if (!answer) {
		throw new CallError("The sandbox isn't responding. Check that it's still running in its terminal, then try again.");
	}
	const { response, json } = answer;
	if (response.ok) return json;
	const { msg, scn } = (json as Answer<unknown>)?.$error ?? {};
	throw new CallError(`${sentence(msg ?? scn ?? `the sandbox responded with HTTP ${response.status}`)} Change it and try again.`);
}

/** Makes a call, and returns the $value of its answer. */
const valueOf = async <Value>(method: string, path: string, body?: unknown) =>
	(await call<Answer<Value>>(method, path, body))?.$value;

const chatPath = (chatRef: string) => `/chats/${encodeURIComponent(chatRef)}`;
const channelPath = ({ channel, channelId }: Chat) => `/channels/${channel}/${channelId}`;
const messagePath = (id: string) => `/messages/${encodeURIComponent(id)}`;
const tagPath = (chatRef: string, tag: string) => `${chatPath(chatRef)}/operator/tags/${encodeURIComponent(tag)}`;

/** The calls that the page makes as a person, and to look; each throws CallError. */
export const api = {
	snapshot: () => call<Snapshot>('GET', '/state'),
	/** Writes as the person; answers false when the chat is blocked and the message was dropped. */
	write: async (chatRef: string, writing: Writing) =>
		(await valueOf('POST', `${chatPath(chatRef)}/messages`, writing)) !== undefined,

	/** Sends a file as the person; the kind decides how the bot's side shows it. */
	async sendFile(chatRef: string, file: File, kind: string, text: string): Promise<boolean> {
		const form = new FormData();
		form.append('kind', kind);
		if (text !== '') form.append('text', text);
		form.append('file', file, file.name);
		return (await valueOf('POST', `${chatPath(chatRef)}/attachments`, form)) !== undefined;
	},

	/** Presses a button of a message, as the person of the chat or as someone else in it. */
	press: (chatRef: string, messageId: string, index: number, by?: object) =>
		call('POST', `${chatPath(chatRef)}/press`, { messageId, index, by }),
	read: (chatRef: string, messageId: string) => call('POST', `${chatPath(chatRef)}/read`, { messageId }),
	newChat: async (person: NewPerson) => (await valueOf<{ chatRef: string }>('POST', '/chats', person))?.chatRef,
	/** Lays out a message for each channel type of the account. */
	comparison: async (id: string) => (await call<Answer<Compared[]>>('GET', `${messagePath(id)}/comparison`))?.$items,
	deliveryDetail: (id: string) => valueOf<DeliveryDetail>('GET', `/deliveries/${encodeURIComponent(id)}`),
};

/** The calls for the other side of the desk: operators, account settings, faults. Each throws CallError. */
export const operatorApi = {
	write: (chatRef: string, text: string) => call('POST', `${chatPath(chatRef)}/operator/messages`, { text }),
	block: (chatRef: string, blocked: boolean) => call('POST', `${chatPath(chatRef)}/operator/block`, { blocked }),
	assignTag: (chatRef: string, tag: string) => call('PUT', tagPath(chatRef, tag)),
	removeTag: (chatRef: string, tag: string) => call('DELETE', tagPath(chatRef, tag)),
	saveMemo: (chatRef: string, memo: string) => call('POST', `${chatPath(chatRef)}/operator/memo`, { memo }),
	/** Closes the 24-hour window, as if the person's last message were a day old. */
	closeWindow: (chatRef: string) => call('POST', `${chatPath(chatRef)}/operator/closeWindow`),
	connectChannel: (chat: Chat, connected: boolean) =>
		call('POST', `${channelPath(chat)}/${connected ? 'connect' : 'disconnect'}`),
	async deliveryStatuses(): Promise<string[]> {
		type Contract = { components: { schemas: { DeliveryStatus: { enum: string[] } } } };
		return (await call<Contract>('GET', '/contract')).components.schemas.DeliveryStatus.enum;
	},
	/** Reports a delivery status of a message; a final one says that no further attempt is expected. */
	reportStatus: (messageId: string, deliveryStatus: string, isFinal: boolean) =>
		call('POST', `${messagePath(messageId)}/deliveryStatus`, { deliveryStatus, isFinal }),
	/** Signs with a new key from now on, because n8n keeps those that it has fetched, and fails to serve it: so often, or always (0). */
	async breakKeyServer(count = 0): Promise<Fault | undefined> {
		await call('POST', '/keys/rotate', {});
		return await operatorApi.orderFault({ kind: 'keyDown', count });
	},
	/** Restarts the n8n of `npm start`; resolves when it responds again. */
	restartN8n: () => call('POST', '/n8n/restart', undefined, RESTART_TIMEOUT_MS),
	async endFaults(faults: Fault[]): Promise<void> {
		for (const { id } of faults) await call('DELETE', `/faults/${encodeURIComponent(id)}`);
	},
	orderFault: (fault: object) => valueOf<Fault>('POST', '/faults', fault),
	/** Starts over with the seeds; tokens, keys and webhooks stay. */
	reset: () => call('POST', '/reset'),
};
