import { startSandbox, type Sandbox } from '../../../sandbox/server';
import { EVENT_NAMES } from '../../../nodes/MessagingPlatformTrigger/events';
import { startService, type ScriptedService } from '../../service';
import { Published } from './hooks';

let sandbox: Sandbox;
let workflow: Published;
let services: ScriptedService[] = [];

/** Starts a service for one test. */
async function serve(...answer: Parameters<typeof startService>): Promise<ScriptedService> {
	const service = await startService(...answer);
	services.push(service);
	return service;
}

function credentialOf(service: Sandbox) {
	const { apiToken, baseUrl, notificationUrl, issuer } = service;
	return { apiToken, baseUrl, notificationUrl, issuer, keyOrigins: '' };
}

function registered(): Array<{ url: string; events: string[] }> {
	return sandbox.state.webhooks.map(({ url, events }) => ({ url, events }));
}

beforeAll(async () => {
	sandbox = await startSandbox();
});

beforeEach(() => {
	sandbox.state.webhooks = [];
	workflow = new Published(credentialOf(sandbox));
});

afterEach(async () => {
	await Promise.all(services.map(async (service) => await service.close()));
	services = [];
});

afterAll(async () => {
	await sandbox.close();
});

it('registers its address and the chosen events on publishing, and removes them on unpublishing', async () => {
	workflow.parameters = { events: ['TagAssignedOnChatCommand', 'new_message'] };
	await workflow.publish();
	expect(registered()).toEqual([
		{
			url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:5678\/webhook\/[0-9a-f-]{36}\/webhook$/),
			events: expect.arrayContaining(['new_message', 'TagAssignedOnChatCommand']),
		},
	]);
	expect(registered()[0]?.events).toHaveLength(2);
	await workflow.unpublish();
	expect(registered()).toEqual([]);
	expect(workflow.logs).toEqual([]);
});

it('registers every documented event when all are chosen', async () => {
	workflow.parameters = { events: ['*'] };
	await workflow.publish();
	expect(registered()[0]?.events).toEqual([...EVENT_NAMES]);
});

it('registers nothing again after a restart', async () => {
	await workflow.publish();
	const [before] = sandbox.state.webhooks;
	await workflow.restart();
	await workflow.restart();
	expect(sandbox.state.webhooks).toEqual([before]);
});

it.each<[string, (published: Published) => void]>([
	['address', (published) => (published.webhookBaseUrl = 'http://127.0.0.1:9999')],
	['event list', (published) => (published.parameters = { events: ['ChatMemoChanged'] })],
])('removes the old webhook and registers the new one when the %s has changed', async (_what, change) => {
	await workflow.publish();
	const [before] = sandbox.state.webhooks;
	change(workflow);
	await workflow.restart();
	expect(sandbox.state.webhooks).toHaveLength(1);
	expect(sandbox.state.webhooks[0]?.id).not.toBe(before?.id);
	await workflow.unpublish();
	expect(sandbox.state.webhooks).toEqual([]);
});

it('does not register again when the events are only listed in another order', async () => {
	workflow.parameters = { events: ['ChatMemoChanged', 'new_message'] };
	await workflow.publish();
	const [before] = sandbox.state.webhooks;
	workflow.parameters = { events: ['new_message', 'ChatMemoChanged'] };
	await workflow.restart();
	expect(sandbox.state.webhooks).toEqual([before]);
});

it('registers anew for another account, and removes the old webhook', async () => {
	await workflow.publish();
	const [before] = sandbox.state.webhooks;
	const token = 'another.valid.token';
	sandbox.state.tokens.push({ token, expiresMs: Date.now() + 1e9, revoked: false, rights: 'all' });
	workflow.credential = { ...workflow.credential, apiToken: token };
	await workflow.restart();
	expect(sandbox.state.webhooks).toHaveLength(1);
	expect(sandbox.state.webhooks[0]?.id).not.toBe(before?.id);
});

it('keeps the token from the old notification URL when that is no address of the credential any more', async () => {
	const old = await serve(({ method }) =>
		method === 'POST' ? { body: { id: 'old-1' } } : { status: 200, body: {} },
	);
	workflow.credential = { ...workflow.credential, notificationUrl: old.credential.notificationUrl };
	await workflow.publish();
	workflow.credential = credentialOf(sandbox);
	await workflow.restart();
	expect(old.requests.map(({ method }) => method)).toEqual(['POST']);
	expect(registered()).toHaveLength(1);
	expect(workflow.logs).toEqual([expect.stringMatching(/webhook old-1 at http.*could not be removed/)]);
	expect(workflow.logs[0]).not.toContain(sandbox.apiToken);
});

it('removes the webhook at the old notification URL when that has an origin of the credential', async () => {
	const service = await serve(({ method }) =>
		method === 'POST' ? { body: { id: 7 } } : { status: 200, body: {} },
	);
	workflow.credential = { ...service.credential };
	await workflow.publish();
	workflow.credential = { ...service.credential, notificationUrl: `${service.origin}/v2/hooks` };
	await workflow.restart();
	expect(service.requests.map(({ method, url }) => `${method} ${url}`)).toEqual([
		'POST /notifications/webhooks',
		'DELETE /notifications/webhooks/7',
		'POST /v2/hooks/webhooks',
	]);
});

it('tolerates on unpublishing that the webhook is gone already', async () => {
	await workflow.publish();
	sandbox.state.webhooks = [];
	await workflow.unpublish();
	expect(workflow.logs).toEqual([]);
});

it('logs a failed removal, does not stop the user, and removes the leftover at the next publish', async () => {
	let broken = false;
	const webhooks = new Set<string>();
	let last = 0;
	const service = await serve(({ method, url }) => {
		if (method === 'POST') {
			last += 1;
			webhooks.add(String(last));
			return { body: { id: last } };
		}
		if (broken) return { status: 500, body: {} };
		webhooks.delete(url.split('/').at(-1) ?? '');
		return { status: 200, body: {} };
	});
	workflow.credential = { ...service.credential };
	await workflow.publish();
	broken = true;
	await workflow.unpublish();
	expect(workflow.logs).toEqual([expect.stringContaining('The webhook 1 at')]);
	expect(workflow.logs[0]).toContain('Webhook: Delete');
	broken = false;
	await workflow.publish();
	expect([...webhooks]).toEqual(['2']);
	await workflow.unpublish();
	expect([...webhooks]).toEqual([]);
});

it('leaves the webhook of the original alone when a copy of the workflow is published and unpublished', async () => {
	await workflow.publish();
	const [original] = sandbox.state.webhooks;
	const imported = workflow.copy();
	await imported.publish();
	expect(sandbox.state.webhooks).toHaveLength(2);
	await imported.unpublish();
	expect(sandbox.state.webhooks).toEqual([original]);
});

it('keeps test and production apart', async () => {
	await workflow.publish();
	const [production] = sandbox.state.webhooks;
	await workflow.listen();
	expect(registered().map(({ url }) => url.split('/')[3])).toEqual(['webhook', 'webhook-test']);
	await workflow.stopListening();
	expect(sandbox.state.webhooks).toEqual([production]);
	await workflow.listen();
	await workflow.unpublish();
	expect(registered().map(({ url }) => url.split('/')[3])).toEqual(['webhook-test']);
	await workflow.stopListening();
	expect(registered()).toEqual([]);
});

it('serves two trigger nodes in one workflow', async () => {
	workflow = new Published(credentialOf(sandbox), ['First', 'Second']);
	await workflow.publish();
	expect(new Set(registered().map(({ url }) => url)).size).toBe(2);
	await workflow.restart();
	expect(registered()).toHaveLength(2);
	await workflow.unpublish();
	expect(registered()).toEqual([]);
});

it('leaves nothing behind when the second of two triggers cannot be registered', async () => {
	const webhooks = new Set<string>();
	const service = await serve(({ method, url }) => {
		if (method === 'DELETE') {
			webhooks.delete(url.split('/').at(-1) ?? '');
			return { status: 200, body: {} };
		}
		if (webhooks.size > 0) return { status: 500, body: { $error: { sc: 1, scn: 'BROKEN' } } };
		webhooks.add('one');
		return { body: { id: 'one' } };
	});
	workflow = new Published({ ...service.credential }, ['First', 'Second']);
	await expect(workflow.publish()).rejects.toThrow();
	expect([...webhooks]).toEqual([]);
});

it('never has more than one webhook, and none at the end, over 20 rounds with restarts', async () => {
	let most = 0;
	for (let round = 0; round < 20; round += 1) {
		await workflow.publish();
		most = Math.max(most, registered().length);
		if (round % 3 === 0) await workflow.restart();
		if (round % 4 === 0) {
			workflow.parameters = { events: [round % 8 === 0 ? '*' : 'new_message'] };
			await workflow.restart();
		}
		most = Math.max(most, registered().length);
		await workflow.unpublish();
		expect(registered()).toEqual([]);
	}
	expect(most).toBe(1);
});
