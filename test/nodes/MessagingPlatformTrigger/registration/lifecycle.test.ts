import { PublishableWorkflow, credentialOf, useNewWorkflow } from '../../../helpers/publishTrigger';

const stage = useNewWorkflow();

test('registers its address and the chosen events on publishing, and removes them on unpublishing', async () => {
	stage.workflow.parameters = { events: ['TagAssignedOnChatCommand', 'new_message'] };
	await stage.workflow.publish();
	expect(stage.registered()).toEqual([
		{
			url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:5678\/webhook\/[0-9a-f-]{36}\/webhook$/),
			events: expect.arrayContaining(['new_message', 'TagAssignedOnChatCommand', 'EndUserActionCommand']),
		},
	]);
	expect(stage.registered()[0]?.events).toHaveLength(3);
	await stage.workflow.unpublish();
	expect(stage.registered()).toEqual([]);
	expect(stage.workflow.logs).toEqual([]);
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

test('removes the old webhook and registers the new one when the event list has changed', async () => {
	await stage.workflow.publish();
	const [before] = stage.sandbox.state.webhooks;
	stage.workflow.parameters = { events: ['ChatMemoChanged'] };
	await stage.workflow.restart();
	expect(stage.sandbox.state.webhooks).toHaveLength(1);
	expect(stage.sandbox.state.webhooks[0]?.id).not.toBe(before?.id);
	await stage.workflow.unpublish();
	expect(stage.sandbox.state.webhooks).toEqual([]);
});

test('registers again for another account, and removes the old webhook', async () => {
	await stage.workflow.publish();
	const [before] = stage.sandbox.state.webhooks;
	const token = 'another.valid.token';
	stage.sandbox.state.tokens.push({ token, expiresMs: Date.now() + 1e9, revoked: false, rights: 'all' });
	stage.workflow.credential = { ...stage.workflow.credential, apiToken: token };
	await stage.workflow.restart();
	expect(stage.sandbox.state.webhooks).toHaveLength(1);
	expect(stage.sandbox.state.webhooks[0]?.id).not.toBe(before?.id);
});

test('keeps the token from the old Notification URL when the credential no longer has it', async () => {
	const old = await stage.serve(({ method }) => (method === 'POST' ? { body: { id: 'old-1' } } : { status: 200, body: {} }));
	stage.workflow.credential = { ...stage.workflow.credential, notificationUrl: old.credential.notificationUrl };
	await stage.workflow.publish();
	stage.workflow.credential = credentialOf(stage.sandbox);
	await stage.workflow.restart();
	expect(old.requests.map(({ method }) => method)).toEqual(['GET', 'POST']);
	expect(stage.registered()).toHaveLength(1);
	expect(stage.workflow.logs).toEqual([expect.stringMatching(/webhook old-1 at http.*couldn't be removed/)]);
	expect(stage.workflow.logs[0]).not.toContain(stage.sandbox.apiToken);
});

test('removes the webhook at the old notification URL when that has an origin of the credential', async () => {
	const service = await stage.serve(({ method }) => (method === 'POST' ? { body: { id: 7 } } : { status: 200, body: {} }));
	stage.workflow.credential = { ...service.credential };
	await stage.workflow.publish();
	stage.workflow.credential = { ...service.credential, notificationUrl: `${service.origin}/v2/hooks` };
	await stage.workflow.restart();
	const changes = service.requests.filter(({ method }) => method !== 'GET');
	expect(changes.map(({ method, url }) => `${method} ${url}`)).toEqual([
		'POST /notifications/webhooks',
		'DELETE /notifications/webhooks/7',
		'POST /v2/hooks/webhooks',
	]);
});

test('tolerates on unpublishing that the webhook is gone already', async () => {
	await stage.workflow.publish();
	stage.sandbox.state.webhooks = [];
	await stage.workflow.unpublish();
	expect(stage.workflow.logs).toEqual([]);
});

test('logs a failed removal, does not stop the user, and removes the leftover at the next publish', async () => {
	let broken = false;
	const webhooks = new Set<string>();
	let last = 0;
	const service = await stage.serve(({ method, url }) => {
		if (method === 'POST') {
			last += 1;
			webhooks.add(String(last));
			return { body: { id: last } };
		}
		if (broken) return { status: 500, body: {} };
		webhooks.delete(url.split('/').at(-1) ?? '');
		return { status: 200, body: {} };
	});
	stage.workflow.credential = { ...service.credential };
	await stage.workflow.publish();
	broken = true;
	await stage.workflow.unpublish();
	expect(stage.workflow.logs).toEqual([expect.stringContaining('The webhook 1 at')]);
	expect(stage.workflow.logs[0]).toContain('Webhook: Delete');
	broken = false;
	await stage.workflow.publish();
	expect([...webhooks]).toEqual(['2']);
	await stage.workflow.unpublish();
	expect([...webhooks]).toEqual([]);
});

test('leaves the webhook of the original alone when a copy of the stage.workflow is published and unpublished', async () => {
	await stage.workflow.publish();
	const [original] = stage.sandbox.state.webhooks;
	const imported = stage.workflow.copy();
	await imported.publish();
	expect(stage.sandbox.state.webhooks).toHaveLength(2);
	await imported.unpublish();
	expect(stage.sandbox.state.webhooks).toEqual([original]);
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
	stage.workflow = new PublishableWorkflow(credentialOf(stage.sandbox), ['First', 'Second']);
	await stage.workflow.publish();
	expect(new Set(stage.registered().map(({ url }) => url)).size).toBe(2);
	await stage.workflow.restart();
	expect(stage.registered()).toHaveLength(2);
	await stage.workflow.unpublish();
	expect(stage.registered()).toEqual([]);
});

test('leaves nothing behind when the second of two triggers cannot be registered', async () => {
	const webhooks = new Set<string>();
	const service = await stage.serve(({ method, url }) => {
		if (method === 'DELETE') {
			webhooks.delete(url.split('/').at(-1) ?? '');
			return { status: 200, body: {} };
		}
		if (webhooks.size > 0) return { status: 500, body: { $error: { sc: 1, scn: 'BROKEN' } } };
		webhooks.add('one');
		return { body: { id: 'one' } };
	});
	stage.workflow = new PublishableWorkflow({ ...service.credential }, ['First', 'Second']);
	await expect(stage.workflow.publish()).rejects.toThrow();
	expect([...webhooks]).toEqual([]);
});
