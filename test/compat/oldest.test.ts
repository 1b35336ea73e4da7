import { z } from 'zod';
import { CREDENTIAL_TYPE, credentialData, loadExample } from '../../sandbox/demo/provision';
import type { WorkflowDefinition } from '../../sandbox/demo/rest';
import { runSchema } from '../../sandbox/demo/restSchemas';
import { OUTCOMES, TEXTS, startFailingPlatform } from '../helpers/scriptedPlatform';
import { call, chatOf, say, sentTo, textsTo } from '../helpers/sandbox';
import { action, ACTION, mailing, START, submit, TRIGGER } from '../e2e/workflows';
import { chainWorkflow, forgottenSentences, hasEnded, type RealN8n, startRealN8n, waitForWebhooks } from '../helpers/realN8n';
import { byId } from '../helpers/runAction';
import { startScriptedServer } from '../helpers/servers';
import { activate, ensureOldestN8n, OLDEST, save } from './oldestN8n';
import { waitFor } from '../helpers/waitFor';

let real: RealN8n;
beforeAll(async () => {
	real = await startRealN8n({ installed: await ensureOldestN8n(), env: OLDEST });
}, 900_000);
afterAll(async () => await real?.close());

/** Begins a workflow as n8n 1's editor does. */
async function begin(definition: WorkflowDefinition) {
	const id = await save(real.rest, definition);
	const workflowData = await real.rest.call('GET', `/rest/workflows/${id}`, z.record(z.unknown()));
	const { executionId = '' } = await real.rest.call('POST', `/rest/workflows/${id}/run`, runSchema, {
		workflowData,
		startNodes: [],
		triggerToStartFrom: { name: 'Start' },
	});
	const states = async () => (await real.rest.listExecutions(id)).map(({ status }) => status);
	const ended = async () => {
		await waitFor(async () => (await real.rest.listExecutions(id)).some(hasEnded), 'the execution ends');
		return await real.rest.getExecution(executionId);
	};
	return { states, ended };
}

const run = async (definition: WorkflowDefinition) => await (await begin(definition)).ended();

/** A manual start and one operation of the action node. */
const oneOperation = (parameters: object, credential = real.credential) =>
	chainWorkflow('One operation', [START, action(credential, 'Messaging Platform', parameters)]);

test('is the declared minimum', async () => {
	const settings = await real.rest.call('GET', '/rest/settings', z.object({ versionCli: z.string() }));
	expect(settings.versionCli).toBe('1.123.81');
});

test('says why it refuses an answer in the words that the trigger reads', async () => {
	expect(forgottenSentences(await ensureOldestN8n())).toEqual([]);
});

test('loads both nodes and the credential type from the packed tarball', async () => {
	const nodes = (await real.rest.nodeTypes()).map(({ name }) => name);
	expect(nodes).toEqual(expect.arrayContaining([ACTION, TRIGGER]));
	const types = (await real.rest.credentialTypes()).map(({ name }) => name);
	expect(types).toContain(CREDENTIAL_TYPE);
});

test('tests the credential', async () => {
	const good = await real.rest.testCredential(real.credential, credentialData(real.sandbox));
	expect(good.status).toBe('OK');
	const bad = await real.rest.testCredential(real.credential, { ...credentialData(real.sandbox), apiToken: 'wrong' });
	expect(bad).toMatchObject({ status: 'Error', message: expect.stringContaining('token') });
});

test('runs a declarative operation', async () => {
	const execution = await run(oneOperation({ resource: 'channel', operation: 'getAll' }));
	expect(execution.error).toBeUndefined();
	expect(execution.output['Messaging Platform']).toHaveLength(real.sandbox.state.channels.length);
});

test('keeps a failed item with its outcome on the first output: this n8n moves no item with details to the error output', async () => {
	const platform = await startFailingPlatform();
	const credential = await real.rest.createCredential('Failing', CREDENTIAL_TYPE, platform.credential);
	const { error, output } = await run(mailing(credential, TEXTS));
	await platform.close();
	expect(error).toBeUndefined();
	expect(output.Failed ?? []).toEqual([]);
	const outcomes = OUTCOMES.map((outcome) =>
		outcome === undefined ? { outcome: 'sent' } : { error: expect.any(String), details: { outcome } },
	);
	expect(output.Sent).toMatchObject(outcomes);
});

test('receives a message and answers it', async () => {
	const id = await save(real.rest, await loadExample('echo-bot.json', real.credential));
	await activate(real.rest, id);
	await waitForWebhooks(real.sandbox);
	const chat = chatOf(real.sandbox, 'tg');
	await say(real.sandbox, chat, { text: 'Hello, old n8n' });
	await waitFor(async () => (await textsTo(real.sandbox, chat)).includes('You wrote: Hello, old n8n'), 'the bot answers');
	const [execution] = await real.rest.listExecutions(id);
	expect(execution?.mode).toBe('webhook');
	// it would answer in the other tests, too
	await activate(real.rest, id, false);
	await waitForWebhooks(real.sandbox, 0);
});

test('keeps a message back from a chat with an excluded tag, and finds that chat', async () => {
	const [chat, before] = ['70008', (await textsTo(real.sandbox, '70008')).length];
	await call(real.sandbox, `POST /api/chats/${chat}/tags/opted-out`);
	const send = {
		...{ resource: 'message', operation: 'send', text: 'Spring offer' },
		...{ sendTo: 'tbChatId', channel: byId('viber_310'), tbChatId: chat },
		additionalFields: { excludedTags: ['opted-out'] },
	};
	const sent = await run(oneOperation(send));
	expect(sent.output['Messaging Platform']).toMatchObject([{ outcome: 'skipped', skippedBecause: 'tag', tag: 'opted-out' }]);
	expect(await textsTo(real.sandbox, chat)).toHaveLength(before);
	const get = { resource: 'chat', operation: 'get', chatFrom: 'chat', chat: byId(chat) };
	const found = await run(oneOperation(get));
	expect(found.error).toBeUndefined();
	expect(found.output['Messaging Platform']).toMatchObject([{ tbChatId: Number(chat), waitingForReply: expect.any(Boolean) }]);
});

describe('Send and Wait for Response', () => {
	/** Runs a workflow that asks, until it waits or ends. */
	async function ask(question: object) {
		const chat = chatOf(real.sandbox, 'tg');
		const before = (await sentTo(real.sandbox, chat)).length;
		const place = { sendTo: 'chat', chat: byId(chat), message: 'Where to?' };
		const { states, ended } = await begin(oneOperation({ resource: 'message', operation: 'sendAndWait', ...place, ...question }));
		await waitFor(async () => (await states()).some((one) => one !== 'new' && one !== 'running'), 'it waits or fails');
		const link = (await sentTo(real.sandbox, chat))[before]?.buttons?.[0]?.link ?? '';
		return { link, ended, states };
	}

	test('answers a form only through its link', async () => {
		const values = [{ fieldLabel: 'Address', requiredField: true }];
		const { link, ended, states } = await ask({ responseType: 'customForm', formFields: { values } });
		const page = await fetch(link);
		expect([page.status, page.headers.get('cache-control')]).toEqual([200, 'no-store']);
		expect(await page.text()).toContain('Where to?');
		const url = new URL(link);
		url.searchParams.set('q', `${url.searchParams.get('q')?.slice(0, -4)}0000`);
		expect((await submit(url.href, { 'field-0': 'forged' })).status).toBe(403);
		url.searchParams.delete('q');
		expect((await submit(url.href, { 'field-0': 'forged' })).status).toBe(403);
		expect((await submit(link, {})).status).toBe(422);
		expect(await states()).toEqual(['waiting']);
		expect(await (await submit(link, { 'field-0': 'Elm Street 1' })).text()).toContain('Thank you');
		expect((await ended()).output['Messaging Platform']).toMatchObject([{ data: { form: { Address: 'Elm Street 1' } } }]);
	});

	test('answers through links', async () => {
		const { link, ended } = await ask({ responseType: 'approval', answerWith: 'page' });
		expect((await submit(link, { choice: '0' })).status).toBe(200);
		expect((await ended()).output['Messaging Platform']).toMatchObject([{ data: { approved: true } }]);
	});

	test('refuses separate outputs and asks no one, because this n8n would lose the answer', async () => {
		const { link, ended } = await ask({ answerWith: 'page', options: { separateOutputs: true } });
		expect((await ended()).error).toMatch(/^Separate Outputs needs a newer n8n/);
		expect(link).toBe('');
	});

	test('refuses to wait for an answer in the chat', async () => {
		const { link, ended } = await ask({ responseType: 'freeText' });
		expect((await ended()).error).toMatch(/^This n8n is too old to wait for an answer in the chat/);
		expect(link).toBe('');
	});
});

test('does not carry the token along to another origin', async () => {
	const elsewhere = await startScriptedServer(() => ({ body: { $count: 0, $items: [] } }));
	const here = await startScriptedServer(() => ({ status: 302, headers: { location: `${elsewhere.origin}/api/channels` } }));
	const credential = await real.rest.createCredential('Redirecting', CREDENTIAL_TYPE, here.credential);
	await run(oneOperation({ resource: 'channel', operation: 'getAll' }, credential));
	await Promise.all([here.close(), elsewhere.close()]);
	expect(here.requests[0]?.headers.authorization).toBe('Bearer test-token');
	expect(elsewhere.requests.map(({ headers }) => headers.authorization).filter(Boolean)).toEqual([]);
});
