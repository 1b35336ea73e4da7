/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- development only: this file is never part of the published package */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Refusal } from '../../../../nodes/MessagingPlatformTrigger/verify/refusals';
import { readToken } from '../../../../nodes/MessagingPlatformTrigger/verify/token';
import { Verifier } from '../../../../nodes/MessagingPlatformTrigger/verify/verify';

interface KnownAnswer {
	name: string;
	/** The time at which the token is verified, in s since 1970. */
	at: number;
	/** The refusal's code, or null for a token that is accepted. */
	code: string | null;
	token: string;
}

const folder = join(__dirname, 'known-answers');

const { cases } = JSON.parse(readFileSync(join(folder, 'tokens.json'), 'utf8')) as { cases: KnownAnswer[] };

// Tokens and keys come from known-answers/make.sh: the OpenSSL command line alone.
describe.each(['certificate.pem', 'public-key.pem'])('known answers with %s', (file) => {
	test.each(cases)('$name', async ({ at, code, token }) => {
		const fetched: string[] = [];
		const outcome = await new Verifier(() => at * 1_000)
			.verify(
				readToken(`Bearer ${token}`),
				{
					connection: { issuer: 'SERVICE', keyPlaces: [], tokenOrigins: new Set(['https://api.messaging.example']) },
					accountId: '6f1a3a3e-7d55-4f0a-9c4b-2b8f0a5a0001',
					hosts: [{ hostname: 'n8n.example.com', port: '' }],
					toleranceMs: 30_000,
					maxLifetimeMs: Infinity,
				},
				async (address) => {
					fetched.push(address);
					return { bytes: readFileSync(join(folder, file)), contentType: '' };
				},
			)
			.catch((error: unknown) => (error instanceof Refusal ? error.code : Promise.reject(error)));

		expect(outcome).toBe(code ?? 'https://api.messaging.example/keys/1.pem');
		if (code === null) expect(fetched).toEqual(['https://api.messaging.example/keys/1.pem']);
	});
});
