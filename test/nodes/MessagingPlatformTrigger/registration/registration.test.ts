import { MAX_LEFTOVERS } from '../../../../nodes/MessagingPlatformTrigger/registration/store';
import { FakeN8n } from '../../../helpers/fakeN8n';
import { credentialOf, useNewWorkflow } from '../../../helpers/publishTrigger';
import { type Reply, startScriptedServer } from '../../../helpers/servers';

const stage = useNewWorkflow();

/** Changes what n8n's database has of the workflow, as text. */
function rewrite(change: (text: string) => string): void {
	stage.workflow.database = JSON.parse(change(JSON.stringify(stage.workflow.database)));
}

/** The registrations in the database, by mode. */
function stored(): Record<string, Record<string, unknown> | null> {
	const node = Object.values(stage.workflow.database)[0] as { webhooks?: Record<string, Record<string, unknown> | null> };
	return node.webhooks ?? {};
}

/** A platform that registers webhook "one", and answers all else in the same way. */
async function serveOne(other: Reply = {}, accountId = 'account-1') {
	const service = await stage.serve(({ method }) => (method === 'POST' ? { body: { id: 'one' } } : other));
	stage.workflow.credential = { ...service.credential, accountId };
	return { ...service, posts: () => service.requests.filter(({ method }) => method === 'POST') };
}

async function publishAndUnpublish(): Promise<void> {
	await stage.workflow.publish();
	await stage.workflow.unpublish();
}

describe('the account is pinned when the webhook is registered', () => {
	test('as the channels tell it, and stored with the registration', async () => {
		await stage.workflow.publish();
		expect(stored().webhook).toMatchObject({ accountId: stage.sandbox.state.accountId });
	});

	test('as the credential says, without asking for the channels', async () => {
		const { requests } = await serveOne({ status: 500 }, ' typed ');
		await stage.workflow.publish();
		expect(requests.map(({ method, url }) => `${method} ${url}`)).toEqual(['POST /notifications/webhooks']);
		expect(stored().webhook).toMatchObject({ accountId: 'typed' });
	});

	test.each<[string, Reply, RegExp]>([
		['no channel', { body: { $items: [] } }, /isn't known, because it has no channels.*Account ID/],
		[
			'no account that is an ID',
			{ body: { $items: [{}, ...['', 'a'.repeat(201), 7].map((accountId) => ({ accountId }))] } },
			/isn't known.*Account ID/,
		],
		['two accounts', { body: { $items: [{ accountId: 'a' }, { accountId: 'b' }] } }, /belong to 2 accounts.*Account ID/],
		['no right to list them', { status: 403, body: {} }, /isn't allowed/],
	])('or publishing is refused before anything is registered: %s', async (_what, channels, reason) => {
		const service = await startScriptedServer(({ method }) => (method === 'GET' ? channels : { body: { id: 'one' } }));
		stage.workflow.credential = { ...service.credential };
		await expect(stage.workflow.publish()).rejects.toThrow(reason);
		await service.close();
		expect(service.requests.map(({ method }) => method)).toEqual(['GET']);
	});

	test("again at the next start, when the credential's Account ID has changed", async () => {
		await stage.workflow.publish();
		stage.workflow.credential = { ...stage.workflow.credential, accountId: 'another' };
		await stage.workflow.restart();
		expect(stage.registered()).toHaveLength(1);
		expect(stored().webhook).toMatchObject({ accountId: 'another' });
	});
});

test('each registration has a mark of its own in its address, and n8n gets a line with its ID', async () => {
	await stage.workflow.publish();
	const [{ id, url } = { id: '', url: '' }] = stage.sandbox.state.webhooks;
	expect(url).toMatch(/\/webhook\?registration=[0-9a-f]{16}$/);
	expect(stage.workflow.told).toEqual([
		expect.stringMatching(/^Registering a webhook at /),
		expect.stringContaining(`Registered webhook ${id} at`),
	]);
	for (const line of stage.workflow.told) {
		expect(line).toContain(url);
		expect(line).not.toContain(stage.sandbox.apiToken);
	}
	await stage.workflow.unpublish();
	await stage.workflow.publish();
	expect(stage.sandbox.state.webhooks[0]?.url).not.toBe(url);
});

test("warns in n8n's log of a public address that is not encrypted", async () => {
	await serveOne();
	stage.workflow.credential.baseUrl = 'http://api.example.com';
	await stage.workflow.publish();
	expect(stage.workflow.logs).toEqual([expect.stringMatching(/Base URL or Notification URL isn't encrypted/)]);
});

describe('a save of the whole static data that undoes a publish', () => {
	test('does not lose the registration of this process', async () => {
		await stage.workflow.publish();
		const older = stage.workflow.database;
		stage.workflow.parameters = { events: ['*'] };
		await stage.workflow.unpublish();
		await stage.workflow.publish();
		stage.workflow.database = older;
		await stage.workflow.unpublish();
		expect(stage.registered()).toEqual([]);
	});

	test.each([false, true])(
		'does not make a removed webhook look registered at the next publish, restart: %s',
		async (restart) => {
			await stage.workflow.publish();
			const older = stage.workflow.database;
			await stage.workflow.unpublish();
			stage.workflow.database = older;
			if (restart) stage.workflow.forget();
			await stage.workflow.publish();
			expect(stage.registered()).toHaveLength(1);
			await stage.workflow.unpublish();
			expect(stage.registered()).toEqual([]);
		},
	);
});

describe('a 404 on removal', () => {
	test('proves nothing with a token of another account: the webhook is kept, logged, and removed once its own token is back', async () => {
		const { webhooks, use } = await stage.serveWebhooks(undefined, { 'token-a': 'a', 'token-b': 'b' });
		use('token-a');
		await stage.workflow.publish();
		use('token-b');
		await stage.workflow.restart();
		expect([...webhooks].join(' ')).toBe('1,a 2,b');
		expect(stage.workflow.logs).toEqual([
			expect.stringMatching(/^The webhook 1 at .* couldn't be removed: the platform doesn't know it under the current API token/),
		]);
		expect(stage.workflow.logs[0]).toMatch(/keeps sending events to http.*Webhook: Delete/s);
		use('token-a');
		await stage.workflow.restart();
		expect([...webhooks].join(' ')).toBe('2,b 3,a');
	});

	test('means that the webhook is gone with a renewed token of the same account', async () => {
		const { webhooks, use } = await stage.serveWebhooks(undefined, { 'token-a': 'a', 'token-a2': 'a' });
		use('token-a');
		await stage.workflow.publish();
		webhooks.clear();
		use('token-a2');
		await stage.workflow.restart();
		expect(stage.workflow.logs).toEqual([]);
		expect([...webhooks]).toEqual([['2', 'a']]);
	});

	test('does not while the account of the token is unknown', async () => {
		const { removals, use } = await stage.serveWebhooks();
		await stage.workflow.publish();
		use('another');
		await stage.workflow.unpublish();
		expect(removals).toEqual(['1']);
		expect(stage.workflow.logs).toEqual([expect.stringContaining('The webhook 1 at')]);
	});

	test('is expected if the webhook is gone already', async () => {
		await stage.workflow.publish();
		stage.sandbox.state.webhooks = [];
		await stage.workflow.unpublish();
		expect(stage.workflow.logs).toEqual([]);
		expect(Object.values(stage.workflow.database)[0]).not.toHaveProperty('leftovers');
	});
});

describe("a webhook whose address is not this n8n's", () => {
	test('belongs to the n8n whose database was copied: it is left alone and logged, even on unpublishing', async () => {
		stage.workflow.webhookBaseUrl = 'http://127.0.0.1:5678/n8n';
		await stage.workflow.publish();
		const [original] = stage.sandbox.state.webhooks;
		for (const base of ['http://127.0.0.1:9999/n8n', 'http://127.0.0.1:5678/other', 'http://127.0.0.2:5678/n8n']) {
			const clone = stage.workflow.clone(base);
			await clone.restart();
			expect(stage.sandbox.state.webhooks).toHaveLength(2);
			expect(clone.logs).toEqual([expect.stringMatching(/which isn't this n8n.*Webhook: Delete/s)]);
			expect(clone.logs[0]).toContain(original?.id);
			await clone.unpublish();
			expect(stage.sandbox.state.webhooks).toEqual([original]);
		}
	});

	test('is removed once this n8n has that address again', async () => {
		await stage.workflow.publish();
		stage.workflow.webhookBaseUrl = 'http://127.0.0.1:9999';
		await stage.workflow.restart();
		expect(stage.registered()).toHaveLength(2);
		stage.workflow.webhookBaseUrl = 'http://127.0.0.1:5678';
		await stage.workflow.restart();
		expect(stage.registered().map(({ url }) => new URL(url).port)).toEqual(['9999', '5678']);
		await stage.workflow.unpublish();
		expect(stage.registered().map(({ url }) => new URL(url).port)).toEqual(['9999']);
	});
});

test.each(['', '<html>done</html>'])('a removal that is answered 200 with %j is done', async (body) => {
	const { requests } = await serveOne({ body });
	await publishAndUnpublish();
	await stage.workflow.publish();
	expect(stage.workflow.logs).toEqual([]);
	expect(requests.map(({ method }) => method)).toEqual(['POST', 'DELETE', 'POST']);
});

describe('a webhook that could not be removed', () => {
	test('is tried again when the editor listens again, though n8n keeps nothing of a test', async () => {
		const { webhooks } = await stage.serveWebhooks();
		await stage.workflow.listen();
		const credential = stage.workflow.credential;
		stage.workflow.credential = { ...credential, notificationUrl: 'http://127.0.0.1:9/gone', baseUrl: 'http://127.0.0.1:9' };
		await stage.workflow.stopListening();
		expect(stage.workflow.logs).toHaveLength(1);
		stage.workflow.credential = credential;
		await stage.workflow.listen();
		await stage.workflow.stopListening();
		expect([...webhooks]).toEqual([]);
	});

	test('is also kept when the credential can no longer be read', async () => {
		await stage.workflow.publish();
		stage.workflow.credential = {};
		await stage.workflow.unpublish();
		expect(stage.workflow.logs).toEqual([expect.stringContaining("couldn't be removed")]);
		stage.workflow.credential = credentialOf(stage.sandbox);
		await stage.workflow.publish();
		expect(stage.registered()).toHaveLength(1);
	});
});

test('leaves a webhook whose ID is in the log, and a second webhook, after a crash between registering and saving', async () => {
	await stage.workflow.crashWhilePublishing();
	const [lost] = stage.sandbox.state.webhooks;
	expect(stage.workflow.told[1]).toContain(`Registered webhook ${lost?.id} at`);
	await stage.workflow.restart();
	expect(stage.sandbox.state.webhooks).toHaveLength(2);
	expect(new Set(stage.sandbox.state.webhooks.map(({ url }) => url)).size).toBe(2);
});

test('registers messages and pressed buttons, whichever events are selected: they may answer a question', async () => {
	stage.workflow.parameters = { events: ['TagRemovedFromChatCommand'], filters: { direction: 'inbound' } };
	await stage.workflow.publish();
	const names = ['EndUserActionCommand', 'TagRemovedFromChatCommand', 'new_message'];
	expect([...(stage.registered()[0]?.events ?? [])].sort()).toEqual(names);
	stage.workflow.parameters = { ...stage.workflow.parameters, options: { takeoverTag: 'human' } };
	const [before] = stage.sandbox.state.webhooks;
	await stage.workflow.restart();
	expect(stage.sandbox.state.webhooks).toEqual([before]);
});

test('keeps test and production apart', async () => {
	await stage.workflow.publish();
	const [production] = stage.sandbox.state.webhooks;
	await stage.workflow.listen();
	expect(stage.registered().map(({ url }) => url.split('/')[3])).toEqual(['webhook', 'webhook-test']);
	await stage.workflow.stopListening();
	expect(stage.sandbox.state.webhooks).toEqual([production]);
	await stage.workflow.listen();
	await stage.workflow.unpublish();
	expect(stage.registered().map(({ url }) => url.split('/')[3])).toEqual(['webhook-test']);
	await stage.workflow.stopListening();
	expect(stage.registered()).toEqual([]);
});

test('serves two trigger nodes in one workflow', async () => {
	stage.workflow = new FakeN8n({ credential: credentialOf(stage.sandbox), names: ['First', 'Second'] });
	await stage.workflow.publish();
	expect(new Set(stage.registered().map(({ url }) => url)).size).toBe(2);
	await stage.workflow.restart();
	expect(stage.registered()).toHaveLength(2);
	await stage.workflow.unpublish();
	expect(stage.registered()).toEqual([]);
});

test('leaves nothing behind when the second of two triggers cannot be registered', async () => {
	let registered = 0;
	const service = await stage.serve(({ method }) => {
		if (method === 'DELETE') registered -= 1;
		else if ((registered += 1) > 1) return { status: 500 };
		return { body: { id: 'one' } };
	});
	stage.workflow = new FakeN8n({ credential: service.credential, names: ['First', 'Second'] });
	await expect(stage.workflow.publish()).rejects.toThrow();
	expect(service.requests.slice(-1).map(({ method, url }) => `${method} ${url}`)).toEqual(['DELETE /notifications/webhooks/one']);
});

test('keeps the token from the old Notification URL when the credential no longer has it', async () => {
	const old = await serveOne();
	stage.workflow.credential = { ...credentialOf(stage.sandbox), notificationUrl: old.credential.notificationUrl };
	await stage.workflow.publish();
	stage.workflow.credential = credentialOf(stage.sandbox);
	await stage.workflow.restart();
	expect(old.requests.map(({ method }) => method)).toEqual(['GET', 'POST']);
	expect(stage.registered()).toHaveLength(1);
	expect(stage.workflow.logs).toEqual([expect.stringMatching(/webhook one at http.*couldn't be removed/)]);
	expect(stage.workflow.logs[0]).not.toContain(stage.sandbox.apiToken);
});

test('removes the webhook at the old notification URL when that has an origin of the credential', async () => {
	const service = await serveOne();
	await stage.workflow.publish();
	stage.workflow.credential.notificationUrl = `${service.origin}/v2/hooks`;
	await stage.workflow.restart();
	expect(service.requests.map(({ method, url }) => `${method} ${url}`)).toEqual([
		'POST /notifications/webhooks',
		'DELETE /notifications/webhooks/one',
		'POST /v2/hooks/webhooks',
	]);
});

test('a webhook whose own part of the address has changed is still one of this n8n, and removed', async () => {
	await stage.workflow.publish();
	rewrite((text) => text.replace(/\/webhook\/[0-9a-f-]{36}\/webhook/, '/webhook/of-the-node-before/webhook'));
	stage.workflow.forget();
	await stage.workflow.unpublish();
	expect(stage.registered()).toEqual([]);
	expect(stage.workflow.logs).toEqual([]);
});

test.each([
	['Version 1.2 is busy', /Version 1\.2 is busy\. Until it's removed/],
	['no\nDelivery rejected [signature]: forged\u2028second.', /no Delivery rejected.*second\. Until it's removed/],
])('keeps to sentences of one line what the platform says of a failed removal: %j', async (msg, line) => {
	await serveOne({ status: 400, body: { $error: { sc: 1, scn: 'X', msg } } });
	await publishAndUnpublish();
	expect(stage.workflow.logs).toEqual([expect.stringMatching(line)]);
	expect(stage.workflow.logs[0]).not.toMatch(/[\n\u2028]/);
});

test("a copy of the workflow removes neither the original's webhook nor what the original left behind", async () => {
	let isBroken = true;
	const { removals } = await stage.serveWebhooks(() => (isBroken ? { status: 500 } : undefined));
	await publishAndUnpublish();
	await stage.workflow.publish();
	expect(removals).toEqual(['1', '1']);
	isBroken = false;
	const imported = stage.workflow.copy();
	await imported.publish();
	await imported.unpublish();
	expect(removals.slice(2)).toEqual(['3']);
	// nor does the original remove a webhook without an ID
	rewrite((text) => text.replace('"id":"1"', '"id":""'));
	stage.workflow.forget();
	await stage.workflow.unpublish();
	expect(removals.slice(3)).toEqual(['2']);
});

test('logs a failed removal, removes the webhook at the next publishing, and does not retry then', async () => {
	let isBroken = true;
	const { removals } = await stage.serveWebhooks(() => (isBroken ? { status: 500 } : undefined));
	await publishAndUnpublish();
	expect(stage.workflow.logs).toEqual([expect.stringMatching(/^The webhook 1 at .*Webhook: Delete/s)]);
	isBroken = false;
	for (let round = 0; round < 2; round += 1) {
		stage.workflow.forget();
		await publishAndUnpublish();
	}
	expect(removals).toEqual(['1', '1', '2', '3']);
});

test(`gives up the oldest when more than ${MAX_LEFTOVERS} cannot be removed, and logs it`, async () => {
	const { removals } = await stage.serveWebhooks(() => ({ status: 500 }));
	await publishAndUnpublish();
	rewrite((text) =>
		text.replace(/\[(\{"id":"1".*?\})\]/, (_all, one: string) => {
			const others = Array.from({ length: MAX_LEFTOVERS - 1 }, (_, index) => one.replace('"1"', `"older-${index}"`));
			return `[${[...others, one].join()}]`;
		}),
	);
	stage.workflow.forget();
	stage.workflow.logs.length = 0;
	await publishAndUnpublish();
	expect(stage.workflow.logs.filter((line) => line.includes("n8n won't try again"))).toEqual([
		expect.stringContaining('remove the webhook older-0 at'),
	]);
	removals.length = 0;
	await stage.workflow.publish();
	expect(removals).toHaveLength(MAX_LEFTOVERS);
	expect(removals).not.toContain('older-0');
	expect(removals.at(-1)).toBe('2');
});

test.each<[string, 'init' | 'leadershipChange']>([
	['', 'init'],
	['account-1', 'init'],
	['', 'leadershipChange'],
])('with a credential whose Account ID is %j nothing is registered again at %s', async (accountId, activation) => {
	const { posts } = await serveOne({ status: 404 }, accountId);
	await stage.workflow.publish();
	await stage.workflow.restart(activation);
	expect(posts()).toHaveLength(1);
});
