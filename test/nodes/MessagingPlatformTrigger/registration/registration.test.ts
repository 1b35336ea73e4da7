import { type Received, type Reply, startScriptedServer } from '../../../helpers/servers';
import { type PublishableWorkflow, credentialOf, useNewWorkflow } from '../../../helpers/publishTrigger';

const stage = useNewWorkflow();

/** The registrations in the database, by mode. */
function stored(): Record<string, Record<string, unknown> | null> {
	const node = Object.values(stage.workflow.database)[0] as { webhooks?: Record<string, Record<string, unknown> | null> };
	return node.webhooks ?? {};
}

async function reasonOf(publishing: Promise<void>): Promise<string> {
	const error: unknown = await publishing.then(
		() => undefined,
		(reason: unknown) => reason,
	);
	if (!(error instanceof Error)) throw new Error('publishing was not refused');
	return `${error.message} | ${'description' in error ? String(error.description) : ''}`;
}

describe('the account is pinned when the webhook is registered', () => {
	test('as the channels tell it, and stored with the registration', async () => {
		await stage.workflow.publish();
		expect(stored().webhook).toMatchObject({ accountId: stage.sandbox.state.accountId });
	});

	test('as the credential says, without asking for the channels', async () => {
		const asked: string[] = [];
		const service = await startScriptedServer(({ method, url }) => {
			asked.push(`${method} ${url}`);
			return method === 'POST' ? { body: { id: 'one' } } : { status: 500 };
		});
		stage.workflow.credential = { ...service.credential, accountId: ' typed ' };
		await stage.workflow.publish();
		await service.close();
		expect(asked).toEqual(['POST /notifications/webhooks']);
		expect(stored().webhook).toMatchObject({ accountId: 'typed' });
	});

	test.each<[string, Reply, RegExp]>([
		['no channel', { body: { $items: [], $count: 0 } }, /isn't known, because it has no channels.*Account ID/],
		['no account in a channel', { body: { $items: [{ channel: 'tg' }] } }, /isn't known, because it has no channels.*Account ID/],
		[
			'an account without a name',
			{ body: { $items: [{ accountId: '' }] } },
			/isn't known, because it has no channels.*Account ID/,
		],
		[
			'an account that is no id',
			{ body: { $items: [{ accountId: 'a'.repeat(201) }, { accountId: 7 }] } },
			/isn't known.*Account ID/,
		],
		['two accounts', { body: { $items: [{ accountId: 'a' }, { accountId: 'b' }] } }, /belong to 2 accounts.*Account ID/],
		['no right to list them', { status: 403, body: {} }, /isn't allowed/],
	])('or publishing is refused before anything is registered: %s', async (_what, channels, reason) => {
		const service = await startScriptedServer(({ method }) => (method === 'GET' ? channels : { body: { id: 'one' } }));
		stage.workflow.credential = { ...service.credential };
		expect(await reasonOf(stage.workflow.publish())).toMatch(reason);
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

test("keeps to one line of n8n's log what the platform says of a failed removal", async () => {
	const error = { sc: 1, scn: 'X', msg: 'no\nDelivery rejected [signature]: forged\u2028second' };
	const service = await stage.serve(({ method }) =>
		method === 'POST' ? { body: { id: 'one' } } : { status: 400, body: { $error: error } },
	);
	stage.workflow.credential = { ...service.credential };
	await stage.workflow.publish();
	await stage.workflow.unpublish();
	expect(stage.workflow.logs).toHaveLength(1);
	expect(stage.workflow.logs[0]).toContain('no Delivery rejected');
	expect(stage.workflow.logs[0]).not.toMatch(/[\n\u2028]/);
});

test("warns in n8n's log of a public address that is not encrypted", async () => {
	const service = await stage.serve(() => ({ body: { id: 'one' } }));
	stage.workflow.credential = { ...service.credential, accountId: 'typed', baseUrl: 'http://api.example.com' };
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

	test('does not make a removed webhook look registered at the next publish, in this process or after a restart', async () => {
		for (const restart of [false, true]) {
			await stage.workflow.publish();
			const older = stage.workflow.database;
			await stage.workflow.unpublish();
			stage.workflow.database = older;
			if (restart) stage.workflow.forget();
			await stage.workflow.publish();
			expect(stage.registered()).toHaveLength(1);
			await stage.workflow.unpublish();
			expect(stage.registered()).toEqual([]);
		}
	});
});

/** A service of several accounts, each with a token; a webhook is seen by the account that registered it. */
async function serveAccounts(owners: Record<string, string>): Promise<{
	webhooks: Map<string, string>;
	credentialOf: (token: string) => PublishableWorkflow['credential'];
	close: () => Promise<void>;
}> {
	const webhooks = new Map<string, string>();
	let last = 0;
	const answer = ({ method, url, headers }: Received): Reply => {
		const account = owners[String(headers.authorization).replace('Bearer ', '')] ?? '';
		if (method === 'GET') return { body: { $items: [{ accountId: account }] } };
		if (method === 'POST') {
			last += 1;
			webhooks.set(String(last), account);
			return { body: { id: last } };
		}
		const id = url.split('/').at(-1) ?? '';
		if (webhooks.get(id) !== account) return { status: 404, body: { $error: { sc: 404, scn: 'NOT_FOUND' } } };
		webhooks.delete(id);
		return { body: {} };
	};
	const service = await startScriptedServer(answer);
	return { webhooks, credentialOf: (apiToken) => ({ ...service.credential, apiToken }), close: service.close };
}

describe('a 404 on removal', () => {
	test('proves nothing with a token of another account: the webhook is kept, logged, and removed once its own token is back', async () => {
		const accounts = await serveAccounts({ 'token-a': 'a', 'token-b': 'b' });
		stage.workflow.credential = accounts.credentialOf('token-a');
		await stage.workflow.publish();
		stage.workflow.credential = accounts.credentialOf('token-b');
		await stage.workflow.restart();
		expect([...accounts.webhooks]).toEqual([
			['1', 'a'],
			['2', 'b'],
		]);
		expect(stage.workflow.logs).toEqual([
			expect.stringMatching(/^The webhook 1 at .* couldn't be removed: the platform doesn't know it under the current API token/),
		]);
		expect(stage.workflow.logs[0]).toMatch(/keeps sending events to http.*Webhook: Delete/s);
		stage.workflow.credential = accounts.credentialOf('token-a');
		await stage.workflow.restart();
		expect([...accounts.webhooks]).toEqual([
			['2', 'b'],
			['3', 'a'],
		]);
		await accounts.close();
	});

	test('means that the webhook is gone with a renewed token of the same account', async () => {
		const accounts = await serveAccounts({ 'token-a': 'a', 'token-a2': 'a' });
		stage.workflow.credential = accounts.credentialOf('token-a');
		await stage.workflow.publish();
		accounts.webhooks.clear();
		stage.workflow.credential = accounts.credentialOf('token-a2');
		await stage.workflow.restart();
		expect(stage.workflow.logs).toEqual([]);
		expect([...accounts.webhooks]).toEqual([['2', 'a']]);
		await accounts.close();
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

test.each(['OK', '', '<html>done</html>', '{"cut'])('a removal that is answered 200 with %j is done', async (body) => {
	const service = await stage.serve(({ method }) => (method === 'POST' ? { body: { id: 'one' } } : { body }));
	stage.workflow.credential = { ...service.credential, accountId: 'a' };
	await stage.workflow.publish();
	await stage.workflow.unpublish();
	await stage.workflow.publish();
	expect(stage.workflow.logs).toEqual([]);
	expect(service.requests.map(({ method }) => method)).toEqual(['POST', 'DELETE', 'POST']);
});

describe('a webhook that could not be removed', () => {
	test('is tried again when the editor listens again, though n8n keeps nothing of a test', async () => {
		const accounts = await serveAccounts({ token: 'a' });
		stage.workflow.credential = accounts.credentialOf('token');
		await stage.workflow.listen();
		const credential = stage.workflow.credential;
		stage.workflow.credential = { ...credential, notificationUrl: 'http://127.0.0.1:9/gone', baseUrl: 'http://127.0.0.1:9' };
		await stage.workflow.stopListening();
		expect(stage.workflow.logs).toHaveLength(1);
		stage.workflow.credential = credential;
		await stage.workflow.listen();
		await stage.workflow.stopListening();
		expect([...accounts.webhooks]).toEqual([]);
		await accounts.close();
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
