import { createHmac, createPrivateKey, createPublicKey, KeyObject, randomUUID, sign, webcrypto } from 'node:crypto';
import { printJson, type JsonObject } from '../core/json';
import { selfSigned } from './certificate';

export type SigningKey = { kid: string; privateKeyPem: string; publicKeyPem: string; certificatePem: string };

export type SigningKeyOptions = {
	/** The name under which the certificate is served; a random one when absent. */
	kid?: string;
	/** RSA modulus length in bits; 2048 when absent. */
	bits?: 2048 | 3072 | 4096;
	/** Start of the certificate's validity in ms since 1970; one day ago when absent. */
	notBefore?: number;
	/** End of the certificate's validity in ms since 1970; ten years from now when absent. */
	notAfter?: number;
	commonName?: string;
	host?: string;
};

const DAY_MS = 24 * 60 * 60 * 1000;
const RSA_SHA512 = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-512' };

/** Makes an RSA key pair and a self-signed X.509 certificate for it (RFC 5280). */
export async function createSigningKey(options: SigningKeyOptions = {}): Promise<SigningKey> {
	const { bits: modulusLength = 2048, commonName = 'Messaging platform sandbox' } = options;
	const keys = await webcrypto.subtle.generateKey(
		{ ...RSA_SHA512, modulusLength, publicExponent: new Uint8Array([1, 0, 1]) },
		true,
		['sign', 'verify'],
	);
	const privateKey = KeyObject.from(keys.privateKey);
	const publicKey = KeyObject.from(keys.publicKey);
	const notBefore = options.notBefore ?? Date.now() - DAY_MS;
	const notAfter = options.notAfter ?? Date.now() + 3650 * DAY_MS;
	return {
		kid: options.kid ?? `key-${randomUUID()}`,
		privateKeyPem: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
		publicKeyPem: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
		certificatePem: selfSigned({ privateKey, publicKey, commonName, notBefore, notAfter, host: options.host }),
	};
}

let foreignKey: Promise<SigningKey> | undefined;

/** A key whose certificate is served nowhere; one per process, because making keys is slow. */
export async function keyServedNowhere(): Promise<SigningKey> {
	foreignKey ??= createSigningKey({ commonName: 'Foreign key' });
	return await foreignKey;
}

/** The content of a delivery token, and how a hostile one differs from a true one. */
export type DeliveryTokenOptions = {
	key: Pick<SigningKey, 'privateKeyPem'>;
	/** Address of the certificate, for the header's x5u. */
	x5u: string;
	/** iss: the platform's name. */
	issuer: string;
	/** sub: the account's id. */
	accountId: string;
	/** aud: the host name of the receiver. */
	audience: string;
	/** Now in ms since 1970; the machine's clock when absent. */
	now?: number;
	/** Seconds between iat and exp; 300 when absent. */
	lifetimeSeconds?: number;
	/** Header members to change or add; undefined removes one. alg also decides how the token is signed. */
	header?: JsonObject;
	/** Claims to change or add; undefined removes one. */
	claims?: JsonObject;
	/** The secret for alg HS256, HS384 and HS512; the public key's PEM when absent (the classic confusion attack). */
	hmacSecret?: string | KeyObject;
};

/** Keys as Node.js reads them: reading one takes twice as long as signing with it. */
const readKeys = new WeakMap<object, KeyObject>();

function readKey(key: DeliveryTokenOptions['key']): KeyObject {
	const read = readKeys.get(key) ?? createPrivateKey(key.privateKeyPem);
	readKeys.set(key, read);
	return read;
}

/** Base64url of a JSON object (RFC 7515, section 2). */
function encodePart(part: JsonObject): string {
	return Buffer.from(printJson(part)).toString('base64url');
}

/** Signs the two parts by the header's algorithm (RFC 7518, section 3.1); none and unknown algorithms sign nothing. */
function signature(input: string, alg: unknown, options: DeliveryTokenOptions): string {
	const [, family, bits] = /^(RS|PS|HS)(256|384|512)$/.exec(String(alg)) ?? [];
	if (!family || !bits) return '';
	const hash = `sha${bits}`;
	if (family === 'HS') {
		const publicKey = () => createPublicKey(options.key.privateKeyPem).export({ type: 'spki', format: 'pem' });
		return createHmac(hash, options.hmacSecret ?? publicKey())
			.update(input)
			.digest('base64url');
	}
	const padding = family === 'PS' ? { padding: 6, saltLength: Number(bits) / 8 } : {};
	return sign(hash, Buffer.from(input), { key: readKey(options.key), ...padding }).toString('base64url');
}

/**
 * Signs the token of a webhook delivery (specification, "Authentication of outgoing webhooks"; JWT: RFC 7519). Overrides make
 * every hostile token a test needs: another alg, a missing or wrong claim, a foreign x5u.
 */
export function signDeliveryToken(options: DeliveryTokenOptions): string {
	const issuedAt = Math.floor((options.now ?? Date.now()) / 1000);
	const header = { alg: 'RS512', typ: 'JWT', x5u: options.x5u, ...options.header };
	const claims = {
		iss: options.issuer,
		sub: options.accountId,
		aud: options.audience,
		iat: issuedAt,
		exp: issuedAt + (options.lifetimeSeconds ?? 300),
		...options.claims,
	};
	const input = `${encodePart(header)}.${encodePart(claims)}`;
	return `${input}.${signature(input, header.alg, options)}`;
}
