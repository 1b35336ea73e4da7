/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/require-node-api-error -- development only: this file is never part of the published package */
import { type Agent, request as httpRequest, type IncomingHttpHeaders, type OutgoingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';
import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { createSigningKey, signDeliveryToken, type DeliveryTokenOptions, type SigningKey } from '../../sandbox/security/signing';
import { Refusal } from '../../nodes/MessagingPlatformTrigger/verify/refusals';
import { startKeyServer } from './servers';

export const ISSUER = 'SERVICE';
export const ACCOUNT = '6f1a3a3e-7d55-4f0a-9c4b-2b8f0a5a0001';
export const HOST = '127.0.0.1';

/** A platform that signs with a key and serves it, and another party that does so with another key. */
export type SigningPlatform = Awaited<ReturnType<typeof startSigningPlatform>>;

/** Two key pairs, made once a test file: making them is the slowest part. */
let keys: Promise<[SigningKey, SigningKey]> | undefined;

/** Starts both key servers, each with its own key at the same path. */
export async function startSigningPlatform() {
	keys ??= Promise.all([createSigningKey({ kid: 'true' }), createSigningKey({ kid: 'other' })]);
	const [key, otherKey] = await keys;
	const keyServer = await startKeyServer();
	const foreignServer = await startKeyServer();
	const x5u = keyServer.serve('/keys/true.pem', key.certificatePem);
	foreignServer.serve('/keys/true.pem', otherKey.certificatePem);
	const sign = (options: Partial<DeliveryTokenOptions>) =>
		signDeliveryToken({ key, x5u, issuer: ISSUER, accountId: ACCOUNT, audience: HOST, ...options });
	const usual = new Map<number, string>();
	return {
		keyServer,
		foreignServer,
		key,
		otherKey,
		x5u,
		credential: {
			apiToken: 'a-secret-token',
			baseUrl: `${keyServer.origin}/api`,
			notificationUrl: `${keyServer.origin}/notifications`,
			issuer: ISSUER,
			keyOrigins: '',
		} as ICredentialDataDecryptedObject,
		/** A token as the platform signs it, with differences. */
		// signing one takes longer than verifying it, and that of a second without differences is always the same
		token: ({ now = Date.now(), ...options }: Partial<DeliveryTokenOptions> = {}) => {
			if (Object.keys(options).length > 0) return sign({ now, ...options });
			const second = Math.floor(now / 1_000);
			const token = usual.get(second) ?? sign({ now });
			usual.set(second, token);
			return token;
		},
		close: async () => {
			await keyServer.close();
			await foreignServer.close();
		},
	};
}

let lastEvent = 0;

/** An incoming message as the platform sends it; every call has an event id of its own. */
export function newMessage(message: Record<string, unknown> = {}, envelope: Record<string, unknown> = {}): string {
	lastEvent += 1;
	return JSON.stringify({
		id: `event-${lastEvent}`,
		accountId: ACCOUNT,
		name: 'new_message',
		message: {
			...{ id: `message-${lastEvent}`, accountId: ACCOUNT, direction: 'inbound' },
			...{ channel: 'tg', channelId: 4100, chatId: '271828182', tbChatId: 70001 },
			...{ text: 'Hello', remoteFirstName: 'Ada', remoteLastName: 'Lovelace' },
			...message,
		},
		...envelope,
	});
}

export function deliveryOf(body: string | Buffer, token: string, headers: Record<string, string> = {}) {
	return { body, headers: { 'content-type': 'application/json', authorization: `JWT ${token}`, ...headers } };
}

export interface Answer {
	status: number;
	headers: IncomingHttpHeaders;
	text: string;
	/** The status word of an ignored event. For a refusal the code, if the caller of the test can know it from the log. */
	code: string | undefined;
}

export interface WireRequest {
	method?: string;
	headers?: OutgoingHttpHeaders;
	body?: string | Buffer;
	/** The rest of the URL after the path, for example '?a=b'. */
	query?: string;
	/** Keeps the connection for the next request. */
	agent?: Agent;
}

/** Sends one request and reads the answer; by default over a connection of its own, so that a refused body disturbs no other. */
export async function sendHttp(
	url: string,
	{ method = 'POST', headers: given = {}, body, query = '', agent }: WireRequest,
): Promise<Answer> {
	const headers = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
	return await new Promise((resolve, reject) => {
		const outgoing = httpRequest(url + query, { method, headers, agent: agent ?? false }, (incoming) => {
			const answered = text(incoming).then((told) => {
				const [, code] = /"status":"([a-z0-9_]+)"/.exec(told) ?? [];
				return { status: incoming.statusCode ?? 0, headers: incoming.headers, text: told, code };
			});
			answered.then(resolve, reject);
		});
		outgoing.on('error', reject);
		outgoing.end(body);
	});
}

/** Returns the refusal by one step of a delivery: its verification, or reading it. */
export function refusedBy(step: () => unknown): Refusal {
	try {
		step();
	} catch (error) {
		if (error instanceof Refusal) return error;
		throw error;
	}
	throw new Error('It refuses nothing.');
}

/** A chat's address as events carry it. */
export const CHAT = { channel: 'tg', channelId: 4100, chatId: '271_828', tbChatId: 70001, remoteAddress: 'tel:+441632960001' };

/** Fields of each event as the API documentation lists them, with the place of the chat. */
export const FIELDS: Record<string, Record<string, unknown>> = {
	MessageDeliveryCommand: {
		...{ ...CHAT, messageId: 'm-1', deliveryStatus: 'DELIVERED', isFinal: true, isDelivered: true },
		timestamp: 1_798_000_000_000,
	},
	ChannelMessageReadCommand: { ...CHAT, id: 'read-1', messageId: 'm-1', readKind: 'BY_TIMESTAMP' },
	EndUserActionCommand: { ...CHAT, payload: 'a-1', button: { type: 'ActionButton', text: 'Yes' }, firstCLick: true },
	NewChatCreatedCommand: { ...CHAT, chat: { id: 'tg_4100_271_828' }, createdTs: '2026-06-01T00:00:00Z' },
	FirstMessageFromEndUserInChatCommand: { ...CHAT, firstMessage: { text: 'Hello' } },
	EndUserSubscribedOnNotification: { ...CHAT, subscription: { id: 's-1' } },
	EndUserUnsubscribedFromNotification: { ...CHAT, initiator: 'USER_ACTION', unsubscribedFromAllSubscriptions: true },
	EndUserActivatedNotificationDeepLink: { ...CHAT, commandName: 'start_chat', parameters: { utm: 'x' } },
	ConversationStartContextUpdateCommand: {
		id: 'ctx-1',
		chatAddress: CHAT,
		conversationStartContext: { pageUrl: 'https://shop.example' },
	},
	TagAssignedOnChatCommand: { ...CHAT, tag: 'VIP', isNewTag: false, wasActuallyChanged: true },
	TagRemovedFromChatCommand: { ...CHAT, tag: 'VIP', wasActuallyChanged: true },
	ChatMemoChanged: { chatAddress: CHAT, tbChatId: 70001, memo: { memo: 'note', phones: [], emails: [] } },
	OperatorReadChatCommand: { ...CHAT, exactMessageId: 'm-1', sessionId: 's-1' },
	OperatorUnReadChatCommand: { ...CHAT, sessionId: 's-1', upFromTimestamp: 1_798_000_000_000 },
	ChannelConnected: { ...CHAT, fullChannel: { id: 'tg-4100' }, reason: 'token_updated' },
	ChannelCreationCommand: { channel: 'tg', channelId: 4100 },
	ChannelDisconnected: { fullChannel: { channel: 'tg', channelId: 4100 }, reason: 'token_expired' },
	WidgetCreateCommand: { widget: { id: 'w-1' }, widgetCode: '<script></script>' },
	WidgetDeleteCommand: { widget: { id: 'w-1' } },
	WidgetDisableCommand: { widget: { id: 'w-1' } },
	WidgetEnableCommand: { widget: { id: 'w-1' } },
	WidgetUpdateCommand: { widget: { id: 'w-1' }, widgetCode: '<script></script>' },
};
