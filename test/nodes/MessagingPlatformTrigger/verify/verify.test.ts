import { Refusal } from '../../../../nodes/MessagingPlatformTrigger/verify/refusals';
import { Verifier } from '../../../../nodes/MessagingPlatformTrigger/verify/verify';
import { createSigningKey, type SigningKey, signDeliveryToken } from '../../../../sandbox/security/signing';

const BURST = 20;
const MAX_WAIT_MS = 6_000;

const START = 1_800_000_000_000;
const MINUTE = 60_000;
const ORIGIN = 'https://platform.example';
const TRUE = `${ORIGIN}/keys/true.pem`;

const rules: Parameters<Verifier['verify']>[1] = {
	connection: { issuer: 'SERVICE', keyPlaces: [], tokenOrigins: new Set([ORIGIN]) },
	accountId: 'account',
	hosts: [{ hostname: 'n8n.example', port: '' }],
	toleranceMs: 30_000,
	maxLifetimeMs: Infinity,
};

let key: SigningKey;
beforeAll(async () => {
	key = await createSigningKey({ notBefore: START - MINUTE, notAfter: START + 10 * MINUTE });
});

/** A verifier on a clock of the test, and the addresses that it fetched from. */
function newVerifier() {
	const stage = { now: START, fetched: [] as string[] };
	const verifier = new Verifier(() => stage.now);
	const fetchKey = async (address: string) => {
		stage.fetched.push(address);
		return await Promise.resolve({ bytes: Buffer.from(key.certificatePem), contentType: '' });
	};
	const tokenFor = (x5u: string, lifetimeSeconds = 300, issuer = 'SERVICE') =>
		signDeliveryToken({
			...{ key, x5u, issuer, accountId: 'account', audience: 'n8n.example' },
			...{ now: stage.now, lifetimeSeconds },
		});
	const verify = async (token: string, changed: Partial<Parameters<Verifier['verify']>[1]> = {}) =>
		await verifier
			.verify(token, { ...rules, ...changed }, fetchKey)
			.catch((error: unknown) => (error instanceof Refusal ? error.code : String(error)));
	return { stage, tokenFor, verify };
}

test('gives the address whose key verified the signature', async () => {
	const { tokenFor, verify } = newVerifier();
	expect(await verify(tokenFor(TRUE))).toBe(TRUE);
});

test('accepts no token while the credential names no issuer, not even one whose issuer is empty', async () => {
	const { stage, tokenFor, verify } = newVerifier();
	const connection = { ...rules.connection, issuer: '' };
	for (const issuer of ['SERVICE', ''])
		expect(await verify(tokenFor(TRUE, 300, issuer), { connection })).toBe('issuer_not_configured');
	expect(stage.fetched).toEqual([]);
});

test('knows a token no longer than the certificate of its key is valid', async () => {
	const { stage, tokenFor, verify } = newVerifier();
	const token = tokenFor(TRUE, 3_000);
	expect(await verify(token)).toBe(TRUE);
	stage.now = START + 10 * MINUTE + rules.toleranceMs;
	expect(await verify(token)).toBe(TRUE);
	stage.now += 1;
	expect(await verify(token)).toBe('certificate_validity');
});

test('fetches from the address that was proven before a start at once, from any other when its turn comes', async () => {
	const { stage, tokenFor, verify } = newVerifier();
	for (let index = 0; index < BURST; index += 1) await verify(tokenFor(`${ORIGIN}/keys/${index}.pem`));
	expect(stage.fetched).toHaveLength(BURST);
	const other = verify(tokenFor(`${ORIGIN}/keys/other.pem`), { provenKeyAddress: TRUE });
	expect(await verify(tokenFor(TRUE), { provenKeyAddress: TRUE })).toBe(TRUE);
	expect(stage.fetched.slice(BURST)).toEqual([TRUE]);
	stage.now -= MAX_WAIT_MS;
	expect(await other).toBe('key_busy');
});
