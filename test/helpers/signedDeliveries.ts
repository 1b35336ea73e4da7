import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { createSigningKey, signDeliveryToken, type DeliveryTokenOptions, type SigningKey } from '../../sandbox/security/signing';
import { startKeyServer, type KeyServer } from './keyServer';

export const ISSUER = 'SERVICE';
export const ACCOUNT = '6f1a3a3e-7d55-4f0a-9c4b-2b8f0a5a0001';
export const HOST = '127.0.0.1';

/** A platform that signs with a key and serves it, and somebody else who does so with another. */
export interface SigningPlatform {
	keyServer: KeyServer;
	foreignServer: KeyServer;
	key: SigningKey;
	otherKey: SigningKey;
	x5u: string;
	credential: ICredentialDataDecryptedObject;
	/** A token as the platform signs it, with differences. */
	token(options?: Partial<DeliveryTokenOptions>): string;
	close(): Promise<void>;
}

let keys: Promise<[SigningKey, SigningKey]> | undefined;

/** Two key pairs, made once a test file: making them is the slowest part. */
async function makeKeys(): Promise<[SigningKey, SigningKey]> {
	keys ??= Promise.all([createSigningKey({ kid: 'true' }), createSigningKey({ kid: 'other' })]);
	return await keys;
}

/** Starts both key servers, each with its own key at the same path. */
export async function startSigningPlatform(): Promise<SigningPlatform> {
	const [key, otherKey] = await makeKeys();
	const keyServer = await startKeyServer();
	const foreignServer = await startKeyServer();
	const x5u = keyServer.serve('/keys/true.pem', key.certificatePem);
	foreignServer.serve('/keys/true.pem', otherKey.certificatePem);
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
		},
		token: (options = {}) => signDeliveryToken({ key, x5u, issuer: ISSUER, accountId: ACCOUNT, audience: HOST, ...options }),
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
			id: `message-${lastEvent}`,
			accountId: ACCOUNT,
			direction: 'inbound',
			channel: 'tg',
			channelId: 4100,
			chatId: '271828182',
			tbChatId: 70001,
			text: 'Hello',
			remoteFirstName: 'Ada',
			remoteLastName: 'Lovelace',
			...message,
		},
		...envelope,
	});
}

/** The request that carries a body with a token. */
export function deliveryOf(body: string | Buffer, token: string, headers: Record<string, string> = {}) {
	return { body, headers: { 'content-type': 'application/json', authorization: `JWT ${token}`, ...headers } };
}
