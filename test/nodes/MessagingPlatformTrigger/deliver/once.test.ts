import { SeenEvents } from '../../../../nodes/MessagingPlatformTrigger/deliver/once';
import { waitFor } from '../../../helpers/waitFor';

/** Accepted events that are remembered. */
const MAX_SEEN = 20_000;

/** Events that are being started. */
const MAX_CLAIMS = 5_000;

/** Time after which a claim is given up while n8n gives no answer, in ms. */
const MAX_CLAIM_AGE_MS = 10 * 60_000;

type Claim = Exclude<Awaited<ReturnType<SeenEvents['claim']>>, string>;

/** Time for which a copy waits in these tests, in ms. */
const SHORT_MS = 20;

/** Longer than a test, so that a waiting copy continues only on purpose. */
const LONG_MS = 3_600_000;

let now = 1_800_000_000_000;
let seen: SeenEvents;

beforeEach(() => {
	seen = new SeenEvents(() => now, SHORT_MS);
});

function keyOf(
	id: string | number,
	differences: { node?: string; accountId?: string; name?: string; id?: string } = {},
): string[] {
	const key = { node: 'workflow/node', accountId: 'account', name: 'new_message', id: String(id), ...differences };
	return [key.node, key.accountId, key.name, key.id];
}

/** Claims an event that is new. */
async function claim(key: string[]): Promise<Claim> {
	const sighting = await seen.claim(...key);
	if (typeof sighting === 'string') throw new Error(`not new but ${sighting}`);
	return sighting;
}

async function accept(key: string[]): Promise<void> {
	(await claim(key)).settle(true);
}

/** The answer to a further copy: 'new' if it may start the event. */
async function tell(key: string[]): Promise<string> {
	const sighting = await seen.claim(...key);
	if (typeof sighting === 'string') return sighting;
	sighting.settle(false);
	return 'new';
}

describe('a claim', () => {
	test('does not open the claim of another copy when it was given up and fails late', async () => {
		const first = await claim(keyOf('late'));
		now += MAX_CLAIM_AGE_MS;
		const second = await claim(keyOf('late'));
		first.settle(false);
		expect(await seen.claim(...keyOf('late'))).toBe('in_progress');
		second.settle(true);
		expect(await seen.claim(...keyOf('late'))).toBe('duplicate');
	});

	test('lets exactly one of the waiting copies start the event when it fails', async () => {
		seen = new SeenEvents(() => now, LONG_MS);
		const first = await claim(keyOf('shared'));
		const told: string[] = [];
		const copies = Array.from({ length: 20 }, async () => {
			const sighting = await seen.claim(...keyOf('shared'));
			told.push(typeof sighting === 'string' ? sighting : 'new');
			if (typeof sighting !== 'string') sighting.settle(true);
		});
		first.settle(false);
		await Promise.all(copies);
		expect(told.sort()).toEqual([...Array.from({ length: 19 }, () => 'duplicate'), 'new']);
	});
});

describe('the memory', () => {
	test('keeps the newest accepted events, up to a limit', async () => {
		for (let index = 0; index < MAX_SEEN + 10; index += 1) await accept(keyOf(index));
		expect(await tell(keyOf(MAX_SEEN + 9))).toBe('duplicate');
		expect(await tell(keyOf(10))).toBe('duplicate');
		expect(await tell(keyOf(9))).toBe('new');
	});

	test('keeps the newest claims, up to a limit; a copy that waits for a dropped claim takes over', async () => {
		seen = new SeenEvents(() => now, LONG_MS);
		await claim(keyOf('oldest'));
		await claim(keyOf('second'));
		let told: unknown;
		const waiting = seen.claim(...keyOf('oldest')).then((sighting) => (told = sighting));
		for (let index = 2; index < MAX_CLAIMS; index += 1) await claim(keyOf(index));
		expect(told).toBeUndefined();
		await claim(keyOf('one more'));
		await waitFor(() => told !== undefined);
		expect(typeof (await waiting)).toBe('object');
	});
});
