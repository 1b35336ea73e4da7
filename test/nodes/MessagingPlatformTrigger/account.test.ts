import type { IDataObject } from 'n8n-workflow';
import { startScriptedServer } from '../../helpers/servers';
import { startTrigger, type Trigger, type TriggerSetup } from '../../helpers/startTrigger';
import { PublishableWorkflow } from '../../helpers/publishTrigger';
import { ACCOUNT, startSigningPlatform, deliveryOf, newMessage, type SigningPlatform } from '../../helpers/deliveries';

/** A proven key that moves is saved again once in this time. */
const SAVE_PAUSE_MS = 60 * 60_000;

const OTHER = '7a2b4b4f-8e66-4f1b-8d5c-3c9f1b6b0002';

let platform: SigningPlatform;
let trigger: Trigger;

beforeEach(async () => {
	platform = await startSigningPlatform();
});

afterEach(async () => {
	await trigger.close();
	await platform.close();
});

async function start(setup: Partial<TriggerSetup> = {}): Promise<void> {
	trigger = await startTrigger({ credential: platform.credential, parameters: { events: ['*'] }, ...setup });
}

async function deliver(body = newMessage(), token = platform.token()): Promise<[number, string | undefined]> {
	const { status, code } = await trigger.send(deliveryOf(body, token));
	return [status, code];
}

describe('only the account that the webhook was registered for', () => {
	test('starts the workflow', async () => {
		await start();
		expect(await deliver()).toEqual([200, undefined]);
		expect(trigger.executions).toHaveLength(1);
	});

	test('another customer of the platform does not, with a true token and an event of its own; no key is fetched for it', async () => {
		await start();
		const theirs = newMessage({ accountId: OTHER }, { accountId: OTHER });
		expect(await deliver(theirs, platform.token({ accountId: OTHER }))).toEqual([401, 'account']);
		expect(platform.keyServer.requests).toEqual([]);
		expect(trigger.executions).toEqual([]);
		expect(trigger.logs[0]).toContain(OTHER);
	});

	test('another customer does not with the account of this trigger in the body either', async () => {
		await start();
		expect(await deliver(newMessage(), platform.token({ accountId: OTHER }))).toEqual([401, 'account']);
		expect(trigger.executions).toEqual([]);
	});

	test('a token of another receiver on this host does not let in a body about another account', async () => {
		await start();
		expect(await deliver(newMessage({}, { accountId: OTHER }))).toEqual([401, 'subject']);
		expect(trigger.executions).toEqual([]);
	});

	test('the same holds while the editor listens', async () => {
		await start({ mode: 'manual' });
		expect(await deliver(newMessage(), platform.token({ accountId: OTHER }))).toEqual([401, 'account']);
		expect(await deliver()).toEqual([200, undefined]);
	});

	test('keys of another customer are not asked for again when its token comes a second time', async () => {
		await start();
		expect(await deliver()).toEqual([200, undefined]);
		const theirs = platform.token({ accountId: OTHER });
		await deliver(newMessage({}, { accountId: OTHER }), theirs);
		expect(await deliver(newMessage({}, { accountId: OTHER }), theirs)).toEqual([401, 'account']);
		expect(platform.keyServer.requests).toHaveLength(1);
	});
});

/** An event of our account, flat or nested, whose field holds what a test says. */
function eventWith(name: string, fields: object, nested: boolean): string {
	return JSON.stringify({ id: `${name}-${nested}`, accountId: ACCOUNT, name, ...(nested ? { command: fields } : fields) });
}

describe('an account that the specification names inside the event', () => {
	const at = (accountId: string) => ({ accountId });
	const places: Array<[path: string, event: string, fields: (accountId: string) => object]> = [
		['message.chat.accountId', 'MessageDeliveryCommand', (id) => ({ message: { chat: at(id) } })],
		[
			'message.childMessages[1].accountId',
			'MessageDeliveryCommand',
			(id) => ({ message: { childMessages: [at(ACCOUNT), at(id)] } }),
		],
		['message.replyToMessage.accountId', 'ChannelMessageReadCommand', (id) => ({ message: { replyToMessage: at(id) } })],
		['message.rawMessage.accountId', 'ChannelMessageReadCommand', (id) => ({ message: { rawMessage: at(id) } })],
		['firstMessage.accountId', 'FirstMessageFromEndUserInChatCommand', (id) => ({ firstMessage: at(id) })],
		['chat.accountId', 'NewChatCreatedCommand', (id) => ({ chat: at(id) })],
		['chat.address.accountId', 'NewChatCreatedCommand', (id) => ({ chat: { address: at(id) } })],
		['chat.lastMessage.accountId', 'TagAssignedOnChatCommand', (id) => ({ chat: { lastMessage: at(id) } })],
		['address.accountId', 'EndUserActivatedNotificationDeepLink', (id) => ({ address: at(id) })],
		['chatAddress.accountId', 'ChatMemoChanged', (id) => ({ chatAddress: at(id) })],
		['fullChannel.accountId', 'ChannelConnected', (id) => ({ fullChannel: at(id) })],
		['tag.accountId', 'TagRemovedFromChatCommand', (id) => ({ tag: at(id) })],
		['widget.accountId', 'WidgetCreateCommand', (id) => ({ widget: at(id) })],
		['subscription.accountId', 'EndUserSubscribedOnNotification', (id) => ({ subscription: at(id) })],
		['subscription.address.accountId', 'EndUserSubscribedOnNotification', (id) => ({ subscription: { address: at(id) } })],
		['subscription.user.accountId', 'EndUserSubscribedOnNotification', (id) => ({ subscription: { user: at(id) } })],
	];

	test.each(places)('%s must be ours (%s)', async (path, event, fields) => {
		await start();
		for (const nested of [true, false]) {
			expect(await deliver(eventWith(event, fields(OTHER), nested))).toEqual([401, 'account']);
			expect(trigger.logs.at(-1)).toContain(`the event's ${path} names another account`);
			expect(await deliver(eventWith(event, fields(ACCOUNT), nested))).toEqual([200, undefined]);
		}
		expect(trigger.executions).toHaveLength(2);
	});

	test.each([7, true, [OTHER], { id: OTHER }, ''])('%j is not our account', async (accountId) => {
		await start();
		expect(await deliver(newMessage({ accountId }))).toEqual([401, 'account']);
	});

	test.each([
		['the free fields of a chat', { chat: { metadata: { accountId: OTHER } } }],
		['the parameters of a link', { parameters: { accountId: OTHER } }],
		["a page's context", { conversationStartContext: { insecureContext: { accountId: OTHER } } }],
		['null', { chat: { accountId: null } }],
	])('%s may hold anything', async (_what, fields) => {
		await start();
		expect(await deliver(eventWith('EndUserActivatedNotificationDeepLink', fields, true))).toEqual([200, undefined]);
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
		expect(await deliver()).toEqual([503, 'not_registered']);
		expect(trigger.executions).toEqual([]);
		expect(platform.keyServer.requests).toEqual([]);
	});

	test("the credential's Account ID is another one now", async () => {
		await start({ credential: { ...platform.credential, accountId: OTHER } });
		expect(await deliver()).toEqual([503, 'not_registered']);
		expect(trigger.logs).toEqual([expect.stringContaining('(the credential now belongs to another account)')]);
		expect(await deliver(newMessage({}, { accountId: OTHER }), platform.token({ accountId: OTHER }))).toEqual([
			503,
			'not_registered',
		]);
		expect(trigger.executions).toEqual([]);
	});

	test("the credential's Account ID is the same: let in", async () => {
		await start({ credential: { ...platform.credential, accountId: ACCOUNT } });
		expect(await deliver()).toEqual([200, undefined]);
	});
});

describe('the key that was proven is saved with the registration', () => {
	const provenIn = () => (trigger.saved()['node:Messaging Platform Trigger'] as { provenKey?: { address?: string } }).provenKey;

	test('not by the delivery that proves it, which may have waited for it, but by a later one; and then not again', async () => {
		let now = Date.now();
		await start({ now: () => now });
		await deliver();
		expect(provenIn()).toBeUndefined();
		await deliver();
		expect(provenIn()).toMatchObject({ accountId: ACCOUNT, address: platform.x5u });
		const first = provenIn();
		now += 1_000;
		await deliver();
		expect(provenIn()).toEqual(first);
		now += SAVE_PAUSE_MS;
		await deliver(newMessage(), platform.token({ now }));
		expect(provenIn()).toEqual(first);
	});

	test('is ignored when it belongs to another account', async () => {
		const provenKey = { accountId: OTHER, address: `${platform.keyServer.origin}/elsewhere/key.pem`, savedAt: 1, owner: 'OWNER' };
		const webhook = { ...before, owner: 'OWNER' };
		await start({ staticData: { webhooks: { webhook }, provenKey } });
		expect(await deliver()).toEqual([200, undefined]);
	});

	test('decides after a restart where keys come from', async () => {
		const provenKey = { accountId: ACCOUNT, address: platform.x5u, savedAt: 1, owner: 'OWNER' };
		const webhook = { ...before, owner: 'OWNER' };
		await start({ staticData: { webhooks: { webhook }, provenKey } });
		const x5u = platform.keyServer.serve('/files/other.pem', platform.otherKey.certificatePem);
		expect(await deliver(newMessage(), platform.token({ key: platform.otherKey, x5u }))).toEqual([401, 'key_origin']);
		expect(platform.keyServer.requests).toEqual([]);
		expect(await deliver()).toEqual([200, undefined]);
	});

	test('is never one that did not verify a signature', async () => {
		await start();
		const x5u = platform.keyServer.serve('/files/other.pem', platform.otherKey.certificatePem);
		await deliver();
		for (let copies = 0; copies < 3; copies += 1) await deliver(newMessage(), platform.token({ x5u }));
		await deliver();
		expect(provenIn()?.address).toBe(platform.x5u);
	});

	test('is written no more than once an hour while the platform alternates between two keys', async () => {
		let now = Math.floor(Date.now() / 1_000) * 1_000;
		await start({ now: () => now });
		const second = platform.keyServer.serve('/keys/second.pem', platform.key.certificatePem);
		const written = new Set<string | undefined>();
		for (let turn = 0; turn < 12; turn += 1) {
			now += 60_000;
			await deliver(newMessage(), platform.token({ now, x5u: turn % 4 < 2 ? platform.x5u : second }));
			written.add(provenIn()?.address);
		}
		expect([...written]).toEqual([undefined, platform.x5u]);
		await deliver(newMessage(), platform.token({ now }));
		now += SAVE_PAUSE_MS;
		await deliver(newMessage(), platform.token({ now, x5u: second }));
		expect(provenIn()?.address).toBe(platform.x5u);
		await deliver(newMessage(), platform.token({ now, x5u: second }));
		expect(provenIn()?.address).toBe(second);
	});
});

describe('an unknown registration', () => {
	const stray = '?registration=00112233445566aa';

	test('is logged once an hour when its deliveries outlast all resends; its events are accepted', async () => {
		let now = Math.floor(Date.now() / 1_000) * 1_000;
		await start({ now: () => now });
		const through = async (query: string) => {
			const { status } = await trigger.send({ ...deliveryOf(newMessage(), platform.token({ now })), query });
			expect(status).toBe(200);
		};
		await through(stray);
		now += 9 * 60_000;
		await through(stray);
		expect(trigger.logs).toEqual([]);
		now += 60_000;
		await through(stray);
		await through(stray);
		expect(trigger.logs).toEqual([expect.stringContaining('registration=00112233445566aa')]);
		expect(trigger.logs[0]).toContain('Webhook: Delete');
		now += 3_600_000;
		await through(stray);
		expect(trigger.logs).toHaveLength(2);
		expect(trigger.executions).toHaveLength(5);
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
		let now = Math.floor(Date.now() / 1_000) * 1_000;
		const known = { ...before, owner: 'OWNER' };
		const staticData = {
			webhooks: { webhook: { ...known, mark: '0123456789abcdef' } },
			leftovers: { webhook: [{ ...known, id: 'left', mark: 'fedcba9876543210' }] },
		};
		await start({ now: () => now, staticData });
		for (let turn = 0; turn < 3; turn += 1) {
			const { status } = await trigger.send({ ...deliveryOf(newMessage(), platform.token({ now })), query });
			expect(status).toBe(200);
			now += 3_600_000;
		}
		expect(trigger.logs).toEqual([]);
	});
});

describe('the registration in the database and the one of this process', () => {
	/** A trigger whose process has registered webhook-2 for our account a moment ago, over a database that says something else. */
	async function startOver(webhook: object): Promise<void> {
		const service = await startScriptedServer(({ method, url }) => {
			if (url.startsWith('/api/channels')) return { body: { $items: [{ accountId: ACCOUNT }] } };
			return method === 'POST' ? { body: { id: 'webhook-2' } } : { body: {} };
		});
		const workflow = new PublishableWorkflow(service.credential);
		await workflow.publish();
		await service.close();
		const staticData = { webhooks: { webhook: { ...before, ...webhook, owner: 'OWNER' } } };
		await start({ registrations: workflow.process, ids: workflow.ids, staticData });
	}

	const saved = () => trigger.saved()['node:Messaging Platform Trigger'];

	test('an older word, which a save brought back, does not count and is overwritten', async () => {
		await startOver({ id: 'webhook-1', accountId: OTHER, registeredAt: 1 });
		expect(await deliver()).toEqual([200, undefined]);
		expect(saved()).toMatchObject({ webhooks: { webhook: { id: 'webhook-2', accountId: ACCOUNT } } });
	});

	test('a newer word, of another process that published since, counts and stays', async () => {
		await startOver({ id: 'webhook-3', accountId: OTHER, registeredAt: Date.now() + 60_000 });
		expect(await deliver()).toEqual([401, 'account']);
		expect(await deliver(newMessage({ accountId: OTHER }, { accountId: OTHER }), platform.token({ accountId: OTHER }))).toEqual([
			200,
			undefined,
		]);
		expect(saved()).toMatchObject({ webhooks: { webhook: { id: 'webhook-3' } } });
	});

	test('a delivery counts for production, whatever is stored of a test', async () => {
		const known = { ...before, owner: 'OWNER' };
		const webhooks = { 'webhook-test': { ...known, accountId: OTHER }, webhook: { ...known, accountId: ACCOUNT } };
		await start({ staticData: { webhooks } });
		expect(await deliver()).toEqual([200, undefined]);
	});

	test('a test that is under way is known to this process, though nothing of it is stored', async () => {
		const service = await startScriptedServer(({ method }) =>
			method === 'POST' ? { body: { id: 'webhook-1' } } : { status: 404 },
		);
		const workflow = new PublishableWorkflow({ ...service.credential, accountId: ACCOUNT });
		await workflow.listen();
		await service.close();
		await start({ mode: 'manual', registrations: workflow.process, ids: workflow.ids, staticData: {} });
		expect(await deliver()).toEqual([200, undefined]);
	});
});
