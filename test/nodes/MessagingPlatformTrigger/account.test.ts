import type { IDataObject } from 'n8n-workflow';
import { startScriptedServer } from '../../helpers/servers';
import type { N8nSetup } from '../../helpers/fakeN8n';
import { ACCOUNT, newMessage } from '../../helpers/deliveries';
import { useTriggers } from '../../helpers/useTriggers';

/** A proven key that moves is saved again once in this time. */
const SAVE_PAUSE_MS = 60 * 60_000;

const OTHER = '7a2b4b4f-8e66-4f1b-8d5c-3c9f1b6b0002';

const stage = useTriggers({ parameters: { events: ['*'] } });

const start = async (setup: Partial<N8nSetup> = {}) => await stage.start({ parameters: { events: ['*'] }, ...setup });

describe('an event of another account', () => {
	test('does not while the editor listens either', async () => {
		await start({ mode: 'manual' });
		expect(await stage.outcome(newMessage(), { accountId: OTHER })).toEqual([401, 'account']);
		expect(await stage.outcome()).toEqual([200, undefined]);
	});
});

/** An event of our account, flat or nested, whose field holds what a test says. */
function eventWith(name: string, fields: object, nested: boolean): string {
	return JSON.stringify({ id: `${name}-${nested}`, accountId: ACCOUNT, name, ...(nested ? { command: fields } : fields) });
}

describe('an account that the specification names inside the event', () => {
	const at = (accountId: string) => ({ accountId });
	const places: Array<[path: string, fields: (accountId: string) => object]> = [
		['message.chat.accountId', (id) => ({ message: { chat: at(id) } })],
		['message.childMessages[1].accountId', (id) => ({ message: { childMessages: [at(ACCOUNT), at(id)] } })],
		['message.childMessages[0].chat.accountId', (id) => ({ message: { childMessages: [{ chat: at(id) }] } })],
		['message.replyToMessage.accountId', (id) => ({ message: { replyToMessage: at(id) } })],
		['message.rawMessage.accountId', (id) => ({ message: { rawMessage: at(id) } })],
		['firstMessage.accountId', (id) => ({ firstMessage: at(id) })],
		['chat.accountId', (id) => ({ chat: at(id) })],
		['chat.address.accountId', (id) => ({ chat: { address: at(id) } })],
		['chat.lastMessage.chat.address.accountId', (id) => ({ chat: { lastMessage: { chat: { address: at(id) } } } })],
		['address.accountId', (id) => ({ address: at(id) })],
		['chatAddress.accountId', (id) => ({ chatAddress: at(id) })],
		['fullChannel.accountId', (id) => ({ fullChannel: at(id) })],
		['tag.accountId', (id) => ({ tag: at(id) })],
		['widget.accountId', (id) => ({ widget: at(id) })],
		['subscription.accountId', (id) => ({ subscription: at(id) })],
		['subscription.address.accountId', (id) => ({ subscription: { address: at(id) } })],
		['subscription.user.accountId', (id) => ({ subscription: { user: at(id) } })],
	];

	test.each(places)('%s must be ours', async (path, fields) => {
		for (const nested of [true, false]) {
			expect(await stage.outcome(eventWith('EndUserActionCommand', fields(OTHER), nested))).toEqual([401, 'account']);
			expect(stage.trigger.logs.at(-1)).toContain(`the event's ${path} names another account`);
			expect(await stage.outcome(eventWith('EndUserActionCommand', fields(ACCOUNT), nested))).toEqual([200, undefined]);
		}
		expect(stage.trigger.executions).toHaveLength(2);
	});

	test.each([7, true, [OTHER], { id: OTHER }, ''])('%j is not our account', async (accountId) => {
		await start();
		expect(await stage.outcome(newMessage({ accountId }))).toEqual([401, 'account']);
	});

	test.each([
		['the free fields of a chat', { chat: { metadata: { accountId: OTHER } } }],
		['the parameters of a link', { parameters: { accountId: OTHER } }],
		["a page's context", { conversationStartContext: { insecureContext: { accountId: OTHER } } }],
		['a chat in a tag', { tag: { chat: at(OTHER) } }],
		['null', { chat: { accountId: null } }],
	])('%s may hold anything', async (_what, fields) => {
		await start();
		expect(await stage.outcome(eventWith('EndUserActivatedNotificationDeepLink', fields, true))).toEqual([200, undefined]);
	});
});

/** A stored registration, without its owner. */
const before = {
	id: 'old',
	url: 'http://127.0.0.1/webhook/x/webhook',
	events: [],
	notificationUrl: 'http://127.0.0.1',
	mark: '0000000000000000',
	token: 'fingerprint',
	accountId: ACCOUNT,
	registeredAt: 1,
};

describe('a missing pinned account keeps every event out and loses none', () => {
	test.each([
		['nothing is registered', {}],
		...Object.keys(before).flatMap((name): Array<[string, IDataObject]> =>
			[undefined, '', {}].map((value) => [
				`the registration has ${JSON.stringify(value)} as ${name}`,
				{ webhooks: { webhook: { ...before, [name]: value, owner: 'OWNER' } } },
			]),
		),
		['the registration belongs to another n8n or workflow', { webhooks: { webhook: { ...before, owner: 'other/workflow' } } }],
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

describe('the key that was proven is saved with the registration', () => {
	const provenIn = () =>
		(stage.trigger.database['node:Messaging Platform Trigger'] as { provenKey?: { address?: string } }).provenKey;

	test('not by the delivery that proves it, which may have waited for it, but by a later one; and then not again', async () => {
		await start();
		await stage.outcome();
		expect(provenIn()).toBeUndefined();
		await stage.outcome();
		expect(provenIn()).toMatchObject({ accountId: ACCOUNT, address: stage.platform.x5u });
		const first = provenIn();
		stage.now += 1_000;
		await stage.outcome();
		expect(provenIn()).toEqual(first);
		stage.now += SAVE_PAUSE_MS;
		await stage.outcome();
		expect(provenIn()).toEqual(first);
	});

	test('is written no more than once an hour while the platform alternates between two keys', async () => {
		await start();
		const second = stage.platform.keyServer.serve('/keys/second.pem', stage.platform.key.certificatePem);
		const written = new Set<string | undefined>();
		for (let turn = 0; turn < 12; turn += 1) {
			stage.now += 60_000;
			await stage.outcome(newMessage(), { x5u: turn % 4 < 2 ? stage.platform.x5u : second });
			written.add(provenIn()?.address);
		}
		expect([...written]).toEqual([undefined, stage.platform.x5u]);
		await stage.outcome();
		stage.now += SAVE_PAUSE_MS;
		await stage.outcome(newMessage(), { x5u: second });
		expect(provenIn()?.address).toBe(stage.platform.x5u);
		await stage.outcome(newMessage(), { x5u: second });
		expect(provenIn()?.address).toBe(second);
	});
});

describe('an unknown registration', () => {
	const stray = '?registration=00112233445566aa';

	test('is logged once an hour when its deliveries outlast all resends; its events are accepted', async () => {
		await start();
		const through = async (query: string) => {
			const { status } = await stage.send(undefined, undefined, { query });
			expect(status).toBe(200);
		};
		await through(stray);
		stage.now += 9 * 60_000;
		await through(stray);
		expect(stage.trigger.logs).toEqual([]);
		stage.now += 60_000;
		await through(stray);
		await through(stray);
		expect(stage.trigger.logs).toEqual([expect.stringContaining('registration=00112233445566aa')]);
		expect(stage.trigger.logs[0]).toContain('Webhook: Delete');
		stage.now += 3_600_000;
		await through(stray);
		expect(stage.trigger.logs).toHaveLength(2);
		expect(stage.trigger.executions).toHaveLength(5);
	});

	test.each([
		['the one that is stored', '?registration=0123456789abcdef'],
		['one that could not be removed yet', '?registration=fedcba9876543210'],
		['none', ''],
		['what is no mark', '?registration=../../etc'],
		['more than a mark', '?registration=00112233445566aab'],
		['more before a mark', '?registration=b00112233445566aa'],
		['several', '?registration=a&registration=b'],
	])('is not suspected behind %s', async (_what, query) => {
		const known = { ...before, owner: 'OWNER' };
		const staticData = {
			webhooks: { webhook: { ...known, mark: '0123456789abcdef' } },
			leftovers: { webhook: [{ ...known, id: 'left', mark: 'fedcba9876543210' }] },
		};
		await start({ staticData });
		for (let turn = 0; turn < 3; turn += 1) {
			const { status } = await stage.send(undefined, undefined, { query });
			expect(status).toBe(200);
			stage.now += 3_600_000;
		}
		expect(stage.trigger.logs).toEqual([]);
	});
});

describe('the registration in the database and the one of this process', () => {
	/** A platform of our account that registers webhook-2. */
	async function startPlatform() {
		const service = await startScriptedServer(({ method, url }) => {
			if (url.startsWith('/api/channels')) return { body: { $items: [{ accountId: ACCOUNT }] } };
			return { body: method === 'POST' ? { id: 'webhook-2' } : {} };
		});
		stage.trigger.setCredential(service.credential);
		return service;
	}

	/** Has this process register webhook-2 a moment ago, over a database that says something else. */
	async function publishOver(webhook: object): Promise<void> {
		await start({ staticData: { webhooks: { webhook: { ...before, ...webhook, owner: 'OWNER' } } } });
		const { trigger } = stage;
		const { database } = trigger;
		const service = await startPlatform();
		trigger.database = {};
		await trigger.publish();
		await service.close();
		trigger.setCredential(stage.platform.credential);
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
		const service = await startPlatform();
		await stage.trigger.listen();
		await service.close();
		stage.trigger.setCredential(stage.platform.credential);
		expect(await stage.outcome()).toEqual([200, undefined]);
	});
});
