import { checkRequest, readEvent } from '../../../nodes/MessagingPlatformTrigger/event/event';
import { toItem } from '../../../nodes/MessagingPlatformTrigger/event/toItem';
import { createRedact } from '../../../nodes/shared/api/redact';
import { findFilterReason } from '../../../nodes/MessagingPlatformTrigger/event/filter';
import { readSettings, type Settings } from '../../../nodes/MessagingPlatformTrigger/settings/settings';
import { Refusal } from '../../../nodes/MessagingPlatformTrigger/verify/refusals';
import { readToken } from '../../../nodes/MessagingPlatformTrigger/verify/token';
import { Verifier } from '../../../nodes/MessagingPlatformTrigger/verify/verify';
import { createRandom, Fuzzer } from '../../helpers/fuzzer';
import { ACCOUNT, HOST, ISSUER } from '../../helpers/deliveries';
import { useTriggers } from '../../helpers/useTriggers';

const REFILL_MS = 1_000;
const stage = useTriggers({ parameters: { events: ['*'] } });
let verifier: Verifier;
/** The verifier's clock: it advances with each token, so that no changed address has to wait for its fetch. */
let now = Math.floor(Date.now() / 1_000) * 1_000;
const rules = (): Parameters<Verifier['verify']>[1] => ({
	connection: { issuer: ISSUER, keyPlaces: [], tokenOrigins: new Set([stage.platform.keyServer.origin]) },
	accountId: ACCOUNT,
	hosts: [{ hostname: HOST, port: '' }],
	toleranceMs: 30_000,
	maxLifetimeMs: Infinity,
});

beforeEach(() => {
	verifier = new Verifier(() => now);
});

/** Verifies without a network: every address that gets through to a fetch serves the true key. Anything but a refusal fails the test. */
async function verify(authorization: string): Promise<string> {
	now += REFILL_MS;
	const verified = async () => {
		await verifier.verify(readToken(authorization), rules(), async (address) => {
			expect(new URL(address).origin).toBe(stage.platform.keyServer.origin);
			return await Promise.resolve({ bytes: Buffer.from(stage.platform.key.certificatePem), contentType: '' });
		});
		return 'accepted';
	};
	return await verified().catch((error: unknown) => {
		if (error instanceof Refusal) return error.code;
		throw error;
	});
}

test('accepts no token that was changed in any place, and never fails otherwise than by a refusal', async () => {
	const fuzzer = new Fuzzer(createRandom(1));
	const token = stage.platform.token({ lifetimeSeconds: 86_400 });
	expect(await verify(`JWT ${token}`)).toBe('accepted');
	const codes = new Map<string, number>();
	for (let count = 0; count < 5_000; count += 1) {
		const header = `JWT ${token}`;
		const mutated = fuzzer.mutate(header);
		const outcome = await verify(mutated);
		// A change of the scheme's letters, or of the space around the token, is none.
		const isSame = /^(?:bearer|jwt) +(.*?) *$/i.exec(mutated)?.[1] === token;
		if ((outcome === 'accepted') !== isSame) throw new Error(`${outcome}: ${JSON.stringify(mutated)}`);
		codes.set(outcome, (codes.get(outcome) ?? 0) + 1);
	}
	// The mutations get beyond the first steps.
	expect(codes.get('signature')).toBeGreaterThan(100);
	expect(codes.size).toBeGreaterThan(6);
});

/** Reads bytes as the trigger does: true for an item, false for a refusal; anything else fails the test. */
function readSafely(bytes: Buffer, settings: Settings): boolean {
	let outcome: unknown;
	try {
		const request = { headers: { 'content-type': 'application/json' }, rawBody: bytes };
		const event = readEvent(checkRequest(request, Infinity), createRedact('a-secret-token'));
		const item = toItem(event);
		findFilterReason(event, settings, Date.now());
		outcome = item.event === event.name && item.accountId === event.accountId && Object.getPrototypeOf(item) === Object.prototype;
		if (outcome === true) return true;
	} catch (error) {
		outcome = error;
	}
	if (outcome instanceof Refusal) return false;
	throw new Error(`${String(outcome)}: ${bytes.toString('base64')}`);
}

test('reads any body into an item or a refusal', () => {
	const fuzzer = new Fuzzer(createRandom(3));
	const settings = readSettings(['*'], { channels: 'tg', chats: 'x', tags: 'VIP', maxAgeMinutes: 5, content: 'text' });
	let items = 0;
	for (let count = 0; count < 8_000; count += 1) {
		const name = fuzzer.pick(['new_message', 'ChatMemoChanged', 'x']);
		const text = JSON.stringify({ id: 'x', accountId: ACCOUNT, name, ...fuzzer.object() });
		const bytes = Buffer.from(fuzzer.int(3) === 0 ? fuzzer.mutate(text) : text, fuzzer.int(20) === 0 ? 'latin1' : 'utf8');
		if (readSafely(bytes, settings)) items += 1;
	}
	expect(items).toBeGreaterThan(2_000);
	expect(({} as Record<string, unknown>).polluted).toBeUndefined();
});
