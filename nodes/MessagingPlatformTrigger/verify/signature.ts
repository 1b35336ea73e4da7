import type { KeyObject } from 'crypto';
import { compactVerify, errors } from 'jose';
import { Refusal } from './refusals';

/**
 * Step 8: verifies the token's signature with jose (RSASSA-PKCS1-v1_5 with SHA-512, RFC 7518, section 3.3).
 *
 * @param compact the compact token
 * @param key an RSA public key
 * @returns true when the signature is by this key
 * @throws Refusal token_malformed when jose finds the token itself wrong
 */
export async function isSignedBy(compact: string, key: KeyObject): Promise<boolean> {
	return await compactVerify(compact, key, { algorithms: ['RS512'] }).then(
		() => true,
		(error: unknown) => {
			if (error instanceof errors.JWSSignatureVerificationFailed) return false;
			throw new Refusal('token_malformed', error instanceof errors.JOSEError ? error.code : '');
		},
	);
}
