import { sleep } from 'n8n-workflow';
import { FetchTurns } from '../../../../nodes/MessagingPlatformTrigger/verify/fetchTurns';
import { Refusal } from '../../../../nodes/MessagingPlatformTrigger/verify/refusals';
import { waitFor } from '../../../helpers/waitFor';

const BURST = 20;
const MAX_ASKED = 4_096;
const MAX_WAIT_MS = 6_000;
const MAX_WAITING = 16;
const REFILL_MS = 1_000;
const ORIGIN = 'https://platform.example';
const TRUE = `${ORIGIN}/true.pem`;
let now: number;
let turns: FetchTurns<string>;
let fetched: string[];

beforeEach(() => {
	now = 1_800_000_000_000;
	// looks often, because the test's clock advances in leaps
	turns = new FetchTurns({ now: () => now, sleep: async (_ms, stop) => await sleep(5, stop) });
	fetched = [];
});

/** Asks for an address: 'fetched', or the code of the refusal. */
async function ask(address: string): Promise<string> {
	return await turns
		.take(address, async () => {
			fetched.push(address);
			return await Promise.resolve('fetched');
		})
		.catch((error: unknown) => (error instanceof Refusal ? error.code : String(error)));
}

let made = 0;
const makeUp = (): string => `${ORIGIN}/${(made += 1)}.pem`;

/** Uses up what is fetched at once. */
async function useUp(): Promise<void> {
	for (let count = 0; count < BURST; count += 1) expect(await ask(makeUp())).toBe('fetched');
}

/** Lets waiting fetches give up, so that nothing runs on after a test. */
async function end(pending: Array<Promise<string>>): Promise<string[]> {
	now += MAX_WAIT_MS;
	return await Promise.all(pending);
}

test('has up to 8 fetches under way, and starts the next as soon as one has ended', async () => {
	const ends: Array<() => void> = [];
	const fetch = async (): Promise<string> => await new Promise((resolve) => ends.push(() => resolve('fetched')));
	const pending = Array.from({ length: MAX_WAITING }, async () => await turns.take(makeUp(), fetch));
	expect(ends).toHaveLength(8);
	ends[0]?.();
	// At once: no timer has its turn here.
	for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
	expect(ends).toHaveLength(9);
	for (let index = 1; index < MAX_WAITING; index += 1) {
		await waitFor(() => ends.length > index);
		ends[index]?.();
	}
	await Promise.all(pending);
});

test('lets no one wait for longer than six seconds, not even when the clock is set back', async () => {
	await useUp();
	const first = ask(makeUp());
	now += REFILL_MS - 1;
	const second = ask(makeUp());
	now = now - REFILL_MS - MAX_WAIT_MS;
	expect(await Promise.all([first, second])).toEqual(['key_busy', 'key_busy']);
});

/** Fetches that never end, and how many deliveries still wait for anything. */
function hang() {
	let waiting = 0;
	const take = (address: string, bodyBytes?: number): void => {
		waiting += 1;
		void turns.take(address, async () => await new Promise<string>(() => undefined), bodyBytes).catch(() => (waiting -= 1));
	};
	const settle = async (): Promise<number> => {
		for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
		return waiting;
	};
	return { take, settle };
}

test.each<[string, () => string]>([
	['an address each', makeUp],
	['one address', () => TRUE],
	['four addresses', () => `${ORIGIN}/${(made += 1) % 4}.pem`],
])('has up to 16 of 100 deliveries wait for keys that do not come, with %s', async (_what, addressOf) => {
	const { take, settle } = hang();
	for (let count = 0; count < 100; count += 1) take(addressOf());
	expect(await settle()).toBe(16);
});

test.each([
	['1,000 small ones', 1_000, 1_000],
	['16 MB of large ones', 1_048_576, 16 + 16],
])('has %s more wait for a key that is on its way, and keeps no other address out', async (_what, bodyBytes, most) => {
	const { take, settle } = hang();
	for (let count = 0; count < 1_000; count += 1) take(TRUE, bodyBytes);
	expect(await settle()).toBe(most);
	for (let count = 0; count < 7; count += 1) take(makeUp(), bodyBytes);
	expect(await settle()).toBe(bodyBytes === 1_000 ? most + 7 : 1 + 16 + 7);
});

test('has room for as many that wait for a key after those before have it', async () => {
	for (const round of ['first', 'second']) {
		let end: ((got: string) => void) | undefined;
		const fetch = async (): Promise<string> => await new Promise((resolve) => (end = resolve));
		const pending = Array.from({ length: 1 + 16 + 15 }, async () => await turns.take(TRUE, fetch, 1_048_576));
		end?.(round);
		expect(new Set(await Promise.all(pending))).toEqual(new Set([round]));
	}
});

test('turns one delivery away for another of an address in more demand, of those in least demand', async () => {
	await useUp();
	const loud = makeUp();
	const turnedAway: string[] = [];
	const askAndTell = async (address: string): Promise<string> => {
		const outcome = await ask(address);
		if (outcome === 'key_busy') turnedAway.push(address);
		return outcome;
	};
	const others = Array.from({ length: MAX_WAITING - 2 }, makeUp);
	const pending = [loud, loud, ...others].map(askAndTell);
	expect(await ask(TRUE)).toBe('key_busy');
	pending.push(askAndTell(TRUE));
	await waitFor(() => turnedAway.length > 0);
	now += 2 * REFILL_MS;
	await waitFor(() => fetched.length === BURST + 2);
	expect(fetched.slice(BURST)).toEqual([loud, TRUE]);
	expect(turnedAway).toEqual(others.slice(0, 1));
	await end(pending);
});

test.each([
	['over 4,000 others', MAX_WAITING, MAX_ASKED - MAX_WAITING - 100],
	['over any number of others while it waits', MAX_WAITING - 1, MAX_ASKED],
])('remembers how often an address was asked for %s', async (_what, waiting, others) => {
	await useUp();
	const pending = Array.from({ length: waiting }, async () => await ask(makeUp()));
	pending.push(ask(TRUE));
	for (let count = 0; count < others; count += 1) expect(await ask(makeUp())).toBe('key_busy');
	pending.push(ask(TRUE));
	now += REFILL_MS;
	await waitFor(() => fetched.length > BURST);
	expect(fetched.slice(BURST)).toEqual([TRUE]);
	await end(pending);
});

test.each([
	['failed for the moment starts over, without giving way', async () => await Promise.reject(new Refusal('key_unavailable')), 1],
	['responded gives way to those that have not yet', async () => await Promise.reject(new Refusal('key_not_found')), 0],
	['gave a key gives way, too, as if it had none', async () => await Promise.resolve('a key'), 0],
] as const)('an address that %s', async (_what, respond, second) => {
	for (let count = 0; count < BURST; count += 1) await turns.take(TRUE, respond).catch(() => undefined);
	const [once, thrice] = [makeUp(), makeUp()];
	const pending = [TRUE, once, TRUE, thrice, thrice, thrice].map(ask);
	now += REFILL_MS;
	await pending[5];
	now += REFILL_MS;
	await waitFor(() => fetched.length > 1);
	expect(fetched).toEqual([thrice, [once, TRUE][second]]);
	await end(pending);
});
