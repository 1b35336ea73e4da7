import type { IWebhookFunctions } from 'n8n-workflow';
import {
	ConnectionMemory,
	MAX_CONNECTIONS,
	REMEMBER_MS,
	RENEW_PAUSE_MS,
} from '../../../../nodes/MessagingPlatformTrigger/deliver/connectionMemory';
import { REFUSALS } from '../../../../nodes/MessagingPlatformTrigger/verify/refusals';

const CREDENTIAL = {
	apiToken: 'a-token',
	baseUrl: 'https://api.example/v1',
	notificationUrl: 'https://notify.example',
	issuer: 'SERVICE',
};

let now = 1_800_000_000_000;
let memory: ConnectionMemory;
let reads: number;
/** What n8n gives for the credential. */
let give: () => Promise<object>;

beforeEach(() => {
	memory = new ConnectionMemory(() => now);
	reads = 0;
	give = async () => CREDENTIAL;
});

const context = {
	getCredentials: async () => {
		reads += 1;
		return await give();
	},
} as unknown as IWebhookFunctions;

const get = async (key = 'workflow/node/credential') => await memory.get(context, key);
const renew = async (used: Awaited<ReturnType<typeof get>>, key = 'workflow/node/credential') =>
	await memory.renew(context, key, used);

describe('a credential', () => {
	test('is read again when it has been remembered for its time, and not before', async () => {
		expect((await get()).connection.issuer).toBe('SERVICE');
		now += REMEMBER_MS - 1;
		await get();
		expect(reads).toBe(1);
		now += 1;
		give = async () => ({ ...CREDENTIAL, issuer: 'RENAMED' });
		expect((await get()).connection.issuer).toBe('RENAMED');
		expect(reads).toBe(2);
	});

	test('of another node is another one', async () => {
		await get('workflow/one/credential');
		give = async () => ({ ...CREDENTIAL, issuer: 'OTHER' });
		expect((await get('workflow/other/credential')).connection.issuer).toBe('OTHER');
		expect((await get('workflow/one/credential')).connection.issuer).toBe('SERVICE');
	});

	test('is read once for all deliveries that wait for it, and anew after that failed', async () => {
		give = async () => await Promise.reject(new Error('The database is busy'));
		const waiting = await Promise.allSettled([get(), get(), get()]);
		expect(waiting.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
		expect(reads).toBe(1);
		give = async () => CREDENTIAL;
		expect((await get()).connection.issuer).toBe('SERVICE');
		now += REMEMBER_MS;
		give = async () => ({ ...CREDENTIAL, issuer: 'RENAMED' });
		expect((await get()).connection.issuer).toBe('RENAMED');
	});
});

describe('a credential that led to a refusal', () => {
	test('is not read again within the pause, but after it', async () => {
		const used = await get();
		now += RENEW_PAUSE_MS - 1;
		expect(await renew(used)).toBeUndefined();
		expect(reads).toBe(1);
		now += 1;
		expect(await renew(used)).toMatchObject({ readAt: now });
		expect(reads).toBe(2);
	});

	test('is taken from another delivery that has read it since', async () => {
		const used = await get();
		now += RENEW_PAUSE_MS;
		const renewed = await renew(used);
		now += RENEW_PAUSE_MS;
		expect(await renew(used)).toBe(renewed);
		expect(reads).toBe(2);
		expect(await renew(renewed ?? used)).not.toBe(renewed);
		expect(reads).toBe(3);
	});

	test('is read again also when it is not among those that are remembered any more', async () => {
		const used = await get();
		for (let index = 0; index < MAX_CONNECTIONS; index += 1) await get(`workflow/${index}/credential`);
		now += RENEW_PAUSE_MS;
		expect(await renew(used)).toMatchObject({ readAt: now });
	});
});

describe('a credential that cannot be read', () => {
	test.each<[string, unknown, string]>([
		['a sentence', new Error('The database is busy.'), ' (The database is busy). '],
		['a value in it', new Error('The Base URL is no address: "a-secret\n.token". Enter one.'), ' (The Base URL is no address). '],
		['full stops and colons within', new Error('Not 1.2 but: 3'), ' (Not 1.2 but: 3). '],
		['no error at all', 'a-secret', '. '],
	])('is told without what may be a value of it: %s', async (_what, error, told) => {
		give = async () => await Promise.reject(error);
		const failure: unknown = await get().catch((reason: unknown) => reason);
		expect(failure).toMatchObject({ code: 'credential', status: 503 });
		expect(String(failure)).toContain(`${REFUSALS.credential.message}${told}`);
	});
});
