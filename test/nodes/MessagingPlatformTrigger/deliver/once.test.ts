import { SeenEvents } from '../../../../nodes/MessagingPlatformTrigger/deliver/once';
import { waitFor } from '../../../helpers/waitFor';

/** Accepted events that are remembered, and events that are being started. */
const MAX_SEEN = 20_000;
const MAX_CLAIMS = 5_000;

/** Time after which a claim is given up while n8n gives no answer, in ms. */
const MAX_CLAIM_AGE_MS = 10 * 60_000;

let now = 1_800_000_000_000;

/** Waits for another copy for a moment, or for longer than a test. */
const seenFor = (waitMs: number) => new SeenEvents(() => now, waitMs);
const LONG_MS = 3_600_000;

const keyOf = (id: string | number) => ['workflow/node', 'account', 'new_message', String(id)];

/** Claims an event that is new. */
async function claim(seen: SeenEvents, id: string | number) {
	const sighting = await seen.claim(...keyOf(id));
	if (typeof sighting === 'string') throw new Error(`not new but ${sighting}`);
	return sighting;
}

test('a claim that was given up and fails late does not open the claim of another copy', async () => {
	const seen = seenFor(20);
	const first = await claim(seen, 'late');
	now += MAX_CLAIM_AGE_MS;
	const second = await claim(seen, 'late');
	first.settle(false);
	expect(await seen.claim(...keyOf('late'))).toBe('in_progress');
	second.settle(true);
	expect(await seen.claim(...keyOf('late'))).toBe('duplicate');
});

test('a claim that fails lets exactly one of the waiting copies start the event', async () => {
	const seen = seenFor(LONG_MS);
	const first = await claim(seen, 'shared');
	const copies = Array.from({ length: 20 }, async () => {
		const sighting = await seen.claim(...keyOf('shared'));
		if (typeof sighting === 'string') return sighting;
		sighting.settle(true);
		return 'new';
	});
	first.settle(false);
	expect((await Promise.all(copies)).sort()).toEqual([...Array<string>(19).fill('duplicate'), 'new']);
});

test('keeps the newest accepted events, up to a limit', async () => {
	const seen = seenFor(20);
	for (let index = 0; index < MAX_SEEN + 10; index += 1) (await claim(seen, index)).settle(true);
	for (const index of [MAX_SEEN + 9, 10]) expect(await seen.claim(...keyOf(index))).toBe('duplicate');
	await claim(seen, 9);
});

test('keeps the newest claims, up to a limit; a copy that waits for a dropped claim takes over', async () => {
	const seen = seenFor(LONG_MS);
	await claim(seen, 'oldest');
	await claim(seen, 'second');
	let told: unknown;
	void seen.claim(...keyOf('oldest')).then((sighting) => (told = sighting));
	for (let index = 2; index < MAX_CLAIMS; index += 1) await claim(seen, index);
	expect(told).toBeUndefined();
	await claim(seen, 'one more');
	await waitFor(() => told !== undefined);
	expect(typeof told).toBe('object');
});
