/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- development only: this file is never part of the published package */
import { createPublicKey, verify as verifySignature } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { compactVerify } from 'jose';
import { readHost, readToken } from '../../nodes/MessagingPlatformTrigger/verify/token';
import { Verifier } from '../../nodes/MessagingPlatformTrigger/verify/verify';
import { createSigningKey, signDeliveryToken } from '../../sandbox/security/signing';
import type { Bench } from './bench';
import { interleave, medianOf, show } from './statistics';

const ORIGIN = 'https://platform.example';
const X5U = `${ORIGIN}/keys/1.pem`;
const ISSUER = 'SERVICE';
const AUDIENCE = 'n8n.example';

/** Times `work` over all tokens, in µs each. */
async function each(tokens: string[], work: (token: string) => unknown): Promise<number> {
	const start = performance.now();
	for (const token of tokens) await work(token);
	return (1000 * (performance.now() - start)) / tokens.length;
}

async function measure(bits: 2048 | 4096, small: boolean): Promise<string[][]> {
	const key = await createSigningKey({ bits });
	const publicKey = createPublicKey(key.publicKeyPem);
	const count = small ? 50 : bits === 2048 ? 1_000 : 300;
	const sign = (jti: string) =>
		signDeliveryToken({ key, x5u: X5U, issuer: ISSUER, accountId: 'account', audience: AUDIENCE, claims: { jti } });
	const batches = Array.from({ length: small ? 2 : 8 }, (_, batch) =>
		Array.from({ length: count }, (_unused, index) => sign(`${batch}-${index}`)),
	);
	const host = readHost(`https://${AUDIENCE}/webhook`);
	const rules = {
		connection: { issuer: ISSUER, keyPlaces: [], tokenOrigins: new Set([ORIGIN]) },
		accountId: 'account',
		hosts: [host],
		toleranceMs: 30_000,
		provenKeyAddress: X5U,
		maxLifetimeMs: Infinity,
	};
	const fetchKey = async () => ({ bytes: Buffer.from(key.certificatePem), contentType: 'application/x-pem-file' });
	const verifier = new Verifier();
	const ours = async (token: string) => {
		const keyAddress = await verifier.verify(readToken(`JWT ${token}`), rules, fetchKey);
		if (keyAddress !== X5U) throw new Error('The token was not verified');
	};
	let turn = 0;
	const next = () => batches[turn++ % batches.length] ?? [];
	const candidates = [
		{ name: 'this package', run: async () => await each(next(), ours) },
		{
			name: 'crypto.verify alone',
			run: async () =>
				await each(next(), (token) => {
					const end = token.lastIndexOf('.');
					const signature = Buffer.from(token.slice(end + 1), 'base64url');
					if (!verifySignature('sha512', Buffer.from(token.slice(0, end)), publicKey, signature)) throw new Error('Not verified');
				}),
		},
		{
			name: 'jose alone',
			run: async () => await each(next(), async (token) => await compactVerify(token, publicKey, { algorithms: ['RS512'] })),
		},
	];
	await rejects(ours, sign('forged'));
	const results = await interleave(candidates, batches.length - 1);
	const time = (name: string) => medianOf(results, name, (value) => value);
	const bare = time('crypto.verify alone');
	return candidates.map(({ name }) => [`RSA ${bits}`, name, `${show(time(name))} µs`, show(time(name) / bare)]);
}

/** A verification that lets everything through would be the fastest of all. */
async function rejects(verify: (token: string) => Promise<void>, token: string): Promise<void> {
	const forged = `${token.slice(0, -8)}${token.slice(-8) === 'AAAAAAAA' ? 'BBBBBBBB' : 'AAAAAAAA'}`;
	const refused = await verify(forged).then(
		() => false,
		() => true,
	);
	if (!refused) throw new Error('A forged token was accepted');
}

/** Verifying the token of a delivery, without n8n. */
export const benchVerify: Bench = async ({ small }) => {
	const rows = [...(await measure(2048, small)), ...(await measure(4096, small))];
	return {
		name: 'verify',
		tables: [{ header: ['key', 'with', 'time', 'relative to crypto.verify'], rows }],
		targets: [],
		conditions: `One after the other in Node.js ${process.version}, each time with a new token. Keys are parsed before. Medians of ${small ? 1 : 7} rounds of 1,000 tokens (RSA 4096: 300) after a warm-up. A forged token must be rejected.`,
	};
};
