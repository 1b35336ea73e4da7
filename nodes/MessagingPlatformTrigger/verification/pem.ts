import { createPublicKey, X509Certificate, type KeyObject } from 'crypto';
import { Refusal } from './refusal';

/** A public key and, for one out of a certificate, between which times it may be used. */
export interface SigningKey {
	key: KeyObject;
	/** Times in ms since 1970; a bare public key has no limits. */
	validFrom: number;
	validTo: number;
}

const BLOCK = /-----BEGIN (CERTIFICATE|PUBLIC KEY)-----[A-Za-z0-9+/=\s]+-----END \1-----/;
const MIN_BITS = 2_048;
const MAX_BITS = 16_384;
const MIN_EXPONENT = 3n;

function checkStrength(key: KeyObject): void {
	const { modulusLength = 0, publicExponent = 0n } = key.asymmetricKeyDetails ?? {};
	if (key.asymmetricKeyType !== 'rsa')
		throw new Refusal('key_weak', `it is of type ${key.asymmetricKeyType}`);
	if (modulusLength < MIN_BITS || modulusLength > MAX_BITS)
		throw new Refusal('key_weak', `it has ${modulusLength} bits`);
	if (publicExponent < MIN_EXPONENT) throw new Refusal('key_weak', 'its exponent is below 3');
}

function readBlock(block: string, label: string | undefined): SigningKey | undefined {
	try {
		if (label === 'PUBLIC KEY')
			return { key: createPublicKey(block), validFrom: -Infinity, validTo: Infinity };
		const certificate = new X509Certificate(block);
		return {
			key: certificate.publicKey,
			validFrom: Date.parse(certificate.validFrom),
			validTo: Date.parse(certificate.validTo),
		};
	} catch {
		return undefined;
	}
}

/**
 * Step 7: reads what the key's address answered: a PEM certificate (RFC 7515, section 4.1.5), of a chain the first, or a
 * PEM public key (the specification allows both).
 *
 * @param bytes what was fetched
 * @throws Refusal key_malformed when it is neither, key_weak when it is not RSA with at least 2048 bits
 */
export function readKey(bytes: Uint8Array): SigningKey {
	const match = BLOCK.exec(Buffer.from(bytes).toString('latin1'));
	const signingKey = match === null ? undefined : readBlock(match[0], match[1]);
	if (signingKey === undefined) throw new Refusal('key_malformed');
	if (Number.isNaN(signingKey.validFrom) || Number.isNaN(signingKey.validTo))
		throw new Refusal('key_malformed');
	checkStrength(signingKey.key);
	return signingKey;
}

/**
 * Step 9: checks that a key's certificate is valid at this time. Done at every use, since a cached one can expire.
 *
 * @param signingKey a key of {@link readKey}
 * @param now the time in ms since 1970
 * @param toleranceMs by how much clocks may differ, in ms
 * @returns the refusal certificate_validity, or undefined when there is nothing against the key
 */
export function findValidityObjection(
	signingKey: SigningKey,
	now: number,
	toleranceMs: number,
): Refusal | undefined {
	if (now + toleranceMs < signingKey.validFrom) {
		return new Refusal('certificate_validity', `valid from ${new Date(signingKey.validFrom).toISOString()}`);
	}
	if (now - toleranceMs > signingKey.validTo) {
		return new Refusal('certificate_validity', `valid until ${new Date(signingKey.validTo).toISOString()}`);
	}
	return undefined;
}
