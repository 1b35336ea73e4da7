import { createPublicKey, X509Certificate, type KeyObject } from 'crypto';
import type { FetchedKey } from './fetchKey';
import { quote, Refusal } from './refusals';

/** A public key and, if it comes from a certificate, the times between which it may be used. */
export interface SigningKey {
	key: KeyObject;
	/** Times in ms since 1970; a bare public key has no limits. */
	validFrom: number;
	validTo: number;
}

const CERTIFICATE = '-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\\s]+-----END CERTIFICATE-----';
const PUBLIC_KEY = CERTIFICATE.replaceAll('CERTIFICATE', 'PUBLIC KEY');

// Anchored at both ends: a page that merely quotes a key must not match. Some editors on Windows put a byte order mark first.
const DOCUMENT = new RegExp(
	`^(?:\\xef\\xbb\\xbf)?\\s*(?:(?<certificate>${CERTIFICATE})(?:\\s*${CERTIFICATE})*|(?<publicKey>${PUBLIC_KEY}))\\s*$`,
);

// A page or an API's response; either may quote what a stranger put into the URL.
const PAGE = /html|json/i;

const MIN_BITS = 2_048;
const MAX_BITS = 16_384;
const MIN_EXPONENT = 3n;

function checkStrength(key: KeyObject): void {
	const { modulusLength = 0, publicExponent = 0n } = key.asymmetricKeyDetails ?? {};
	if (key.asymmetricKeyType !== 'rsa') throw new Refusal('key_weak', `it is of type ${key.asymmetricKeyType}`);
	if (modulusLength < MIN_BITS || modulusLength > MAX_BITS) throw new Refusal('key_weak', `it has ${modulusLength} bits`);
	if (publicExponent < MIN_EXPONENT) throw new Refusal('key_weak', 'its exponent is below 3');
}

function readDocument(text: string): SigningKey | undefined {
	const { certificate, publicKey } = DOCUMENT.exec(text)?.groups ?? {};
	try {
		if (publicKey !== undefined) return { key: createPublicKey(publicKey), validFrom: -Infinity, validTo: Infinity };
		if (certificate === undefined) return undefined;
		const { publicKey: key, validFrom, validTo } = new X509Certificate(certificate);
		return { key, validFrom: Date.parse(validFrom), validTo: Date.parse(validTo) };
	} catch {
		return undefined;
	}
}

/**
 * Step 7: reads the response of the key's address: PEM certificates (RFC 7515, section 4.1.5), of which the first counts, or one
 * PEM public key (the specification allows both), with white space between and around and nothing else (the strict form of RFC
 * 7468, section 3, without explanatory text), and not served as a page or as JSON.
 * @throws Refusal key_malformed when it is neither, key_weak when it is not RSA with at least 2048 bits
 */
export function readKey({ bytes, contentType }: FetchedKey): SigningKey {
	const [type = ''] = contentType.split(';');
	if (PAGE.test(type)) throw new Refusal('key_malformed', `it is served as ${quote(type)}`);
	const signingKey = readDocument(Buffer.from(bytes).toString('latin1'));
	if (signingKey === undefined) throw new Refusal('key_malformed');
	if (Number.isNaN(signingKey.validFrom) || Number.isNaN(signingKey.validTo)) throw new Refusal('key_malformed');
	checkStrength(signingKey.key);
	return signingKey;
}

/**
 * Step 9: checks that a key's certificate is valid at this time. Done at every use, since a cached one can expire.
 * @param now ms since 1970
 */
export function findValidityObjection({ validFrom, validTo }: SigningKey, now: number, toleranceMs: number): Refusal | undefined {
	const refusal = (side: string, time: number) =>
		new Refusal('certificate_validity', `valid ${side} ${new Date(time).toISOString()}`);
	if (now + toleranceMs < validFrom) return refusal('from', validFrom);
	return now - toleranceMs > validTo ? refusal('until', validTo) : undefined;
}
