import type { IDataObject } from 'n8n-workflow';
import { startScriptedServer } from '../../helpers/servers';
import type { N8nSetup } from '../../helpers/fakeN8n';
import { ACCOUNT, newMessage } from '../../helpers/deliveries';
import { useTriggers } from '../../helpers/useTriggers';

const OTHER = '7a2b4b4f-8e66-4f1b-8d5c-3c9f1b6b0002';
const stage = useTriggers({ parameters: { events: ['*'] } });
const start = async (setup: Partial<N8nSetup> = {}) => await stage.start({ parameters: { events: ['*'] }, ...setup });

function eventWith(name: string, fields: object, nested: boolean): string {
	return JSON.stringify({ id: `${name}-${nested}`, accountId: ACCOUNT, name, ...(nested ? { command: fields } : fields) });
}

describe('an account that the specification names inside the event', () => {
	const objectAt = (path: string, value: unknown) =>
		path.split('.').reduceRight((inner, name) => ({ [name]: inner }), value) as object;
	const inList = (children: object[]) => ({ message: { childMessages: children } });
	const PATHS = [
		...['message.chat', 'message.replyToMessage', 'message.rawMessage', 'firstMessage', 'chat', 'chat.address', 'address'],
		...['chat.lastMessage.chat.address', 'chatAddress', 'fullChannel', 'tag', 'widget', 'subscription', 'subscription.address'],
		'subscription.user',
	];

	test.each<[path: string, fields: object]>([
		...PATHS.map((path): [string, object] => [path, objectAt(path, { accountId: OTHER })]),
		['message.childMessages[1]', inList([{ accountId: ACCOUNT }, { accountId: OTHER }])],
		['message.childMessages[0].chat', inList([{ chat: { accountId: OTHER } }])],
	])('%s.accountId must be ours', async (path, fields) => {
		for (const nested of [true, false]) {
			const body = eventWith('EndUserActionCommand', fields, nested);
			expect(await stage.outcome(body)).toEqual([401, 'account']);
			expect(stage.trigger.logs.at(-1)).toContain(`the event's ${path}.accountId names another account`);
			expect(await stage.outcome(body.replaceAll(OTHER, ACCOUNT))).toEqual([200, undefined]);
		}
	});

	test('is none in a field of any content, nor null, but is if it is something else', async () => {
		for (const path of ['chat.metadata', 'parameters', 'conversationStartContext.insecureContext', 'tag.chat']) {
			const body = eventWith('EndUserActivatedNotificationDeepLink', objectAt(path, { accountId: OTHER }), true);
			expect([path, ...(await stage.outcome(body.replace('"id":"', `"id":"${path}`)))]).toEqual([path, 200, undefined]);
		}
		expect(await stage.outcome(newMessage({ chat: { accountId: null } }))).toEqual([200, undefined]);
		for (const accountId of [7, [OTHER], '']) expect(await stage.outcome(newMessage({ accountId }))).toEqual([401, 'account']);
	});
});

/** A stored registration, without its owner. */
const before = {
	...{ id: 'old', url: 'http://127.0.0.1/webhook/x/webhook', events: [], notificationUrl: 'http://127.0.0.1' },
	...{ mark: '0000000000000000', token: 'fingerprint', accountId: ACCOUNT, registeredAt: 1 },
};

/** n8n's database with this registration. */
const withRegistration = (change: object): IDataObject => ({ webhooks: { webhook: { ...before, owner: 'OWNER', ...change } } });

describe('a missing pinned account keeps every event out and loses none', () => {
	test.each<[string, IDataObject]>([
		['nothing is registered', {}],
		...Object.keys(before).flatMap((name) =>
			[undefined, '', {}].map((value): [string, IDataObject] => [
				`the registration has ${JSON.stringify(value)} as ${name}`,
				withRegistration({ [name]: value }),
			]),
		),
		['the registration belongs to another n8n or workflow', withRegistration({ owner: 'other/workflow' })],
		['the static data is not what it should be', { webhooks: 'none' }],
	])('%s', async (_when, staticData) => {
		await start({ staticData });
		expect(await stage.outcome()).toEqual([503, 'not_registered']);
		expect(stage.trigger.executions).toEqual([]);
		expect(stage.platform.keyServer.requests).toEqual([]);
	});

	test("the credential's Account ID is another one now", async () => {
		await start({ credential: { ...stage.platform.credential, accountId: OTHER } });
		expect(await stage.outcome()).toEqual([503, 'not_registered']);
		expect(stage.trigger.logs).toEqual([expect.stringContaining('(the credential now belongs to another account)')]);
		expect(await stage.outcome(newMessage({}, { accountId: OTHER }), { accountId: OTHER })).toEqual([503, 'not_registered']);
		expect(stage.trigger.executions).toEqual([]);
	});
});

describe('an unknown registration', () => {
	const through = async (query: string) => expect((await stage.send(undefined, undefined, { query })).status).toBe(200);

	test('is logged once an hour when its deliveries outlast all resends; its events are accepted', async () => {
		const logged: number[] = [];
		for (const ms of [0, 9 * 60_000, 60_000, 0, 3_600_000]) {
			stage.now += ms;
			await through('?registration=00112233445566aa');
			logged.push(stage.trigger.logs.length);
		}
		expect(logged).toEqual([0, 0, 1, 1, 2]);
		expect(stage.trigger.logs[0]).toMatch(/registration=00112233445566aa.*Webhook: Delete/);
	});

	test.each([
		['the one that is stored', '?registration=0123456789abcdef'],
		['one that could not be removed yet', '?registration=fedcba9876543210'],
		['none', ''],
		['more than a mark', '?registration=00112233445566aab'],
		['more before a mark', '?registration=b00112233445566aa'],
		['several', '?registration=a&registration=b'],
	])('is not suspected behind %s', async (_what, query) => {
		const left = { ...before, owner: 'OWNER', id: 'left', mark: 'fedcba9876543210' };
		await start({ staticData: { ...withRegistration({ mark: '0123456789abcdef' }), leftovers: { webhook: [left] } } });
		for (let turn = 0; turn < 3; turn += 1) {
			await through(query);
			stage.now += 3_600_000;
		}
		expect(stage.trigger.logs).toEqual([]);
	});
});

describe('the registration in the database and the one of this process', () => {
	/** Has the trigger call a platform of our account that registers webhook-2. */
	async function withPlatform(publish: () => Promise<void>): Promise<void> {
		const service = await startScriptedServer(({ method, url }) => {
			if (url.startsWith('/api/channels')) return { body: { $items: [{ accountId: ACCOUNT }] } };
			return { body: method === 'POST' ? { id: 'webhook-2' } : {} };
		});
		stage.trigger.setCredential(service.credential);
		await publish();
		await service.close();
		stage.trigger.setCredential(stage.platform.credential);
	}

	/** Has this process register webhook-2 a moment ago, over a database that says something else. */
	async function publishOver(webhook: object): Promise<void> {
		const trigger = await start({ staticData: withRegistration(webhook) });
		const { database } = trigger;
		trigger.database = {};
		await withPlatform(async () => await trigger.publish());
		trigger.database = database;
	}

	const saved = () => stage.trigger.database['node:Messaging Platform Trigger'];

	test('an older word, which a save brought back, does not count and is overwritten', async () => {
		await publishOver({ id: 'webhook-1', accountId: OTHER, registeredAt: 1 });
		expect(await stage.outcome()).toEqual([200, undefined]);
		expect(saved()).toMatchObject({ webhooks: { webhook: { id: 'webhook-2', accountId: ACCOUNT } } });
	});

	test('a newer word, of another process that published since, counts and stays', async () => {
		await publishOver({ id: 'webhook-3', accountId: OTHER, registeredAt: Date.now() + 60_000 });
		expect(await stage.outcome()).toEqual([401, 'account']);
		const theirs = newMessage({ accountId: OTHER }, { accountId: OTHER });
		expect(await stage.outcome(theirs, { accountId: OTHER })).toEqual([200, undefined]);
		expect(saved()).toMatchObject({ webhooks: { webhook: { id: 'webhook-3' } } });
	});

	test('a test that is under way is known to this process, though nothing of it is stored', async () => {
		await start({ mode: 'manual', staticData: {} });
		await withPlatform(async () => await stage.trigger.listen());
		expect(await stage.outcome()).toEqual([200, undefined]);
	});
});

describe('the credential', () => {
	/** Time for which a credential is used, in ms, and for which one that led to a refusal is used. */
	const REMEMBER_MS = 30_000;
	const RENEW_PAUSE_MS = 5_000;
	const deliver = async (token: Parameters<typeof stage.deliver>[0] = {}) => await stage.outcome(undefined, token);
	const change = (fields: object) => stage.trigger.setCredential({ ...stage.platform.credential, ...fields });

	test('is read once for many deliveries, and again after a short while or before one is refused for its sake', async () => {
		for (let count = 0; count < 5; count += 1) await deliver();
		expect(stage.trigger.credentialReads).toBe(1);
		stage.now += REMEMBER_MS;
		await deliver();
		change({ issuer: 'renamed' });
		stage.now += RENEW_PAUSE_MS;
		expect(await deliver({ issuer: 'renamed' })).toEqual([200, undefined]);
		for (let count = 0; count < 20; count += 1) {
			expect(await deliver()).toEqual([401, 'issuer']);
			expect(await deliver({ key: stage.platform.otherKey, issuer: 'renamed' })).toEqual([401, 'signature']);
		}
		expect(stage.trigger.credentialReads).toBe(3);
	});

	test('is read once for all deliveries that wait for it, and again after it could not be used', async () => {
		change({ apiToken: '' });
		const waiting = await Promise.all(Array.from({ length: 5 }, async () => await deliver()));
		expect(waiting).toEqual(Array.from({ length: 5 }, () => [503, 'credential']));
		change({});
		expect(await deliver()).toEqual([200, undefined]);
	});

	test('is read at once when another one replaces it, and reported when it is missing', async () => {
		const saved = { type: 'trigger', typeVersion: 2, credentials: { messagingPlatformApi: { id: '1', name: 'First' } } };
		await stage.start({ saved });
		expect(await deliver()).toEqual([200, undefined]);
		saved.credentials = { messagingPlatformApi: { id: '2', name: 'Second' } };
		change({ issuer: 'other' });
		expect(await deliver()).toEqual([401, 'issuer']);
		await stage.start({ saved: { ...saved, credentials: {} } });
		expect(await deliver()).toEqual([503, 'credential']);
	});

	// nodes/shared/api/connection.test.ts has every field
	test('closes the trigger, and is not quoted in the log, when its Base URL is none', async () => {
		change({ baseUrl: 'a token pasted here by mistake' });
		expect(await deliver()).toEqual([503, 'credential']);
		expect(stage.trigger.logs).toEqual([expect.stringContaining("(The credential's Base URL isn't a web URL")]);
		expect(stage.trigger.logs.join()).not.toMatch(/pasted here|a-secret-token/);
		expect([stage.trigger.executions, stage.trigger.requested]).toEqual([[], []]);
	});
});
