import { readConnection, type Connection } from '../../../../nodes/shared/api/connection';
import { Refusal } from '../../../../nodes/MessagingPlatformTrigger/verify/refusals';
import { readHost, readToken } from '../../../../nodes/MessagingPlatformTrigger/verify/token';
import { Verifier } from '../../../../nodes/MessagingPlatformTrigger/verify/verify';
import { createSigningKey, signDeliveryToken, type SigningKey } from '../../../../sandbox/security/signing';

const ORIGIN = 'https://platform.example';
const X5U = `${ORIGIN}/keys/1.pem`;
const NOW = Date.UTC(2026, 0, 31);
const REFRESH_AFTER_MS = 3_600_000;

let key: SigningKey;
let now: number;
let fetches: number;
let served: string;
let verifier: Verifier;

beforeAll(async () => {
	key = await createSigningKey({ notBefore: NOW - 86_400_000 });
});

beforeEach(() => {
	now = NOW;
	fetches = 0;
	served = key.certificatePem;
	verifier = new Verifier(() => now);
});

const sign = (lifetimeSeconds = 300) =>
	`JWT ${signDeliveryToken({
		...{
			key,
			x5u: X5U,
			issuer: 'SERVICE',
			accountId: 'account',
			audience: 'n8n.example',
			now: NOW,
			lifetimeSeconds,
		},
	})}`;

async function verify(
	authorization: string,
	changes: {
		issuer?: string;
		accountId?: string;
		baseUrl?: string;
		keyOrigins?: string;
		proven?: string;
		host?: string;
		connection?: Connection;
	} = {},
): Promise<string> {
	const { issuer = 'SERVICE', accountId = 'account', baseUrl = ORIGIN, keyOrigins = '', proven, host = 'n8n.example' } = changes;
	const { connection = readConnection({ apiToken: 'token', baseUrl, issuer, keyOrigins }) } = changes;
	const rules = {
		connection,
		accountId,
		provenKeyAddress: proven,
		hosts: [readHost(host)],
		toleranceMs: 30_000,
		maxLifetimeMs: Infinity,
	};
	const fetchKey = async () => {
		fetches += 1;
		return { bytes: Buffer.from(served), contentType: '' };
	};
	return await verifier.verify(readToken(authorization), rules, fetchKey).then(
		() => 'verified',
		(error: unknown) => (error instanceof Refusal ? error.code : String(error)),
	);
}

test('a token that was verified is accepted again, until it expires', async () => {
	const token = sign();
	expect(await verify(token)).toBe('verified');
	now += 329_000;
	expect(await verify(token)).toBe('verified');
	now += 1_000;
	expect(await verify(token)).toBe('expired');
	expect(fetches).toBe(1);
});

test('checks a verified token again for another credential or webhook', async () => {
	const token = sign();
	expect(await verify(token)).toBe('verified');
	expect(await verify(token, { issuer: 'OTHER' })).toBe('issuer');
	expect(await verify(token, { accountId: 'other' })).toBe('account');
	expect(await verify(token, { host: 'other.example' })).toBe('audience');
	expect(await verify(token, { baseUrl: 'https://other.example' })).toBe('key_origin');
	expect(await verify(token, { keyOrigins: `${ORIGIN}/other` })).toBe('key_origin');
	expect(await verify(token, { keyOrigins: `${ORIGIN}/keys` })).toBe('verified');
	expect(await verify(token, { proven: `${ORIGIN}/other/1.pem` })).toBe('key_origin');
	expect(await verify(token, { proven: `${ORIGIN}/keys/2.pem` })).toBe('verified');
	expect(await verify(token)).toBe('verified');
});

test('a verified token is out once another folder is the proven one, under the same credential', async () => {
	const token = sign();
	const connection = readConnection({ apiToken: 'token', baseUrl: ORIGIN, issuer: 'SERVICE' });
	expect(await verify(token, { connection })).toBe('verified');
	expect(await verify(token, { connection, proven: `${ORIGIN}/other/1.pem` })).toBe('key_origin');
	expect(await verify(token, { connection, proven: X5U })).toBe('verified');
});

test('another signature under the same claims is refused', async () => {
	const token = sign();
	expect(await verify(token)).toBe('verified');
	const end = token.endsWith('AAAA') ? 'BBBB' : 'AAAA';
	expect(await verify(token.slice(0, -4) + end)).toBe('signature');
	expect(await verify(`${token}A`)).not.toBe('verified');
});

test('other claims, or another beginning of the signature, are refused after the true token', async () => {
	const token = sign();
	expect(await verify(token)).toBe('verified');
	const [header = '', claims = '', signature = ''] = token.split('.');
	const forged = JSON.parse(Buffer.from(claims, 'base64url').toString()) as object;
	const other = Buffer.from(JSON.stringify({ ...forged, jti: 'another' })).toString('base64url');
	expect(await verify(`${header}.${other}.${signature}`)).toBe('signature');
	const changed = `${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`;
	expect(await verify(`${header}.${claims}.${changed}`)).toBe('signature');
	expect(await verify(token)).toBe('verified');
});

test('a token that was refused counts under the right credential', async () => {
	const token = sign();
	expect(await verify(token, { issuer: 'OTHER' })).toBe('issuer');
	expect(fetches).toBe(0);
	expect(await verify(token)).toBe('verified');
	expect(fetches).toBe(1);
});

test('a token counts for as long as its key, however late it came', async () => {
	const early = sign(36_000);
	const late = sign(36_001);
	expect(await verify(early)).toBe('verified');
	now += REFRESH_AFTER_MS - 1;
	expect(await verify(late)).toBe('verified');
	expect(fetches).toBe(1);
	now += 1;
	served = 'nothing';
	expect(await verify(late)).toBe('key_malformed');
	expect(await verify(early)).toBe('key_malformed');
});
