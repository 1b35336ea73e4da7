/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- development only: this file is never part of the published package */
import 'reflect-metadata';
import { webcrypto } from 'node:crypto';
import { cryptoProvider, PemConverter, X509CertificateGenerator } from '@peculiar/x509';

/**
 * Makes a certificate that only vouches for itself.
 *
 * @returns key and certificate for an HTTPS server of a test, PEM
 */
export async function selfSigned(): Promise<{ key: string; cert: string }> {
	cryptoProvider.set(webcrypto as Crypto);
	const signingAlgorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
	const keys = (await webcrypto.subtle.generateKey(signingAlgorithm, true, ['sign', 'verify'])) as CryptoKeyPair;
	const certificate = await X509CertificateGenerator.createSelfSigned({ name: 'CN=test', keys, signingAlgorithm });
	const key = await webcrypto.subtle.exportKey('pkcs8', keys.privateKey);
	return { key: PemConverter.encode(key, 'PRIVATE KEY'), cert: certificate.toString('pem') };
}
