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

describe('copies of one event', () => {
	test('have node, account, name and ID in common', async () => {
		await accept(keyOf('a'));
		expect(await tell(keyOf('a'))).toBe('duplicate');
		for (const other of [{ node: 'x' }, { accountId: 'x' }, { name: 'x' }, { id: 'x' }]) {
			expect([other, await tell(keyOf('a', other))]).toEqual([other, 'new']);
		}
	});

	test.each([
		['a quotation mark and a comma', { name: 'a","b', id: 'c' }, { name: 'a', id: 'b","c' }],
		['a backslash', { name: 'a\\', id: '","b' }, { name: 'a\\","', id: 'b' }],
		['nothing between them', { name: 'ab', id: 'c' }, { name: 'a', id: 'bc' }],
		['the account and the node', { node: 'a/b', accountId: 'c' }, { node: 'a', accountId: 'b/c' }],
		['halves of characters', { id: '\ud83d' }, { id: '\ud83e' }],
		['a letter written in two ways', { id: '\u00e9' }, { id: 'e\u0301' }],
		['upper and lower case', { id: 'A' }, { id: 'a' }],
	])('events that differ by %s are two', async (_what, one, other) => {
		await accept(keyOf('', one));
		expect(await tell(keyOf('', one))).toBe('duplicate');
		expect(await tell(keyOf('', other))).toBe('new');
	});
});

describe('a claim', () => {
	test('is given up after its time, not before, when n8n never answers', async () => {
		await claim(keyOf('silent'));
		now += MAX_CLAIM_AGE_MS - 1;
		expect(await seen.claim(...keyOf('silent'))).toBe('in_progress');
		now += 1;
		expect(typeof (await seen.claim(...keyOf('silent')))).toBe('object');
		expect(await seen.claim(...keyOf('silent'))).toBe('in_progress');
	});

	test('keeps out further copies when it was given up and is accepted late', async () => {
		seen = new SeenEvents(() => now, LONG_MS);
		const first = await claim(keyOf('late'));
		now += MAX_CLAIM_AGE_MS;
		const second = await claim(keyOf('late'));
		const waiting = seen.claim(...keyOf('late'));
		first.settle(true);
		expect(await waiting).toBe('duplicate');
		second.settle(false);
		expect(await seen.claim(...keyOf('late'))).toBe('duplicate');
	});

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

	test('may be settled again without effect', async () => {
		const first = await claim(keyOf('again'));
		first.settle(true);
		first.settle(false);
		expect(await seen.claim(...keyOf('again'))).toBe('duplicate');
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

	test('keeps accepted events when claims fill up, and claims when accepted events do', async () => {
		const slow = await claim(keyOf('slow'));
		await accept(keyOf('accepted'));
		for (let index = 0; index < MAX_CLAIMS; index += 1) await claim(keyOf(index, { name: 'open' }));
		expect(await tell(keyOf('accepted'))).toBe('duplicate');
		for (let index = 0; index < MAX_SEEN; index += 1) await accept(keyOf(index));
		expect(await tell(keyOf('accepted'))).toBe('new');
		expect(await seen.claim(...keyOf(MAX_CLAIMS - 1, { name: 'open' }))).toBe('in_progress');
		slow.settle(true);
		expect(await tell(keyOf('slow'))).toBe('duplicate');
	});
});
