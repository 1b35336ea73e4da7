import { readHost } from '../../../../nodes/MessagingPlatformTrigger/verification/claims';
import { Refusal } from '../../../../nodes/MessagingPlatformTrigger/verification/refusal';
import {
	MAX_TOKENS,
	REMEMBER_MS,
	TokenMemory,
} from '../../../../nodes/MessagingPlatformTrigger/verification/tokenMemory';
import { Verifier } from '../../../../nodes/MessagingPlatformTrigger/verification/verify';
import { createSigningKey, signDeliveryToken, type SigningKey } from '../../../../sandbox/signing';

const ORIGIN = 'https://platform.example';
const NOW = Date.UTC(2026, 0, 31);

let key: SigningKey;
let now: number;
let fetches: number;
let verifier: Verifier;

beforeAll(async () => {
	key = await createSigningKey({ notBefore: NOW - 86_400_000 });
});

beforeEach(() => {
	now = NOW;
	fetches = 0;
	verifier = new Verifier(() => now);
});

const sign = (lifetimeSeconds = 300) =>
	`JWT ${signDeliveryToken({
		...{
			key,
			x5u: `${ORIGIN}/1.pem`,
			issuer: 'SERVICE',
			accountId: 'account',
			audience: 'n8n.example',
			now: NOW,
			lifetimeSeconds,
		},
	})}`;

async function verify(
	authorization: string,
	changes: { issuer?: string; origins?: string[]; host?: string } = {},
): Promise<string> {
	const { issuer = 'SERVICE', origins = [ORIGIN], host = 'n8n.example' } = changes;
	const expected = readHost(host);
	if (expected === undefined) throw new Error('no host');
	const connection = { issuer, keyOrigins: new Set(origins) };
	const rules = { connection, accountId: 'account', host: expected, toleranceMs: 30_000, maxLifetimeMs: 24 * 3_600_000 };
	const fetchKey = async () => {
		fetches += 1;
		return Buffer.from(key.certificatePem);
	};
	return await verifier.verify(authorization, rules, fetchKey).then(
		({ subject }) => subject,
		(error: unknown) => (error instanceof Refusal ? error.code : String(error)),
	);
}

test('a token that was verified is accepted again, until it expires', async () => {
	const token = sign();
	expect(await verify(token)).toBe('account');
	now += 329_000;
	expect(await verify(token)).toBe('account');
	now += 1_000;
	expect(await verify(token)).toBe('expired');
	expect(fetches).toBe(1);
});

test('what another credential or webhook expects holds for a remembered token too', async () => {
	const token = sign();
	expect(await verify(token)).toBe('account');
	expect(await verify(token, { issuer: 'OTHER' })).toBe('issuer');
	expect(await verify(token, { host: 'other.example' })).toBe('audience');
	expect(await verify(token, { origins: ['https://other.example'] })).toBe('key_origin');
	expect(await verify(token)).toBe('account');
});

test('another signature under the same claims is not remembered', async () => {
	const token = sign();
	expect(await verify(token)).toBe('account');
	const end = token.endsWith('AAAA') ? 'BBBB' : 'AAAA';
	expect(await verify(token.slice(0, -4) + end)).toBe('signature');
	expect(await verify(`${token}A`)).not.toBe('account');
});

test('other claims or another beginning of the signature above a remembered end are not remembered', async () => {
	const token = sign();
	expect(await verify(token)).toBe('account');
	const [header = '', claims = '', signature = ''] = token.split('.');
	const forged = JSON.parse(Buffer.from(claims, 'base64url').toString()) as object;
	const other = Buffer.from(JSON.stringify({ ...forged, jti: 'another' })).toString('base64url');
	expect(await verify(`${header}.${other}.${signature}`)).toBe('signature');
	const changed = `${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`;
	expect(await verify(`${header}.${claims}.${changed}`)).toBe('signature');
	expect(await verify(token)).toBe('account');
});

test('a refused token is not remembered', async () => {
	const token = sign();
	expect(await verify(token, { issuer: 'OTHER' })).toBe('issuer');
	expect(fetches).toBe(0);
	expect(await verify(token)).toBe('account');
	expect(fetches).toBe(1);
});

test('the signature of a long-lived token is checked again after an hour', () => {
	const memory = new TokenMemory(() => now);
	memory.add('token', { claims: {}, keyAddress: `${ORIGIN}/keys/1.pem` }, NOW + 10 * REMEMBER_MS);
	now += REMEMBER_MS - 1;
	expect(memory.get('token')).toBeDefined();
	now += 1;
	expect(memory.get('token')).toBeUndefined();
});

test('the oldest token is forgotten when there are too many', () => {
	const memory = new TokenMemory(() => now);
	for (let index = 0; index <= MAX_TOKENS; index += 1)
		memory.add(`${index}`, { claims: {}, keyAddress: `${ORIGIN}/keys/1.pem` }, NOW + 1_000);
	expect(memory.get('0')).toBeUndefined();
	expect(memory.get('1')).toBeDefined();
	expect(memory.get(String(MAX_TOKENS))).toBeDefined();
});
