/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- development only: this file is never part of the published package */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { KeyStore } from '../../../../nodes/MessagingPlatformTrigger/verify/keyStore';
import { Refusal } from '../../../../nodes/MessagingPlatformTrigger/verify/refusals';
import { waitFor } from '../../../helpers/waitFor';

const BURST = 20;
const MAX_WAIT_MS = 6_000;
const REFILL_MS = 1_000;

const REFRESH_AFTER_MS = 3_600_000;
const MAX_AGE_MS = 6 * REFRESH_AFTER_MS;
const ROTATION_PAUSE_MS = 60_000;
const FAILURE_PAUSE_MS = 2_000;
const MAX_PROVEN = 16;

const PEM = readFileSync(join(__dirname, 'known-answers', 'public-key.pem'));
const ORIGIN = 'https://api.example.com';
const TRUE = `${ORIGIN}/true.pem`;

const served = async () => await Promise.resolve({ bytes: PEM, contentType: '' });
const down = async () => await Promise.reject(new Refusal('key_unavailable'));
const gone = async () => await Promise.reject(new Refusal('key_not_found'));

/** A store on a clock of the test, and what its addresses answer. */
function newStore() {
	const stage = { now: 1_800_000_000_000, answer: served as typeof served | typeof down, fetched: [] as string[] };
	const store = new KeyStore(() => stage.now);
	const request = (address = TRUE, isTrusted = false) => ({
		address,
		isTrusted,
		fetchKey: async (asked: string) => (stage.fetched.push(asked), await stage.answer()),
	});
	const codeOf = async (key: ReturnType<KeyStore['getNewer']>) =>
		await key.then(
			(found) => (found === undefined ? 'none' : 'key'),
			(error: unknown) => (error instanceof Refusal ? error.code : String(error)),
		);
	const get = async (address?: string, isTrusted?: boolean) => await codeOf(store.get(request(address, isTrusted)));
	return { stage, store, request, get, codeOf };
}

/** Uses up the fetches of made-up addresses, so that another one would have to wait. */
async function flood({ get }: ReturnType<typeof newStore>): Promise<void> {
	for (let index = 0; index < BURST; index++) await get(`${ORIGIN}/made-up/${index}.pem`);
}

describe('a key is fetched', () => {
	test('once for an hour, and once for all that want it meanwhile', async () => {
		const { stage, store, request, get } = newStore();
		const [first, second] = await Promise.all([store.get(request()), store.get(request())]);
		expect(first).toBe(second);
		stage.now += REFRESH_AFTER_MS - 1;
		expect(await store.get(request())).toBe(first);
		expect(stage.fetched).toEqual([TRUE]);
		stage.now += 1;
		expect(await get()).toBe('key');
		expect(stage.fetched).toEqual([TRUE, TRUE]);
	});

	test('not again for two seconds after a failure, which is the answer until then', async () => {
		const { stage, get } = newStore();
		stage.answer = gone;
		expect(await get()).toBe('key_not_found');
		stage.answer = served;
		stage.now += FAILURE_PAUSE_MS - 1;
		expect(await get()).toBe('key_not_found');
		stage.now += 1;
		expect(await get()).toBe('key');
		expect(stage.fetched).toHaveLength(2);
	});

	test('and any other failure then counts as an outage', async () => {
		const { stage, get } = newStore();
		stage.answer = async () => await Promise.reject(new Error('x'));
		expect(await get()).toBe('key_unavailable');
	});

	test('and the failure before it is forgotten', async () => {
		const { stage, store, request, get, codeOf } = newStore();
		stage.answer = down;
		await get();
		stage.now += FAILURE_PAUSE_MS;
		stage.answer = served;
		const key = await store.get(request());
		stage.now += ROTATION_PAUSE_MS;
		// set back: the failure would be in its pause again
		stage.now -= ROTATION_PAUSE_MS - 1;
		expect(await codeOf(store.getNewer(request(), { ...key }))).toBe('key');
		expect(await get()).toBe('key');
	});
});

describe('an address that no key was proven at', () => {
	test('waits for its turn after many others', async () => {
		const made = newStore();
		await flood(made);
		const waiting = made.get();
		// a clock that is set back brings no one's turn
		made.stage.now -= MAX_WAIT_MS;
		expect(await waiting).toBe('key_busy');
		expect(made.stage.fetched).not.toContain(TRUE);
	});

	/** A fetch that is under way until the test ends it. */
	const fetchUnderWay = (made: ReturnType<typeof newStore>) => {
		let end: () => void = () => undefined;
		const ended = new Promise<void>((resolve) => (end = resolve));
		made.stage.answer = async () => (await ended, await served());
		return end;
	};

	test('takes no second turn while its key is fetched', async () => {
		const made = newStore();
		for (let index = 1; index < BURST; index++) await made.get(`${ORIGIN}/made-up/${index}.pem`);
		const end = fetchUnderWay(made);
		const first = made.get();
		const second = made.get();
		end();
		expect(await Promise.all([first, second])).toEqual(['key', 'key']);
		expect(made.stage.fetched.filter((address) => address === TRUE)).toHaveLength(1);
	});

	test('is fetched once when a delivery that need not wait comes first', async () => {
		const made = newStore();
		await flood(made);
		const waiting = made.get();
		const end = fetchUnderWay(made);
		const trusted = made.get(TRUE, true);
		made.stage.now += REFILL_MS;
		// another one's turn comes behind the first
		const last = made.get(`${ORIGIN}/last.pem`);
		made.stage.now += REFILL_MS;
		await waitFor(() => made.stage.fetched.includes(`${ORIGIN}/last.pem`));
		end();
		expect(await Promise.all([waiting, trusted, last])).toEqual(['key', 'key', 'key']);
		expect(made.stage.fetched.filter((address) => address === TRUE)).toHaveLength(1);
	});
});

describe('an old key', () => {
	test('serves while its address is down, up to six hours', async () => {
		const { stage, store, request, get } = newStore();
		const key = await store.get(request());
		stage.answer = down;
		stage.now += MAX_AGE_MS - 1;
		expect(await store.get(request())).toBe(key);
		stage.now += 1;
		expect(await get()).toBe('key_unavailable');
	});

	test('does not serve once its address says that it is gone', async () => {
		const { stage, get } = newStore();
		await get();
		stage.answer = gone;
		stage.now += REFRESH_AFTER_MS;
		expect(await get()).toBe('key_not_found');
	});
});

describe('a newer key for a signature that did not fit', () => {
	test('is looked for no more than once a minute', async () => {
		const { stage, store, request, codeOf } = newStore();
		const used = await store.get(request());
		stage.now += ROTATION_PAUSE_MS - 1;
		expect(await codeOf(store.getNewer(request(), used))).toBe('none');
		expect(stage.fetched).toHaveLength(1);
		stage.now += 1;
		const newer = await store.getNewer(request(), used);
		expect(newer).not.toBe(used);
		expect(stage.fetched).toHaveLength(2);
		// a delivery with the old key gets the one fetched for another delivery
		expect(await store.getNewer(request(), used)).toBe(newer);
		expect(stage.fetched).toHaveLength(2);
	});

	test.each([
		['is down', down, undefined],
		['has none', gone, 'fetching a newer key failed: key_not_found'],
	])('cannot be ruled out when the address %s', async (_what, answer, seen) => {
		const { stage, store, request } = newStore();
		const used = await store.get(request());
		stage.answer = answer;
		stage.now += ROTATION_PAUSE_MS;
		const { code, message } = new Refusal('key_unavailable', seen);
		await expect(store.getNewer(request(), used)).rejects.toMatchObject({ code, message });
	});

	test('is fetched when the old one was forgotten meanwhile', async () => {
		const { store, request, get, stage, codeOf } = newStore();
		const used = await store.get(request());
		for (let index = 0; index < 9; index++) await get(`${ORIGIN}/other/${index}.pem`);
		stage.fetched.length = 0;
		expect(await codeOf(store.getNewer(request(), used))).toBe('key');
		expect(stage.fetched).toEqual([TRUE]);
	});
});

describe('a proven key', () => {
	test('is not pushed out by made-up ones, while one that is not proven is', async () => {
		const made = newStore();
		await made.get();
		made.store.prove(TRUE);
		await made.get(`${ORIGIN}/unproven.pem`);
		for (let index = 0; index < 9; index++) await made.get(`${ORIGIN}/made-up/${index}.pem`);
		made.stage.fetched.length = 0;
		await made.get();
		expect(made.stage.fetched).toEqual([]);
		await made.get(`${ORIGIN}/unproven.pem`);
		expect(made.stage.fetched).toHaveLength(1);
	});

	test('is fetched again without a turn, and stays proven', async () => {
		const made = newStore();
		await made.get();
		made.store.prove(TRUE);
		made.stage.now += REFRESH_AFTER_MS;
		await flood(made);
		made.stage.fetched.length = 0;
		for (let count = 0; count < 2; count++) expect(await made.get()).toBe('key');
		expect(made.stage.fetched).toEqual([TRUE]);
	});

	test('is one whose address verified a signature before a restart: its first fetch waits for no turn either', async () => {
		const made = newStore();
		await flood(made);
		expect(await made.get(TRUE, true)).toBe('key');
		for (let index = 0; index < 9; index++) await made.get(`${ORIGIN}/trusted/${index}.pem`, true);
		made.stage.fetched.length = 0;
		expect(await made.get()).toBe('key');
		expect(made.stage.fetched).toEqual([]);
	});

	test('is one of sixteen that are remembered', async () => {
		const { stage, store, get } = newStore();
		const addresses = Array.from({ length: MAX_PROVEN }, (_, index) => `${ORIGIN}/${index}.pem`);
		for (const address of addresses) {
			await get(address);
			store.prove(address);
		}
		stage.fetched.length = 0;
		for (const address of addresses) await get(address);
		expect(stage.fetched).toEqual([]);
	});

	test('must have been fetched', async () => {
		const { store, get } = newStore();
		store.prove(TRUE);
		expect(await get()).toBe('key');
	});
});
